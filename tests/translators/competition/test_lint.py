"""The linter: a clean file, and for each rule files that break exactly it."""

from pathlib import Path

import pytest
from commands import planner

from planner.errors import UsageError
from translators.competition.lint.linter import Finding, lint_data, rules

CLEAN = Path(__file__).with_name("clean.xml").read_text(encoding="utf-8")

BREAKS: list[tuple[str, str, str, int, str]] = [
    # rule, old text, new text, line of the finding, suggestion
    ("R1", "tAB&amp;le", "tAB&le", 44, "&amp;"),
    ("R1", "<extra>(closed", "<extra><!-- x -->(closed", 22, ""),
    ("R1", "</test>", "<more/></test>", 50, ""),
    ("R1", "</info>", "", 23, ""),
    ("R2", 'mis="on"', 'mis="off"', 3, ""),
    ("R2", 'ans="on"', 'ans="ON"', 3, ""),
    ("R3", "(sort 2 table) (size 2 big) (at 2 2)\n(sort 3 cupboard) (size 3 big) (at 3 3) "
           "(type 3 container)",
     "(sort 3 cupboard) (size 3 big) (at 3 3) (type 3 container)\n(sort 2 table) (size 2 big) "
     "(at 2 2)", 8, ""),
    ("R3", "10", "11", 15, ""),
    ("R4", "(hold 0) (at 0 1)", "(at 0 1) (hold 0)", 5, ""),
    ("R4", "(hold 0) (at 0 1)", "(at 0 1)", 5, ""),
    ("R5", "(size 7 small) ", "", 12, ""),
    ("R5", "(color 8 white) (at 8 3)", "(color 8 white)", 13, ""),
    ("R6", "(size 2 big) ", "", 7, ""),
    ("R7", "(type 3 container)", "", 8, ""),
    ("R7", "(at 5 2) (opened 4)", "(at 5 2)", 9, ""),
    ("R8", "(size 7 small) (color 7 green)", "(color 7 green) (size 7 small)", 12, ""),
    ("R8", "(size 7 small)", "(size 7 small) (size 7 small)", 12, ""),
    ("R8", "(color 6 blue)", "(color 6 blue) (inside 6 3)", 19, ""),
    ("R8", "(at 3 3) (type", "(at 3 3) (color 3 white) (type", 8, ""),
    ("R8", "(at 2 2)", "(at 2 2) (weight 2 9)", 7, ""),
    ("R8", "(at 2 2)", "(at 2 2) (near 2 1)", 7, ""),
    ("R8", "(at 2 2)", "(at 2 2", 7, "(at 2 2)"),
    ("R9", "(size 2 big) (at 2 2)\n", "(size 2 big)\n", 17, ""),
    ("R10", "<w>(at 6 2)</w>", "<w></w>", 19, ""),
    ("R10", "<w>(at 6 2)</w>", "<w>(inside 6 3)</w>", 20, ""),
    ("R10", "<w>(at 6 2)</w>", "<w>(at 6 2) (at 8 1)</w>", 20, ""),
    ("R10", "<w>(at 6 2)</w>", "<w>(at 6 2) (at 6 1)</w>", 20, ""),
    ("R11", "(size 4 big) (at 4 4)", "(size 4 big)", 22, ""),
    ("R12", "(closed 3) (plate 9) (at 7 2)", "(closed 3) (plate 9) (at 7 3)", 22, ""),
    ("R13", "(:task (goto X) (:cond (sort X table)))", "(:task (goto Y) (:cond (sort Y table)))",
     31, "(goto X)"),
    ("R13", "(:task (goto X) (:cond (sort X table)))", "(:task (goto x) (:cond (sort X table)))",
     31, "(:task (goto X) (:cond (sort X table)))"),
    ("R13", "(:cond (sort X table))", "(:cond (sort X table) (sort Y closet))", 31, ""),
    ("R13", "(sort X closet) (type X container)", "(sort X closet)", 32,
     "(sort X closet) (type X container)"),
    ("R14", "(sort X cup) (color X red)))\n", "(sort X cup)))\n", 29,
     "(sort X cup) (color X red)"),
    ("R13", "(:task (goto X) (:cond (sort X table)))", "(:task (goto X))", 31, ""),
    ("R13", "(sort X cup) (color X red)))\n", "(color X red) (sort X cup)))\n", 29, ""),
    ("R13", "(closed X) (:cond (sort X cupboard)",
     "(closed X) (:cond (sort X cupboard) (type X container)", 26, ""),
    ("R15", "(sort X cup) (color X red)))\n", "(sort X cup (color X red)))\n", 29,
     "(:task (give human X) (:cond (sort X cup) (color X red)))"),
    ("R15", "(sort X table)))\n", "(sort X table))\n", 31,
     "(:task (goto X) (:cond (sort X table)))"),
    ("R15", "(sort X table)))\n", "(sort X table))))\n", 31, ")"),
    ("R15", "(type X container))))\n", "(type X container))))) \n", 34, ")"),
    ("R15", "\n)\n</instr>", "\n</instr>", 35, "))"),
    ("R15", "\n)\n</instr>", "\n) and more\n</instr>", 36, ""),
    ("R16", "(sort 2 table)", "(sort 2 Table)", 7, "(sort 2 table)"),
    ("R16", "(color X red)))\n", "(color X Red)))\n", 29,
     "(:task (give human X) (:cond (sort X cup) (color X red)))"),
    ("R16", "Put down", "Putt down", 46, "put"),
    ("R16", "Please give me", "Quickly give me", 42, ""),
    ("R16", "(goto X) (:cond (sort X table))", "(goto X) (:cond (sort X tabel))", 31, "table"),
    ("R17", "Put down the white book.", "Put down the red book.", 46, "Put down the white book."),
    ("R17", "Put down the white book.\n", "", 38, ""),
    ("R17", "next to the cupboard.", "next to the cupboard", 48, "d."),
    ("R18", "Put down", "P#ut down", 46, "Put"),
    ("R19", "(sort X can) (color X blue)", "(sort X can)", 30, ""),
    ("R19", "(:task (goto X) (:cond (sort X table)))", "(:task (goto X) (:cond (sort X bed)))",
     31, ""),
    ("R20", "(at 5 2) (opened 4)", "(at 5 2) (inside 5 3) (opened 4)", 17, ""),
    ("R20", "(at 5 2) (opened 4)", "(inside 5 2) (opened 4)", 17, ""),
    ("R21", "(color 10 red)", "(color 10 blue)", 15, ""),
    ("R21", "(at 4 4)", "(at 4 2)", 9, ""),
    ("R23", "(:task (putdown X) (:cond (sort X book) (color X white)))",
     "(:task (goto X) (:cond (sort X table)))", 33, ""),
    ("R19", "(color X red) (sort Y cupboard)", "(color X white) (sort Y cupboard)", 35, ""),
    ("R23", "(near X Y) (:cond (sort X can) (color X red)",
     "(near X Y) (:cond (sort X book) (color X green)", 35, ""),
]
ALSO = {  # what has to change besides, so that no other rule is broken
    "(color 10 red)": [
        ("(sort X can) (color X blue) (sort Y cupb", "(sort X cup) (color X red) (sort Y cupb"),
        ("Take out the blue can", "Take out the red cup"),
        ("(sort X can) (color X red) (sort Y cupb", "(sort X book) (color X white) (sort Y cupb"),
        ("The red can must", "The white book must"),
    ],
    "(size 4 big) (at 4 4)": [("(closed 3) (plate", "(at 4 4) (closed 3) (plate")],
    "(size 2 big) (at 2 2)\n": [("(at 5 2) (opened", "(at 2 2) (at 5 2) (opened")],
    "(:task (goto X) (:cond (sort X table)))": [("Go to the tAB&amp;le", "Go to the bed")],
    "(sort X can) (color X blue)": [("Take out the blue can", "Take out the can")],
    "(:task (putdown X) (:cond (sort X book) (color X white)))":
        [("Put down the white book", "Go to the table")],
    "(near X Y) (:cond (sort X can) (color X red)":
        [("The red can must", "The green book must")],
    "(color X red) (sort Y cupboard)": [("The red can must", "The white can must")],
}


