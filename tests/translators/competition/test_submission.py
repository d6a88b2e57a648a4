"""``planner lint FOLDER``: twenty planted errors are found, the certain ones corrected."""

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from commands import Done, planner
from tables import cases

from domains.competition.messages import translated
from translators.competition.generate.problems import generate
from translators.competition.lint.fixing import fixed
from translators.competition.lint.linter import lint_data

COUNT = 30


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a submission of five problems in each stage in which nothing is wrong."""
    folder = tmp_path_factory.mktemp("team")
    for stage in (1, 2):
        place = folder / f"stage{stage}"
        place.mkdir()
        for problem in generate(COUNT, 11, stage=stage, plain=True):
            (place / problem.name).write_text(problem.text, encoding="utf-8")
        names = "".join(f"{p.name}\n" for p in sorted(place.glob("*.xml")))
        (place / "test.list").write_text(names, encoding="utf-8")
    return folder


def lint(*arguments: object) -> Done:
    return planner("lint", "--expected", COUNT, *arguments)


def spoilt(text: str, pattern: str, new: str) -> str:
    """Plant an error; an empty text where this problem does not have what would be spoilt."""
    changed, count = re.subn(pattern, new, text, count=1)
    return changed if count else ""


CERTAIN, UNSURE = (list(map(tuple, cases(__file__)[key])) for key in ("certain", "unsure"))


@cache
def planted(clean: Path, rule: str, pattern: str, new: str) -> tuple[bytes, bytes]:
    """Return the first problem of stage 1 that has what is to be spoilt, before and after."""
    for path in sorted((clean / "stage1").glob("*.xml")):
        text = path.read_text(encoding="utf-8")
        other = spoilt(text, pattern, new)
        if other and rule in {f.rule for f in lint_data(other.encode(), "x", stage=1)}:
            return text.encode(), other.encode()
    raise AssertionError(f"{rule} is nowhere found")


@pytest.mark.parametrize(("rule", "kind", "pattern", "new"), CERTAIN, ids=lambda v: v[:30])
def test_a_certain_correction_brings_back_the_file(
    clean: Path, rule: str, kind: str, pattern: str, new: str
) -> None:
    before, wrong = planted(clean, rule, pattern, new)
    after = fixed(wrong, "x", stage=1, profile=None)
    assert lint_data(after, "x", stage=1) == ()
    assert b"".join(after.split()) == b"".join(before.split())


def test_each_is_an_error_by_the_rules_of_2026_and_said_in_chinese(clean: Path) -> None:
    for rule, kind, *change in [*CERTAIN, *UNSURE]:
        _, wrong = planted(clean, rule, *change)
        found = [f for f in lint_data(wrong, "x", stage=1, profile="2026") if f.rule == rule]
        assert "error" in {f.severity for f in found}, kind
        read = rule in ("R1", "R13", "R17")  # what the readers say of unreadable text
        assert read or all(translated(f.message, "zh") != f.message for f in found), kind


@pytest.mark.parametrize(("rule", "kind", "pattern", "new"), UNSURE, ids=lambda v: v[:30])
def test_what_could_be_corrected_in_several_ways_is_left(
    clean: Path, rule: str, kind: str, pattern: str, new: str
) -> None:
    _, wrong = planted(clean, rule, pattern, new)
    assert fixed(wrong, "x", stage=1, profile=None) == wrong


def plant(folder: Path) -> list[str]:
    """Spoil one problem of stage 1 after the other, each in another way; return the rules."""
    left = sorted((folder / "stage1").glob("*.xml"))
    done = []
    for rule, _, *change in [*CERTAIN[::3], *UNSURE]:
        for path in left:
            wrong = spoilt(path.read_text(encoding="utf-8"), *change)
            if wrong and rule in {f.rule for f in lint_data(wrong.encode(), "x", stage=1)}:
                path.write_text(wrong, encoding="utf-8")
                left.remove(path)
                done.append(rule)
                break
    return done


def test_a_clean_submission_named_in_part_twice(clean: Path) -> None:
    done = lint(clean / "stage1" / "01.xml", clean, clean / "stage2")
    assert done.stdout == f"{2 * COUNT} files checked, nothing found\n"
    assert lint(clean / "31.xml").stdout == ""  # which is not there


def test_planted_errors_are_found_and_certain_ones_corrected(clean: Path, tmp_path: Path) -> None:
    folder = tmp_path / "team"
    shutil.copytree(clean, folder)
    one, two = folder / "stage1", folder / "stage2"
    shutil.copy(one / f"{COUNT}.xml", one / "05b.xml")  # no number, a repeated problem
    (two / f"{COUNT}.xml").rename(two / "99.xml")  # a gap, a wrong list, no counterpart
    (one / "test.list").write_text("01.xml\n02.xml\n98.xml\n", encoding="utf-8")
    rules = {*plant(folder), "R24", "R25", "R26", "R27"}
    assert len(rules) >= 20
    done = lint(folder)
    assert done.returncode == 1
    for rule in rules:
        assert f"{rule} " in done.stdout, rule
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    done = lint("--fix", folder)
    patches = done.stdout.count(f"+++ b/{folder.as_posix().lstrip('/')}/stage")
    assert patches > 5
    assert "--yes" in done.stderr
    assert before == {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    page = tmp_path / "page.html"
    lint("--fix", "--yes", "--report", page, folder)
    changed = [p for p in before if p.read_bytes() != before[p]]
    assert len(changed) == patches
    assert all(lint_data(p.read_bytes(), "x", stage=1) == () for p in changed if p.suffix == ".xml")
    names = sorted(p.name for p in one.glob("*.xml"))
    assert (one / "test.list").read_text() == "".join(f"{name}\n" for name in names)
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "Certain corrections" in text
    assert "R26" in text


def test_a_correction_is_made_only_if_its_finding_goes(clean: Path) -> None:
    data = (clean / "stage1" / "01.xml").read_bytes()
    wrong = data.replace(b"<nl>\n", b"<nl>\nThe human is closed. ")
    assert fixed(wrong, "x", stage=1, profile=None) == wrong  # which side is wrong is not certain


def test_utf_16_is_found_and_read_all_the_same(clean: Path) -> None:
    text = (clean / "stage1" / "01.xml").read_text(encoding="utf-8")
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):  # the last two have no byte order mark
        assert [(f.rule, f.message) for f in lint_data(text.encode(encoding), "x", stage=1)] == [
            ("R1", "the file is UTF-16, not UTF-8")]


def test_a_list_with_other_names_is_two_findings(clean: Path, tmp_path: Path) -> None:
    folder = tmp_path / "team"
    shutil.copytree(clean, folder)
    listed = folder / "stage1" / "test.list"
    listed.write_text(listed.read_text(encoding="utf-8").upper(), encoding="utf-8")
    done = lint(folder)
    assert done.returncode == 1
    assert done.stdout.count("R24 error") == 2
    assert done.stdout.splitlines()[-1] == (
        f"{2 * COUNT} files checked, 2 findings in their folders: R24 2")
    assert f"05.XML and {COUNT - 5} more" in done.stdout
