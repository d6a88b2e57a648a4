"""Solving where facts are withheld: questions, assumptions, and what may be called proven."""

import pytest
from competition_oracle import holds

from domains.competition.referee.environment import Referee
from translators.competition.assumptions import Assumption
from translators.competition.problem_file import ProblemFile, parse_problem
from translators.competition.solve_record import report_of
from translators.competition.solving import Solved, solve_problem_file

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


def played(solved: Solved) -> int:
    referee = Referee(solved.problem.true_world(), solved.problem.instructions)
    replies = [referee.act(line) for line in solved.solution.actions]
    assert "0" not in replies
    return referee.score().base_lo


def test_what_has_to_come_out_is_asked_for() -> None:
    solved = solve_problem_file(problem(TAKE_OUT, extra="(inside 4 3)"))
    assert solved.solution.actions == ("AskLoc 4", "Move 3", "TakeOut 4 3")
    assert (solved.solution.base_score, solved.proven) == (32, False)  # of asking, no proof
    assert played(solved) == 32


def test_a_question_that_was_not_needed_is_no_optimum() -> None:
    """The cup is elsewhere; who does not ask has 2 points more."""
    solved = solve_problem_file(problem(TAKE_OUT, extra="(at 4 2)"))
    assert (solved.solution.base_score, solved.solution.upper_bound) == (38, 40)
    assert not solved.proven
    assert played(solved) == 38


def test_unreliable_answers_leave_an_assumption() -> None:
    solved = solve_problem_file(problem(TAKE_OUT, flags='mis="on" ans="on"', extra="(inside 4 3)"))
    assert solved.assumptions == (Assumption("inside", 4, 3, "cup"),)
    assert report_of(solved).more["assumptions"] == ["4 (cup) is inside 3"]
    assert report_of(solved).status == "SOLVED_SATISFICING"
    assert played(solved) == solved.solution.base_score == 34


def test_facts_that_may_be_wrong_are_assumptions() -> None:
    fetch = "(:task (give human X) (:cond (sort X cup)))"
    told = problem(fetch, flags='err="on"', extra="(at 4 3)", wrong="(at 4 2)")
    solved = solve_problem_file(told)
    assert Assumption("at", 4, 2, "cup") in solved.assumptions
    assert not all(holds(assumption, told.true_world()) for assumption in solved.assumptions)
    assert not solved.proven


def test_nothing_is_assumed_where_nothing_is_withheld() -> None:
    """A container without a place that holds what should come out of it."""
    info = FLAT.replace("(at 3 3)", "") + " (inside 4 3)"
    stay = "(:task (goto X) (:cond (sort X human)))"
    solved = solve_problem_file(problem(f"{TAKE_OUT} {stay}", info=info))
    assert (solved.assumptions, solved.proven) == ((), True)
    assert solved.solution.base_score == played(solved) == 40


@pytest.mark.parametrize("door", ["opened", "closed"])
def test_an_untold_door_is_taken_for_closed(door: str) -> None:
    info = FLAT.replace("(opened 3)", "")
    solved = solve_problem_file(problem(
        "(:task (close X) (:cond (sort X closet)))", info=info, extra=f"({door} 3)"
    ))
    assert Assumption("closed", 3, words="closet") in solved.assumptions
    assert holds(solved.assumptions[-1], solved.problem.true_world()) == (door == "closed")
    assert not solved.proven
    assert (played(solved) == solved.solution.base_score) == (door == "closed")


def test_beside_what_stands_at_no_known_place_a_thing_stays_where_it_is_said_to_be() -> None:
    near = "(:info (near X Y) (:cond (sort X cup) (sort Y human)))"
    pick = "(:task (pickup X) (:cond (sort X cup)))"
    info = FLAT.replace("(at 1 1)", "") + "(at 4 2)"
    solved = solve_problem_file(problem(f"{near} {pick}", flags="", info=info, extra="(at 1 2)"))
    assert solved.solution.actions == ("Move 2", "PickUp 4")
    assert played(solved) == solved.solution.base_score == 34
