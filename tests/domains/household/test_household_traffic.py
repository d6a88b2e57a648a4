"""Right of way: what is foreseen of walks, and who waits for whom."""

import pytest
from household_scenes import thing

from domains.household.actions import Action
from domains.household.belief.belief import Belief, item_of
from domains.household.policy.skills import Step
from domains.household.policy.traffic import Floor, Traffic

OTHERWISE = Step("Rotate(Right)", "keep watch")
WALK = Step("NavigateTo(Apple_1)", "to take it")


def corridor(**robots: float) -> Traffic:
    """Return a passage of one cell along x between two walls of furniture, 4 m long."""
    belief = Belief(robots)
    for robot in belief.robots.values():
        robot.position = robot.before = (robots[robot.name], 0.0)
    add(belief, "Apple_1", 4.0, 0.0, 0.1, "pickupable")
    add(belief, "Cup_1", 0.0, 0.0, 0.1, "pickupable")
    for name, x, z, size in (("Sofa_1", 2.0, 2.5, 4.4), ("Sofa_2", 2.0, -2.5, 4.4),
                             ("Painting_1", 4.0, 0.0, 0.1), ("Painting_2", 0.0, 0.0, 0.1)):
        add(belief, name, x, z, size, "receptacle", y=1.8 if "Painting" in name else 0.5)
    traffic = Traffic(belief, Floor(belief))
    traffic.begin()
    return traffic


def add(belief: Belief, name: str, x: float, z: float, size: float, can: str, *, y: float = 0.5
        ) -> None:
    belief.items[name] = item_of(
        name, thing(name.partition("_")[0], x, z, y, can, size=[size, 1.0, size]))


def blocked(traffic: Traffic, failure: str = "no-actions") -> None:
    """Begin a step after Alice's walk to the apple has failed."""
    alice = traffic.belief.robots["Alice"]
    alice.last = Action("NavigateTo", "Apple_1")
    alice.success, alice.failure = not failure, failure
    traffic.begin()


def test_the_floor_is_what_furniture_leaves() -> None:
    traffic = corridor(Alice=1.0)
    assert (8, 0) in traffic.floor.free
    assert not {(8, 2), (8, -2)} & traffic.floor.free
    add(traffic.belief, "Window_1", 2.0, 0.0, 4.0, "none")
    traffic.begin()
    assert (8, 0) in traffic.floor.free  # one of this size goes round a corner


def test_a_walk_leads_past_nobody_in_a_corridor() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    apple = traffic.belief.items["Apple_1"]
    assert traffic.floor.way((4, 0), apple, [(10, 0)]) == []
    assert traffic.floor.way((4, 0), apple, [])[-1] == (16, 0)


def test_who_would_be_blocked_asks_for_its_way() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    traffic.give_way(traffic.belief.robots["Alice"], WALK)
    assert traffic.cells["Bob"] in traffic.reserved["Alice"]
    traffic.begin()  # also in the next step
    assert traffic.cells["Bob"] in traffic.reserved["Alice"]


def test_a_walk_that_did_not_begin_makes_no_way_until_somebody_has_moved() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    alice, bob = traffic.belief.robots.values()
    bob.last, bob.success, bob.failure = Action("NavigateTo", "Apple_1"), False, "no-actions"
    reserved = {(10, 0)}
    assert traffic.make_way(bob, reserved) == Step("NavigateTo(Apple_1)", "make way")
    traffic.begin()
    assert traffic.make_way(bob, reserved) != Step("NavigateTo(Apple_1)", "make way")
    bob.failure, alice.position = "", (0.75, 0.0)
    traffic.begin()
    assert traffic.make_way(bob, reserved) == Step("NavigateTo(Apple_1)", "make way")


def test_who_has_no_work_makes_way_if_it_can() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    alice, bob = traffic.belief.robots.values()
    traffic.give_way(alice, WALK)
    assert traffic.beside(bob, OTHERWISE) == OTHERWISE  # a dead end
    add(traffic.belief, "Cup_2", 3.0, 2.0, 0.1, "pickupable")
    traffic.floor.stood |= {(12, z) for z in range(9)}  # a niche
    traffic.begin()
    traffic.give_way(alice, WALK)
    put = Step("PutObject(Sofa_1)", "there")
    assert traffic.beside(bob, put) == put
    assert traffic.beside(bob, OTHERWISE) == Step("NavigateTo(Cup_2)", "make way")
    assert traffic.beside(bob, OTHERWISE) == OTHERWISE  # it is out of the way


def test_who_has_no_work_keeps_off_the_way_to_what_another_goes_to_next() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    alice, bob = traffic.belief.robots.values()
    add(traffic.belief, "Cup_2", 3.0, 2.0, 0.1, "pickupable")
    traffic.floor.stood |= {(12, z) for z in range(9)}  # a niche
    traffic.begin()
    apple = traffic.belief.items["Apple_1"]
    assert traffic.keep_clear(alice, {"Alice": apple}) is None
    assert traffic.keep_clear(bob, {"Alice": apple}) == Step("NavigateTo(Cup_2)", "make way")
    assert traffic.keep_clear(bob, {"Alice": apple}) is None  # it is out of the way


@pytest.mark.parametrize(("place", "asked"), [(2.0, True), (3.0, False)])
def test_who_stands_near_a_robot_that_ran_into_another_is_asked_to_leave(
    place: float, *, asked: bool
) -> None:
    traffic = corridor(Alice=1.0, Bob=place)
    blocked(traffic, "blocked-by-agent")
    assert (traffic.cells["Bob"] in traffic.reserved["Alice"]) is asked
