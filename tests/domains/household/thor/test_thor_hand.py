"""Picking up, putting down, and what a hand may not do."""

import pytest
from kitchen import act, find, kitchen, name, tell

from domains.household.thor import Engine
from domains.household.thor.bodies.placement import clear_spots


def test_what_is_held_moves_with_the_agent_and_is_held_for_all() -> None:
    engine = kitchen()
    for step in ("fetch Apple", 'Teleport position={"x":0,"y":0.9,"z":0.25} rotation=180'):
        tell(engine, step)
        pose = engine.metadata()[0]["heldObjectPose"]["position"]
        assert find(engine, "Apple")["position"] == pytest.approx(pose)
    assert find(engine, "Apple", agent=1)["isPickedUp"]
    tell(engine, "PickupObject Apple agentId=1 ! already held")


def test_a_pot_snaps_to_a_burner_whatever_stands_beside(engine: Engine) -> None:
    tell(engine, "PickupObject Pot | approach StoveBurner/1 | PutObject StoveBurner/1")
    tell(engine, "Pot in StoveBurner/1")
    pot, burner = (find(engine, *what)["axisAlignedBoundingBox"]["center"]
                   for what in (("Pot",), ("StoveBurner", 1)))
    assert (pot["x"], pot["z"]) == pytest.approx((burner["x"], burner["z"]), abs=0.01)


def test_contents_travel_with_what_holds_them(engine: Engine) -> None:
    heights = []
    for step in ("PickupObject Apple | PutObject Bowl", "PickupObject Bowl"):
        tell(engine, f"{step} | Apple in Bowl")
        apple, bowl = (find(engine, kind)["position"]["y"] for kind in ("Apple", "Bowl"))
        heights.append(apple - bowl)
    assert heights[0] == pytest.approx(heights[1])
    assert find(engine, "SinkBasin")["receptacleObjectIds"] == []


def test_a_spot_is_never_where_agents_walk_nor_on_another_thing(engine: Engine) -> None:
    world = engine.world
    assert world is not None
    item, counter = world.index[name(engine, "Apple")], world.index[name(engine, "CounterTop")]
    act(engine, "PickupObject", objectId=world.bodies[item].id, forceAction=True)
    spot = next(clear_spots(world, world.agents[0], item, counter), None)
    assert spot is not None
    assert 1.4 <= spot[2] <= 2.0
    others = [b for b in world.bodies if b.record["pickupable"] and b.type != "Apple"]
    assert all(abs(b.position[0] - spot[0]) + abs(b.position[2] - spot[2]) > 0.05 for b in others)


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
