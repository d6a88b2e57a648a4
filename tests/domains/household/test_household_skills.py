"""Getting at things, choosing places, and what failures say; no simulator needed."""

from typing import Any

import pytest
from household_scenes import put, seen, team, thing

from domains.household.actions import Action
from domains.household.belief.belief import TRIES, Belief, Item, Robot, item_of, landmark
from domains.household.belief.camera import Pose, aim, gap, shown
from domains.household.belief.room import free_spots
from domains.household.goal import Goal, HasState, Location, Placed, Selection
from domains.household.policy.skills import PATIENCE, Skills, Step

OPEN = Goal("", ((HasState(Selection(("Drawer",), "all"), "isOpen", True),),))
DRAWER = thing("Drawer", 0.0, 0.6, 0.8, "openable", "receptacle")


def action(step: Step | None) -> str:
    return step.action if step is not None else ""


def test_a_place_without_room_has_some_once_something_is_taken_out() -> None:
    belief, _, skills = team(OPEN, SinkBasin_1=thing("SinkBasin"), Plate_1=thing("Plate"),
                             Bowl_1=thing("Bowl", on="SinkBasin_1"))
    robot, plate, basin = belief.robots["Alice"], *(
        belief.items[n] for n in ("Plate_1", "SinkBasin_1"))
    for held, verb, name, failure, left in (
            ("Plate_1", "PutObject", "SinkBasin_1", "wrong-place", ["Bowl_1"]),
            ("", "PickupObject", "Bowl_1", "", [])):
        robot.held, robot.last = held, Action(verb, name)
        robot.success, robot.failure = not failure, failure
        skills.learn(robot)
        assert [i.name for i in skills.in_the_way(plate, basin)] == left
    assert not skills.refuses(basin, plate)


def test_a_thing_stands_beside_what_is_there_or_not_at_all() -> None:
    table, box, vase, tray = (item_of(f"{kind}_1", thing(kind, 0.0, 1.0, y, size=size))
                              for kind, y, size in (
        ("SideTable", 0.5, [0.6, 1.0, 0.4]), ("Box", 1.1, [0.34, 0.2, 0.34]),
        ("Vase", 1.1, [0.1, 0.2, 0.1]), ("Tray", 1.1, [0.5, 0.1, 0.7])))
    assert {(x, round(y, 3)) for x, y, _ in free_spots(table, box, [])} >= {(0.0, 1.1)}
    assert not [*free_spots(table, tray, [])]
    assert not [*free_spots(table, box, [vase])]
    beside = [*free_spots(table, vase, [vase, box])]
    assert beside
    assert min(abs(x) for x, _, _ in beside) >= 0.16


@pytest.mark.parametrize(("z", "first"), [(0.7, "LookDown(30)"), (1.2, "PutObject(SinkBasin_1)")])
def test_a_robot_looks_at_the_bottom_of_a_basin_before_it_puts_something_there(
    z: float, first: str
) -> None:
    """From 0.7 m it is too steep below: without the look there is no room in view."""
    basin = thing("SinkBasin", 0.0, z, 0.8, "receptacle", size=[0.7, 0.12, 0.4], interactable=True)
    belief, _, skills = team(OPEN, SinkBasin_1=basin, Fork_1=thing("Fork", size=[0.02, 0.02, 0.2]))
    robot, fork, place = belief.robots["Alice"], *map(belief.items.get, ("Fork_1", "SinkBasin_1"))
    assert fork is not None
    assert place is not None
    robot.held = fork.held_by = "Fork_1"
    assert action(skills.deliver(robot, fork, place)) == first


def test_a_full_place_comes_after_one_with_room_and_is_tried_once() -> None:
    where = Location("on", Selection(("Shelf", "Desk")))
    full = thing("Shelf", 0.0, 1.0, 1.0, "receptacle", size=[0.5, 0.02, 0.3], interactable=True)
    belief, _, skills = team(
        OPEN, Shelf_1=full, Desk_1=thing("Desk", 0.0, 3.0, 0.4, "receptacle", size=[1.5, 0.8, 0.8]),
        Vase_1=thing("Vase", 0.0, 1.0, 1.1, on="Shelf_1"), Box_1=thing("Box", 2.0))
    robot, box = belief.robots["Alice"], belief.items["Box_1"]
    assert [p.name for p in skills.places(robot, box, where)] == ["Desk_1", "Shelf_1"]
    robot.held, robot.last = "Box_1", Action("PutObject", "Shelf_1")
    robot.success, robot.failure = False, "no-room"
    skills.learn(robot)
    assert skills.refuses(belief.items["Shelf_1"], box)


