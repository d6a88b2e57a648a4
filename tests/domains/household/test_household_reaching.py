"""Getting at things: camera turns, steps back, what hides what; no simulator needed."""

from __future__ import annotations

from typing import Any

import pytest

from domains.household.belief.belief import Belief, Item, Landmark, Robot
from domains.household.belief.camera import Pose, aim, gap, shown
from domains.household.belief.coverage import Coverage
from domains.household.belief.meanings import ORIENT
from domains.household.belief.prior import Prior
from domains.household.goal import Goal, HasState, Location, Placed, Selection
from domains.household.policy.crews import Crews
from domains.household.policy.goals import Task, Tracker
from domains.household.policy.reaching import VISITS
from domains.household.policy.search_targets import search_targets
from domains.household.policy.skills import Skills
from domains.household.policy.surveying import Survey

OPEN = HasState(Selection(("Drawer",), "all"), "isOpen", True)


def entry(kind: str, centre: tuple[float, float, float], **more: Any) -> dict[str, Any]:
    """Return what a robot sees of an object out of its reach."""
    return {"type": kind, "position": list(centre), "centre": list(centre),
            "size": [0.4, 0.2, 0.4], "distance": 1.0, "interactable": False,
            "can": ["openable", "receptacle"], "parents": [], "parent_names": [],
            "states": {"isOpen": False, "isToggled": False, "isSliced": False,
                       "isPickedUp": False}, **more}


def seen(step: int = 0, place: tuple[float, float] = (0.0, 0.0), pitch: float = 0.0,
         last: str = "", failure: str = "", **entries: dict[str, Any]) -> dict[str, Any]:
    """One robot's observation, looking north."""
    return {"step": step, "position": list(place), "yaw": 0.0, "pitch": pitch,
            "held": "nothing", "seen": entries, "glimpsed": {}, "landmarks": [],
            "last": {"action": last, "success": not failure, "failure": failure}}


def team(goal: Goal, **observation: Any) -> tuple[Belief, Tracker, Skills]:
    belief = Belief(["Alice"])
    belief.update({"Alice": seen(**observation)})
    tracker = Tracker(goal, belief)
    return belief, tracker, Skills(belief, tracker)


def test_low_things_need_the_steeper_look_the_nearer_they_are() -> None:
    belief, _, _ = team(Goal("", ((OPEN,),)), Drawer_1=entry("Drawer", (0.0, 0.8, 0.6)))
    drawer = belief.items["Drawer_1"]
    assert aim(Pose(0.0, 0.0, 0.0, 0.0), drawer) == ["LookDown(30)"]
    assert aim(Pose(0.0, -0.6, 0.0, 0.0), drawer) == []
    assert aim(Pose(0.0, -0.6, 90.0, 0.0), drawer) == ["Rotate(Left)"]
    assert aim(Pose(0.0, -0.6, 90.0, 0.0), drawer, turning=False) is None
    assert gap(0.0, 0.0, drawer) == pytest.approx(0.4)
    assert not shown(Pose(0.0, 0.0, 0.0, -30.0), drawer)


def test_what_is_hidden_in_the_picture_is_looked_at_from_farther_off() -> None:
    drawer = entry("Drawer", (0.0, 0.8, 0.6))
    belief, _, skills = team(Goal("", ((OPEN,),)), pitch=30.0, Drawer_1=drawer)
    skills.last_walk["Alice"] = "Drawer_1"
    robot = belief.robots["Alice"]
    step = skills.reach(robot, belief.items["Drawer_1"], "")
    assert step is not None
    assert step.action == "Move(Back)"
    belief.update({"Alice": seen(1, pitch=30.0, last="Move(Back)", failure="blocked")})
    skills.learn(robot)
    again = skills.reach(robot, belief.items["Drawer_1"], "")
    assert again is not None
    assert again.action != "Move(Back)"  # a wall is not run into twice


