"""Picking up, putting down, and what a hand may not do."""

import pytest
from kitchen import act, approach, done, fetch, find, kitchen, name, refusal

from domains.household.thor import Engine
from domains.household.thor.bodies.placement import clear_spots, free_spot


def test_apple_goes_into_the_fridge() -> None:
    engine = kitchen()
    apple, fridge = fetch(engine, "Apple"), name(engine, "Fridge")
    assert engine.metadata()[0]["inventoryObjects"] == [{"objectId": apple, "objectType": "Apple"}]
    approach(engine, fridge)
    assert "CLOSED" in refusal(engine, "PutObject", objectId=fridge)
    assert "CLOSED" in refusal(engine, "PutObject", objectId=fridge, forceAction=True)
    assert done(engine, "OpenObject", objectId=fridge)
    assert done(engine, "PutObject", objectId=fridge)
    assert find(engine, "Apple")["parentReceptacles"] == [fridge]
    assert apple in find(engine, "Fridge")["receptacleObjectIds"]
    assert apple not in find(engine, "CounterTop")["receptacleObjectIds"]
    assert find(engine, "Apple")["temperature"] == "Cold"
    assert done(engine, "CloseObject", objectId=fridge)
    assert not find(engine, "Apple")["visible"]


def test_what_is_held_moves_with_the_agent_and_is_held_for_all() -> None:
    engine = kitchen()
    apple = fetch(engine, "Apple")
    pose = engine.metadata()[0]["heldObjectPose"]["position"]
    assert find(engine, "Apple")["position"] == pytest.approx(pose)
    assert done(engine, "Teleport", position={"x": 0, "y": 0.9, "z": 0.25}, rotation=180)
    pose = engine.metadata()[0]["heldObjectPose"]["position"]
    assert find(engine, "Apple")["position"] == pytest.approx(pose)
    assert find(engine, "Apple", agent=1)["isPickedUp"]
    assert "already held" in refusal(engine, "PickupObject",
                                     objectId=apple, agentId=1, forceAction=True)


@pytest.mark.parametrize(("kind", "text"), [
    ("CounterTop", "must have the property CanPickup to be picked up."),
    ("Bread", "Agent hand has something in it already! Can't pick up anything else"),
])
def test_refused_pickups(engine: Engine, kind: str, text: str) -> None:
    fetch(engine, "Apple")
    told = act(engine, "PickupObject", objectId=name(engine, kind), forceAction=True)
    assert text in told["errorMessage"]


def test_refused_puts_in_their_order(engine: Engine) -> None:
    counter = name(engine, "CounterTop")
    assert "isn't holding anything" in refusal(engine, "PutObject", objectId=counter)
    fetch(engine, "Apple")
    for target, text in (
        ("LightSwitch", "NOT a receptacle"),
        ("StoveBurner", "is not a valid Object Type to be placed in"),
    ):
        told = act(engine, "PutObject", objectId=name(engine, target), forceAction=True)
        assert text in told["errorMessage"]
    chair = name(engine, "Chair")
    approach(engine, chair)
    assert "cannot be placed in" in refusal(engine, "PutObject", objectId=chair)
    assert done(engine, "PutObject", objectId=chair, forceAction=True)


def test_an_occupied_burner_is_full_and_a_full_bowl_has_no_room(engine: Engine) -> None:
    cabinet = name(engine, "Cabinet")
    act(engine, "OpenObject", objectId=cabinet, forceAction=True)
    act(engine, "PickupObject", objectId=name(engine, "Pot"), forceAction=True)
    burner = name(engine, "StoveBurner")
    assert "is full right now" in refusal(engine, "PutObject", objectId=burner, forceAction=True)
    assert done(engine, "PutObject", objectId=name(engine, "StoveBurner", 1), forceAction=True)
    bowl = name(engine, "Bowl")
    fitted = []
    for kind in ("Apple", "Tomato", "Potato", "Lettuce"):
        act(engine, "PickupObject", objectId=name(engine, kind), forceAction=True)
        fitted.append(act(engine, "PutObject", objectId=bowl, forceAction=True))
        if not fitted[-1]["lastActionSuccess"]:
            break
    assert fitted[0]["lastActionSuccess"]
    assert "No valid positions to place object found" in fitted[-1]["errorMessage"]


def test_a_pot_snaps_to_a_burner_whatever_stands_beside(engine: Engine) -> None:
    burner = find(engine, "StoveBurner", 1)
    assert done(engine, "PickupObject", objectId=name(engine, "Pot"), forceAction=True)
    approach(engine, burner["objectId"])
    assert done(engine, "PutObject", objectId=burner["objectId"])
    pot = find(engine, "Pot")
    assert pot["parentReceptacles"] == [burner["objectId"]]
    for axis in "xz":
        assert pot["axisAlignedBoundingBox"]["center"][axis] == pytest.approx(
            burner["axisAlignedBoundingBox"]["center"][axis], abs=0.01)


def test_contents_travel_with_what_holds_them(engine: Engine) -> None:
    bowl, apple = name(engine, "Bowl"), name(engine, "Apple")
    act(engine, "PickupObject", objectId=apple, forceAction=True)
    assert done(engine, "PutObject", objectId=bowl, forceAction=True)
    before = find(engine, "Apple")["position"]["y"] - find(engine, "Bowl")["position"]["y"]
    assert done(engine, "PickupObject", objectId=bowl, forceAction=True)
    after = find(engine, "Apple")["position"]["y"] - find(engine, "Bowl")["position"]["y"]
    assert after == pytest.approx(before)
    assert find(engine, "Apple")["parentReceptacles"] == [bowl]
    assert find(engine, "SinkBasin")["receptacleObjectIds"] == []