@pytest.mark.parametrize(("pitch", "least"), [(30.0, 2), (-30.0, TRIES)])
def test_a_refusal_says_more_with_a_free_spot_in_view(pitch: float, least: int) -> None:
    desk = thing("Desk", 0.0, 1.0, 0.4, "receptacle", size=[1.5, 0.8, 0.8], interactable=True)
    belief, _, skills = team(OPEN, pitch=pitch, Desk_1=desk, Vase_1=thing("Vase", 2.0))
    robot, vase, place = belief.robots["Alice"], *map(belief.items.get, ("Vase_1", "Desk_1"))
    assert vase is not None
    assert place is not None
    robot.held, robot.last = "Vase_1", Action("PutObject", "Desk_1")
    robot.success, robot.failure = False, "no-room"
    refused = 0
    while not skills.refuses(place, vase):
        skills.learn(robot)
        refused += 1
    assert refused == least


def test_who_cannot_walk_with_what_it_holds_steps_back_first() -> None:
    robot = Robot("Alice", held="Box_1", last=Action("NavigateTo", "Desk_1"), success=False,
                  failure="blocked")
    assert robot.stuck
    robot.before = (0.5, 0.0)
    assert not robot.stuck
    robot.before, robot.held = robot.position, ""
    assert not robot.stuck


# -- getting at things --------------------------------------------------------------------------


def test_low_things_need_the_steeper_look_the_nearer_they_are() -> None:
    belief, _, _ = team(OPEN, Drawer_1=DRAWER)
    drawer = belief.items["Drawer_1"]
    assert aim(Pose(0.0, 0.0, 0.0, 0.0), drawer) == ["LookDown(30)"]
    assert aim(Pose(0.0, -0.6, 0.0, 0.0), drawer) == []
    assert aim(Pose(0.0, -0.6, 90.0, 0.0), drawer) == ["Rotate(Left)"]
    assert aim(Pose(0.0, -0.6, 90.0, 0.0), drawer, turning=False) is None
    assert gap(0.0, 0.0, drawer) == pytest.approx(0.4)
    assert not shown(Pose(0.0, 0.0, 0.0, -30.0), drawer)


def test_what_is_hidden_in_the_picture_is_looked_at_from_farther_off() -> None:
    belief, _, skills = team(OPEN, pitch=30.0, Drawer_1=DRAWER)
    robot, drawer = belief.robots["Alice"], belief.items["Drawer_1"]
    skills.last_walk["Alice"] = "Drawer_1"
    assert action(skills.reach(robot, drawer, "")) == "Move(Back)"
    belief.update({"Alice": seen(1, pitch=30.0, last="Move(Back)", failure="blocked")})
    skills.learn(robot)
    assert action(skills.reach(robot, drawer, "")) != "Move(Back)"  # no wall is run into twice


def test_a_glass_door_is_opened_where_a_walk_did_not_bring_what_is_near_it_into_reach() -> None:
    door = thing("ShowerDoor", 0.0, 0.6, 1.0, "openable", interactable=True)
    belief, _, skills = team(OPEN, ShowerDoor_1=door,
                             ShowerHead_1=thing("ShowerHead", 0.0, 1.0, 1.2, "toggleable"))
    robot, item = belief.robots["Alice"], belief.items["ShowerHead_1"]
    skills.last_walk["Alice"] = "ShowerHead_1"
    assert action(skills.reach(robot, item, "")) == "OpenObject(ShowerDoor_1)"
    belief.items["ShowerDoor_1"].states["isOpen"] = True
    assert "ShowerDoor" not in action(skills.reach(robot, item, ""))


def test_nothing_is_put_aside_into_the_bin() -> None:
    belief, _, skills = team(OPEN, Cup_1=thing("Cup"), GarbageCan_1=place("GarbageCan", 0.5),
                             Desk_1=place("Desk", 3.0))
    alice = belief.robots["Alice"]
    alice.held = "Cup_1"
    assert action(skills.put_down(alice)) == "NavigateTo(Desk_1)"
    alice.held = ""
    assert skills.put_down(alice) is None


# -- places -------------------------------------------------------------------------------------


def place(kind: str, z: float, size: float = 0.6) -> dict[str, Any]:
    return thing(kind, 0.0, z, 0.9, "receptacle", size=[size, 0.4, size])


PUT_AWAY = Goal("", ((Placed(Selection(("Pan",), "all"), Location(
    "home", homes={"Pan": ("StoveBurner", "Cabinet", "Shelf")})),),))


def home_of_the_pan(skills: Skills, belief: Belief) -> str:
    subgoal = skills.tracker.subgoals[0]
    assert isinstance(subgoal, Placed)
    target, *_ = skills.places(belief.robots["Alice"], belief.items["Pan_1"], subgoal.target)
    assert isinstance(target, Item)
    return target.name


