"""Solving where facts are withheld: questions, assumptions, and what may be called proven."""

import pytest
from competition_oracle import holds

from domains.competition.referee.environment import Referee
from planner.solving import SolveOptions, SolveReport
from translators.competition.known import Assumption, assumptions, complete
from translators.competition.problem_file import ProblemFile, parse_problem
from translators.competition.solving import solve_problem

FLAT = (
    "(hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1) (sort 2 table) (size 2 big) "
    "(at 2 2) (sort 3 closet) (size 3 big) (type 3 container) (at 3 3) (opened 3) "
    "(sort 4 cup) (size 4 small)"
)
TAKE_OUT = "(:task (takeout X Y) (:cond (sort X cup) (sort Y closet)))"


def problem(
    items: str, *, flags: str = 'mis="on"', info: str = FLAT, extra: str = "", wrong: str = ""
) -> ProblemFile:
    text = (
        f"<test><env {flags}><info>{info}</info><mis></mis>"
        f"<err><r>{extra if wrong else ''}</r><w>{wrong}</w></err>"
        f"<extra>{'' if wrong else extra}</extra></env><instr>(:ins {items})</instr></test>"
    )
    return parse_problem(text.encode(), "small.xml")


def solve(problem: ProblemFile) -> tuple[SolveReport, int, int]:
    """Return the report, the score it promises, and that in the true world."""
    report = solve_problem(problem, SolveOptions())
    referee = Referee(problem.true_world(), problem.instructions)
    assert "0" not in [referee.act(line) for line in report.plan or ()]
    return report, report.more["rewards"]["base_score"], referee.score().base_lo


def rests_on(problem: ProblemFile, report: SolveReport) -> tuple[Assumption, ...]:
    found = assumptions(problem, complete(problem), report.plan or ())
    assert report.more["assumptions"] == [*map(str, found)]
    return found


def test_what_has_to_come_out_is_asked_for() -> None:
    report, promised, played = solve(problem(TAKE_OUT, extra="(inside 4 3)"))
    assert report.plan == ("AskLoc 4", "Move 3", "TakeOut 4 3")
    assert (promised, played, report.optimal) == (32, 32, False)  # of asking, no proof


def test_a_question_that_was_not_needed_is_no_optimum() -> None:
    """The cup is elsewhere; who does not ask has 2 points more."""
    report, promised, played = solve(problem(TAKE_OUT, extra="(at 4 2)"))
    assert (promised, played, report.bound, report.optimal) == (38, 38, 40, False)


def test_unreliable_answers_leave_an_assumption() -> None:
    unsure = problem(TAKE_OUT, flags='mis="on" ans="on"', extra="(inside 4 3)")
    report, promised, played = solve(unsure)
    assert rests_on(unsure, report) == (Assumption("inside", 4, 3, "cup"),)
    assert report.more["assumptions"] == ["4 (cup) is inside 3"]
    assert report.status == "SOLVED_SATISFICING"
    assert promised == played == 34


def test_facts_that_may_be_wrong_are_assumptions() -> None:
    fetch = "(:task (give human X) (:cond (sort X cup)))"
    told = problem(fetch, flags='err="on"', extra="(at 4 3)", wrong="(at 4 2)")
    report = solve_problem(told, SolveOptions())
    assert Assumption("at", 4, 2, "cup") in rests_on(told, report)
    assert not all(holds(assumption, told.true_world()) for assumption in rests_on(told, report))
    assert not report.optimal


def test_nothing_is_assumed_where_nothing_is_withheld() -> None:
    """A container without a place that holds what should come out of it."""
    info = FLAT.replace("(at 3 3)", "") + " (inside 4 3)"
    stay = "(:task (goto X) (:cond (sort X human)))"
    report, promised, played = solve(problem(f"{TAKE_OUT} {stay}", info=info))
    assert (report.more["assumptions"], report.optimal) == ([], True)
    assert promised == played == 40


@pytest.mark.parametrize("door", ["opened", "closed"])
def test_an_untold_door_is_taken_for_closed(door: str) -> None:
    info = FLAT.replace("(opened 3)", "")
    unsure = problem(
        "(:task (close X) (:cond (sort X closet)))", info=info, extra=f"({door} 3)"
    )
    report, promised, played = solve(unsure)
    found = rests_on(unsure, report)
    assert Assumption("closed", 3, words="closet") in found
    assert holds(found[-1], unsure.true_world()) == (door == "closed")
    assert not report.optimal
    assert (played == promised) == (door == "closed")


def test_beside_what_stands_at_no_known_place_a_thing_stays_where_it_is_said_to_be() -> None:
    near = "(:info (near X Y) (:cond (sort X cup) (sort Y human)))"
    pick = "(:task (pickup X) (:cond (sort X cup)))"
    info = FLAT.replace("(at 1 1)", "") + "(at 4 2)"
    report, promised, played = solve(problem(
        f"{near} {pick}", flags="", info=info, extra="(at 1 2)"))
    assert report.plan == ("Move 2", "PickUp 4")
    assert played == promised == 34
