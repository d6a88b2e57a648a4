"""The linter: a clean file, and for each rule files that break exactly it."""

from pathlib import Path
from typing import Any

import pytest
from commands import planner
from tables import cases

from planner.errors import UsageError
from translators.competition.lint.draft import RULES, Finding
from translators.competition.lint.linter import lint_data

CLEAN = Path(__file__).with_name("clean.xml").read_text(encoding="utf-8")
BREAKS = cases(__file__)["breaks"]


def found(text: str, **options: object) -> list[Finding]:
    return list(lint_data(text.encode(), "f.xml", **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("profile", ["guide", "2021", "2022", "2025", "2026"])
def test_a_clean_file_has_no_findings(profile: str) -> None:
    assert [str(f) for f in found(CLEAN, profile=profile, stage=2)] == []


@pytest.mark.parametrize("one", BREAKS, ids=lambda one: f"{one['rule']}-{one['new'][:30]}")
def test_exactly_one_rule(one: dict[str, Any]) -> None:
    assert one["old"] in CLEAN
    text = CLEAN
    for old, new in [*one.get("also", ()), (one["old"], one["new"])]:
        text = text.replace(old, new)
    findings = found(text)
    assert {f.rule for f in findings} == {one["rule"]}, [(f.rule, f.span) for f in findings]
    assert (one["line"], one.get("suggestion", "")) in {
        (f.span.line, f.suggestion) for f in findings}, findings


def test_the_stage_asked_for_is_demanded() -> None:
    assert {f.rule for f in found(CLEAN, stage=1)} == {"R2", "R18"}
    off = CLEAN.replace('"on"', '"off"').replace("tAB&amp;le", "taBLE")
    assert found(off, stage=1) == []
    assert [f.suggestion for f in found(off, stage=2)] == ['<env mis="on" err="on" ans="on">']


def test_nominal_score_and_message_length() -> None:
    few = CLEAN
    for gone in ("(:task (goto X) (:cond (sort X table)))\n", "Go to the tAB&amp;le.\n",
                 "(:cons_not (:task (open X) (:cond (sort X cupboard) (type X container))))\n",
                 "Do not open the cupboard.\n"):
        few = few.replace(gone, "")
    assert {f.rule for f in found(few)} == {"R22"}
    task = "(:task (goto X) (:cond (sort X table)))\n"
    many = CLEAN.replace(task, task * 80).replace(
        "Go to the tAB&amp;le.\n", "Go to the table.\n" * 80)
    assert {f.rule for f in found(many, profile="2022")} == {"R22"}
    assert len(found(many, profile="2022")) == 2
    assert {f.rule for f in found(many, profile="2026")} == {"R22", "R23"}
    assert found(many, profile="2025") == []


def test_profiles_differ_as_stated() -> None:
    pair = CLEAN.replace("(:info (on X Y) (:cond (sort X book) (color X green)",
                         "(:info (on X Y) (:cond (sort X book)")
    assert found(pair, profile="2021") == []
    assert {f.rule for f in found(pair, profile="2022")} == {"R14"}
    pale = CLEAN.replace("a green book", "a book")
    assert found(pale, profile="2021") == []
    assert [(f.rule, f.span.line) for f in found(pale, profile="2022")] == [("R17", 41)]
    moved = CLEAN.replace("(size 2 big) (at 2 2)\n", "(size 2 big)\n").replace(
        "(at 5 2) (opened", "(at 2 2) (at 5 2) (opened")
    assert {f.rule for f in found(moved, profile="2022")} == {"R9"}
    assert found(moved, profile="2026") == []
    with pytest.raises(UsageError):
        found(CLEAN, profile="1999")


def test_what_is_not_xml_or_not_a_test() -> None:
    for data in (b"", b"\x00\xff", b"<test>", b"x" * 2_000_000, b"<!DOCTYPE a><a/>", b"<a/>"):
        findings = lint_data(data, "f.xml")
        assert [f.rule for f in findings] == ["R1"]
    for long in ("()" * 400_000, f"{'a' * 900_000}."):  # neither takes minutes
        section = "<instr>" if long[0] == "(" else "<nl>"
        assert len(lint_data(CLEAN.replace(section, section + long).encode(), "f.xml")) < 300
    empty = lint_data(b"<test></test>", "f.xml")
    assert {f.rule for f in empty} >= {"R1"}


def test_formats(tmp_path: Path) -> None:
    bad = tmp_path / "bad.xml"
    bad.write_text(CLEAN.replace("&amp;", "&"))
    assert planner("lint", bad, "--format", "json").data["findings"] == [{
        "file": str(bad), "line": 44, "column": 14, "length": 1, "rule": "R1",
        "severity": "error", "message": "a literal & must be written &amp;",
        "suggestion": "&amp;",
    }]
    assert planner("lint", bad, "--format", "github").stdout == (
        f"::error file={bad},line=44,col=14,title=R1::a literal & must be written &amp;; "
        "suggested: &amp;\n")
    assert f"{bad}:44:14: R1 error: a literal &" in planner("lint", bad).stdout


def test_every_rule_is_listed_and_has_a_test() -> None:
    assert sorted(RULES, key=lambda rule: int(rule[1:])) == [
        f"R{n}" for n in range(1, 31) if n != 28]
    others = {"R22", "R24", "R25", "R26", "R27", "R29", "R30"}  # here and in test_submission.py
    assert {one["rule"] for one in BREAKS} | others == set(RULES)


def test_known_violations_of_the_development_set(shared: Path) -> None:
    for track in ("IT", "NT"):
        for stage in ("stage1", "stage2"):
            hits: dict[str, set[str]] = {}
            initially = set()
            for path in sorted((shared / "competition/problems1" / track / stage).glob("*.xml")):
                for finding in lint_data(path.read_bytes(), path.name):
                    hits.setdefault(finding.rule, set()).add(path.stem)
                    if "violated at the start" in finding.message:
                        initially.add(path.stem)
            first = (track, stage) == ("IT", "stage1")
            assert hits.get("R15", set()) == ({"02"} if first else set())
            assert "20" in hits["R17"]
            assert hits["R19"] == {"01", "11", "25", "26", "33", "36", "44", "48"}
            assert initially == {"23", "30"}
            assert "02" in hits["R8"]
