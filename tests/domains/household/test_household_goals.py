"""What is meant, what is left to do, and what has to be found; no simulator needed."""

from dataclasses import replace
from typing import Any

import pytest
from household_scenes import put, record, seen, team, thing

from domains.household.belief.prior import Prior
from domains.household.goal import Goal, HasState, Location, Placed, Selection
from domains.household.policy.exploring import Explorer, SearchTarget
from domains.household.policy.goals import ORIENT
from domains.household.policy.skills import Skills
from domains.household.referee.final_state import FinalState
from domains.household.thor.engine import Engine
from translators.mapthor.compile import compile_instruction
from translators.mapthor.ontology import home

EVERYTHING = compile_instruction("Put everything away").subgoals[0].what
TOMATO = thing("Tomato", 0.0, 0.6, 0.9, "pickupable", "sliceable")


def sliced(kind: str) -> HasState:
    return HasState(Selection((kind,)), "isSliced", True)


def targets(skills: Skills) -> list[SearchTarget]:
    return Explorer(skills.belief, Prior(), skills).targets()


# -- what has to be found -----------------------------------------------------------------------


@pytest.mark.parametrize(("where", "presupposed"), [
    (Location("on", Selection(("Sofa",))), True),
    (Location("home", homes={"Tomato": ("Fridge",)}), False)])
def test_a_place_that_is_named_is_taken_to_be_there(where: Location, presupposed: bool) -> None:
    _, _, skills = team(Goal("", ((Placed(Selection(("Tomato",)), where),),)), Tomato_1=TOMATO)
    places = [t for t in targets(skills) if t.kind in ("Sofa", "Fridge")]
    assert [t.presupposed for t in places] == [presupposed]


@pytest.mark.parametrize(("on", "sought"), [("Desk_1", {"Fridge"}), ("Shelf_1", set())])
def test_better_homes_than_those_known_are_looked_for(on: str, sought: set[str]) -> None:
    homes = {"Tomato": ("Fridge", "Shelf", "CounterTop")}
    goal = Goal("", ((Placed(Selection(("Tomato",)), Location("home", homes=homes)),),))
    _, _, skills = team(goal, Shelf_1=thing("Shelf", 1.0, 1.0), Tomato_1=thing("Tomato", on=on))
    assert {t.kind for t in targets(skills)} - {"Tomato"} == sought


@pytest.mark.parametrize(("place", "sought"), [("Desk_1", True), ("Floor_1", False)])
def test_a_thing_on_the_floor_is_looked_for_though_another_lies_elsewhere(
    place: str, sought: bool
) -> None:
    down = Selection(("Tomato",), "some", located=Location("on", Selection(("Floor",))))
    goal = Goal("", ((Placed(down, Location("on", Selection(("Sofa",)))),),))
    _, _, skills = team(goal, Tomato_1=thing("Tomato", on=place))
    assert ("Tomato" in {t.kind for t in targets(skills)}) is sought


@pytest.mark.parametrize(("place", "sought"), [("Floor", True), ("Desk", False)])
def test_the_floor_is_all_over_the_room(place: str, sought: bool) -> None:
    """"Clear the floor": one look at it does not tell what lies elsewhere on it."""
    goal = compile_instruction(f"Clear the {place}")
    _, _, skills = team(goal, Floor_1=thing("Floor"))
    assert ("everything" in {t.kind for t in targets(skills)}) is sought


@pytest.mark.parametrize(("there", "sure"), [("Sofa", 0.01), ("Roll", 0.25)])
def test_a_thing_is_given_up_sooner_only_where_another_that_will_do_is_known(
    there: str, sure: float
) -> None:
    paper = Selection(("Newspaper",), substitutes={"Newspaper": ("Roll",)})
    _, _, skills = team(Goal("", ((HasState(paper, "isDirty", True),),)), X_1=thing(there))
    assert [t.stop_below for t in targets(skills)] == [sure]


def test_a_holder_for_other_things_is_not_looked_for() -> None:
    _, _, skills = team(Goal("", ((put("Tomato", "Sofa", "Plate"),),)), Tomato_1=TOMATO)
    skills.allowed = {"Tomato": frozenset({"Plate"})}
    found = {t.kind for t in targets(skills)}
    assert "Plate" in found
    assert "Sofa" not in found


def test_burners_are_looked_at_when_a_switch_is_on_and_none_is_known_to_be() -> None:
    lit = Location("on", Selection(("StoveBurner",), "some", states=(("isToggled", True),)))
    goal = Goal("", ((Placed(Selection(("Pan",)), lit),
                      HasState(Selection(("StoveKnob",), "some"), "isToggled", True)),))
    for on in (False, True):
        belief, _, skills = team(goal, StoveBurner_1=thing("StoveBurner", 0, 2),
                                       StoveKnob_1=thing("StoveKnob", 0, 2, isToggled=on))
        survey = Explorer(belief, Prior(), skills)
        assert survey.left() == [belief.items["StoveBurner_1"]] * on
    belief.items["StoveBurner_1"].states["isToggled"] = True
    assert not survey.left()


