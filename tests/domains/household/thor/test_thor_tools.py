"""Tools of scene builders and queries of other people's agents."""

import json
import math
from pathlib import Path

import pytest
from kitchen import act, approach, done, find, kitchen, name, object_of, refusal, tell
from thor_walk import violations

from domains.household.thor import Engine, controller, open_store
from domains.household.thor.acts.actions import ACTIONS, remarks
from domains.household.thor.bodies.allowed import placement_rules

DOCS = Path(__file__).resolve().parents[4] / "docs" / "headless-thor.md"


def places(engine: Engine) -> dict[str, tuple[str, ...]]:
    return {o["objectId"]: tuple(o["parentReceptacles"] or ())
            for o in engine.metadata()[0]["objects"] if o["pickupable"]}


def test_a_random_spawn_obeys_the_rules_and_its_seed() -> None:
    engine, other = kitchen(1), kitchen(1)
    before = places(engine)
    for one in (engine, other):
        assert done(one, "InitialRandomSpawn", randomSeed=3)
    assert places(engine) == places(other) != before
    kinds = {o["objectId"]: o["objectType"] for o in engine.metadata()[0]["objects"]}
    for thing, parents in places(engine).items():
        allowed = placement_rules().get(kinds[thing])
        moved = parents != before[thing]
        assert not (moved and allowed) or all(kinds[p] in allowed for p in parents)
    assert list(violations(engine, engine.metadata())) == []
    assert done(other, "InitialRandomSpawn", randomSeed=4)
    assert places(engine) != places(other)


def test_a_random_spawn_leaves_alone_what_it_is_told_to(engine: Engine) -> None:
    apple, before = name(engine, "Apple"), places(engine)
    assert done(engine, "InitialRandomSpawn", randomSeed=1, excludedObjectIds=[apple],
                excludedReceptacles=["Fridge"], forceVisible=True)
    after = places(engine)
    assert after[apple] == before[apple]
    for thing, parents in after.items():
        if parents != before[thing]:
            assert all(not object_of(engine, p)["openable"] for p in parents)


def test_poses_as_they_are_change_nothing(engine: Engine) -> None:
    before = engine.metadata()[0]["objects"]
    poses = [{"objectName": o["name"], "position": o["position"], "rotation": o["rotation"]}
             for o in before if o["pickupable"] or o["moveable"]]
    assert done(engine, "SetObjectPoses", objectPoses=poses)
    assert [(o["position"], o["parentReceptacles"]) for o in engine.metadata()[0]["objects"]] == [
        (o["position"], o["parentReceptacles"]) for o in before]


def test_a_pose_that_is_set_takes_a_thing_out_of_the_hand(engine: Engine) -> None:
    apple, table = find(engine, "Apple"), find(engine, "CounterTop")
    assert done(engine, "PickupObject", objectId=apple["objectId"], forceAction=True)
    point = act(engine, "GetSpawnCoordinatesAboveReceptacle", objectId=table["objectId"],
                anywhere=True)["actionReturn"][0]
    assert done(engine, "SetObjectPoses", objectPoses=[
        {"objectName": apple["name"], "position": point, "rotation": apple["rotation"]}])
    assert find(engine, "Apple")["parentReceptacles"] == [table["objectId"]]
    assert list(violations(engine, engine.metadata())) == []


def test_a_thing_comes_to_rest_on_the_point_where_its_pivot_lies_higher(engine: Engine) -> None:
    apple = name(engine, "Apple")
    for kind in ("DiningTable", "Chair"):
        there = find(engine, kind)
        points = act(engine, "GetSpawnCoordinatesAboveReceptacle", objectId=there["objectId"],
                     anywhere=True)["actionReturn"]
        assert len(points) > 5
        for point in points:
            assert done(engine, "PlaceObjectAtPoint", objectId=apple, position=point)
            now = object_of(engine, apple)
            assert now["parentReceptacles"] == [there["objectId"]]
            box = now["axisAlignedBoundingBox"]
            bottom = box["center"]["y"] - box["size"]["y"] / 2
            assert bottom == pytest.approx(point["y"], abs=0.03)
            assert now["position"]["y"] > bottom + 0.03


def test_poses_that_are_set_are_kept_and_the_rest_leaves(engine: Engine) -> None:
    apple, table = find(engine, "Apple"), find(engine, "DiningTable")
    top = table["axisAlignedBoundingBox"]
    spot = {"x": top["center"]["x"], "y": top["center"]["y"] + top["size"]["y"] / 2 + 0.05,
            "z": top["center"]["z"]}
    poses = [{"objectName": table["name"], "position": table["position"]},
             {"objectName": apple["name"], "position": spot, "rotation": {"y": 90}}]
    assert done(engine, "SetObjectPoses", objectPoses=poses)
    loose = [o["objectId"] for o in engine.metadata()[0]["objects"]
             if o["pickupable"] or o["moveable"]]
    assert sorted(loose) == sorted([apple["objectId"], table["objectId"]])
    assert places(engine)[apple["objectId"]] == (table["objectId"],)
    assert find(engine, "Apple")["rotation"]["y"] == 90.0


