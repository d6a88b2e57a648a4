"""The pages about problem files and lint rules say what the code does."""

import re
from pathlib import Path

import pytest
from commands import planner

from translators.competition.english.reading import parse_sentences
from translators.competition.instructions import format_instruction
from translators.competition.lint.agreement import pair_up
from translators.competition.lint.draft import PROFILES, RULES
from translators.competition.lint.linter import lint_data
from translators.competition.problem_file import parse_problem

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_the_example_file_is_read_and_clean_but_for_its_size() -> None:
    page = (DOCS / "competition-file.md").read_text(encoding="utf-8")
    found = re.search(r"```xml[^\n]*\n(.*?)```", page, re.DOTALL)
    assert found
    data = found[1].encode()
    assert {f.rule for f in lint_data(data, "page")} == {"R22"}
    problem = parse_problem(data, "page")
    reading = parse_sentences(problem.section("nl"))
    assert all(p.agrees for p in pair_up(problem.instructions, reading.sentences))


def test_the_sentences_of_the_page_mean_what_it_says() -> None:
    page = (DOCS / "competition-file.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z][^|]*\.) \| `(\(:.*\))` \|$", page, re.MULTILINE)
    assert len(rows) == 6
    for sentence, written in rows:
        said = parse_sentences(sentence).instructions
        assert [format_instruction(i) for i in said] == [written]


def test_every_rule_and_profile_is_on_the_page() -> None:
    page = (DOCS / "lint-rules.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (R\d+) \| (\w+) \|", page, re.MULTILINE))
    assert rows == {name: rule.severity for name, rule in RULES.items()}
    assert all(f"| `{profile}`" in page for profile in PROFILES)
    chinese = (DOCS / "zh/lint-rules.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (R\d+) \|", chinese, re.M) == sorted(
        RULES, key=lambda r: int(r[1:]))
    assert all(f"`{name}`" in chinese for name in PROFILES)


@pytest.mark.parametrize("name", ["play", "files", "lint-rules", "submission"])
def test_links_of_chinese_pages_lead_somewhere_and_options_exist(name: str) -> None:
    text = (DOCS / f"zh/{name}.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (DOCS / "zh" / target).exists(), target
    used = re.findall(r"`planner (\w+(?: competition)?)([^`]*)`", text)
    assert used or name == "files"
    for command, rest in used:
        shown = planner(*command.split(), "--help").stdout
        assert all(option in shown for option in re.findall(r"--[a-z]+", rest)), (command, rest)