def found(text: str, **options: object) -> list[Finding]:
    return list(lint_data(text.encode(), "f.xml", **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("profile", ["guide", "2021", "2022", "2025", "2026"])
def test_a_clean_file_has_no_findings(profile: str) -> None:
    assert [str(f) for f in found(CLEAN, profile=profile, stage=2)] == []


@pytest.mark.parametrize(
    ("rule", "old", "new", "line", "suggestion"),
    BREAKS,
    ids=[f"{b[0]}-{b[2][:30]}" for b in BREAKS],
)
def test_exactly_one_rule(rule: str, old: str, new: str, line: int, suggestion: str) -> None:
    assert old in CLEAN
    text = CLEAN
    for one, other in ALSO.get(old if rule != "R13" else "", []):
        text = text.replace(one, other)
    text = text.replace(old, new)
    findings = found(text)
    assert {f.rule for f in findings} == {rule}, [(f.rule, f.span, f.message) for f in findings]
    assert (line, suggestion) in {(f.span.line, f.suggestion) for f in findings}, findings


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
    assert sorted(rules(), key=lambda rule: int(rule[1:])) == [
        f"R{n}" for n in range(1, 31) if n != 28]
    others = {"R22", "R24", "R25", "R26", "R27", "R29", "R30"}  # here and in test_submission.py
    assert {b[0] for b in BREAKS} | others == set(rules())


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