# -- which things are meant ---------------------------------------------------------------------


def test_a_thing_told_by_where_it_lies_is_known_in_a_later_stage_too() -> None:
    on_bed = Selection(("Tomato",), located=Location("on", Selection(("Bed",))))
    goal = Goal("", ((Placed(on_bed, Location("on", Selection(("Desk",)))),),
                     (HasState(on_bed, "isSliced", True),)))
    belief, tracker, _ = team(goal, Tomato_1={**TOMATO, "parents": ["Bed"]})
    assert tracker.open_tasks()
    item = belief.items["Tomato_1"]
    item.parents, item.touched = ("Desk",), True
    tracker.advance()
    assert [t.item for t in tracker.open_tasks()] == ["Tomato_1"]


@pytest.mark.parametrize(("place", "left"), [("", 1), ("Plate_1", 0)])
def test_a_piece_stands_for_what_was_sliced_before_it_is_put_somewhere(
    place: str, left: int
) -> None:
    cut = thing("Tomato", 0.0, 0.6, 0.9, "pickupable", "sliceable", isSliced=True)
    _, tracker, _ = team(Goal("", ((put("Tomato", "Plate"),),)), Tomato_1=cut,
                         TomatoSliced_1=thing("TomatoSliced"),
                         TomatoSliced_2=thing("TomatoSliced", on=place))
    assert [t.item.partition("_")[0] for t in tracker.open_tasks()] == ["TomatoSliced"] * left


def test_the_central_counter_is_chosen_after_looking_round() -> None:
    counters = Selection(("CounterTop",), "the", central=True)
    goal = Goal("", ((Placed(Selection(("Apple",), "all", located=Location("on", counters)),
                             Location("home")),),))
    near: dict[str, Any] = {"CounterTop_1": thing("CounterTop")}
    far: dict[str, Any] = {"CounterTop_2": thing("CounterTop", 3.0), "Fridge_1": thing("Fridge", 6)}
    belief, tracker, _ = team(goal, **near)
    assert tracker.central(counters) is None
    belief.update({"Alice": seen(ORIENT, **near, **far)})
    assert tracker.central(counters) == belief.items["CounterTop_2"]
    belief.update({"Alice": seen(ORIENT + 1, Door_1=thing("Door", -9.0))})
    assert tracker.central(counters) == belief.items["CounterTop_2"]  # no second thoughts


def test_what_lies_on_furniture_does_not_lie_on_the_floor() -> None:
    floor = Location("on", Selection(("Floor",)))
    goal = Goal("", ((Placed(Selection(("Pillow", "Book", "Box"), "all", located=floor),
                             Location("on", Selection(("Sofa",)))),),))
    room = [record("Floor"), record("Sofa", "Floor"), record("Box", "Floor", pickupable=True),
            record("Pillow", "Sofa", pickupable=True), record("Book", "Box", pickupable=True)]
    assert FinalState(goal, room).chosen == [["Box|1", "Book|1"]]
    belief, tracker, _ = team(
        goal, Sofa_1=thing("Sofa", 0, 1, 0.9, "receptacle", parents=["Floor"]),
        Box_1=thing("Box", parents=["Floor"]), Pillow_1=thing("Pillow", on="Sofa_1"),
        Book_1=thing("Book", on="Box_1"))
    assert {i.name for i in tracker.members(goal.subgoals[0])} == {"Box_1", "Book_1"}
    assert belief.ancestors(belief.items["Pillow_1"]) == {"Sofa", "Sofa_1"}


def test_the_pot_on_the_stove_is_meant_when_it_has_been_moved_as_well() -> None:
    pot = Selection(("Pot",), located=Location("on", Selection(("StoveBurner",))))
    goal = Goal("", ((Placed(pot, Location("on", Selection(("CounterTop",)))),
                      Placed(Selection(("Apple",)), Location("in", pot))),))
    belief, tracker, _ = team(goal, Apple_1=thing("Apple", 2.0),
                              Pot_1=thing("Pot", on="StoveBurner_1"))
    tracker.open_tasks()
    for name, place in (("Pot_1", "CounterTop"), ("Apple_1", "Pot")):
        item = belief.items[name]
        item.touched, item.parents, item.parent_names = True, (place,), (f"{place}_1",)
    assert tracker.open_tasks() == []
    rest = [record("StoveBurner"), record("CounterTop")]
    first = record("Pot", "StoveBurner", pickupable=True)
    final = FinalState(goal, [*rest, first, record("Apple")])
    assert final.verdict([*rest, record("Pot", "CounterTop", pickupable=True),
                          record("Apple", "Pot")])["success"]


# -- what comes first ---------------------------------------------------------------------------


