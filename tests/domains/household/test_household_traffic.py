"""Right of way: what is foreseen of walks, and who waits for whom."""

from __future__ import annotations

from typing import Any

import pytest

from domains.household.belief.belief import Belief, item_of
from domains.household.belief.camera import Cell, cell
from domains.household.policy.floor import Floor, around
from domains.household.policy.reaching import Step
from domains.household.policy.traffic import PATIENT, WAIT, Traffic

OTHERWISE = Step("Rotate(Right)", "keep watch")


def thing(kind: str, x: float, z: float, size: float = 0.1, *can: str) -> dict[str, Any]:
    return {"type": kind, "position": (x, 0.5, z), "size": (size, 1.0, size),
            "centre": (x, 0.5, z), "can": can, "parents": [], "parent_names": [],
            "states": {"isOpen": False, "isPickedUp": False}}


def corridor(**robots: float) -> Traffic:
    """Return a passage of one cell along x between two walls of furniture, 4 m long."""
    belief = Belief(robots)
    for robot in belief.robots.values():
        robot.position = (robots[robot.name], 0.0)
    for name, record in {
            "Apple_1": thing("Apple", 4.0, 0.0, 0.1, "pickupable"),
            "Cup_1": thing("Cup", 0.0, 0.0, 0.1, "pickupable"),
            "Sofa_1": thing("Sofa", 2.0, 2.5, 4.4), "Sofa_2": thing("Sofa", 2.0, -2.5, 4.4),
            "Door_1": thing("Painting", 4.0, 0.0), "Door_2": thing("Painting", 0.0, 0.0)}.items():
        belief.items[name] = item_of(name, {**record, "position": record["centre"]})
    for wall in ("Door_1", "Door_2"):  # they hang on the wall and bound the floor
        x, _, z = belief.items[wall].centre
        belief.items[wall].centre = (x, 1.8, z)
    traffic = Traffic(belief, Floor(belief))
    traffic.begin()
    return traffic


def test_the_floor_is_what_furniture_leaves() -> None:
    floor = corridor(Alice=1.0).floor
    assert (8, 0) in floor.free
    assert not {(8, 2), (8, -2)} & floor.free


def test_a_walk_leads_past_nobody_in_a_corridor() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    apple = traffic.belief.items["Apple_1"]
    assert traffic.floor.way((4, 0), apple, [(10, 0)]) == []
    assert traffic.floor.way((4, 0), apple, [])[-1] == (16, 0)


def test_who_would_be_blocked_waits_and_then_tries() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    alice, walk = traffic.belief.robots["Alice"], Step("NavigateTo(Apple_1)", "to take it")
    said = []
    for _ in range(PATIENT):
        traffic.begin()
        said.append(traffic.pass_or_wait(alice, walk))
    assert said[0].reason.startswith(WAIT)
    assert said[-1] == walk


def test_who_has_no_work_makes_way() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    robots = traffic.belief.robots
    traffic.pass_or_wait(robots["Alice"], Step("NavigateTo(Apple_1)", "to take it"))
    step = traffic.beside(robots["Bob"], OTHERWISE, OTHERWISE)
    assert step == OTHERWISE  # a dead end: nowhere to go that is not on Alice's way
    traffic.begin()
    traffic.pass_or_wait(robots["Bob"], Step("NavigateTo(Apple_1)", "to take it"))
    kept = traffic.beside(robots["Alice"], Step("PutObject(Sofa_1)", "there"), OTHERWISE)
    assert kept.action == "PutObject(Sofa_1)"


def test_what_was_blocked_is_blocked_until_somebody_moves() -> None:
    traffic = corridor(Alice=0.0, Bob=3.0)
    alice, bob = traffic.belief.robots.values()
    traffic.floor.stood |= {(x, 4) for x in range(17)}  # a way round, it seems
    traffic.floor.stood |= {(x, z) for x in (0, 16) for z in range(5)}
    traffic.begin()
    walk = Step("NavigateTo(Apple_1)", "to take it")
    assert traffic.pass_or_wait(alice, walk) == walk
    alice.last_verb, alice.last_object, alice.failure = "NavigateTo", "Apple_1", "no-actions"
    alice.success = False
    traffic.begin()
    assert traffic.pass_or_wait(alice, walk).action == "Idle"
    bob.position = (2.0, 0.0)
    alice.last_verb = "Idle"
    traffic.begin()
    assert traffic.pass_or_wait(alice, walk) == walk


def test_who_blocks_a_way_again_and_again_is_asked_for_more_room() -> None:
    traffic = corridor(Alice=0.0, Bob=3.0)
    alice = traffic.belief.robots["Alice"]
    alice.last_verb, alice.last_object = "NavigateTo", "Apple_1"
    alice.success, alice.failure = False, "no-actions"
    asked = []
    for _ in range(3):
        traffic.begin()
        traffic.pass_or_wait(alice, Step("NavigateTo(Apple_1)", "to take it"))
        asked.append(traffic.asking["Alice"])
    assert asked[0] < asked[1] < asked[2]
    alice.success, alice.failure = True, ""
    traffic.begin()
    assert not traffic.vain["Alice", "Apple_1"]


