"""Two judges on a correct plan and on spoilt ones."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.pddl import read_task
from planner.plan import Plan, parse_ipc, to_ipc
from planner.validation import Verdict, judge

SAMPLES = Path(__file__).parents[3] / "domains" / "pddl" / "samples"
TASK = read_task(SAMPLES / "gripper-domain.pddl", SAMPLES / "gripper.pddl")
GOOD = """(grasp x a left)
(grasp y a right)
(go a b)
(release x b left)
(release y b right)
(go b a)
(grasp z a left)
(go a b)
(release z b left)
"""


def test_a_correct_plan_is_valid_for_both() -> None:
    verdict = judge(TASK, parse_ipc(GOOD))
    assert (verdict.overall, verdict.second, verdict.cost) == (Verdict.VALID, Verdict.VALID, 9)


@pytest.mark.parametrize(("spoilt", "step", "words"), [
    (GOOD.replace("(go a b)\n", "", 1), 3, "(robot-in b) does not hold"),
    (GOOD.replace("(release z b left)\n", ""), 9, "(in z b) does not hold"),
    (GOOD.replace("grasp y a right", "grasp y a left"), 2, "(free left) does not hold"),
    (GOOD.replace("grasp y", "grasp ball9"), 2, "there is no object 'ball9'"),
    (GOOD.replace("(go b a)", "(fly b a)"), 6, "there is no action 'fly'"),
])
def test_a_spoilt_plan_is_explained(spoilt: str, step: int, words: str) -> None:
    verdict = judge(TASK, parse_ipc(spoilt), source="my.plan")
    assert verdict.overall is Verdict.INVALID
    assert verdict.second is Verdict.INVALID
    assert verdict.failing_step == step
    assert words in verdict.explanation


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(9)), st.integers(1, 9))
def test_the_judges_agree_on_mutated_plans(order: list[int], kept: int) -> None:
    steps = parse_ipc(GOOD).steps
    mutated = Plan(tuple(steps[i] for i in order[:kept]))
    assert judge(TASK, mutated).overall in (Verdict.VALID, Verdict.INVALID)


def test_ipc_text_comes_back() -> None:
    assert to_ipc(parse_ipc(to_ipc(parse_ipc(GOOD)))) == to_ipc(parse_ipc(GOOD))
