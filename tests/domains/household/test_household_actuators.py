"""What robots make of motions that fail: how long ways get, and what a lost act says."""

from __future__ import annotations

from typing import Any

import pytest

from domains.household.belief.actuators import Actuators
from domains.household.belief.belief import Belief, Robot, item_of
from domains.household.goal import Goal
from domains.household.policy.goals import Tracker
from domains.household.policy.outcomes import Outcomes

CUP: dict[str, Any] = {
    "type": "Cup", "position": (3.0, 0.9, 0.0), "size": (0.1, 0.1, 0.1), "centre": (3.0, 0.9, 0.0),
    "can": ("pickupable",), "parents": [], "parent_names": [], "states": {"isOpen": False}}


def team() -> tuple[Outcomes, Robot]:
    belief = Belief(["Alice"])
    belief.items["Cup_1"] = item_of("Cup_1", CUP)
    return Outcomes(belief, Tracker(Goal("", ()), belief)), belief.robots["Alice"]


def tell(robot: Robot, verb: str, failure: str = "", walked_m: float = 0.0) -> Robot:
    robot.before, robot.position = robot.position, (robot.position[0] + walked_m, 0.0)
    robot.last_verb, robot.last_object = verb, "Cup_1"
    robot.success, robot.failure = not failure, failure
    return robot


def test_reliable_motions_take_one_step_a_walk() -> None:
    known = Actuators()
    for _ in range(20):
        known.update("NavigateTo", "", 2.0, success=True)
    assert known.steps(12) == 1.0
    assert known.telling(1)


def test_of_motions_that_fail_now_and_then_a_walk_takes_as_many_steps_more() -> None:
    known = Actuators()
    for _ in range(300):  # 7 cells, then a failure: 3 of 10 fail in acts alike
        known.update("NavigateTo", "failed", 7 * 0.25, success=False)
        known.update("PickupObject", "failed", 0.0, success=False)
        known.update("PickupObject", "failed", 0.0, success=False)
    assert known.steps(10) == pytest.approx(1 + 10 * 3 / 6, rel=0.05)
    assert known.made == 300 * 9


@pytest.mark.parametrize("verb", ["Idle", "Done", ""])
def test_what_is_no_motion_tells_nothing(verb: str) -> None:
    known = Actuators()
    known.update(verb, "failed", 0.0, success=False)
    assert known.made == 0


def test_a_walk_that_got_nearer_is_not_vain() -> None:
    outcomes, alice = team()
    outcomes.learn(tell(alice, "NavigateTo", "failed", 1.0))
    assert outcomes.attempts["Alice", "Cup_1"] == 0
    assert outcomes.heading == {"Alice": "Cup_1"}
    outcomes.learn(tell(alice, "NavigateTo", "", 1.0))
    assert outcomes.heading == {}
    assert outcomes.last_walk == {"Alice": "Cup_1"}


@pytest.mark.parametrize(("failed", "vain"), [(0.0, 4), (60.0, 0)])
def test_an_act_that_fails_without_a_reason_counts_where_motions_do_not_fail(
    failed: float, vain: int
) -> None:
    outcomes, alice = team()
    outcomes.actuators = Actuators(100.0, failed)
    for _ in range(4):
        outcomes.learn(tell(alice, "PickupObject", "failed"))
    assert outcomes.attempts["Alice", "Cup_1"] == vain


def test_a_failure_with_a_reason_always_counts() -> None:
    outcomes, alice = team()
    outcomes.actuators = Actuators(100.0, 60.0)
    outcomes.learn(tell(alice, "PickupObject", "not-visible"))
    assert outcomes.attempts["Alice", "Cup_1"] == 1


@pytest.mark.parametrize(("walked_m", "mate", "beyond"), [
    (1.3, (0.0, 0.0), True), (1.6, (0.0, 0.0), False), (1.3, (2.9, 0.9), False)])
def test_what_a_walk_ends_too_far_from_is_out_of_reach_unless_somebody_stood_in_the_way(
    walked_m: float, mate: tuple[float, float], *, beyond: bool
) -> None:
    outcomes, alice = team()
    bob = outcomes.belief.robots.setdefault("Bob", Robot("Bob"))
    bob.position = bob.before = mate
    outcomes.learn(tell(alice, "NavigateTo", "", walked_m))
    assert outcomes.out_of_reach("Cup_1") is beyond
    assert outcomes.patient(bob, "Cup_1") is not beyond
    outcomes.belief.items["Cup_1"].position = (2.0, 0.9, 0.0)
    assert not outcomes.out_of_reach("Cup_1")
