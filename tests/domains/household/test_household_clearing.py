"""Making room, looking into things, and what counts as lying on the floor."""

from __future__ import annotations

from typing import Any

from domains.household.belief.belief import Belief, Item
from domains.household.belief.prior import Prior, RoomCounts
from domains.household.goal import Goal, Location, Placed, Selection
from domains.household.policy.clearing import VAIN, Clearing
from domains.household.policy.exploring import Explorer
from domains.household.policy.goals import Tracker
from domains.household.policy.search_targets import SearchTarget
from domains.household.policy.skills import Skills
from domains.household.referee.final_state import FinalState

WASHED = Goal("", ((Placed(Selection(("Apple", "Tomato"), "all"),
                           Location("in", Selection(("SinkBasin",)))),),))


def entry(kind: str, x: float, z: float, y: float = 0.9, **more: Any) -> dict[str, Any]:
    return {"type": kind, "position": [x, y, z], "centre": [x, y, z], "size": [0.2, 0.2, 0.2],
            "distance": 1.0, "interactable": False, "can": ["pickupable"], "parents": [],
            "parent_names": [],
            "states": {"isOpen": False, "isToggled": False, "isSliced": False,
                       "isPickedUp": False}, **more}


def team(goal: Goal, **entries: dict[str, Any]) -> tuple[Belief, Tracker, Skills]:
    belief = Belief(["Alice"])
    belief.update({"Alice": {
        "step": 0, "position": [0.0, 0.0], "yaw": 0.0, "pitch": 0.0, "held": "nothing",
        "seen": entries, "glimpsed": {}, "landmarks": [],
        "last": {"action": "", "success": True, "failure": ""}}})
    tracker = Tracker(goal, belief)
    return belief, tracker, Skills(belief, tracker)


def test_what_is_not_wanted_in_a_full_sink_is_put_aside_first() -> None:
    there: dict[str, Any] = {"parents": ["SinkBasin"], "parent_names": ["SinkBasin_1"]}
    belief, tracker, skills = team(
        WASHED, SinkBasin_1=entry("SinkBasin", 0.0, 1.0, can=["receptacle"]),
        Apple_1=entry("Apple", 0.0, 1.0, **there),
        Lettuce_1=entry("Lettuce", 0.1, 1.0, **there), Tomato_1=entry("Tomato", 2.0, 0.0))
    clearing = Clearing(belief, tracker, skills)
    wanted = tracker.open_tasks()
    assert [t.item for t in wanted] == ["Tomato_1"]
    assert clearing.tasks(wanted) == []  # nobody has found the sink full yet
    skills.cramped["Tomato_1", "SinkBasin_1"] = 1
    (aside,) = clearing.tasks(wanted)
    assert (aside.item, aside.kind) == ("Lettuce_1", "aside")  # the apple is wanted there
    assert tracker.waits(wanted[0], [*wanted, aside]) == [aside]
    belief.items["Lettuce_1"].parent_names = ("CounterTop_1",)
    assert clearing.tasks(wanted) == []


def test_a_container_is_worth_more_the_likelier_the_thing_is_in_it_and_the_nearer_it_is() -> None:
    def cupboard(kind: str, x: float, z: float, near: bool = False) -> dict[str, Any]:
        return entry(kind, x, z, 1.4, interactable=near, can=["receptacle", "openable"])

    rooms = [RoomCounts("a", {"Cup": 4, "Cabinet": 2, "Microwave": 1},
                        {"Cup": {"Cabinet": 3, "Microwave": 1}})]
    belief, _, skills = team(
        WASHED, Cabinet_1=cupboard("Cabinet", 0.0, 1.0, near=True),
        Cabinet_2=cupboard("Cabinet", 0.5, 3.0), Microwave_1=cupboard("Microwave", -0.5, 3.0))
    explorer = Explorer(belief, Prior(rooms), skills)
    explorer.update()
    need = SearchTarget("Cup", 0, 0.05)
    hope = explorer._hope([need])
    assert hope.inside["Cabinet_1"] == hope.inside["Cabinet_2"] > hope.inside["Microwave_1"]
    step = explorer.look(belief.robots["Alice"], [need], set(), explore=False)
    assert step is not None
    assert step.action == "OpenObject(Cabinet_1)"
    before = explorer.chance(need)
    explorer.coverage.inspected.add("Cabinet_1")
    assert explorer.chance(need) < before


