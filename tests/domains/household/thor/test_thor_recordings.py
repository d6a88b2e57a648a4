"""Against recorded floor plans: sight, loading, initial states; and random walks."""

import collections
import json
import math
from pathlib import Path

import pytest
from kitchen import act, done, object_of
from thor_fidelity import opening_poses, recording
from thor_walk import violations, walk

from domains.household.thor import Engine, open_store
from domains.household.thor.bodies.placement import receptacle_at
from domains.household.thor.bodies.world import World

# why a call of a task's preparation may fail: the object is in that state already, or the call
# makes no sense for it (switching off a drawer); the real engine refuses these too
REASONS = ("if it's already", "object is not toggleable.")


def test_all_floor_plans_load_with_room_for_five(shared: Path) -> None:
    store = open_store([shared / "thor"])
    assert len(store.files) == 32
    engine = Engine(store)
    for name in store.files:
        events = engine.reset(name, agentCount=5)
        assert len(events) == 5
        assert not list(violations(engine, events))


def test_sight_agrees_with_the_recordings(shared: Path) -> None:
    store, total = open_store([shared / "thor"]), collections.Counter[str]()
    for name in store.files:
        for found in (recording(store, name), opening_poses(store, name)):
            assert found.wrong == ""
            total += collections.Counter(found.counts)
    assert total["recordings"] == 32
    assert total["visible: both"] >= 9 * total["visible: only here"]
    assert total["visible: both"] >= 9 * total["visible: only recorded"]
    assert total["interactable: both"] >= 9 * total["interactable: only here"]
    assert total["poses"] == 556
    assert total["on the grid"] >= 550
    assert total["interactable"] >= 0.95 * total["poses"]


def test_task_preparations_work_or_fail_for_a_known_reason(shared: Path) -> None:
    tasks = json.loads((shared / "llamar" / "mapthor_tasks.json").read_text(encoding="utf-8"))
    engine = Engine(open_store([shared / "thor"]))
    tally: collections.Counter[str] = collections.Counter()
    for task in tasks.values():
        for plan, setting in task.get("floorplans", {}).items():
            if not setting.get("preinit"):
                continue
            engine.reset(plan, agentCount=2)
            for call in setting["preinit"]:
                told = engine.act(call)[engine.active]
                reason = next((r for r in REASONS if r in told["errorMessage"]), "unknown")
                tally["done" if told["lastActionSuccess"] else reason] += 1
                assert told["lastActionSuccess"] or reason != "unknown", (plan, call, told[
                    "errorMessage"])
                if call["action"] == "PlaceObjectAtPoint":
                    index = engine.world.index[call["objectId"]]
                    assert engine.world.parents(index), call
    assert tally["done"] > 400


def test_things_rest_where_the_recordings_say(shared: Path) -> None:
    store = open_store([shared / "thor"])
    agree = total = 0
    for name in store.files:
        scene = store.load(name)
        world = World(scene)
        for index, record in enumerate(scene.objects):
            if record["pickupable"] and record["parentReceptacles"]:
                found = receptacle_at(world, index)
                total += 1
                agree += found is not None and (
                    world.bodies[found].id in record["parentReceptacles"])
    assert total > 500
    assert agree / total >= 0.97  # the island counts, not the counter round the walls


@pytest.mark.parametrize(("room", "seed"), [("SmallKitchen", 1), ("SmallLivingRoom", 2)])
def test_random_walks_break_nothing(room: str, seed: int) -> None:
    found = walk(Engine(open_store([])), room, 600, seed)
    assert found.wrong == ""
    assert len(found.counts) >= 19


def test_a_random_walk_through_a_floor_plan(shared: Path) -> None:
    assert walk(Engine(open_store([shared / "thor"])), "FloorPlan1", 200, 3).wrong == ""


def test_the_watch_sees_a_broken_invariant() -> None:
    engine = Engine(open_store([]))
    events = engine.reset("SmallKitchen", agentCount=2)
    assert not list(violations(engine, events))
    world = engine.world
    assert world is not None
    apple = next(i for i, b in enumerate(world.bodies) if b.type == "Apple")
    world.change(apple, parentReceptacles=None)
    assert any("does not agree" in v for v in violations(engine, engine.metadata()))
    world.change(apple, isPickedUp=True)
    assert any("hands" in v for v in violations(engine, engine.metadata()))


def test_drawers_open_towards_where_one_can_stand(shared: Path) -> None:
    engine = Engine(open_store([shared / "thor"]))
    for plan in ("FloorPlan7", "FloorPlan9"):  # pivots in the middle: they tell no direction
        event = engine.reset(plan, agentCount=1)[0]
        ground = [(p["x"], p["z"]) for p in act(engine, "GetReachablePositions")["actionReturn"]]
        for drawer in [o for o in event["objects"] if o["objectType"] == "Drawer"]:
            assert done(engine, "OpenObject", objectId=drawer["objectId"], forceAction=True)
            opened = object_of(engine, drawer["objectId"])
            closed_gap, open_gap = (min(math.dist(
                (o["position"]["x"], o["position"]["z"]), spot) for spot in ground)
                for o in (drawer, opened))
            assert open_gap < closed_gap, drawer["objectId"]


def test_slanting_moves_end_on_the_grid(shared: Path) -> None:
    engine = Engine(open_store([shared / "thor"]))
    engine.reset("FloorPlan1", agentCount=1)
    told = act(engine, "GetReachablePositions")
    free = {(round(p["x"] * 4), round(p["z"] * 4)) for p in told["actionReturn"]}
    x, z = next(c for c in sorted(free) if {(c[0] + i, c[1] + k) for i in (0, 1)
                                            for k in (0, 1)} <= free)
    assert done(engine, "Teleport", position={"x": x / 4, "y": 0.9, "z": z / 4},
                rotation={"x": 0, "y": 45, "z": 0}, forceAction=True)
    there = act(engine, "MoveAhead")
    assert there["lastActionSuccess"], there["errorMessage"]
    place = there["agent"]["position"]
    assert (round(place["x"] * 4, 3), round(place["z"] * 4, 3)) == (x + 1, z + 1)
