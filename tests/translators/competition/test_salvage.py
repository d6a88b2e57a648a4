"""One odd item or fact does not spoil a file: it is read in the one sensible way or left out."""

import io
from pathlib import Path

import pytest
from tables import cases

from domains.competition.episode import play_file
from domains.competition.policy.player import CompetitionPolicy
from domains.competition.referee.stdio import play_stdio
from domains.competition.serving import load_cases
from planner.errors import PlannerError, SourceError
from planner.solving import SolveOptions
from translators.competition.instructions import format_instruction
from translators.competition.known import complete
from translators.competition.problem_file import (
    parse_problem,
    parse_told,
    read_problem,
    read_task,
)
from translators.competition.salvage import MAX_DEFECTS, salvage_facts, salvage_instructions
from translators.competition.solving import solve_problem
from translators.competition.source import SourceText

CASES = cases(__file__)
CUP = "(:task (pickup X) (:cond (sort X cup)))"
FLAT = """(hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1)
(sort 2 table) (size 2 big) (at 2 2) (sort 4 cup) (size 4 small) (at 4 2)"""
FILE = ('<test><env mis="off" err="off" ans="off"><info>{facts}</info></env>'
        "<instr>(:ins {items})</instr><nl>Pick up the cup.</nl></test>")


def written(folder: Path, facts: str, items: str) -> Path:
    path = folder / "odd.xml"
    path.write_text(FILE.format(facts=facts, items=items), encoding="utf-8")
    return path


def items_of(text: str) -> tuple[list[str], int]:
    found = salvage_instructions(SourceText.plain(text, "t"))
    return [format_instruction(item) for item in found.items], len(found.defects)


@pytest.mark.parametrize(("odd", "read"), CASES["items"])
def test_an_odd_item_between_two_good_ones(odd: str, read: str) -> None:
    good = ["(:task (goto X) (:cond (sort X bed)))",
            "(:cons_not (:info (on X Y) (:cond (sort X cup) (sort Y bed))))"]
    items, defects = items_of(f"(:ins {good[0]} {odd} {good[1]})")
    assert items == [good[0], *([read] if read else []), good[1]]
    assert defects == 1


@pytest.mark.parametrize("text", [f"(:ins {CUP}", f"(:ins {CUP}) )", f"(:ins {CUP})) {CUP})",
                                  f"{CUP})"])
def test_brackets_of_the_whole(text: str) -> None:
    items, defects = items_of(text)
    assert set(items) == {CUP}
    assert defects >= 1


def test_places_are_those_of_the_file() -> None:
    text = FILE.format(facts=FLAT.replace("(at 4 2)", "(at 4 2"), items=f"\n{CUP} (:task (fly X))")
    problem = parse_problem(text.encode(), "f.xml")
    assert (4, 2) in problem.true_world().at
    assert [(d.span.line, d.span.column) for d in problem.defects] == [(2, 72), (3, 49)]
    assert "read as at 4 2" in problem.defects[0].message
    assert "left out" in problem.defects[1].message


@pytest.mark.parametrize(("fact", "read", "says"), CASES["facts"])
def test_odd_facts(fact: str, read: bool, says: str) -> None:
    found = salvage_facts(SourceText.plain(f"(hold 0) {fact} (plate 0)", "t"))
    assert len(found.facts) == 2 + read
    defect = found.defects[0]
    assert says in defect.message
    assert defect.expected or "wide" in defect.message
    assert defect.span.column >= 10
    assert len(found.defects) == 1 or not read  # told once


def test_an_item_that_is_not_closed_before_one_of_an_unknown_kind() -> None:
    items, defects = items_of(f"(:ins {CUP[:-1]} (:maybe {CUP}) {CUP})")
    assert items == [CUP, CUP]
    assert defects == 2


def test_sentences_are_named_with_their_place_in_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, f"{FLAT} (weight 4 9)", CUP)
    path.write_text(path.read_text().replace("<nl>", "<nl>\n\nBlorb the cup. "))
    complaints: list[str] = []
    played = play_file(path, seed=0, language="english", on_defect=complaints.append)
    assert played.figure("base") == 40 - 6
    assert [one.split(" ", 1)[0] for one in complaints] == [f"{path}:2:76:", f"{path}:4:1:"]


def test_nothing_readable_is_an_error() -> None:
    for text in ("(:ins (:task (fly X)))", "(((", "nonsense"):
        with pytest.raises(SourceError):
            read_task(text, "instructions")
    with pytest.raises(SourceError):
        parse_told("(:domain nonsense)", on_defect=lambda text: None)


