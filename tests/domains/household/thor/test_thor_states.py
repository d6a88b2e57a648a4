"""Object states and the rules by which the world changes them itself."""

from typing import Any

import numpy as np
import pytest
from kitchen import act, done, find, kitchen, name, refusal

from domains.household.thor import Engine
from domains.household.thor.bodies.body import Body
from domains.household.thor.bodies.sight import View, build, visible
from domains.household.thor.geometry import Box


def force(engine: Engine, action: str, kind: str, number: int = 0, **more: Any) -> dict[str, Any]:
    return act(engine, action, objectId=name(engine, kind, number), forceAction=True, **more)


def test_a_drawer_slides_out_with_its_contents_and_back(engine: Engine) -> None:
    drawer, fork = find(engine, "Drawer"), find(engine, "Fork")
    assert force(engine, "OpenObject", "Drawer")["lastActionSuccess"]
    for before, after in ((drawer, find(engine, "Drawer")), (fork, find(engine, "Fork"))):
        assert after["position"]["z"] == pytest.approx(before["position"]["z"] - 0.375)
    assert force(engine, "CloseObject", "Drawer")["lastActionSuccess"]
    assert find(engine, "Fork")["position"] == pytest.approx(fork["position"])


def test_slicing_makes_pieces_and_twice_is_no_error(engine: Engine) -> None:
    count = len(engine.metadata()[0]["objects"])
    apple = find(engine, "Apple")
    assert force(engine, "SliceObject", "Apple")["lastActionSuccess"]
    objects = engine.metadata()[0]["objects"]
    pieces = [o for o in objects if o["objectType"] == "AppleSliced"]
    assert len(objects) == count + len(pieces)
    assert [p["objectId"] for p in pieces] == [
        f"{apple['objectId']}|AppleSliced_{k}" for k in range(len(pieces))]
    assert all(p["parentReceptacles"] == apple["parentReceptacles"] for p in pieces)
    assert find(engine, "Apple")["isSliced"]
    assert not find(engine, "Apple")["visible"]
    assert force(engine, "SliceObject", "Apple")["lastActionSuccess"]
    assert len(engine.metadata()[0]["objects"]) == len(objects)


@pytest.mark.parametrize("ajar", [False, True])
def test_a_shower_door_is_glass_until_it_is_open(ajar: bool) -> None:
    record = {**kitchen(1).metadata()[0]["objects"][0], "parentReceptacles": None,
              "openable": True, "receptacle": False}
    door, soap = (
        Body({**record, "objectId": kind, "objectType": kind, "isOpen": ajar and "Door" in kind},
             Box(np.array([0.0, 1.0, z]), np.eye(3), np.array([half, half, 0.02])))
        for kind, z, half in (("ShowerDoor", 0.5, 0.5), ("SoapBar", 1.0, 0.05)))
    geometry = build([door, soap], [], {})
    seen, touched = visible(geometry, View((0.0, 1.0, 0.0), 0.0, 0.0, 90.0), 1.5)
    assert seen[1]
    assert touched[1] == ajar


def test_through_glass_a_thing_is_seen_but_out_of_reach(engine: Engine) -> None:
    apple = name(engine, "Apple")
    assert done(engine, "PlaceObjectAtPoint", objectId=apple,
                position={"x": 2.3, "y": 1.5, "z": -0.5})
    world = engine.world
    assert world is not None
    world.move(world.index[apple], (2.3, 1.5, -0.5))  # outside, before the window
    assert done(engine, "Teleport", position={"x": 1.5, "y": 0.9, "z": -0.5}, rotation=90)
    record = find(engine, "Apple")
    assert (record["visible"], record["isInteractable"]) == (True, False)
    assert "obstructed by some clear object like glass" in refusal(engine, "PickupObject",
                                                                   objectId=apple)
