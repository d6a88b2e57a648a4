"""Reading problem files: worlds, flags, text sent to the solver, and every kind of bad input."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import InputError, SourceError
from translators.competition.instructions import format_instruction
from translators.competition.problem_file import (
    parse_problem,
    parse_told,
    read_problem,
    read_task,
)
from translators.competition.salvage import salvage_instructions
from translators.competition.source import SourceText

ITEMS = """(:ins (:info (closed X) (:cond (sort X cupboard)))
 (:task (give human X) (:cond (sort X cup)(color X red)))
 (:cons_not (:task (putin X Y) (:cond (sort X cup) (sort Y closet) (type Y container))))
 (:cons_notnot (:info (near X Y) (:cond (size X small) (sort Y human))) )
 ( :task(goto Xy_1 ) (:cond ( sort  Xy_1 bed ) ) ) )
"""
TEMPLATE = Path(__file__).with_name("e12.xml").read_text(encoding="utf-8")


def example(flag: str = "off") -> bytes:
    return TEMPLATE.format(flag=flag).encode()


def test_told_world_obeys_the_flags() -> None:
    """Specification E12."""
    off, on = parse_problem(example("off"), "e12"), parse_problem(example("on"), "e12")
    assert (4, 2) in off.told_world().at
    assert off.told_world().inside == {(5, 3)}
    assert (5, 2) in on.told_world().at
    assert not on.told_world().inside
    assert not any(n == 4 for n, _ in on.told_world().at)
    assert on.true_world() == off.true_world()
    assert on.true_world().doors_closed == {3}
    assert on.told_world().doors_closed == frozenset()


def test_only_the_exact_word_on_switches_a_flag() -> None:
    for word in ("ON", " on", "off", "true", ""):
        assert not parse_problem(example(word), "f").flags.mis
    assert parse_problem(example("on"), "f").flags.ans


def test_told_text_is_one_line_with_blanks_for_empty_parts() -> None:
    problem = parse_problem(example("on"), "f")
    assert problem.told_text.startswith("(:domain (hold 0) (plate 0) (at 0 1) (sort 1 human)")
    assert problem.told_text.endswith("(at 6 2)  (at 5 2))")
    assert parse_told(problem.told_text) == problem.told_world()


def test_sentences_and_instructions() -> None:
    problem = parse_problem(example(), "f.xml")
    assert problem.task_text("english") == "The cupboard is closed. Go to the table."
    assert [format_instruction(i) for i in problem.instructions] == [
        "(:info (closed X) (:cond (sort X cupboard)))",
        "(:task (goto X) (:cond (sort X table)))",
    ]
    span = problem.instructions[1].span
    assert span is not None
    assert (span.line, span.column) == (20, 3)


@pytest.mark.parametrize("line_end", ["\r\n", "\r", "\n"])
def test_positions_survive_line_ends_entities_and_comments(line_end: str) -> None:
    text = TEMPLATE.format(flag="off").replace("(:ins", "<!-- a\nb --> (:ins  ")
    text = text.replace("table)))", "tab#le)))")
    problem = parse_problem(text.replace("\n", line_end).encode(), "f.xml")
    with pytest.raises(SourceError) as caught:
        raise salvage_instructions(problem.section("instr")).defects[0]
    assert (caught.value.span.line, caught.value.span.column) == (21, 34)
    assert "(sort X tab#le)" in caught.value.line_text


def test_facts_without_blanks_and_implied_words() -> None:
    world = parse_told("(:domain (at 17 11)(at 21 6)\t(inside 3 9)(hold 4)(opened 8))")
    assert world.at == {(17, 11), (21, 6)}
    assert world.words[9] == {"container"} == world.words[8]
    assert world.words[4] == {"small"}
    assert world.hand == 4
    assert world.declared_containers == frozenset()


@pytest.mark.parametrize(("old", "new", "line", "column", "says"), [
    ("(sort X table)))", "(sort X table))", 21, 1, "bracket"),
    ("(goto X)", "(gotto X)", 20, 11, "gotto"),
    ("(goto X)", "(goto x)", 20, 16, "'x'"),
    ("(goto X)", "(goto Z)", 20, 16, "no attribute"),
    ("(goto X)", "(goto X X)", 20, 18, "'X'"),
    ("(:cond (sort X table))", "(:cond)", 20, 25, "')'"),
    ("(:cond (sort X table))", "(:cond (sort X Table))", 20, 34, "Table"),
])
def test_defects_of_instructions(old: str, new: str, line: int, column: int, says: str) -> None:
    problem = parse_problem(example().decode().replace(old, new).encode(), "f.xml")
    with pytest.raises(SourceError) as caught:
        raise salvage_instructions(problem.section("instr")).defects[0]
    assert says in caught.value.message
    assert str(caught.value).startswith(f"f.xml:{line}:{column}: ")


@pytest.mark.parametrize("data", [
    b"",
    b"   \n",
    b"\x00\x01\x02\xff" * 100,
    b"\x7fELF" + bytes(range(256)),
    b"<test>",
    b"<test></test>",
    b"<best></best>",
    b"not xml",
    b"<test><env><info>(at 0 1)</info></env></test>",
    b"<test>" + b"<a>" * 100_000,
    b'<?xml version="1.0" encoding="klingon"?><test/>',
    b'<?xml version="1.0" encoding="utf-8"?><test>\xff</test>',
    b'<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><test>&b;</test>',
    b'<!DOCTYPE t SYSTEM "file:///etc/passwd"><test/>',
    b"<test><env><info>(at 0 1)</info></env><instr>a & b</instr></test>",
    example().replace(b"</nl>", b"x" * 10_000_000 + b"</nl>"),
    bytes(range(32, 127)) * 100_000,
    example()[:500],
], ids=range(18))
def test_bad_files(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.xml"
    path.write_bytes(data)
    with pytest.raises(SourceError) as caught:
        read_problem(path)
    assert f"{path}:{caught.value.span.line}:{caught.value.span.column}: " in str(caught.value)
    assert caught.value.expected


def test_missing_file_and_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.xml", tmp_path):
        with pytest.raises(InputError):
            read_problem(path)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_what_is_read_is_what_is_written(data: st.DataObject) -> None:
    """A spoilt text is refused with a place, or holds exactly the instructions read from it."""
    token = st.sampled_from([
        "(", ")", " ", "\n", ":task", ":info", ":cons_not", ":cons_notnot", ":cond", "goto", "give",
        "human", "near", "opened", "putin", "X", "Y", "Xy_1", "sort", "color", "cup", "x", "7", "",
    ])
    text = ITEMS
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(text)))
        end = at + data.draw(st.integers(0, 8))
        text = text[:at] + data.draw(token) + text[end:]
    found = salvage_instructions(SourceText.plain(text, "t"))
    written = f"(:ins {' '.join(map(format_instruction, found.items))})"
    same = re.findall(r"[()]|[^\s()]+", written) == re.findall(r"[()]|[^\s()]+", text)
    assert all(re.match(r"t:\d+:\d+: ", str(d)) for d in found.defects) if found.defects else same


def test_the_development_set_is_read_and_written_back(shared: Path) -> None:
    files = sorted((shared / "competition/problems1").glob("*/stage*/*.xml"))
    assert len(files) == 200
    bad = []
    for path in files:
        problem = read_problem(path)
        problem.true_world()
        assert parse_told(problem.told_text) == problem.told_world()
        items = problem.instructions
        bad += [(path.parent.name, path.name, defect.span.line) for defect in problem.defects]
        written = "\n".join(map(format_instruction, items))
        assert read_task(f"(:ins\n{written})") == items
        assert problem.defects or read_task(problem.task_text("instructions")) == items
    assert bad == [("stage1", "02.xml", 45)]