def test_what_lies_on_furniture_does_not_lie_on_the_floor() -> None:
    def record(name: str, parents: list[str], pickupable: bool) -> dict[str, Any]:
        return {"objectId": name, "objectType": name.partition("|")[0], "pickupable": pickupable,
                "parentReceptacles": parents, "isSliced": False}

    room = [record("Floor|0", [], False), record("Sofa|1", ["Floor|0"], False),
            record("Box|1", ["Floor|0"], True), record("Pillow|1", ["Sofa|1"], True),
            record("Book|1", ["Box|1"], True)]
    floor = Location("on", Selection(("Floor",)))
    goal = Goal("", ((Placed(Selection(("Pillow", "Book", "Box"), "all", located=floor),
                             Location("on", Selection(("Sofa",)))),),))
    assert FinalState(goal, room).chosen == [["Box|1", "Book|1"]]
    belief, tracker, _ = team(
        goal, Sofa_1=entry("Sofa", 0.0, 1.0, can=["receptacle"], parents=["Floor"]),
        Box_1=entry("Box", 0.0, 2.0, can=["pickupable"], parents=["Floor"]),
        Pillow_1=entry("Pillow", 0.0, 1.0, parents=["Sofa"], parent_names=["Sofa_1"]),
        Book_1=entry("Book", 0.0, 2.0, parents=["Box"], parent_names=["Box_1"]))
    assert {i.name for i in tracker.members(goal.subgoals[0])} == {"Box_1", "Book_1"}
    assert belief.ancestors(belief.items["Pillow_1"]) == {"Sofa", "Sofa_1"}


PUT_AWAY = Goal("", ((Placed(Selection(("Pan",), "all"), Location(
    "home", homes={"Pan": ("StoveBurner", "Cabinet", "Shelf")})),),))


def place(kind: str, x: float, z: float, size: float = 0.6, **more: Any) -> dict[str, Any]:
    return entry(kind, x, z, can=["receptacle"], size=[size, 0.4, size], **more)


def home_of_the_pan(skills: Skills, belief: Belief) -> str:
    subgoal = skills.tracker.subgoals[0]
    assert isinstance(subgoal, Placed)
    target = skills.target(belief.robots["Alice"], belief.items["Pan_1"], subgoal.target)
    assert isinstance(target, Item)
    return target.name


def test_what_holds_one_thing_only_is_full_before_anybody_tries() -> None:
    belief, _, skills = team(
        PUT_AWAY, Pan_1=entry("Pan", 0.0, 1.0), StoveBurner_1=place("StoveBurner", 0.0, 2.0, 0.2),
        StoveBurner_2=place("StoveBurner", 0.0, 4.0, 0.2),
        Pot_1=entry("Pot", 0.0, 2.0, parents=["StoveBurner"], parent_names=["StoveBurner_1"]))
    assert home_of_the_pan(skills, belief) == "StoveBurner_2"
    belief.items["Pot_1"].held_by, belief.items["Pot_1"].parent_names = "Alice", ()
    assert home_of_the_pan(skills, belief) == "StoveBurner_1"


def test_a_thing_goes_into_no_container_that_is_narrower() -> None:
    belief, _, skills = team(
        PUT_AWAY, Pan_1=entry("Pan", 0.0, 1.0, size=[0.2, 0.1, 0.5]),
        Cabinet_1=place("Cabinet", 0.0, 2.0, 0.4), Shelf_1=place("Shelf", 0.0, 4.0, 0.4))
    assert home_of_the_pan(skills, belief) == "Shelf_1"  # over whose edge it may stand
    belief.items["Pan_1"].size = (0.2, 0.1, 0.4)
    assert home_of_the_pan(skills, belief) == "Cabinet_1"


