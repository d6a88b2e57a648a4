"""The headless engine as a library, in the shipped rooms."""

from __future__ import annotations

import math
from typing import Any

import pytest

from domains.household.thor import Engine, open_store
from domains.household.thor.scene import OBJECT_KEYS
from planner.errors import UsageError


@pytest.fixture
def engine() -> Engine:
    """The small kitchen with two agents, whatever stores this machine has."""
    engine = Engine(open_store([]))
    engine.reset("SmallKitchen", agentCount=2)
    return engine


def act(engine: Engine, action: str, **arguments: Any) -> dict[str, Any]:
    """Perform an action and return the acting agent's metadata."""
    return engine.act({"action": action, **arguments})[arguments.get("agentId", 0)]


def find(engine: Engine, kind: str, number: int = 0) -> dict[str, Any]:
    """The n-th object of a type, as agent 0 sees it."""
    found = [o for o in engine.metadata()[0]["objects"] if o["objectType"] == kind]
    return found[number]


def approach(engine: Engine, identifier: str, **arguments: Any) -> None:
    """Teleport an agent to the pose that faces the object best among those that reach it."""
    position = next(o for o in engine.metadata()[0]["objects"] if o["objectId"] == identifier)[
        "axisAlignedBoundingBox"]["center"]

    def turn_away(pose: dict[str, float]) -> float:
        wanted = math.degrees(math.atan2(position["x"] - pose["x"], position["z"] - pose["z"]))
        return abs((wanted - pose["rotation"] + 180) % 360 - 180)

    query = act(engine, "GetInteractablePoses", objectId=identifier, horizons=[0, 30],
                **arguments)
    for pose in sorted(query["actionReturn"], key=turn_away):
        if act(engine, "TeleportFull", **pose, **arguments)["lastActionSuccess"]:
            return
    raise AssertionError(f"no pose for {identifier}")


def test_all_keys_of_objects_are_there(engine: Engine) -> None:
    for metadata in engine.metadata():
        for record in metadata["objects"]:
            assert tuple(record) == OBJECT_KEYS or set(record) == set(OBJECT_KEYS)


def test_apple_goes_into_the_fridge(engine: Engine) -> None:
    apple, fridge = find(engine, "Apple")["objectId"], find(engine, "Fridge")["objectId"]
    approach(engine, apple)
    assert act(engine, "PickupObject", objectId=apple)["lastActionSuccess"]
    assert engine.metadata()[0]["inventoryObjects"] == [
        {"objectId": apple, "objectType": "Apple"}]
    approach(engine, fridge)
    closed = act(engine, "PutObject", objectId=fridge)
    assert "CLOSED" in closed["errorMessage"]
    assert act(engine, "OpenObject", objectId=fridge)["lastActionSuccess"]
    assert act(engine, "PutObject", objectId=fridge)["lastActionSuccess"]
    assert find(engine, "Apple")["parentReceptacles"] == [fridge]
    assert apple in find(engine, "Fridge")["receptacleObjectIds"]
    assert find(engine, "Apple")["temperature"] == "Cold"
    assert act(engine, "CloseObject", objectId=fridge)["lastActionSuccess"]
    assert not find(engine, "Apple")["visible"]


def test_unknown_scene_is_a_usage_error_with_a_hint() -> None:
    with pytest.raises(UsageError, match="did you mean SmallKitchen"):
        Engine(open_store([])).reset("SmalKitchen")