def test_where_there_is_no_room_another_home_is_taken() -> None:
    belief, _, skills = team(PUT_AWAY, Pan_1=thing("Pan"), Cabinet_1=place("Cabinet", 2.0),
                             Shelf_1=place("Shelf", 4.0))
    assert home_of_the_pan(skills, belief) == "Cabinet_1"  # the best home, though farther off
    skills.cramped["Pan_1", "Cabinet_1"] = 1
    assert home_of_the_pan(skills, belief) == "Shelf_1"


def test_what_holds_one_thing_only_is_full_before_anybody_tries() -> None:
    belief, _, skills = team(
        PUT_AWAY, Pan_1=thing("Pan"), StoveBurner_1=place("StoveBurner", 2.0, 0.2),
        StoveBurner_2=place("StoveBurner", 4.0, 0.2), Pot_1=thing("Pot", on="StoveBurner_1"))
    assert home_of_the_pan(skills, belief) == "StoveBurner_2"
    belief.items["Pot_1"].held_by, belief.items["Pot_1"].parent_names = "Alice", ()
    assert home_of_the_pan(skills, belief) == "StoveBurner_1"


@pytest.mark.parametrize(("length", "home"), [(0.5, "Shelf_1"), (0.4, "Cabinet_1")])
def test_a_thing_goes_into_no_container_that_is_narrower(length: float, home: str) -> None:
    belief, _, skills = team(
        PUT_AWAY, Pan_1=thing("Pan", size=[0.2, 0.1, length]), Cabinet_1=place("Cabinet", 2.0, 0.4),
        Shelf_1=place("Shelf", 4.0, 0.4))  # over whose edge it may stand
    assert home_of_the_pan(skills, belief) == home


@pytest.mark.parametrize("basin", [True, False])
def test_a_sink_that_holds_nothing_itself_leads_to_its_basin(basin: bool) -> None:
    there: dict[str, Any] = {"SinkBasin_1": place("SinkBasin", 1.0)} if basin else {}
    subgoal = put("Apple", "Sink", relation="in")
    belief, _, skills = team(Goal("", ((subgoal,),)), Apple_1=thing("Apple"),
                             Sink_1=thing("Sink", 0, 1, 0.9, "none"), **there)
    assert basin is not bool(
        skills.places(belief.robots["Alice"], belief.items["Apple_1"], subgoal.target))


def test_a_place_nobody_gets_to_is_no_home_for_what_is_in_the_hand() -> None:
    where = Location("home", homes={"Mug": ("Shelf",)}, spare={"Mug": ("Desk",)})
    goal = Goal("", ((Placed(Selection(("Mug",), "the"), where),),))
    chairs: dict[str, Any] = {f"Chair_{n}": thing("Chair", n, 0) for n in range(9)}
    belief, tracker, skills = team(goal, **chairs)
    belief.landmarks["mark-shelf"] = landmark("Shelf", (1.0, 0.5, 3.0), (0.4, 0.2, 0.4))
    tracker.absent = {"Shelf"}  # none has a name
    robot = belief.robots["Alice"]
    assert tracker.homes(where, "Mug") == ("Shelf",)
    robot.held = "Mug_1"
    belief.robots["Bob"] = Robot("Bob", (5.0, 5.0))

    (mark,) = belief.marks(["Shelf"])
    walks = [skills.approach(robot, mark) for _ in range(TRIES + 1)]
    assert [w is not None for w in walks] == [True] * TRIES + [False]
    assert tracker.homes(where, "Mug") == ("Shelf", "Desk")


# -- what failures say --------------------------------------------------------------------------


def tell(robot: Robot, verb: str, failure: str = "", walked_m: float = 0.0) -> Robot:
    robot.before, robot.position = robot.position, (robot.position[0] + walked_m, 0.0)
    robot.last = Action(verb, "Cup_1")
    robot.success, robot.failure = not failure, failure
    return robot


def test_a_walk_that_got_nearer_is_not_vain() -> None:
    belief, _, skills = team(OPEN, Cup_1=thing("Cup", 3.0, 0.0))
    alice = belief.robots["Alice"]
    skills.learn(tell(alice, "NavigateTo", "failed", 1.0))
    assert skills.attempts["Alice", "Cup_1"] == 0
    assert skills.last_walk == {}
    skills.learn(tell(alice, "NavigateTo", "", 1.0))
    assert skills.last_walk == {"Alice": "Cup_1"}


def test_what_failed_too_often_is_left_to_another() -> None:
    belief, _, skills = team(OPEN, ("Alice", "Bob"), Cup_1=thing("Cup", 3.0, 0.0))
    alice, bob = belief.robots.values()
    for _ in range(PATIENCE):
        assert skills.patient(alice, "Cup_1")
        skills.learn(tell(alice, "PickupObject", "not-visible"))
    assert [skills.patient(r, "Cup_1") for r in (alice, bob)] == [False, True]
