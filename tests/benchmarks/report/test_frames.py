"""Frames of the shipped environments have the shape that the replay draws."""

import pytest

from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.scene_file import shipped_scene
from planner.errors import PlannerError


def test_rescue_frame_shows_fires_people_and_robots() -> None:
    environment = RescueEnvironment(shipped_scene("1"), 2)
    environment.reset(seed=0)
    shown = environment.frame()
    assert (shown["width"], shown["height"]) == (30, 30)
    assert {a["name"] for a in shown["agents"]} == {"Alice", "Bob"}
    assert sum(c["level"] > 0 for c in shown["cells"] if c["kind"] == "fire") == 3
    assert {"reservoir", "deposit", "fire", "person"} == {o["kind"] for o in shown["objects"]}


def test_household_frame_keeps_what_does_not_change_for_the_header() -> None:
    from household_episodes import build_environment

    try:
        world = build_environment({"instruction": "Turn off the faucet and light if either is on",
                                   "floor_plan": "FloorPlan1", "agents": 2})
        world.reset(seed=0)
    except PlannerError as error:
        pytest.skip(f"no scene to open here: {error}")
    first = world.frame()
    assert {"free"} == {c["kind"] for c in first["cells"]}
    assert [a["name"] for a in first["agents"]] == ["Alice", "Bob"]
    world.step({"Alice": "Rotate(Left)", "Bob": "Idle"})
    second = world.frame()
    assert set(second) == {"objects", "agents"}
    assert second["agents"][0]["heading"] != first["agents"][0]["heading"]
    world.close()