def test_a_glass_door_is_opened_where_a_walk_did_not_bring_what_is_near_it_into_reach() -> None:
    head = entry("ShowerHead", (0.0, 1.2, 1.0), can=["toggleable"])
    door = {**entry("ShowerDoor", (0.0, 1.0, 0.6)), "interactable": True, "can": ["openable"]}
    goal = Goal("", ((HasState(Selection(("ShowerHead",)), "isToggled", True),),))
    belief, _, skills = team(goal, ShowerHead_1=head, ShowerDoor_1=door)
    robot, item = belief.robots["Alice"], belief.items["ShowerHead_1"]
    skills.last_walk["Alice"] = "ShowerHead_1"
    step = skills.reach(robot, item, "")
    assert step is not None
    assert step.action == "OpenObject(ShowerDoor_1)"
    belief.items["ShowerDoor_1"].states["isOpen"] = True
    step = skills.reach(robot, item, "")
    assert step is not None
    assert "ShowerDoor" not in step.action


def _tomato(kind: str = "Tomato", *, cut: bool = False, **more: Any) -> dict[str, Any]:
    states = {"isOpen": False, "isToggled": False, "isSliced": cut, "isPickedUp": False}
    return entry(kind, (0.0, 0.9, 0.6), can=["pickupable", "sliceable"], states=states, **more)


def test_a_place_that_is_named_is_taken_to_be_there() -> None:
    named = Goal("", ((Placed(Selection(("Tomato",)), Location("on", Selection(("Sofa",)))),),))
    home = Goal("", ((Placed(Selection(("Tomato",)), Location(
        "home", homes={"Tomato": ("Fridge",)})),),))
    for goal, presupposed in ((named, True), (home, False)):
        _, tracker, _ = team(goal, Tomato_1=_tomato())
        places = [t for t in search_targets(tracker) if t.kind in ("Sofa", "Fridge")]
        assert [t.presupposed for t in places] == [presupposed]


def test_a_thing_told_by_where_it_lies_is_known_in_a_later_stage_too() -> None:
    on_bed = Selection(("Tomato",), located=Location("on", Selection(("Bed",))))
    goal = Goal("", ((Placed(on_bed, Location("on", Selection(("Desk",)))),),
                     (HasState(on_bed, "isSliced", True),)))
    belief, tracker, _ = team(goal, Tomato_1=_tomato(parents=["Bed"]))
    assert tracker.open_tasks()
    item = belief.items["Tomato_1"]
    item.parents, item.touched = ("Desk",), True
    tracker.advance()
    assert [t.item for t in tracker.open_tasks()] == ["Tomato_1"]


def test_a_piece_stands_for_what_was_sliced_before_it_is_put_somewhere() -> None:
    there = Location("on", Selection(("Plate",)))
    goal = Goal("", ((Placed(Selection(("Tomato",)), there),),))
    _, tracker, _ = team(goal, Tomato_1=_tomato(cut=True), TomatoSliced_1=_tomato("TomatoSliced"),
                         TomatoSliced_2=_tomato("TomatoSliced"))
    assert len(tracker.open_tasks()) == 1
    assert tracker.open_tasks()[0].item.startswith("TomatoSliced")
    _, tracker, _ = team(goal, Tomato_1=_tomato(cut=True), TomatoSliced_1=_tomato("TomatoSliced"),
                         TomatoSliced_2=_tomato("TomatoSliced", parents=["Plate"]))
    assert not tracker.open_tasks()