def test_deep_brackets_endless_defects_and_huge_lists_are_refused_quickly() -> None:
    for text in ("(" * 50_000, "(:ins " + "(:cons_not " * 12_000, "(:ins" + ")" * 25_000,
                 "(:ins " + "(:task" * 4_000, "(:ins " + "x " * 20_000):
        found = salvage_instructions(SourceText.plain(text, "t"))
        assert found.items == []
        assert len(found.defects) <= MAX_DEFECTS
        with pytest.raises(PlannerError):
            read_task(text)
    item = "(:task (goto X) (:cond (sort X bed)))"
    (defect,) = salvage_instructions(SourceText.plain(f"(:ins {item * 501})", "t")).defects
    assert defect.message.startswith("more than 500")
    facts = "".join(f"(at {n} 1)" for n in range(2000))
    with pytest.raises(SourceError, match="objects"):
        parse_problem(FILE.format(facts=facts, items=CUP).encode(), "f").true_world()


def test_three_odd_items_solved_played_served(tmp_path: Path) -> None:
    odd = ("(:task (pickup X Y) (:cond (sort X cup) (sort Y table))) (:task (fly X)) "
           "(:task (goto x) (:cond (sort x table)))")
    path = written(tmp_path, f"{FLAT} (weight 4 9)", odd)
    report = solve_problem(read_problem(path), SolveOptions(optimal=True))
    assert len(report.more["warnings"]) == 4
    assert report.bound == 80 - 6
    complaints: list[str] = []
    played = play_file(path, seed=0, on_defect=complaints.append)
    assert played.figure("base") == 80 - 6
    assert complaints == report.more["warnings"] or len(complaints) == 4
    cases, defects = load_cases([path], seed=0)
    assert len(defects) == 4
    judge = cases[0].judge()
    assert [judge.act(line) for line in ("Move 2", "PickUp 4")] == ["1", "1"]
    assert judge.score(5.0).total_lo == 74
    out = io.StringIO()
    sent = f"NAME odd\nENV {cases[0].env}\nTASK 1\n{cases[0].task}\n1\n1\n"
    play_stdio(io.StringIO(sent), out, CompetitionPolicy())
    assert out.getvalue().split("\n")[:2] == ["Move 2", "PickUp 4"]


def test_a_thing_in_a_container_of_no_place_is_played(tmp_path: Path) -> None:
    """A task may name a container that stands nowhere: the rest is played."""
    facts = f"{FLAT} (sort 5 closet) (size 5 big) (type 5 container) (inside 4 5)".replace(
        "(at 4 2)", "")
    items = ("(:task (takeout X Y) (:cond (sort X cup) (sort Y closet))) "
             "(:task (goto X) (:cond (sort X table)))")
    path = written(tmp_path, facts, items)
    solved = solve_problem(read_problem(path), SolveOptions())
    assert solved.more["rewards"]["base_score"] == 36
    assert play_file(path, seed=0).figure("base") >= 25
    try:
        cases, _ = load_cases([path], seed=0)
    except PlannerError:
        pytest.fail("served, too")
    assert cases[0].env != "(:domain   )"


def test_nothing_is_asked_where_nothing_can_be_done() -> None:
    """A task that fits nothing makes the whole 0; a question first would cost points."""
    facts = FLAT.replace("(at 4 2)", "")
    takeout = "(:task (takeout X Y) (:cond (sort X cup) (sort Y table)))"
    items = f"{takeout} (:task (goto X) (:cond (sort X bed)))"
    text = FILE.format(facts=facts, items=items).replace('mis="off"', 'mis="on"')
    problem = parse_problem(text.replace("</info>", "</info><extra>(at 4 2)</extra>").encode(), "v")
    assert complete(problem).asked
    solved = solve_problem(problem, SolveOptions(time_limit=1.0))
    assert solved.plan == ()
    assert solved.more["rewards"]["base_score"] == 0


def test_the_robot_is_no_container(tmp_path: Path) -> None:
    path = written(tmp_path, FLAT.replace("(at 4 2)", "(inside 4 0) (opened 0)"),
                   f"{CUP} (:task (goto X) (:cond (sort X table)))")
    world = read_problem(path).true_world()
    assert (world.inside, world.doors_opened) == (frozenset(), frozenset())
    assert play_file(path, seed=0).figure("tasks")[1] == 2
