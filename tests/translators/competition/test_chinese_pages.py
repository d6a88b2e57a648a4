"""The Chinese pages name the rules, commands and options that there are."""

import re
from pathlib import Path

import pytest
from commands import planner

from translators.competition.lint.draft import profiles, rules

PAGES = Path(__file__).resolve().parents[3] / "docs/zh"


def test_every_rule_and_profile_is_on_the_page() -> None:
    text = (PAGES / "lint-rules.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (R\d+) \|", text, re.M) == sorted(rules(), key=lambda r: int(r[1:]))
    assert all(f"`{name}`" in text for name in profiles())


@pytest.mark.parametrize("name", ["play", "files", "lint-rules", "submission"])
def test_links_lead_somewhere_and_options_exist(name: str) -> None:
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (PAGES / target).exists(), target
    used = re.findall(r"`planner (\w+(?: competition)?)([^`]*)`", text)
    assert used or name == "files"
    for command, rest in used:
        shown = planner(*command.split(), "--help").stdout
        assert all(option in shown for option in re.findall(r"--[a-z]+", rest)), (command, rest)
