"""The bridge: what is believed as PDDL, what is planned as actions of the household."""

from typing import Any

import pytest
from household_episodes import build_bridge, build_environment
from household_scenes import thing

from domains.household.actions import Action
from domains.household.belief.belief import Robot, item_of
from domains.household.bridge.bridge import HouseholdBridge
from domains.household.bridge.problem import MOST, Memory, Problem
from domains.household.bridge.stands import Stands
from domains.household.domain import DOMAIN
from domains.household.environment.environment import HouseholdEnvironment
from domains.household.goal import Location, Placed, Selection
from domains.household.policy.exploring import SearchTarget
from domains.household.policy.goals import Task
from planner.execution.actor import Believed
from planner.execution.actor.model import Model, flaw
from planner.pddl import read_domain
from planner.plan import Step

assert DOMAIN.pddl is not None
MODEL = read_domain(DOMAIN.pddl.read_text(encoding="utf-8"))


def begun(instruction: str, **case: Any) -> tuple[HouseholdBridge, HouseholdEnvironment]:
    whole = {"instruction": instruction, "floor_plan": "SmallKitchen", "agents": 2, **case}
    environment, bridge = build_environment(whole), build_bridge(whole)
    observations, _ = environment.reset()
    bridge.begin(environment.briefing(), observations)
    return bridge, environment


def words(believed: Believed, predicate: str) -> set[tuple[str, ...]]:
    return {w for name, w in believed.init if name == predicate}


@pytest.mark.parametrize(("more", "by_acts"), [
    ({}, False), ({"task": "2_open_all_drawers"}, True),
    ({"task": "2_open_all_drawers", "judged_by": "state"}, False)])
def test_only_a_task_with_such_a_referee_is_played_by_acts(more: Any, by_acts: bool) -> None:
    case = {"instruction": "Open the drawer", "floor_plan": "SmallKitchen", **more}
    assert build_bridge(case).by_acts is by_acts


def test_what_is_believed_can_be_said() -> None:
    bridge, environment = begun("Put the apple in the fridge and slice the bread")
    believed = bridge.problem()
    assert flaw(MODEL, believed) == ""
    assert set(bridge.robots.values()) == set(environment.possible_agents)
    assert {r for r, _ in words(believed, "at")} == {"alice", "bob"}


def test_what_nobody_has_seen_is_assumed_to_be_found_by_a_look() -> None:
    bridge, _ = begun("Put the knife on the dining table")
    believed = bridge.problem()
    unseen = {a.key.rpartition(" ")[2] for a in believed.assumptions}
    assert unseen
    for assumption in believed.assumptions:
        (predicate, (name,)), = assumption.atoms
        assert predicate == "hidden"
        assert ("still", (name,)) not in believed.facts
        assert 0 < assumption.weight <= 1
        stand = next(s for r, s in words(believed, "at") if r == "alice")
        look = Step("look-round", ("alice", stand, "somewhere", name))
        model = Model(MODEL, believed.objects, sorted(bridge.robots))
        assert ("still", (name,)) in (model.after(believed.init, look) or ())


def test_a_better_home_that_is_likely_to_be_found_is_planned_for() -> None:
    bridge, _ = begun("Put the apple where it belongs", clairvoyant=True)
    assert ("wanted", ("apple_1", "fridge_1")) in bridge.problem().facts
    del bridge.belief.items["Fridge_1"]
    where = Location("home", homes={"Apple": ("Fridge", "CounterTop")})
    tasks = [Task(Placed(Selection(("Apple",)), where), "Apple_1")]
    for targets in ([SearchTarget("Fridge", 0, 0.25)], []):
        believed = Problem(bridge.explorer, bridge.stands, tasks, targets, Memory()).believed
        (_, place), = words(believed, "wanted")
        assert (place == "new-fridge") is bool(targets)
        assert flaw(MODEL, believed) == ""


def test_everything_revealed_there_is_nothing_to_assume() -> None:
    bridge, _ = begun("Put the apple in the fridge", clairvoyant=True)
    believed = bridge.problem()
    assert not [a for a in believed.assumptions if a.weight > 0.5]
    assert ("wanted", ("apple_1", "fridge_1")) in believed.facts
    assert ("state", ("fridge_1", "is-shut")) in believed.goal  # it is opened and shut again