def test_a_name_that_comes_again_makes_a_copy(engine: Engine) -> None:
    apple, bowl = find(engine, "Apple"), find(engine, "Bowl")
    spots = act(engine, "GetSpawnCoordinatesAboveReceptacle", anywhere=True,
                objectId=name(engine, "CounterTop"))["actionReturn"]
    far = max(spots, key=lambda p: math.dist(p.values(), spots[0].values()))
    poses = [{"objectName": apple["name"], "position": spots[0]},
             {"objectName": bowl["name"], "position": bowl["position"]},
             {"objectName": apple["name"], "position": far}]
    assert done(engine, "SetObjectPoses", objectPoses=poses)
    first, second = find(engine, "Apple"), find(engine, "Apple", 1)
    assert second["objectId"] == first["objectId"] + "_copy_2"
    assert (second["position"]["x"], second["position"]["z"]) == (far["x"], far["z"])
    assert second["parentReceptacles"] == [name(engine, "CounterTop")]
    approach(engine, second["objectId"])
    assert done(engine, "PickupObject", objectId=second["objectId"])
    assert list(violations(engine, engine.metadata())) == []
    assert done(engine, "SetObjectPoses", objectPoses=poses)  # copies of before leave
    assert len([o for o in engine.metadata()[0]["objects"] if o["objectType"] == "Apple"]) == 2


def test_a_random_spawn_makes_as_many_of_a_type_as_asked(engine: Engine) -> None:
    assert done(engine, "InitialRandomSpawn", randomSeed=2, numPlacementAttempts=20,
                numDuplicatesOfType=[{"objectType": "Egg", "count": 4},
                                     {"objectType": "Sofa", "count": 3}])
    eggs = [o for o in engine.metadata()[0]["objects"] if o["objectType"] == "Egg"]
    assert len(eggs) == 4
    assert len({tuple(o["position"].values()) for o in eggs}) == 4
    assert list(violations(engine, engine.metadata())) == []


@pytest.mark.parametrize(("change", "key", "undone"), [
    ("openable", "isOpen", True), ("dirtyable", "isDirty", True), ("cookable", "isCooked", False),
    ("canFillWithLiquid", "isFilledWithLiquid", True), ("toggleable", "isToggled", True)])
def test_the_state_of_all_is_set(engine: Engine, change: str, key: str, undone: bool) -> None:
    def states() -> set[bool]:
        return {o[key] for o in engine.metadata()[0]["objects"] if o[change]}

    for wanted in (True, False):
        assert done(engine, "SetObjectStates", SetObjectStates={"stateChange": change, key: wanted})
        assert states() == {wanted or not undone}


def test_a_filter_tells_only_what_it_names() -> None:
    engine = kitchen(2)
    mug, count = name(engine, "Mug"), len(engine.metadata()[0]["objects"])
    assert done(engine, "SetObjectFilter", objectIds=[mug])
    assert [[o["objectId"] for o in e["objects"]] for e in engine.metadata()] == [[mug], [mug]]
    assert done(engine, "SetObjectFilter", objectIds=[])
    assert engine.metadata()[0]["objects"] == []
    assert done(engine, "ResetObjectFilter")
    assert len(engine.metadata()[0]["objects"]) == count


def test_crouching_lowers_the_camera(engine: Engine) -> None:
    high = engine.metadata()[0]["cameraPosition"]["y"]
    tell(engine, "Crouch | Crouch !")
    low = engine.metadata()[0]
    assert low["cameraPosition"]["y"] == pytest.approx(high - 0.675)
    assert low["agent"]["isStanding"] is False
    tell(engine, "Stand")


def test_a_push_moves_away_and_a_pull_comes_near(engine: Engine) -> None:
    mug = name(engine, "Mug")
    approach(engine, mug)

    def gap() -> float:
        pose, thing = engine.metadata()[0]["agent"]["position"], find(engine, "Mug")["position"]
        return math.hypot(thing["x"] - pose["x"], thing["z"] - pose["z"])

    start = gap()
    assert done(engine, "PullObject", objectId=mug, moveMagnitude=5)
    near = gap()
    assert near <= start
    assert done(engine, "PushObject", objectId=mug, moveMagnitude=5, forceAction=True)
    assert gap() >= near
    assert list(violations(engine, engine.metadata())) == []