def test_the_second_best_home_is_taken_before_anything_is_cleared_away() -> None:
    there: dict[str, Any] = {"parents": ["Cabinet"], "parent_names": ["Cabinet_1"]}
    belief, tracker, skills = team(
        PUT_AWAY, Pan_1=entry("Pan", 0.0, 1.0), Cabinet_1=place("Cabinet", 0.0, 2.0),
        Vase_1=entry("Vase", 0.0, 2.0, **there), Shelf_1=place("Shelf", 0.0, 4.0))
    clearing = Clearing(belief, tracker, skills)
    skills.cramped["Pan_1", "Cabinet_1"] = 1
    assert home_of_the_pan(skills, belief) == "Shelf_1"
    assert clearing.tasks(tracker.open_tasks()) == []
    skills.cramped["Pan_1", "Shelf_1"] = 1
    assert [t.item for t in clearing.tasks(tracker.open_tasks())] == ["Vase_1"]


def test_who_is_short_of_time_takes_the_nearest_home() -> None:
    belief, _, skills = team(
        PUT_AWAY, Pan_1=entry("Pan", 0.0, 1.0), Cabinet_1=place("Cabinet", 0.0, 4.0),
        Shelf_1=place("Shelf", 0.0, 1.0, interactable=True))
    assert home_of_the_pan(skills, belief) == "Cabinet_1"
    skills.hurried = True
    assert home_of_the_pan(skills, belief) == "Shelf_1"


def test_a_sink_that_holds_nothing_itself_leads_to_its_basin() -> None:
    goal = Goal("", ((Placed(Selection(("Apple",)), Location(
        "in", Selection(("Sink",), "some"))),),))
    sink = entry("Sink", 0.0, 1.0, can=[])
    for there, found in (({}, "Sink_1"), ({"SinkBasin_1": place("SinkBasin", 0.0, 1.0)}, None)):
        belief, tracker, skills = team(goal, Apple_1=entry("Apple", 0.0, 1.0), Sink_1=sink, **there)
        (subgoal,) = tracker.subgoals
        assert isinstance(subgoal, Placed)
        target = skills.target(belief.robots["Alice"], belief.items["Apple_1"], subgoal.target)
        assert (target.name if isinstance(target, Item) else None) == found


def test_nobody_looks_for_furniture_in_a_drawer() -> None:
    rooms = [RoomCounts("a", {"Safe": 1, "Cup": 1}, {"Safe": {"Shelf": 1}, "Cup": {"Drawer": 1}})]
    prior = Prior(rooms, allowed={"Pen": frozenset({"Drawer"}), "Towel": frozenset({"Rail"})})
    assert [prior.enclosed(k) for k in ("Safe", "Cup", "Pen", "Towel")] == [
        False, True, True, False]


def test_nothing_is_put_aside_into_the_bin() -> None:
    belief, _, skills = team(
        WASHED, Cup_1=entry("Cup", 0.0, 1.0),
        GarbageCan_1=place("GarbageCan", 0.0, 0.5), Desk_1=place("Desk", 0.0, 3.0))
    alice = belief.robots["Alice"]
    alice.held = "Cup_1"
    step = skills.put_down(alice)
    assert step is not None
    assert step.action == "NavigateTo(Desk_1)"


def test_a_holder_that_takes_no_such_thing_is_not_emptied_for_it() -> None:
    hung: dict[str, Any] = {"parents": ["TowelHolder"], "parent_names": ["TowelHolder_1"]}
    goal = Goal("", ((Placed(Selection(("ToiletPaper",)), Location(
        "on", Selection(("TowelHolder", "ToiletPaperHanger")))),),))
    belief, tracker, skills = team(
        goal, TowelHolder_1=entry("TowelHolder", 0.0, 1.0, can=["receptacle"]),
        Towel_1=entry("Towel", 0.0, 1.0, **hung), ToiletPaper_1=entry("ToiletPaper", 2.0, 0.0))
    clearing, wanted = Clearing(belief, tracker, skills), tracker.open_tasks()
    skills.allowed = {"ToiletPaper": frozenset({"ToiletPaperHanger"})}
    assert clearing.tasks(wanted) == []
    skills.allowed = {}
    assert [t.item for t in clearing.tasks(wanted)] == ["Towel_1"]


