"""``planner lint FOLDER``: twenty planted errors are found, the certain ones corrected."""

import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from commands import Done, planner

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


def sub(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Callable[[str], str]:
    def change(text: str) -> str:
        found = re.subn(pattern, new, text, count=1)
        assert found[1], pattern
        return found[0]
    return change


def replaced(old: str, new: str) -> Callable[[str], str]:
    return sub(re.escape(old), lambda _: new)


OPPOSITE = {"opened": "closed", "closed": "opened"}
OFF, ON = (f'mis="{word}" err="{word}" ans="{word}"' for word in ("off", "on"))
CERTAIN: list[tuple[str, str, Callable[[str], str]]] = [
    ("R1", "a literal &", sub(r"(<nl>\n\w+)", r"\1&")),
    ("R2", "the flags of the other stage", replaced(OFF, ON)),
    ("R2", "flags on and off", replaced('mis="off"', 'mis="on"')),
    ("R13", "a variable in lower case", sub(r"\((goto|open|close|pickup) X\)", r"(\1 x)")),
    ("R13", "the type of a container left out", replaced(" (type Y container)", "")),
    ("R15", "a bracket too many", sub(r"\(:task [^\n]*", r"\g<0>)")),
    ("R15", "a bracket missing", sub(r"(\(:cons_[^\n]*)\)", r"\1")),
    ("R15", "the bracket of :ins twice", replaced("\n)\n</instr>", "\n))\n</instr>")),
    ("R16", "an attribute in capitals", replaced("(size 1 big)", "(size 1 BIG)")),
    ("R16", "a misspelt attribute", replaced("(sort 1 human)", "(sort 1 humann)")),
    ("R16", "a capital in an instruction", sub(r"\(sort X (\w)(\w+)\)",
                                              lambda m: f"(sort X {m[1].upper()}{m[2]})")),
    ("R16", "a misspelt word of an instruction", sub(r"\(sort X (\w+)\)", r"(sort X \1x)")),
    ("R16", "a misspelt word of a sentence", sub(r"the (\w+)\.\n", r"the \1k.\n")),
    ("R2", "a flag in capitals", replaced('ans="off"', 'ans="OFF"')),
    ("R17", "a comma for a full stop", sub(r"\.\n(?=.*\n</nl>)", ",\n")),
    ("R17", "no full stop at the end", replaced(".\n</nl>", "\n</nl>")),
    ("R18", "noise in stage 1", sub(r"(\w)\.\n</nl>", r"#\1.\n</nl>")),
]
UNSURE: list[tuple[str, str, Callable[[str], str]]] = [
    ("R1", "a section missing", sub("<extra>.*</extra>", "")),
    ("R1", "a section twice", sub("<mis>.*</mis>", r"\g<0>\g<0>")),
    ("R3", "objects out of order", sub(r"(\(sort 2 .*)\n(\(sort 3 .*)", r"\2\n\1")),
    ("R3", "a number left out", sub(r"\(sort 2 .*\n", "")),
    ("R4", "the robot's fields in another order", sub(r"(\(hold \d+\)) (\(plate \d+\))",
                                                       r"\2 \1")),
    ("R5", "a thing without a colour", sub(r" \(color \d+ \w+\)", "")),
    ("R6", "a fixed thing without a place", sub(r"(\(size 1 big\)) \(at 1 \d+\)", r"\1")),
    ("R7", "a container without its type", sub(r" \(type \d+ container\)", "")),
    ("R8", "an unknown fact", replaced("(hold ", "(weight ")),
    ("R8", "a field twice", replaced("(size 1 big)", "(size 1 big) (size 1 big)")),
    ("R9", "what mis may not hold", replaced("<mis>", "<mis>(size 1 big)")),
    ("R10", "a wrong fact too many", sub(r"<w>(\([^)]*\))", r"<w>\1\1")),
    ("R11", "what extra may not hold", replaced("<extra>", "<extra>(at 1 1)")),
    ("R12", "an info that is not true", sub(r"\(:info \((opened|closed) X",
                                            lambda m: f"(:info ({OPPOSITE[m[1]]} X")),
    ("R13", "a variable that is not used", sub(r"(\(goto X\) \(:cond)",
                                               r"\1 (sort Y bed)")),
    ("R17", "a sentence too many", replaced("</nl>", "Go to the human.\n</nl>")),
    ("R17", "a sentence that says something else", sub(r"<nl>\n.*", "<nl>\nGo to the human.")),
    ("R19", "a task nothing fits", replaced("(:ins\n", "(:ins\n(:task (goto X) (:cond (sort X "
                                            "closet) (color X blue)))\n")),
    ("R20", "a fixed thing in the hand", sub(r"\(hold \d+\)", "(hold 2)")),
    ("R20", "a carried thing elsewhere", sub(r"\(hold \d+\)((?s:.*))\(at (\d+) (\d+)\)",
                                             r"(hold \2)\1(at \2 \3)")),
    ("R20", "a thing at two places", replaced("<info>", "<info>\n(at 2 77)")),
    ("R21", "two fixed things at one place", sub(r"\(at 3 \d+\)(.*)\n", r"(at 3 2)\1\n")),
    ("R22", "too few points", sub(r"(?s)\(:ins.*?</instr>", "(:ins\n)\n</instr>")),
    ("R23", "a task twice", sub(r"(\(:task [^\n]*\n)", r"\1\1")),
    ("R23", "a task twice, its attributes in another order", sub(
        r"(\(:task \(pickup X\) \(:cond )(\(.*\)) (\(.*\))(\)\)\n)", r"\g<0>\1\3 \2\4")),
]


@cache
def planted(clean: Path, rule: str, change: Callable[[str], str]) -> tuple[bytes, bytes]:
    """Return the first problem of stage 1 that has what is to be spoilt, before and after."""
    for path in sorted((clean / "stage1").glob("*.xml")):
        text = path.read_text(encoding="utf-8")
        try:
            spoilt = change(text)
        except AssertionError:
            continue
        rules = {f.rule for f in lint_data(spoilt.encode(), "x", stage=1)}
        if rule in rules:
            return text.encode(), spoilt.encode()
    raise AssertionError(f"{rule} is nowhere found")


@pytest.mark.parametrize(("rule", "kind", "change"), CERTAIN, ids=[k for _, k, _ in CERTAIN])
def test_a_certain_correction_brings_back_the_file(
    clean: Path, rule: str, kind: str, change: Callable[[str], str]
) -> None:
    before, spoilt = planted(clean, rule, change)
    after = fixed(spoilt, "x", stage=1, profile=None)
    assert lint_data(after, "x", stage=1) == ()
    assert b"".join(after.split()) == b"".join(before.split())


def test_each_is_an_error_by_the_rules_of_2026_and_said_in_chinese(clean: Path) -> None:
    for rule, kind, change in [*CERTAIN, *UNSURE]:
        _, spoilt = planted(clean, rule, change)
        found = [f for f in lint_data(spoilt, "x", stage=1, profile="2026") if f.rule == rule]
        assert "error" in {f.severity for f in found}, kind
        read = rule in ("R1", "R13", "R17")  # what the readers say of unreadable text
        assert read or all(translated(f.message, "zh") != f.message for f in found), kind


@pytest.mark.parametrize(("rule", "kind", "change"), UNSURE, ids=[k for _, k, _ in UNSURE])
def test_what_could_be_corrected_in_several_ways_is_left(
    clean: Path, rule: str, kind: str, change: Callable[[str], str]
) -> None:
    _, spoilt = planted(clean, rule, change)
    assert fixed(spoilt, "x", stage=1, profile=None) == spoilt


def plant(folder: Path) -> list[str]:
    """Spoil one problem of stage 1 after the other, each in another way; return the rules."""
    left = sorted((folder / "stage1").glob("*.xml"))
    done = []
    for rule, _, change in [*CERTAIN[::3], *UNSURE]:
        for path in left:
            text = path.read_text(encoding="utf-8")
            try:
                spoilt = change(text)
            except AssertionError:
                continue  # this problem does not have what would be spoilt
            if rule in {f.rule for f in lint_data(spoilt.encode(), "x", stage=1)}:
                path.write_text(spoilt, encoding="utf-8")
                left.remove(path)
                done.append(rule)
                break
    return done


def test_a_clean_submission(clean: Path) -> None:
    assert lint(clean).returncode == 0


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
    spoilt = data.replace(b"<nl>\n", b"<nl>\nThe human is closed. ")
    assert fixed(spoilt, "x", stage=1, profile=None) == spoilt  # which side is wrong is not certain


def test_utf_16_is_found_and_read_all_the_same(clean: Path) -> None:
    data = (clean / "stage1" / "01.xml").read_text(encoding="utf-8").encode("utf-16")
    assert [(f.rule, f.message) for f in lint_data(data, "x", stage=1)] == [
        ("R1", "the file is UTF-16, not UTF-8")]


def test_a_list_with_other_names_is_two_findings(clean: Path, tmp_path: Path) -> None:
    folder = tmp_path / "team"
    shutil.copytree(clean, folder)
    listed = folder / "stage1" / "test.list"
    listed.write_text(listed.read_text(encoding="utf-8").upper(), encoding="utf-8")
    done = lint(folder)
    assert done.returncode == 1
    assert done.stdout.count("R24 error") == 2
    assert f"05.XML and {COUNT - 5} more" in done.stdout
