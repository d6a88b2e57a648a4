"""The headless engine as a library: movement, metadata, agents."""

import copy
import itertools
import math

from kitchen import act, approach, done, find, kitchen, name, tell

from domains.household.thor import Engine, open_store
from domains.household.thor.scene import OBJECT_KEYS

AGENT_KEYS = set("""objects isSceneAtRest agent heldObjectPose arm fov cameraPosition
cameraOrthSize thirdPartyCameras collided collidedObjects inventoryObjects sceneName lastAction
errorMessage errorCode lastActionSuccess screenWidth screenHeight agentId depthFormat colors
flatSurfacesOnGrid distances normals isOpenableGrid segmentedObjectIds objectIdsInBox
actionIntReturn actionFloatReturn actionStringsReturn actionFloatsReturn actionVector3sReturn
visibleRange currentTime sceneBounds actionReturn""".split())  # noqa: SIM905


def test_metadata_has_every_key() -> None:
    for metadata in kitchen(3).metadata():
        assert AGENT_KEYS | {"engine"} == set(metadata)
        for record in metadata["objects"]:
            assert set(record) == set(OBJECT_KEYS)


def test_agents_block_each_other() -> None:
    engine = kitchen(2)
    tell(engine, """
        Teleport position={"x":0,"y":0.9,"z":0} rotation=90
        Teleport position={"x":0.5,"y":0.9,"z":0} agentId=1
        MoveAhead ! Agent 1 is blocking Agent 0 from moving by (0.2500, 0.0000, 0.0000).""")
    assert engine.metadata()[1]["lastAction"] == "Teleport"


def test_reachable_positions_are_the_grid_and_ignore_agents() -> None:
    engine = kitchen(2)
    found = act(engine, "GetReachablePositions")["actionReturn"]
    assert len(found) == len({(p["x"], p["z"]) for p in found})
    assert {(p["x"], p["z"]) for p in found} == {
        (x * 0.25, z * 0.25) for x, z in open_store([]).load("SmallKitchen").cells}
    engine = kitchen(1, gridSize=0.5)
    coarse = act(engine, "GetReachablePositions")["actionReturn"]
    assert 0 < len(coarse) < len(found)


def test_each_agent_sees_for_itself() -> None:
    engine = kitchen(2)
    approach(engine, name(engine, "Apple"))
    mine, theirs = (find(engine, "Apple", agent=agent) for agent in (0, 1))
    assert mine["visible"]
    assert mine["distance"] != theirs["distance"]


def test_visibility_depends_on_distance_and_field_of_view(engine: Engine) -> None:
    apple = name(engine, "Apple")
    approach(engine, apple)
    assert find(engine, "Apple")["visible"]
    pose = engine.metadata()[0]["agent"]
    assert done(engine, "Initialize", visibilityDistance=0.3)
    assert done(engine, "TeleportFull", **pose["position"], rotation=pose["rotation"],
                horizon=pose["cameraHorizon"], standing=True)
    assert not find(engine, "Apple")["visible"]
    assert done(engine, "Initialize", fieldOfView=1)
    assert sum(o["visible"] for o in engine.metadata()[0]["objects"]) <= 3


def test_earlier_events_never_change(engine: Engine) -> None:
    apple = name(engine, "Apple")
    approach(engine, apple)
    event = engine.metadata()
    kept = copy.deepcopy(event)
    for action in ("PickupObject", "RotateRight", "DropHandObject", "SliceObject"):
        act(engine, action, objectId=apple)
    assert event == kept


def test_five_and_more_agents_stand_apart() -> None:
    for count in (5, 9):
        spots = [[*told["agent"]["position"].values()] for told in kitchen(count).metadata()]
        assert all(math.dist(*pair) >= 0.5 for pair in itertools.combinations(spots, 2))
