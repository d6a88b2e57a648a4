"""Somebody's environment class, which knows ai2thor's client alone, plays on this engine."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domains.household.thor import stand_in

pytest.importorskip("ai2thor")
pytestmark = pytest.mark.filterwarnings("ignore")
FOOD = ("Bread", "Lettuce", "Tomato")
EACH = {"slice_bread_lettuce_tomato": [("SliceObject", kind) for kind in FOOD],
        "turn_off_light_on_faucet": [("ToggleObjectOff", "LightSwitch"),
                                     ("ToggleObjectOn", "Faucet")]}


@pytest.fixture
def env() -> Iterator[Any]:
    """Return the class's own environment of two agents, made while this engine stands in."""
    script = Path(__file__).resolve().parents[4] / "examples" / "robots_at_home.py"
    with stand_in():
        yield runpy.run_path(str(script))["AI2ThorEnv"](2)


def script(env: Any, task: str) -> tuple[list[str], list[str]]:
    """Return a task's subtasks and the actions of agent 0 that fulfil them."""
    things = env.controller.last_event.metadata["objects"]
    named = {kind: [env.name(o["objectId"]) for o in things if o["objectType"] == kind]
             for kind in {o["objectType"] for o in things}}
    if task in EACH:
        wanted = [(verb, n) for verb, kind in EACH[task] for n in named[kind]]
        return ([f"{verb}({n})" for verb, n in wanted],
                [a for verb, n in wanted for a in (f"NavigateTo({n})", f"{verb}({n})")])
    (there,), items = named["Fridge"], [named[kind][0] for kind in FOOD]
    fetched = [a for n in items for a in (f"NavigateTo({n})", f"PickupObject({n})",
                                          f"NavigateTo({there})", f"PutObject({there})")]
    subtasks = [s for n, kind in zip(items, FOOD, strict=True)
                for s in (f"PickupObject({n})", f"PutObject(Fridge, {kind})")]
    door = [f"OpenObject({there})", f"CloseObject({there})"]
    return [*subtasks, *door], [f"NavigateTo({there})", door[0], *fetched, door[1]]


def played(env: Any, scene: str, task: str) -> None:
    env.reset(scene, task, [], FOOD)
    subtasks, actions = script(env, task)
    told = env.reset(scene, task, subtasks, FOOD)
    script(env, task)  # the same names
    assert all("I see: [" in told[name] for name in ("Alice", "Bob"))
    for action in [*actions, "Done"]:
        told, done = env.step([action, "Idle" if action != "Done" else "Done"])
        assert done[0], (action, env.event.events[0].metadata["errorMessage"])
    assert env.checker.success
    assert env.checker.transport_rate == 1.0
    assert [f.shape for f in env.frames] == [(1000, 1000, 3)] * 2


@pytest.mark.shared
@pytest.mark.parametrize(("task", "scene"), [
    ("slice_bread_lettuce_tomato", "FloorPlan1"), ("turn_off_light_on_faucet", "FloorPlan2")])
def test_tasks_in_two_floor_plans(
    env: Any, task: str, scene: str, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANNER_SCENES", str(shared / "thor"))
    with stand_in():
        played(type(env)(2), scene, task)


def test_food_in_the_shipped_kitchen(env: Any) -> None:
    played(env, "SmallKitchen", "put_food_fridge")
