"""The wrapper: actions, failure kinds, numbering, what a robot sees; on the hand-made rooms."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from domains.household.actions import kind_of_failure, parse_action
from domains.household.environment.environment import HouseholdEnvironment
from domains.household.environment.navigation import face, nearest_cells, plan_path
from domains.household.thor.protocol.client import controller
from planner.errors import UsageError


def kitchen(agents: int = 2, scene: str = "SmallKitchen", **options: Any) -> HouseholdEnvironment:
    return HouseholdEnvironment(
        lambda name, count: controller(name, count, gridSize=0.25, visibilityDistance=1.5),
        scene, "test", agents=agents, **options)


def test_it_passes_pettingzoos_own_test() -> None:
    from pettingzoo.test import parallel_api_test

    environment = kitchen(max_steps=8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(environment, num_cycles=20)
    environment.close()


def test_one_action_is_one_step_and_the_budget_truncates() -> None:
    environment = kitchen(max_steps=2)
    environment.reset()
    _, _, ended, cut, _ = environment.step({"Alice": "Idle", "Bob": "Rotate(Right)"})
    assert not any(ended.values())
    assert not any(cut.values())
    _, _, ended, cut, _ = environment.step({"Alice": "Idle", "Bob": "Idle"})
    assert all(cut.values())
    assert environment.agents == []
    environment.close()


def test_all_done_terminates() -> None:
    environment = kitchen()
    environment.reset()
    _, _, ended, cut, _ = environment.step({"Alice": "Done", "Bob": "Done"})
    assert all(ended.values())
    assert not any(cut.values())
    environment.close()


def test_failure_kinds() -> None:
    environment = kitchen()
    environment.reset()

    def fails(action: str) -> str:
        _, _, _, _, infos = environment.step({"Alice": action, "Bob": "Idle"})
        return str(infos["Alice"]["failure"])

    assert fails("NavigateTo(Unicorn_1)") == "key"
    assert fails("PickupObject(Unicorn_1)") == "unknown"
    assert fails("Dance") == "unknown-action"
    assert fails("LookDown(180)") == "failed"
    name = next(iter(environment.state()["Alice"]["objects"]))
    assert fails(f"PutObject({name})") == "hand-empty"
    environment.close()


def test_the_failure_memory_is_emptied_by_a_success() -> None:
    environment = kitchen()
    environment.reset()
    environment.step({"Alice": "NavigateTo(Nothing_1)"})
    assert environment.state()["Alice"]["failures"] == ["NavigateTo(Nothing_1)"]
    environment.step({"Alice": "Rotate(Left)"})
    assert environment.state()["Alice"]["failures"] == []
    environment.close()


def test_only_the_first_exploring_agent_explores() -> None:
    environment = kitchen()
    environment.reset()
    observations, _, _, _, infos = environment.step({"Alice": "Explore", "Bob": "Explore"})
    assert infos["Alice"]["success"]
    assert infos["Bob"]["failure"] == "explore-taken"
    assert observations["Alice"]["glimpsed"]
    environment.close()


def test_names_are_the_same_in_every_run() -> None:
    seen = []
    for _ in range(2):
        environment = kitchen()
        environment.reset()
        environment.step({"Alice": "Explore", "Bob": "Rotate(Right)"})
        seen.append({a: o["objects"] for a, o in environment.state().items()})
        environment.close()
    assert seen[0] == seen[1]


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
    environment.close()


def test_abilities_are_enforced() -> None:
    environment = kitchen(team={"Alice": {"verbs": ["NavigateTo"]}})
    environment.reset()
    name = next(iter(environment.state()["Alice"]["objects"]))
    _, _, _, _, infos = environment.step({"Alice": f"OpenObject({name})", "Bob": "Idle"})
    assert infos["Alice"]["failure"] == "unable"
    environment.close()


def test_number_of_agents_is_checked() -> None:
    with pytest.raises(UsageError):
        kitchen(agents=6)


@pytest.mark.parametrize(("text", "verb", "argument"), [
    ("NavigateTo(Fridge_1)", "NavigateTo", "Fridge_1"), (" Move( Ahead ) ", "Move", "Ahead"),
    ("Move(Up)", "", ""), ("LookUp(45)", "", ""), ("PutObject", "", ""), ("Done", "Done", ""),
    ("((((", "", ""), ("SendMessage(hello)", "SendMessage", "hello"),
])
def test_actions_parse(text: str, verb: str, argument: str) -> None:
    action = parse_action(text)
    assert (action.verb, action.argument) == (verb, argument)


@pytest.mark.parametrize(("message", "kind"), [
    ("NullReferenceException: Target object not found within the specified visibility.",
     "not-visible"),
    ("Target openable Receptacle is CLOSED, can't place if target is not open!", "closed"),
    ("Agent 1 is blocking Agent 0 from moving by (0.2500, 0.0000, 0.0000).", "blocked-by-agent"),
    ("Chair_1 is blocking Agent 0 from moving by (0.2500, 0.0000, 0.0000).", "blocked"),
    ("Pen_2 cannot be placed in Sofa_1", "wrong-place"), ("something new", "failed"),
])
def test_messages_have_kinds(message: str, kind: str) -> None:
    assert kind_of_failure(message) == kind


def test_navigation_leaves_room_around_other_agents() -> None:
    free = {(x, z) for x in range(6) for z in range(6)}
    cells = nearest_cells(free, (0.5, 0.5), [(2, 2)], own=(2, 3))
    assert (2, 2) not in cells
    assert (2, 3) in cells
    assert cells[0] == (2, 3)
    assert plan_path((0, 0), 0, (5, 5), free, set(free) - {(0, 0)}) is None
    assert face((0.0, 0.0), (1.0, 0.0)) == pytest.approx(90.0)
