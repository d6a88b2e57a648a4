"""Where to look: what rooms usually hold, what is worth opening, what was not looked into."""

from typing import Any

import pytest
from household_scenes import team, thing

from domains.household.belief.belief import Item, item_of
from domains.household.belief.coverage import AFAR, NEAR, SIDES, Coverage
from domains.household.belief.prior import Prior, RoomCounts, count_room
from domains.household.goal import Goal, HasState, Selection
from domains.household.policy.claims import Claims
from domains.household.policy.exploring import LOOK, Explorer, SearchTarget
from translators.mapthor.compile import compile_instruction

CUPS = [RoomCounts("a", {"Cup": 4, "Cabinet": 2, "Microwave": 1},
                   {"Cup": {"Cabinet": 3, "Microwave": 1}})]


def test_a_container_is_worth_more_the_likelier_the_thing_is_in_it_and_the_nearer_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    can = ("receptacle", "openable")
    belief, _, skills = team(
        Goal("", ()), Cabinet_1=thing("Cabinet", 0.0, 1.0, 1.4, *can, interactable=True),
        Cabinet_2=thing("Cabinet", 0.5, 3.0, 1.4, *can),
        Microwave_1=thing("Microwave", -0.5, 3.0, 1.4, *can))
    explorer = Explorer(belief, Prior(CUPS), skills)
    explorer.update()
    need = SearchTarget("Cup", 0, 0.05)
    hope = explorer._hope([need])
    assert hope.inside["Cabinet_1"] == hope.inside["Cabinet_2"] > hope.inside["Microwave_1"]
    step = explorer.look(belief.robots["Alice"], [need], set(), explore=False)
    assert step is not None
    assert step.action == "OpenObject(Cabinet_1)"
    taken = {"Cabinet_1", "Cabinet_2", "Microwave_1"}  # by team mates, who go there just now
    monkeypatch.setattr(Explorer, "_turns", lambda *_: [])
    assert explorer.look(belief.robots["Alice"], [need], taken, explore=False) is None
    assert explorer.worthwhile([need])
    before = explorer.chance(need)
    explorer.coverage.inspected.add("Cabinet_1")
    assert explorer.chance(need) < before


def test_nobody_looks_for_furniture_in_a_drawer() -> None:
    rooms = [RoomCounts("a", {"Safe": 1, "Cup": 1}, {"Safe": {"Shelf": 1}, "Cup": {"Drawer": 1}})]
    prior = Prior(rooms, allowed={"Pen": frozenset({"Drawer"}), "Towel": frozenset({"Rail"})})
    assert [prior.enclosing(k) for k in ("Safe", "Cup", "Pen", "Towel")] == [
        set(), {"Drawer"}, {"Drawer"}, set()]


def test_nobody_looks_where_a_thing_may_not_be() -> None:
    """Neither at first nor at last: the cabinet is within reach, the drawer is not."""
    prior = Prior((), allowed={"ButterKnife": frozenset({"Drawer", "CounterTop"})})
    belief, _, skills = team(compile_instruction("Put all silverware in the sink"), Cabinet_1=thing(
        "Cabinet", 0.0, 1.0, 0.9, "openable", "receptacle", interactable=True), Drawer_1=thing(
        "Drawer", 0.0, 3.0, 0.9, "openable", "receptacle"))
    explorer = Explorer(belief, prior, skills)
    explorer.update()
    hope = explorer._hope([SearchTarget("ButterKnife", 0, 0.06)])
    assert set(hope.inside) == {"Drawer_1"}
    boxes = explorer._containers(belief.robots["Alice"], set(), hope)
    assert [x.step.action for x in boxes] == ["NavigateTo(Drawer_1)"]


def test_the_prior_leaves_the_present_room_out() -> None:
    rooms = [count_room(name, [{"objectType": "Apple", "parentReceptacles": [place]}])
             for name, place in (("A", "Fridge|0"), ("B", "Sink|0"))]
    assert set(Prior(rooms).places("Apple")) == {"Fridge", "Sink"}
    assert set(Prior(rooms, leave_out="A").places("Apple")) == {"Sink"}


@pytest.mark.parametrize(("kind", "places"), [
    ("Egg", {"CounterTop": 0.5, "Fridge": 0.5}), ("LightSwitch", {})])