@pytest.mark.parametrize(("later", "passing"), [(False, True), (True, False)])
def test_what_was_put_where_it_is_on_counts_though_it_is_switched_off_afterwards(
    later: bool, passing: bool
) -> None:
    burner = Selection(("StoveBurner",), states=(("isToggled", True),))
    stages = ((Placed(Selection(("Pan",)), Location("on", burner)),),
              (HasState(Selection(("StoveKnob",)), "isToggled", later),))
    assert Goal("", stages).passing == (passing, False)


@pytest.mark.parametrize(("things", "first"), [(1, Placed), (2, HasState)])
def test_things_that_share_a_bowl_are_sliced_before_they_are_put_there(
    things: int, first: type
) -> None:
    """The pieces of one thing fill a bowl; alone it is sliced where it is put."""
    kinds = ("Tomato", "Lettuce")[:things]
    goal = Goal("", ((*map(sliced, kinds), *(put(k, "Bowl", relation="in") for k in kinds)),))
    _, tracker, _ = team(goal, Tomato_1=TOMATO, Lettuce_1={**TOMATO, "type": "Lettuce"})
    tasks = [t for t in tracker.open_tasks() if t.item == "Tomato_1"]
    assert [type(t.subgoal) for t in tasks if not tracker.waits(t, tasks)] == [first]


def test_a_lower_drawer_is_opened_before_the_one_above_it() -> None:
    goal = Goal("", ((HasState(Selection(("Drawer",), "all"), "isOpen", True),),))
    places = {"Drawer_1": (0.0, 0.9), "Drawer_2": (0.0, 0.6), "Drawer_3": (2.0, 0.3)}
    drawers: dict[str, Any] = {n: thing("Drawer", x, 1.0, y, "openable")
                               for n, (x, y) in places.items()}
    _, tracker, _ = team(goal, **drawers)
    tasks = tracker.open_tasks()
    assert {t.item: [w.item for w in tracker.waits(t, tasks)] for t in tasks} == {
        "Drawer_1": ["Drawer_2"], "Drawer_2": [], "Drawer_3": []}


@pytest.mark.parametrize(("holder", "able"), [("", [True, True]), ("Alice", [True, False])])
def test_who_holds_a_thing_that_is_to_be_sliced_has_the_task_of_it(
    holder: str, able: list[bool]
) -> None:
    belief, tracker, skills = team(
        Goal("", ((sliced("Tomato"),),)), ("Alice", "Bob"), Tomato_1=TOMATO)
    (task,), item = tracker.open_tasks(), belief.items["Tomato_1"]
    item.held_by = holder
    assert [skills.able(r, task, item) for r in belief.robots.values()] == able


# -- where things belong ------------------------------------------------------------------------


def test_the_team_looks_for_a_home_before_it_takes_a_spare_one() -> None:
    where = Location("home", homes={"Plate": ("Cabinet",)}, spare={"Plate": ("Desk",)})
    assert where.homes_of("Plate", {"Cabinet", "Desk"}) == ("Cabinet",)
    assert where.homes_of("Plate", {"Desk"}) == ("Cabinet", "Desk")
    assert where.homes_of("Vase", {"Desk"}) == ()
    goal = compile_instruction("Tidy up the room")
    belief, tracker, _ = team(goal, Plate_1=thing("Plate", on="Desk_1"))
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
    _, reached = FinalState(goal, objects).atoms(objects)
    assert any(a.startswith("Apple") for a in reached) is stays
    belief, tracker, _ = team(goal, Apple_1=thing("Apple", on="GarbageCan_1"))
    assert tracker.holds(goal.subgoals[0], belief.items["Apple_1"]) is stays


@pytest.mark.parametrize(("place", "stays"), [("Cabinet", True), ("Floor", False)])
def test_what_lies_where_it_belongs_may_stay_though_nobody_could_put_it_there(
    place: str, stays: bool
) -> None:
    where = home()
    assert "Cabinet" in where.kept["PaperTowelRoll"]
    assert "Cabinet" not in where.homes["PaperTowelRoll"]
    goal = Goal("", ((Placed(EVERYTHING, where),),))
    belief, tracker, _ = team(goal, Roll_1=thing("PaperTowelRoll", on=f"{place}_1"))
    assert tracker.holds(goal.subgoals[0], belief.items["Roll_1"]) is stays
    objects = [record("PaperTowelRoll", place, pickupable=True), record(place)]
    _, reached = FinalState(goal, objects).atoms(objects)
    assert bool(reached) is stays


def test_the_judge_leaves_to_the_closer_wish_what_both_are_about() -> None:
    goal = compile_instruction("Clear the table and tidy up the room")
    table, room = goal.subgoals
    assert goal.left_to(room) == (table,)
    assert goal.left_to(table) == ()
    assert replace(goal, stages=((room,), (table,))).left_to(room) == ()