def test_a_drop_lands_on_what_is_below_and_breaks_what_breaks(engine: Engine) -> None:
    assert "Nothing is in the agent's hand" in refusal(engine, "DropHandObject")
    mug = fetch(engine, "Mug")
    assert done(engine, "Teleport", position={"x": 0, "y": 0.9, "z": 0}, rotation=180)
    assert done(engine, "DropHandObject")
    record = find(engine, "Mug")
    assert record["objectId"] == mug
    assert record["parentReceptacles"] == [name(engine, "Floor")]
    assert record["axisAlignedBoundingBox"]["center"]["y"] < 0.1
    assert record["isBroken"]


def test_place_at_point_needs_no_sight_and_joins_the_receptacle(engine: Engine) -> None:
    apple = name(engine, "Apple")
    told = act(engine, "PlaceObjectAtPoint", objectId=apple,
               position={"x": -1.3, "y": 0.8, "z": -1.0})
    assert told["lastActionSuccess"]
    assert find(engine, "Apple")["parentReceptacles"] == [name(engine, "DiningTable")]
    told = act(engine, "PlaceObjectAtPoint", objectId=apple,
               position={"x": 0.5, "y": 1.5, "z": 0.5})
    assert find(engine, "Apple")["parentReceptacles"] == [name(engine, "Floor")]
    assert not done(engine, "PlaceObjectAtPoint", objectId=name(engine, "Fridge"),
                    position={"x": 0, "y": 0, "z": 0})


def test_a_spot_is_never_where_agents_walk_nor_on_another_thing(engine: Engine) -> None:
    world = engine.world
    assert world is not None
    item, counter = world.index[name(engine, "Apple")], world.index[name(engine, "CounterTop")]
    act(engine, "PickupObject", objectId=world.bodies[item].id, forceAction=True)
    spot = free_spot(world, world.agents[0], item, counter, anywhere=True)
    assert spot is not None
    assert 1.4 <= spot[2] <= 2.0
    others = [b for b in world.bodies if b.record["pickupable"] and b.type != "Apple"]
    assert all(abs(b.position[0] - spot[0]) + abs(b.position[2] - spot[2]) > 0.05 for b in others)


def test_what_is_held_stops_moves_and_turns_at_a_closed_fridge(engine: Engine) -> None:
    fetch(engine, "Apple")
    assert done(engine, "Teleport", position={"x": 1.5, "y": 0.9, "z": 0.75}, rotation=0)
    told = act(engine, "MoveAhead")
    assert "is blocking the Agent from moving by (0.0000, 0.0000, 0.2500)" in told["errorMessage"]
    assert "with Apple" in told["errorMessage"]
    assert done(engine, "RotateLeft")
    assert done(engine, "MoveRight")
    assert "with something if agent rotates Right 90 degrees" in refusal(engine, "RotateRight")
    assert "hand object collision" in refusal(engine, "Teleport", rotation=0)
    reachable = act(engine, "GetReachablePositions")["actionReturn"]
    assert {"x": 1.5, "y": 0.901, "z": 1.0} in reachable
    act(engine, "OpenObject", objectId=name(engine, "Fridge"), forceAction=True)
    assert done(engine, "RotateRight")


def test_a_pickup_that_would_clip_leaves_everything_as_it_was() -> None:
    engine = kitchen(2)
    assert done(engine, "Teleport", position={"x": -0.75, "y": 0.9, "z": 1.0}, rotation=75)
    assert done(engine, "Teleport", position={"x": -0.25, "y": 0.9, "z": 1.0}, agentId=1)
    before = engine.metadata()[0]
    assert "Picking up object would cause it to collide" in refusal(engine, "PickupObject",
                                                                    objectId=name(engine, "Apple"))
    after = engine.metadata()[0]
    for key in ("objects", "agent", "inventoryObjects"):
        assert after[key] == before[key]
    assert done(engine, "Teleport", position={"x": 1.0, "y": 0.9, "z": 0.0}, agentId=1)
    assert done(engine, "PickupObject", objectId=name(engine, "Apple"))


def test_a_held_thing_that_breaks_falls(engine: Engine) -> None:
    mug = fetch(engine, "Mug")
    assert done(engine, "BreakObject", objectId=mug, forceAction=True)
    assert engine.metadata()[0]["inventoryObjects"] == []
    assert find(engine, "Mug")["axisAlignedBoundingBox"]["center"]["y"] < 1.0


def test_the_room_on_a_table_does_not_depend_on_how_it_stands() -> None:
    world = kitchen(1).world
    assert world is not None
    world.cells = frozenset()
    item, table = (next(i for i, b in enumerate(world.bodies) if b.type == kind)
                   for kind in ("Plate", "DiningTable"))
    spots = len(list(clear_spots(world, world.agents[0], item, table)))
    for body in (table, item):
        world.move(body, world.bodies[body].position, 45.0)
    assert spots == len(list(clear_spots(world, world.agents[0], item, table))) > 9


def test_furniture_beside_a_table_takes_no_room_on_it() -> None:
    """The hull of a corner sofa covers the table before it; what stands on the table does not."""
    world = kitchen(1, "SmallLivingRoom").world
    assert world is not None
    item, table, sofa = (next(i for i, b in enumerate(world.bodies) if b.type == kind)
                         for kind in ("Book", "CoffeeTable", "Sofa"))
    for thing in world.contents(sofa):
        world.detach(thing)
    spots = len(list(clear_spots(world, world.agents[0], item, table)))
    (x, _, z), (_, low, _) = world.bodies[table].position, world.bodies[sofa].position
    world.move(sofa, (x, low, z + 0.1))
    assert spots == len(list(clear_spots(world, world.agents[0], item, table))) > 0
    world.move(sofa, (x, low + world.bodies[table].box.top, z + 0.1))
    assert not list(clear_spots(world, world.agents[0], item, table))
