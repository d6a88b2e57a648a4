"""What judges make of numbers: tables with gaps, durations that are printed rounded."""

from fractions import Fraction

import pytest
from teams import world

from planner.pddl import read_texts
from planner.pddl.temporal import read_plan
from planner.validation.judges import Judgement, Verdict, judge

ROADS = world("lengths")
TOWN = """(define (problem p) (:domain d) (:objects r - robot a b c - place)
 (:init (at r a) (road a b) (road b c) (= (len a b) 3) (= (total-cost) 0)) (:goal (at r %s))
 (:metric minimize (total-cost)))"""
DRIVE = world("speed")
TRIP = """(define (problem p) (:domain d) (:objects a b)
 (:init (at a) (= (far a b) 4) (= (speed) 3)) (:goal (at b)))"""


def judged(domain: str, problem: str, plan: str, tolerance: str = "0.001") -> Judgement:
    task = read_texts(domain, problem)
    return judge(task, read_plan(task, plan), tolerance=Fraction(tolerance))


def test_a_table_with_gaps_is_judged_twice() -> None:
    verdict = judged(ROADS, TOWN % "b", "(go r a b)")
    assert (verdict.first, verdict.second, verdict.cost) == (Verdict.VALID, Verdict.VALID, 3)


def test_a_step_over_a_gap_is_invalid_and_the_other_judge_knows_no_gap() -> None:
    verdict = judged(ROADS, TOWN % "c", "(go r a b)\n(go r b c)")
    assert (verdict.overall, verdict.second) == (Verdict.INVALID, Verdict.NOT_JUDGED)
    assert "(len b c) has no value" in verdict.explanation
    assert "takes 0" in verdict.remarks[0]


@pytest.mark.parametrize(("length", "tolerance", "expected"), [
    ("1.3333", "0.001", Verdict.VALID), ("1.334", "0.001", Verdict.VALID),
    ("1.3345", "0.001", Verdict.INVALID), ("1.3333", "0", Verdict.INVALID),
    ("1.3333", "0.00001", Verdict.INVALID), ("1.4", "0.1", Verdict.VALID),
])
def test_durations_may_be_rounded_and_a_remark_says_so(
    length: str, tolerance: str, expected: Verdict
) -> None:
    verdict = judged(DRIVE, TRIP, f"0: (go a b) [{length}]", tolerance)
    assert verdict.overall is expected
    assert any(f"within {float(tolerance):g} of" in r for r in verdict.remarks) == (
        expected is Verdict.VALID)
