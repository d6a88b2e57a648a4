"""Whole rooms: where things belong in a room, what is worth opening, what was not looked into."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest
from household_episodes import run_case

from domains.household.belief.belief import Belief, Item, item_of
from domains.household.belief.coverage import Coverage
from domains.household.belief.prior import Prior, RoomCounts
from domains.household.goal import Goal, Location, Placed
from domains.household.policy.goals import Tracker
from domains.household.policy.skills import Skills
from domains.household.policy.surveying import LOOK, Survey
from domains.household.referee.final_state import FinalState
from domains.household.thor.engine import Engine
from translators.mapthor.compile import compile_instruction
from translators.mapthor.places import everything, home


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
    goal = Goal("", ((Placed(everything(), home(avoid)),),))
    state = FinalState(goal, objects)
    _, reached = state.atoms(objects)
    assert any(a.startswith("Apple") for a in reached) is stays
    tracker = Tracker(goal, believed(("Apple_1", "Apple", entry("Apple", "GarbageCan"))))
    assert tracker.holds(goal.subgoals[0], tracker.belief.items["Apple_1"]) is stays


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


def test_what_was_not_looked_into_is_said() -> None:
    trace = io.StringIO()
    record = run_case({"instruction": "Tidy up the room", "floor_plan": "SmallKitchen",
                       "agents": 2, "max_steps": 60}, trace)
    assert record.success
    assert record.believed_success
    last = json.loads(trace.getvalue().splitlines()[-2])
    assert last["reasons"]["Alice"].startswith("nothing is left to do")


def test_the_judge_leaves_to_the_closer_wish_what_both_are_about() -> None:
    goal = compile_instruction("Clear the table and tidy up the room")
    table, room = goal.subgoals
    assert goal.left_to(room) == (table,)
    assert goal.left_to(table) == ()
    alone = replace(goal, stages=((room,), (table,)))
    assert alone.left_to(room) == ()