def test_burners_are_looked_at_when_a_switch_is_on_and_none_is_known_to_be() -> None:
    lit = Location("on", Selection(("StoveBurner",), "some", states=(("isToggled", True),)))
    goal = Goal("", ((Placed(Selection(("Pan",)), lit),
                      HasState(Selection(("StoveKnob",), "some"), "isToggled", True)),))
    states = {"isOpen": False, "isSliced": False, "isPickedUp": False}
    burner = entry("StoveBurner", (0.0, 0.9, 2.0), states={**states, "isToggled": False})
    for on in (False, True):
        knob = entry("StoveKnob", (0.0, 1.0, 2.0), states={**states, "isToggled": on})
        belief, tracker, skills = team(goal, StoveBurner_1=burner, StoveKnob_1=knob)
        coverage = Coverage(belief)
        survey = Survey(belief, tracker, skills, coverage, Prior())
        assert [i.name for i in survey.left() if isinstance(i, Item)] == ["StoveBurner_1"] * on
    belief.items["StoveBurner_1"].states["isToggled"] = True
    assert not survey.left()


def test_what_was_put_where_it_is_on_counts_though_it_is_switched_off_afterwards() -> None:
    burner, knob = Selection(("StoveBurner",), states=(("isToggled", True),)), ("StoveKnob",)
    put = Placed(Selection(("Pan",)), Location("on", burner))
    off = HasState(Selection(knob), "isToggled", False)
    assert Goal("", ((put,), (off,))).passing == (True, False)
    assert Goal("", ((put,), (HasState(Selection(knob), "isToggled", True),))).passing == (
        False, False)


def test_a_lower_drawer_is_opened_before_the_one_above_it() -> None:
    belief, tracker, _ = team(
        Goal("", ((OPEN,),)), Drawer_1=entry("Drawer", (0.0, 0.9, 1.0)),
        Drawer_2=entry("Drawer", (0.0, 0.6, 1.0)), Drawer_3=entry("Drawer", (2.0, 0.3, 1.0)))
    tasks = {t.item: t for t in tracker.open_tasks()}
    assert set(tasks) == set(belief.items)
    assert [t.item for t in tracker.waits(tasks["Drawer_1"], tasks.values())] == ["Drawer_2"]
    assert tracker.waits(tasks["Drawer_2"], tasks.values()) == []
    assert tracker.waits(tasks["Drawer_3"], tasks.values()) == []


def test_the_central_counter_is_chosen_after_looking_round() -> None:
    counters = Selection(("CounterTop",), "the", central=True)
    goal = Goal("", ((Placed(Selection(("Apple",), "all", located=Location("on", counters)),
                             Location("home")),),))
    near: dict[str, Any] = {"CounterTop_1": entry("CounterTop", (0.0, 0.9, 1.0))}
    far: dict[str, Any] = {"CounterTop_2": entry("CounterTop", (3.0, 0.9, 1.0)),
           "Fridge_1": entry("Fridge", (6.0, 0.0, 1.0))}
    belief, tracker, _ = team(goal, **near)
    assert tracker.central(counters) is None
    belief.update({"Alice": seen(ORIENT, **near, **far)})
    assert tracker.central(counters) == belief.items["CounterTop_2"]
    belief.update({"Alice": seen(ORIENT + 1, Door_1=entry("Door", (-9.0, 0.0, 1.0)))})
    assert tracker.central(counters) == belief.items["CounterTop_2"]  # no second thoughts


def test_where_there_is_no_room_another_home_is_taken() -> None:
    homes = Location("home", homes={"Mug": ("Shelf", "Desk")})
    goal = Goal("", ((Placed(Selection(("Mug",), "the"), homes),),))
    belief, tracker, skills = team(
        goal, Shelf_1=entry("Shelf", (0.0, 0.9, 1.0)), Desk_1=entry("Desk", (0.0, 0.9, 2.0)),
        Mug_1=entry("Mug", (1.0, 0.9, 1.0), can=["pickupable"]))
    robot, mug = belief.robots["Alice"], belief.items["Mug_1"]
    assert tracker.open_tasks() == [Task(goal.subgoals[0], "Mug_1", "place")]
    assert skills.target(robot, mug, homes) == belief.items["Shelf_1"]
    skills.cramped["Mug_1", "Shelf_1"] = 2
    assert skills.target(robot, mug, homes) == belief.items["Desk_1"]


