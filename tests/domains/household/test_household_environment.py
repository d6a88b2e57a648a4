"""The wrapper: actions, failure kinds, numbering, what a robot sees; on the hand-made rooms."""

from typing import Any

import pytest
from tables import cases

from domains.household.actions import kind_of_failure, parse_action
from domains.household.belief.camera import face, nearest, standable
from domains.household.environment.environment import HouseholdEnvironment, plan_path
from domains.household.thor.protocol.client import controller
from planner.errors import UsageError

CASES = cases(__file__)


def kitchen(agents: int = 2, scene: str = "SmallKitchen", **options: Any) -> HouseholdEnvironment:
    return HouseholdEnvironment(
        lambda name, count: controller(name, count, gridSize=0.25, visibilityDistance=1.5),
        scene, "test", agents=agents, **options)


@pytest.mark.parametrize(("steps", "ended", "cut"), [
    (["Done"], True, False), (["Idle"], False, False), (["Idle", "Idle"], False, True)])
def test_all_done_terminates_and_the_budget_truncates(
    steps: list[str], *, ended: bool, cut: bool
) -> None:
    environment = kitchen(max_steps=2)
    environment.reset()
    for action in steps:
        _, _, over, late, _ = environment.step({"Alice": action, "Bob": action})
    assert set(over.values()) == {ended}
    assert set(late.values()) == {cut}
    assert bool(environment.agents) is not (ended or cut)


@pytest.mark.parametrize(("action", "kind"), CASES["failures"])
def test_failures_have_kinds_and_are_remembered_until_a_success(action: str, kind: str) -> None:
    environment = kitchen()
    first, _ = environment.reset()
    action = action.format(first["Alice"]["objects"][0])
    seen, _, _, _, infos = environment.step({"Alice": action, "Bob": "Idle"})
    assert infos["Alice"]["failure"] == kind
    assert seen["Alice"]["failures"] == [action]
    seen, *_ = environment.step({"Alice": "Rotate(Left)", "Bob": "Idle"})
    assert seen["Alice"]["failures"] == []


def test_only_the_first_exploring_agent_explores() -> None:
    environment = kitchen()
    environment.reset()
    observations, _, _, _, infos = environment.step({"Alice": "Explore", "Bob": "Explore"})
    assert infos["Alice"]["success"]
    assert infos["Bob"]["failure"] == "explore-taken"
    assert observations["Alice"]["glimpsed"]


def test_contents_of_closed_containers_are_not_observed() -> None:
    environment = kitchen(agents=1)
    environment.reset()
    inside = {o["objectType"] for o in environment.event.metadata["objects"]
              if any("Fridge" in p for p in o["parentReceptacles"] or ())}
    assert inside
    environment.step({"Alice": "Explore"})
    observation = environment.state()["Alice"]
    shown = {n.split("_")[0] for n in (*observation["objects"], *observation["glimpsed"])}
    assert not inside & shown


def test_number_of_agents_is_checked() -> None:
    with pytest.raises(UsageError):
        kitchen(agents=6)


@pytest.mark.parametrize(("text", "verb", "argument"), CASES["actions"])
def test_actions_parse(text: str, verb: str, argument: str) -> None:
    action = parse_action(text)
    assert (action.verb, action.argument) == (verb, argument)


@pytest.mark.parametrize(("message", "kind"), CASES["messages"])
def test_messages_have_kinds(message: str, kind: str) -> None:
    assert kind_of_failure(message) == kind


def test_navigation_leaves_room_around_other_agents() -> None:
    free = {(x, z) for x in range(6) for z in range(6)}
    cells = standable(free, [(2, 2)], own=(2, 3))
    assert (2, 2) not in cells
    assert (2, 3) in cells
    assert nearest(cells, (0.5, 0.5)) == (2, 3)
    assert plan_path((0, 0), 0, (5, 5), {(0, 0), (5, 5)}) is None
    assert face((0.0, 0.0), (1.0, 0.0)) == pytest.approx(90.0)