def test_ground_actions_become_the_actions_of_the_household() -> None:
    bridge, environment = begun("Put the apple in the fridge", clairvoyant=True)
    stand = next(w[0] for _, w in bridge.problem().facts if w[:1] == ("to-apple_1",))
    actions = bridge.act({"alice": Step("navigate", ("alice", "here-alice", stand, "apple_1"))})
    assert actions["Alice"] == "NavigateTo(Apple_1)"
    assert set(actions) == {"Alice", "Bob"}
    observations, *_ = environment.step(dict(actions))
    bridge.observe(observations)
    assert ("alice", "to-apple_1") in words(bridge.problem(), "at")


def test_without_a_plan_the_team_looks_on_and_plans_for_less() -> None:
    bridge, _ = begun("Put all the forks and the candle in the fridge")
    assert {bridge.fallback(a) for a in ("Alice", "Bob")} != {"Idle"}
    assert bridge.memory.most == MOST - 1  # once a step


@pytest.mark.parametrize(("failure", "mate"), [
    ("no-actions", "Charlie"), ("blocked-by-agent", "Bob")])
def test_in_the_way_is_who_stands_on_it_or_was_run_into(failure: str, mate: str) -> None:
    """Charlie stands at the fridge, Bob beside Alice, whose walk did not begin or broke off."""
    alice, bob, charlie = (Robot(n, at, at) for n, at in (
        ("Alice", (0.0, 0.0)), ("Bob", (0.5, 0.0)), ("Charlie", (0.0, 2.0))))
    alice.last, alice.success = Action("NavigateTo", "Fridge_1"), False
    alice.failure, stands = failure, Stands()
    stands.learn(alice, [bob, charlie], [(0.0, 0.0), (0.0, 1.0), (0.0, 2.0)])
    robots = {r.name: r for r in (alice, bob, charlie)}
    assert [*stands.blocked(robots)] == [("Alice", "fridge_1", mate)]


def test_who_stands_in_the_way_goes_first() -> None:
    bridge, _ = begun("Put the apple in the fridge", clairvoyant=True)
    alice, bob = (bridge.belief.robots[n] for n in ("Alice", "Bob"))
    alice.last = Action("NavigateTo", "Apple_1")
    alice.success, alice.failure = False, "blocked-by-agent"
    for before in ((9.0, 9.0), bob.position):  # one that has moved since is in no way
        bob.before = before
        bridge.stands.learn(alice, [bob])
        assert [*bridge.stands.blocked(bridge.belief.robots)] == [
            ("Alice", "apple_1", "Bob")] * (bob.before == bob.position)
    work = bridge.work or ([], [])
    believed = Problem(bridge.explorer, bridge.stands, *work, Memory()).believed
    model = Model(MODEL, believed.objects, sorted(bridge.robots))
    stand = next(s for r, s in words(believed, "at") if r == "bob")
    go = Step("navigate", ("alice", "here-alice", "to-apple_1", "apple_1"))
    leave = Step("make-way", ("bob", stand, "to-elsewhere", "elsewhere", "alice", "apple_1",
                              "elsewhere"))
    assert model.after(believed.init, go) is None
    assert model.after(model.after(believed.init, leave) or frozenset(), go) is not None
    beside = Step("make-way", ("bob", stand, "to-apple_1", "apple_1", "alice", "apple_1",
                               "elsewhere"))
    assert model.after(believed.init, beside) is None  # that does not clear the way
    bridge.stands.meaning["to-aside"] = Problem.ASIDE, ""
    aside = Step("make-way", ("bob", stand, "to-aside", "aside", *leave.arguments[4:]))
    assert bridge.act({"bob": aside})["Bob"] == "NavigateTo(DiningTable_1)"  # with empty hands
    bob.position = bob.position[0] + 1.0, bob.position[1]
    assert not list(bridge.stands.blocked(bridge.belief.robots))