def test_what_no_recorded_room_holds_may_be_wherever_it_is_allowed(
    kind: str, places: dict[str, float]
) -> None:
    allowed = {"Egg": frozenset({"Fridge", "CounterTop"})}
    assert Prior((), allowed=allowed).places(kind) == places


def survey(prior: Prior) -> Explorer:
    things: dict[str, Any] = {f"{k}_{n}": thing(k, 0.0, 1.0, 0.9, "openable", "receptacle")
              for k in ("Cabinet", "Drawer") for n in (1, 2)}
    belief, _, skills = team(compile_instruction("Tidy up the room"), **things)
    return Explorer(belief, prior, skills)


def test_containers_are_opened_while_that_is_worth_the_steps() -> None:
    looks = survey(Prior([RoomCounts("a", {"Cabinet": 200, "Drawer": 20, "Apple": 8},
                                     {"Apple": {"Drawer": 8}})]))
    assert [p.name for p in looks.left() if isinstance(p, Item)] == ["Drawer_1", "Drawer_2"]
    assert looks.unopened(looks.skills.tracker.subgoals[0]) == [
        "Cabinet_1", "Cabinet_2", "Drawer_1", "Drawer_2"]
    assert len(survey(Prior()).left()) == 4  # nothing is known of rooms: look


def test_a_find_makes_further_looks_worthwhile() -> None:
    looks = survey(Prior([RoomCounts("a", {"Cabinet": 400}, {})]))
    subgoal = looks.skills.tracker.subgoals[0]
    before = looks.expected(subgoal, "Cabinet")
    looks.belief.items["Apple_1"] = item_of("Apple_1", thing("Apple", on="Cabinet_1"))
    looks.coverage.inspected.add("Cabinet_1")
    assert before < LOOK * 0.004 < looks.expected(subgoal, "Cabinet")


def test_fitted_furniture_is_looked_at_from_each_side_where_there_is_room() -> None:
    fitted = ("openable", "receptacle")
    belief, _, _ = team(
        Goal("", ()), Cabinet_1=thing("Cabinet", 0.0, 1.5, 0.4, *fitted, size=[0.4, 0.8, 0.4]),
        Sofa_1=thing("Sofa", 0.0, 4.0, 0.4, "moveable"), Door_1=thing("Sofa", 2.0, 0.0))
    coverage = Coverage(belief)
    coverage.update()
    sides = {part[2] for part in coverage.parts[NEAR] if part[:2] == (0, 3)}
    assert {SIDES[side] for side in sides} == {(0, 1), (1, 0), (0, -1)}  # a wall on the fourth
    assert {part[2] for part in coverage.viewed[NEAR] if part[:2] == (0, 3)} & sides == {
        SIDES.index((0, -1))}  # where the robot stands
    assert len(coverage.parts[AFAR]) == 5 * 9  # from the robot to the sofa and the door


@pytest.mark.parametrize(("usual", "sure"), [(1, True), (9, False)])
def test_all_is_claimed_only_where_no_other_is_likely(usual: int, sure: bool) -> None:
    shut = HasState(Selection(("Cabinet",), "all"), "isOpen", False)
    belief, _, skills = team(
        Goal("", ((shut,),)), Cabinet_1=thing("Cabinet", 0.0, 1.0, 1.4, "openable"))
    kitchens = [RoomCounts("other", {"Cabinet": usual}, {})]
    explorer = Explorer(belief, Prior(kitchens), skills)
    explorer.update()
    claims = Claims(explorer)
    assert claims.done() is sure
    assert ("there may be another Cabinet" in claims.why()) is not sure


@pytest.mark.parametrize(("kind", "away", "looked"), [
    ("Fridge", 1.4, True), ("Fridge", 1.6, False), ("Cabinet", 1.6, False), ("Drawer", 1.6, True)])
def test_what_is_deep_is_looked_into_from_near(kind: str, away: float, looked: bool) -> None:
    belief, _, _ = team(Goal("", ()), Box_1=thing(
        kind, 0.0, away, 1.4, "openable", "receptacle", interactable=True, isOpen=True))
    coverage = Coverage(belief)
    coverage.update()
    assert (coverage.inspected == {"Box_1"}) is looked