def test_the_shortest_path_ends_where_the_object_is_reached(engine: Engine) -> None:
    fridge = name(engine, "Fridge")
    pose = engine.metadata()[0]["agent"]["position"]
    answer = act(engine, "GetShortestPath", objectId=fridge, position=pose)["actionReturn"]
    corners = answer["corners"]
    assert answer["pathStatus"] == "PathComplete"
    assert math.dist([pose["x"], pose["z"]], [corners[0]["x"], corners[0]["z"]]) < 0.2
    reach = act(engine, "GetInteractablePoses", objectId=fridge)["actionReturn"]
    assert (corners[-1]["x"], corners[-1]["z"]) in {(p["x"], p["z"]) for p in reach}
    assert act(engine, "GetShortestPath", objectType="Fridge")["actionReturn"] == answer


@pytest.mark.parametrize("to_object", [True, False])
def test_the_expert_leads_to_an_object_or_a_position(engine: Engine, to_object: bool) -> None:
    there = act(engine, "GetReachablePositions")["actionReturn"][-1]
    asked = {"objectType": "Fridge"} if to_object else {"position": there}
    while answer := act(engine, "ObjectNavExpertAction", **asked)["actionReturn"]:
        assert done(engine, answer)
    here = engine.metadata()[0]["agent"]["position"]
    assert find(engine, "Fridge")["visible"] if to_object else (
        math.dist([here["x"], here["z"]], [there["x"], there["z"]]) < 0.01)


def test_the_expert_says_which_turns_it_cannot_make() -> None:
    engine = kitchen(1, snapToGrid=False, rotateStepDegrees=20)
    assert "does not divide 90" in refusal(engine, "ObjectNavExpertAction", objectType="Fridge")


def test_what_a_pixel_shows(engine: Engine) -> None:
    fridge = name(engine, "Fridge")
    approach(engine, fridge)
    seen = {act(engine, "GetObjectInFrame", x=x / 4, y=y / 4)["actionReturn"]
            for x in range(5) for y in range(5)}
    assert fridge in seen
    assert not done(engine, "Teleport", x=1e9)
    assert act(engine, "GetObjectInFrame", x=2, y=0)["errorCode"] == "InvalidArgument"


def test_a_fine_grid_is_honoured() -> None:
    engine = kitchen(1, gridSize=0.1)
    points = act(engine, "GetReachablePositions")["actionReturn"]
    coarse = act(kitchen(1), "GetReachablePositions")["actionReturn"]
    assert len(points) > 3 * len(coarse)
    before = engine.metadata()[0]["agent"]["position"]
    assert any(done(engine, f"Move{way}") for way in ("Ahead", "Back", "Left", "Right"))
    after = engine.metadata()[0]["agent"]["position"]
    assert math.dist([before["x"], before["z"]], [after["x"], after["z"]]) < 0.16


def compatibility_table() -> str:
    """Return all actions as the table of the page."""
    approximated, by_pixel = remarks()["approximated"], remarks()["by_pixel"]
    rows = [(name, "approximated" if name in approximated else "supported",
             "; ".join(said[name] for said in (approximated, by_pixel) if name in said))
            for name in ACTIONS]
    rows += [(name, "no", reason) for name, reason in remarks()["unsupported"].items()]
    lines = [f"| `{name}` | {kind} | {remark} |" for name, kind, remark in sorted(rows)]
    return "\n".join(["| action | here | remark |", "|---|---|---|", *lines]) + "\n"


def test_the_table_of_the_docs_is_the_engines() -> None:
    assert not ACTIONS.keys() & remarks()["unsupported"].keys()
    assert ACTIONS.keys() >= {*remarks()["approximated"], *remarks()["by_pixel"]}
    assert compatibility_table() in DOCS.read_text(encoding="utf-8")


def test_the_clients_own_tools_work() -> None:
    from ai2thor.util.metrics import get_shortest_path_to_object_type

    client = controller("SmallKitchen", store=open_store([]))
    here = client.last_event.metadata["agent"]["position"]
    assert get_shortest_path_to_object_type(client, "Fridge", here)
    told = client.step("RandomizeMaterials").metadata["actionReturn"]
    assert "nothing is rendered" in str(told)
    assert not client.step("MoveArm").metadata["lastActionSuccess"]


def test_the_table_is_the_simulators(shared: Path) -> None:
    file = shared / "thor" / "receptacle_restrictions.json"
    told = json.loads(file.read_text())["placement_restrictions"]
    assert placement_rules() == {held: frozenset(kinds) for held, kinds in told.items()}