def test_who_has_no_work_stays_out_of_where_open_work_leads() -> None:
    traffic = corridor(Alice=0.0, Bob=3.75)
    bob, apple = traffic.belief.robots["Bob"], traffic.belief.items["Apple_1"]
    assert traffic.beside(bob, OTHERWISE, OTHERWISE) == OTHERWISE
    traffic.expect([("", apple)])
    step = traffic.beside(bob, OTHERWISE, OTHERWISE)
    assert step.reason == "make way"
    assert traffic.cells["Bob"] not in traffic.later
    assert traffic.beside(bob, OTHERWISE, OTHERWISE) == OTHERWISE  # it is out of the way


@pytest.mark.parametrize(("carries", "action"), [(True, "NavigateTo(Cup_2)"), (False, "Idle")])
def test_who_waits_where_another_has_to_put_something_leaves(carries: bool, action: str) -> None:
    traffic = corridor(Alice=1.0, Bob=4.0)
    traffic.belief.items["Cup_2"] = item_of("Cup_2", thing("Cup", 3.0, 2.0))
    traffic.floor.stood |= {(12, z) for z in range(9)}  # a niche
    traffic.begin()
    if carries:
        traffic.expect([("Alice", traffic.belief.items["Apple_1"])])
    bob = traffic.belief.robots["Bob"]
    assert traffic.pass_or_wait(bob, Step("NavigateTo(Cup_1)", "to take it")).action == action


@pytest.mark.parametrize(("place", "leaves"), [(2.0, True), (3.0, False)])
def test_who_stands_near_a_robot_that_ran_into_another_leaves(place: float, leaves: bool) -> None:
    traffic = corridor(Alice=1.0, Bob=place)
    alice, bob = traffic.belief.robots.values()
    alice.last_verb, alice.last_object = "NavigateTo", "Apple_1"
    alice.success, alice.failure = False, "blocked-by-agent"
    traffic.begin()
    assert (traffic.beside(bob, OTHERWISE, OTHERWISE).reason == "make way") is leaves


def test_who_is_shut_in_asks_for_ever_more_room_and_seldom_tries_again() -> None:
    traffic = corridor(Alice=0.0, Bob=3.0)
    alice = traffic.belief.robots["Alice"]
    alice.last_verb, alice.last_object = "NavigateTo", "Apple_1"
    alice.success, alice.failure = False, "no-actions"
    asked = []
    for _ in range(3):
        traffic.begin()
        asked.append(traffic.asked["Alice"])
        alice.last_verb, alice.failure = "Rotate", ""
    assert asked[0] < asked[1] < asked[2]
    assert traffic.make_way(alice, {traffic.cells["Alice"]}) is None
    traffic.begin()  # Bob may be waiting for her: every third time she tries
    assert traffic.make_way(alice, {traffic.cells["Alice"]}) is not None
    traffic.begin()
    assert traffic.make_way(alice, {traffic.cells["Alice"]}) is None
    traffic.belief.robots["Bob"].position = (3.5, 0.0)
    traffic.begin()
    assert not traffic.asked["Alice"]


def test_a_robot_that_waits_asks_nobody_to_yield_to_those_behind_it() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    robots = traffic.belief.robots
    traffic.pass_or_wait(robots["Alice"], Step("NavigateTo(Apple_1)", "to take it"))
    assert traffic._ahead(robots["Alice"]) == set()
    assert (8, 0) in traffic._ahead(robots["Bob"])


@pytest.mark.parametrize(("landed", "gone"), [((14, 0), {(15, 0), (16, 0)}), ((16, 0), set())])
def test_where_a_walk_ends_tells_what_is_not_free(landed: Cell, gone: set[Cell]) -> None:
    floor = corridor(Alice=1.0).floor
    floor.learn(landed, floor.belief.items["Apple_1"], [])
    floor.update()
    assert not gone & floor.free
    assert cell(1.0, 0.0) in floor.free
    assert landed in floor.free


def test_a_robot_takes_nine_cells() -> None:
    assert len(around([(0, 0)])) == 9


def test_windows_of_one_piece_that_go_round_a_corner_do_not_take_the_floor() -> None:
    traffic = corridor(Alice=1.0)
    traffic.belief.items["Window_1"] = item_of("Window_1", thing("Window", 2.0, 0.0, 4.0))
    traffic.begin()
    assert (8, 0) in traffic.floor.free


def test_who_stands_where_nobody_could_have_come_to_makes_way_all_the_same() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    traffic.belief.items["Box_1"] = item_of("Box_1", thing("Box", 2.5, 0.0, 0.9))  # round Bob
    traffic.begin()
    traffic.asked["Alice"] = {cell(2.5, 0.0)}
    step = traffic.beside(traffic.belief.robots["Bob"], OTHERWISE, OTHERWISE)
    assert (step.action[:10], step.reason) == ("NavigateTo", "make way")
    traffic.asked.clear()
    assert traffic.beside(traffic.belief.robots["Bob"], OTHERWISE, OTHERWISE) == OTHERWISE


def test_who_is_asked_in_vain_again_and_again_leaves_though_the_floor_seems_to_end() -> None:
    traffic = corridor(Alice=1.0, Bob=2.5)
    bob = traffic.belief.robots["Bob"]
    said = []
    for vain in (PATIENT - 1, PATIENT):
        traffic.belief.step = 2 * PATIENT
        traffic.begin()
        traffic.vain["Alice", "Apple_1"] = vain
        traffic.asked["Alice"] = set(traffic.floor.free)
        said.append(traffic.beside(bob, OTHERWISE, OTHERWISE).reason)
    assert said == [OTHERWISE.reason, "make way"]
