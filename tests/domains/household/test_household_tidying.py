"""Whole rooms: where things belong in a room, what is worth opening, what was not looked into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from domains.household.belief.belief import Belief, Item, item_of
from domains.household.belief.camera import pose_of, turned
from domains.household.belief.coverage import Coverage
from domains.household.belief.prior import Prior, RoomCounts
from domains.household.goal import Goal, Location, Placed
from domains.household.policy.goals import Tracker
from domains.household.policy.skills import Skills
from domains.household.policy.surveying import LOOK, Survey
from domains.household.referee.final_state import FinalState
from domains.household.thor.engine import Engine
from translators.mapthor.compile import compile_instruction
from translators.mapthor.whereabouts import home

EVERYTHING = compile_instruction("Put everything away").subgoals[0].what


def entry(kind: str, *parents: str, can: tuple[str, ...] = ("pickupable",)) -> dict[str, Any]:
    return {"type": kind, "position": (0.0, 1.0, 2.0), "size": (0.4, 0.4, 0.4),
            "centre": (0.0, 1.0, 2.0), "can": can, "parents": list(parents), "parent_names": [],
            "states": {"isOpen": False, "isPickedUp": False, "isSliced": False}}


def believed(*records: tuple[str, str, dict[str, Any]]) -> Belief:
    belief = Belief(["Alice"])
    for name, _, record in records:
        belief.items[name] = item_of(name, record)
    return belief


def test_a_room_without_a_home_has_a_spare_one() -> None:
    where = Location("home", homes={"Plate": ("Cabinet",)}, spare={"Plate": ("Desk",)})
    assert where.homes_of("Plate", {"Cabinet", "Desk"}) == ("Cabinet",)
    assert where.homes_of("Plate", {"Desk"}) == ("Cabinet", "Desk")
    assert where.homes_of("Vase", {"Desk"}) == ()


def test_the_team_looks_for_a_home_before_it_takes_a_spare_one() -> None:
    goal = compile_instruction("Tidy up the room")
    belief = believed(("Plate_1", "Plate", entry("Plate", "Desk")))
    tracker = Tracker(goal, belief)
    subgoal, plate = goal.subgoals[0], belief.items["Plate_1"]
    assert not tracker.holds(subgoal, plate)
    tracker.absent |= set(tracker.places(subgoal, "Plate"))  # looked for in vain
    assert tracker.holds(subgoal, plate)


@pytest.mark.parametrize(("avoid", "stays"), [((), True), (("GarbageCan",), False)])
def test_what_was_thrown_away_stays_so(avoid: tuple[str, ...], stays: bool) -> None:
    engine = Engine()
    engine.reset("SmallKitchen", agentCount=1)
    assert engine.world is not None
    objects = [dict(b.record) for b in engine.world.bodies]
    bin_ = next(o["objectId"] for o in objects if o["objectType"] == "GarbageCan")
    apple = next(o for o in objects if o["objectType"] == "Apple")
    apple["parentReceptacles"] = [bin_]
    goal = Goal("", ((Placed(EVERYTHING, home(avoid)),),))
    state = FinalState(goal, objects)
    _, reached = state.atoms(objects)
    assert any(a.startswith("Apple") for a in reached) is stays
    tracker = Tracker(goal, believed(("Apple_1", "Apple", entry("Apple", "GarbageCan"))))
    assert tracker.holds(goal.subgoals[0], tracker.belief.items["Apple_1"]) is stays


@pytest.mark.parametrize(("place", "stays"), [("Cabinet", True), ("Floor", False)])
def test_what_lies_where_it_belongs_may_stay_though_nobody_could_put_it_there(
    place: str, stays: bool
) -> None:
    where = home()
    assert "Cabinet" in where.kept["PaperTowelRoll"]
    assert "Cabinet" not in where.homes["PaperTowelRoll"]
    goal = Goal("", ((Placed(EVERYTHING, where),),))
    tracker = Tracker(goal, believed(("Roll_1", "PaperTowelRoll", entry("PaperTowelRoll", place))))
    assert tracker.holds(goal.subgoals[0], tracker.belief.items["Roll_1"]) is stays
    objects = [{**entry("PaperTowelRoll"), "objectId": "r", "objectType": "PaperTowelRoll",
                "parentReceptacles": ["p"], "isSliced": False, "isPickedUp": False,
                "pickupable": True},
               {"objectId": "p", "objectType": place, "parentReceptacles": None,
                "isSliced": False, "isPickedUp": False, "pickupable": False}]
    _, reached = FinalState(goal, objects).atoms(objects)
    assert bool(reached) is stays


def table(seen: Sequence[str], *others: dict[str, Any]) -> Survey:
    """Have a robot look down at a table of 2 m that begins 1 m ahead."""
    long = {**entry("DiningTable", can=("receptacle",)), "position": (0.0, 0.9, 1.4),
            "centre": (0.0, 0.4, 1.4), "size": (2.0, 0.8, 0.8)}
    belief = believed(("DiningTable_1", "DiningTable", long),
                      *((f"{r['type']}_1", r["type"], r) for r in others))
    robot = belief.robots["Alice"]
    robot.position, robot.pitch = (0.0, 0.0), 30.0
    robot.view = {n: {"interactable": False} for n in seen}
    tracker = Tracker(compile_instruction("Clear the table"), belief)
    return Survey(belief, tracker, Skills(belief, tracker), Coverage(belief), Prior())


def test_a_corner_behind_something_was_not_looked_at() -> None:
    screen = {**entry("Fridge", can=("receptacle",)), "position": (0.4, 0.0, 0.6),
              "centre": (0.4, 1.0, 0.6), "size": (0.4, 2.0, 0.2)}
    open_, hidden = table(["DiningTable_1"]), table(["DiningTable_1"], screen)
    for looks in (open_, hidden):
        looks.update()
    assert {p[0] for p in open_.parts["DiningTable_1"]} == {-0.8, 0.8}
    assert {p[0] for p in hidden.parts["DiningTable_1"]} == {-0.8}


def test_a_robot_at_a_place_looks_at_its_corners_one_after_the_other() -> None:
    looks = table([])
    looks.skills.last_walk["Alice"] = "DiningTable_1"
    robot, item = looks.belief.robots["Alice"], looks.belief.items["DiningTable_1"]
    robot.position = (0.0, 0.7)
    looks.update()
    done: list[str] = []
    while (step := looks.step(robot, item)) is not None and len(done) < 8:
        done.append(step.action)
        robot.yaw, robot.pitch = next(
            (p.yaw, p.pitch) for name, p in turned(pose_of(robot)) if name == step.action)
        looks.update()
    assert "DiningTable_1" in looks.done
    assert len(done) <= 4


def survey(prior: Prior) -> Survey:
    belief = believed(*((f"{k}_{n}", k, entry(k, can=("openable", "receptacle")))
                        for k in ("Cabinet", "Drawer") for n in (1, 2)))
    tracker = Tracker(compile_instruction("Tidy up the room"), belief)
    return Survey(belief, tracker, Skills(belief, tracker), Coverage(belief), prior)


def test_containers_are_opened_while_that_is_worth_the_steps() -> None:
    rooms = [RoomCounts("a", {"Cabinet": 200, "Drawer": 20, "Apple": 8},
                        {"Apple": {"Drawer": 8}})]
    looks = survey(Prior(rooms))
    assert [p.name for p in looks.left() if isinstance(p, Item)] == ["Drawer_1", "Drawer_2"]
    assert looks.unopened(looks.tracker.subgoals[0]) == [
        "Cabinet_1", "Cabinet_2", "Drawer_1", "Drawer_2"]
    assert len(survey(Prior()).left()) == 4  # nothing is known of rooms: look


def test_a_find_makes_further_looks_worthwhile() -> None:
    looks = survey(Prior([RoomCounts("a", {"Cabinet": 400}, {})]))
    subgoal = looks.tracker.subgoals[0]
    before = looks.chance(subgoal, "Cabinet")
    looks.belief.items["Apple_1"] = item_of("Apple_1", entry("Apple", "Cabinet"))
    looks.coverage.inspected.add("Cabinet_1")
    assert before < LOOK * 0.004 < looks.chance(subgoal, "Cabinet")


def test_the_judge_leaves_to_the_closer_wish_what_both_are_about() -> None:
    goal = compile_instruction("Clear the table and tidy up the room")
    table, room = goal.subgoals
    assert goal.left_to(room) == (table,)
    assert goal.left_to(table) == ()
    alone = replace(goal, stages=((room,), (table,)))
    assert alone.left_to(room) == ()