def test_a_place_nobody_gets_to_is_no_home_for_what_is_in_the_hand() -> None:
    where = Location("home", homes={"Mug": ("Shelf",)}, spare={"Mug": ("Desk",)})
    goal = Goal("", ((Placed(Selection(("Mug",), "the"), where),),))
    belief, tracker, skills = team(goal, **{f"Chair_{n}": entry("Chair", (n, 0.5, 0.0))
                                            for n in range(9)})
    belief.landmarks["Shelf", 4, 12] = Landmark("Shelf", (1.0, 0.5, 3.0), (0.4, 0.2, 0.4))
    tracker.absent = {"Shelf"}  # none has a name
    robot = belief.robots["Alice"]
    assert tracker.homes(where, "Mug") == ("Shelf",)
    robot.held = "Mug_1"
    belief.robots["Bob"] = Robot("Bob", (5.0, 5.0))

    def approach(failure: str) -> bool:
        step = skills.approach(robot, belief.marks(["Shelf"])[0])
        if step is None:
            return False
        robot.last_verb, robot.last_object = "NavigateTo", step.action[11:-1]
        robot.success, robot.failure = not failure, failure
        skills.learn(robot)
        return True

    assert all(approach("no-actions") for _ in range(VISITS))  # others were in the way
    assert [approach("") for _ in range(VISITS + 1)] == [True] * VISITS + [False]
    assert tracker.homes(where, "Mug") == ("Shelf", "Desk")


def test_things_that_share_a_bowl_are_sliced_before_they_are_put_there() -> None:
    """The pieces of one thing fill a bowl; alone it is sliced where it is put."""
    bowl = Location("in", Selection(("Bowl",)))
    both = [Placed(Selection((kind,)), bowl) for kind in ("Tomato", "Lettuce")]
    cut = [HasState(Selection((kind,)), "isSliced", True) for kind in ("Tomato", "Lettuce")]
    for things, first in ((1, "place"), (2, "state")):
        goal = Goal("", ((*cut[:things], *both[:things]),))
        _, tracker, _ = team(goal, Tomato_1=_tomato(), Lettuce_1=_tomato("Lettuce"))
        tasks = [t for t in tracker.open_tasks() if t.item == "Tomato_1"]
        assert [t.kind for t in tasks if not tracker.waits(t, tasks)] == [first]


def test_who_holds_a_thing_that_is_to_be_sliced_has_the_task_of_it() -> None:
    goal = Goal("", ((HasState(Selection(("Tomato",)), "isSliced", True),),))
    belief = Belief(["Alice", "Bob"])
    belief.update({"Alice": seen(Tomato_1=_tomato()), "Bob": seen()})
    tracker = Tracker(goal, belief)
    crews = Crews(belief, Skills(belief, tracker))
    (task,), item = tracker.open_tasks(), belief.items["Tomato_1"]
    for holder, able in (("", [True, True]), ("Alice", [True, False])):
        item.held_by = holder
        assert [crews.able(r, task, item) for r in belief.robots.values()] == able


def test_a_thing_on_the_floor_is_looked_for_though_another_lies_elsewhere() -> None:
    down = Selection(("Tomato",), "some", located=Location("on", Selection(("Floor",))))
    goal = Goal("", ((Placed(down, Location("on", Selection(("Sofa",)))),),))
    for place, sought in (("Desk", True), ("Floor", False)):
        _, tracker, _ = team(goal, Tomato_1=_tomato(parents=[place]))
        assert ("Tomato" in {t.kind for t in search_targets(tracker)}) is sought


def test_a_holder_for_other_things_is_not_looked_for() -> None:
    goal = Goal("", ((Placed(Selection(("Tomato",)), Location(
        "on", Selection(("Sofa", "Plate")))),),))
    _, tracker, _ = team(goal, Tomato_1=_tomato())
    sought = {t.kind for t in search_targets(tracker, {"Tomato": frozenset({"Plate"})})}
    assert "Plate" in sought
    assert "Sofa" not in sought
