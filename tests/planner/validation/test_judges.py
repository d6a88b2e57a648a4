"""Two judges on spoilt plans: what is wrong, at which step."""

from pathlib import Path

import pytest

from planner.pddl import read_task
from planner.plan import parse_ipc
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