def test_what_fills_a_place_is_taken_out_first() -> None:
    bridge, _ = begun("Put the pot on a stove burner", clairvoyant=True)
    known = bridge.belief
    known.landmarks.clear()
    known.items["StoveBurner_1"] = item_of("StoveBurner_1", thing(
        "StoveBurner", 0.65, 1.6, 0.93, "receptacle"))
    known.items["Pan_1"].parent_names = ("StoveBurner_1",)
    bridge.now = Problem(bridge.explorer, bridge.stands, *(bridge._agenda() or ([], [])), Memory())
    assert {("lies", ("pan_1", "stoveburner_1", "pan_1")), ("full", ("stoveburner_1",)),
            ("wanted", ("pot_1", "stoveburner_1")), ("can", ("bob", "pan_1")),
            ("fits", ("pan_1", Problem.ASIDE))} <= bridge.problem().facts
    take = Step("pick-up", ("alice", "pan_1", "stoveburner_1", "pan_1", "to-pan_1"))
    model = Model(MODEL, bridge.problem().objects, sorted(bridge.robots))
    there = {("at", ("alice", "to-pan_1")), ("reaches", ("to-pan_1", "pan_1"))}
    after = model.after(bridge.problem().init | there, take)
    assert after is not None
    assert ("full", ("stoveburner_1",)) not in after


def test_a_walk_that_led_beside_its_stand_is_over() -> None:
    bridge, _ = begun("Put the apple in the fridge", clairvoyant=True)
    alice = bridge.belief.robots["Alice"]
    bridge.problem()
    bridge.act({"alice": Step("navigate", ("alice", "here-alice", "to-apple_1", "apple_1"))})
    alice.last, alice.success = Action("NavigateTo", "Apple_1"), True
    assert bridge.failed("alice") == "landed elsewhere"
    alice.last = Action("NavigateTo", "Fridge_1")  # another walk, on the way
    assert not bridge.failed("alice")


def test_what_was_out_of_sight_stays_so() -> None:
    bridge, _ = begun("Open all the drawers", clairvoyant=True)
    drawer = bridge.belief.items["Drawer_1"]
    stands, robot = Stands(), bridge.belief.robots["Alice"]
    robot.position, robot.yaw = (drawer.centre[0], drawer.centre[2] + 1.0), 180.0
    robot.pitch = 60.0
    robot.last, robot.success = Action("NavigateTo", drawer.name), True
    robot.view = {}
    stands.learn(robot)
    things = {"drawer_1": drawer}

    def reached() -> set[str]:
        where = {"alice": (robot, stands.stand(robot, things))}
        return {w[0] for n, w in stands.facts(things, ["drawer_1"], where) if n == "reaches"}

    assert reached() == {"round-drawer_1"}  # hidden where it should be in the picture
    robot.pitch = 0.0
    assert reached() == {"round-drawer_1"}  # so nothing is guessed of other turns
    robot.view = {"Drawer_1": {"interactable": True}}
    assert reached() == {"to-drawer_1-lookup-60"}
    robot.position, robot.view = (9.0, 9.0), {}
    assert reached() == {"to-drawer_1-lookup-60"}  # where it was seen it is gone to again


def test_what_is_wished_open_is_not_to_be_shut() -> None:
    bridge, environment = begun("Open all the drawers", clairvoyant=True)
    for _ in range(4):
        believed = bridge.problem()
        opened = {w[0] for n, w in believed.goal if n == "state" and w[1] == "is-open"}
        shut = {w[0] for n, w in believed.goal if n == "state" and w[1] == "is-shut"}
        assert opened
        assert not any(name.startswith("drawer") for name in shut)
        observations, *_ = environment.step({a: bridge.fallback(a) for a in ("Alice", "Bob")})
        bridge.observe(observations)


def test_no_more_is_planned_for_than_can_be_ground() -> None:
    bridge, _ = begun("Open all the drawers and all the cabinets", clairvoyant=True, agents=1)
    assert len(bridge.work[0] if bridge.work else ()) > MOST
    bridge.problem()
    assert len(bridge.memory.chosen) == MOST