def test_a_plate_that_nobody_gets_at_in_its_cupboard_is_taken_out() -> None:
    goal = Goal("", ((Placed(Selection(("Apple",)), Location("on", Selection(("Plate",)))),),))
    belief, tracker, skills = team(
        goal, Cabinet_1=entry("Cabinet", 0.0, 1.0, 2.0, can=["receptacle", "openable"]),
        Plate_1=entry("Plate", 0.0, 1.0, 1.7, can=["pickupable", "receptacle"],
                      parents=["Cabinet"], parent_names=["Cabinet_1"]),
        Apple_1=entry("Apple", 2.0, 0.0))
    clearing, wanted = Clearing(belief, tracker, skills), tracker.open_tasks()
    belief.robots["Alice"].held = "Apple_1"
    skills.attempts["Alice", "Plate_1"] = VAIN - 1
    assert clearing.tasks(wanted) == []
    skills.attempts["Alice", "Plate_1"] = VAIN
    (aside,) = clearing.tasks(wanted)
    assert (aside.item, aside.kind) == ("Plate_1", "aside")
    assert tracker.waits(wanted[0], [*wanted, aside]) == [aside]
    belief.items["Plate_1"].parent_names = ("CounterTop_1",)
    assert clearing.tasks(wanted) == []


def test_the_pot_on_the_stove_is_meant_when_it_has_been_moved_as_well() -> None:
    pot = Selection(("Pot",), located=Location("on", Selection(("StoveBurner",))))
    goal = Goal("", ((Placed(pot, Location("on", Selection(("CounterTop",)))),
                      Placed(Selection(("Apple",)), Location("in", pot))),))
    belief, tracker, _ = team(goal, Apple_1=entry("Apple", 2.0, 0.0), Pot_1=entry(
        "Pot", 0.0, 1.0, parents=["StoveBurner"], parent_names=["StoveBurner_1"]))
    tracker.open_tasks()
    for name, place in (("Pot_1", "CounterTop"), ("Apple_1", "Pot")):
        item = belief.items[name]
        item.touched, item.parents, item.parent_names = True, (place,), (f"{place}_1",)
    assert tracker.open_tasks() == []

    def record(kind: str, *parents: str, carried: bool = False) -> dict[str, Any]:
        return {"objectId": f"{kind}|1", "objectType": kind, "pickupable": carried,
                "isSliced": False, "parentReceptacles": [f"{p}|1" for p in parents]}

    rest = [record("StoveBurner"), record("CounterTop")]
    final = FinalState(goal, [*rest, record("Pot", "StoveBurner", carried=True), record("Apple")])
    assert final.verdict([*rest, record("Pot", "CounterTop", carried=True),
                          record("Apple", "Pot")])["success"]


def test_what_is_named_and_not_found_is_looked_for_from_nearer_once() -> None:
    _, _, skills = team(WASHED, Sofa_1=entry("Sofa", 0.0, 5.0, can=["receptacle"]))
    explorer = Explorer(skills.belief, Prior([]), skills)
    explorer.update()
    afar = explorer.coverage.share()
    assert not explorer.look_closer([SearchTarget("Apple", 0, 0.01, every=True, presupposed=True)])
    assert not explorer.look_closer([SearchTarget("Apple", 1, 0.01)])
    named = [SearchTarget("Apple", 0, 0.01, presupposed=True)]
    assert explorer.look_closer(named)
    assert not explorer.look_closer(named)
    explorer.update()
    assert 0 < explorer.coverage.share() < afar
