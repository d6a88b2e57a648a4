"""The loop over PDDL: it plans anew exactly when it must, and survives bad bridges and engines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from records import traced
from rowworld import PDDL, Row, Scout

from planner.environment import Briefing
from planner.execution.actor import Assumption, Believed, GroundAction, JointSteps, Unknown
from planner.execution.actor.deliberation import Deliberation
from planner.execution.actor.memory import NoGoods, Progress
from planner.execution.actor.model import Model
from planner.execution.actor.policy import Planned
from planner.execution.actor.solver import Answer, JointSolver, Solver
from planner.execution.trace import EpisodeRecord
from planner.pddl import Domain, read_domain
from planner.plan import Step


def play(world: Row, bridge: Scout, solver: Any = JointSolver
         ) -> tuple[EpisodeRecord, list[dict[str, Any]]]:
    return traced(world, Planned(bridge, read_domain(PDDL), solver, 5.0))


def test_everything_known_is_planned_once() -> None:
    boxes = {"b1": 2, "b2": 4}
    record, steps = play(Row(boxes), Scout(boxes))
    assert record.success
    assert record.believed_success
    assert record.steps - record.trailing_done == 5  # four moves and a visit, beside the other
    assert [step["replan"] for step in steps if step["replan"]] == ["begin"]
    assert steps[0]["notes"]["bound"] == steps[0]["notes"]["makespan"] == 5


def test_a_wrong_assumption_is_noticed_and_planned_around() -> None:
    record, steps = play(Row({"b1": 3}, robots=1), Scout())
    assert record.success
    assert steps[0]["notes"]["assumed"] == [
        {"what": "place of b1", "atoms": ["(in b1 c1)"], "weight": 0.2}]
    assert "(in b1 c1)" in steps[1]["replan"]
    assert record.steps - record.trailing_done == 4  # each guess lies on the way to the next


def test_actions_may_take_several_steps() -> None:
    record, _steps = play(Row({"b1": 2}, robots=1, slow=3), Scout({"b1": 2}))
    assert record.success
    assert record.replans == 1
    assert record.steps - record.trailing_done == 2 * 3 + 1


def test_what_is_impossible_is_left_out_and_said() -> None:
    boxes = {"b1": 1, "b2": 2}
    record, steps = play(Row(boxes, robots=1), Scout(boxes, sealed="b2"))
    assert set(record.credited) == {"b1"}
    assert not record.believed_success
    assert "(visited b2)" in steps[-1]["replan"]


class Lying(Scout):
    def problem(self) -> Believed:
        told = super().problem()
        return Believed(told.objects, told.facts | {("at", ("r0", "b1"))}, told.goal)


class Contradictory(Scout):
    """State unknowns of which no combination fits, or (``empty``) one without any value."""

    def __init__(self, values: Any) -> None:
        super().__init__()
        self.values = values

    def problem(self) -> Believed:
        box = frozenset({("in", ("b1", "c3"))})
        return replace(super().problem(), assumptions=(), exclude=(box,), unknowns=() if (
            "b1" in self.found) else (Unknown("b1", {box: 1.0} if self.values else self.values),))


@pytest.mark.parametrize(("values", "words"), [
    (True, "said of 'b1' contradicts itself"), ({}, "'b1' has no value left"),
    (None, "what cannot be: AttributeError")])
def test_what_a_bridge_says_of_unknowns_is_named_if_it_makes_no_sense(
    values: Any, words: str
) -> None:
    record, steps = play(Row({"b1": 3}, robots=1), Contradictory(values))
    told = [*steps[0]["notes"].get("remarks", ()), steps[0]["replan"]]
    assert words in " ".join(told)
    assert record.success == (values is True)
    assert record.success or steps[-1]["replan"].startswith("given up: ")


class Raising(Scout):
    def problem(self) -> Believed:
        if any(seen["last_action"] for seen in self.now.values()):
            raise ValueError("no idea")
        return super().problem()

    def fallback(self, agent: str) -> str:
        return "Right"


class Broken(Scout):
    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        super().begin(briefing, observations)
        raise OSError("no map")


@pytest.mark.parametrize(("bridge", "words"), [
    (Lying(), "(at r0 b1): 'b1' is not a cell"), (Raising(), "problem raised ValueError: no idea"),
    (Broken(), "begin raised OSError: no map")])
def test_a_bad_bridge_costs_the_episode_not_the_team(bridge: Scout, words: str) -> None:
    record, steps = play(Row({"b1": 5}, robots=1), bridge)
    assert not record.believed_success
    assert record.steps < 10
    assert words in steps[1]["replan"]
    assert words in steps[-1]["replan"]
    assert record.decided is not None
    assert sum(record.decided.values()) == record.steps
    assert record.decided["script"] >= 4  # the last ones, with which it gives up, are its own
    if isinstance(bridge, Raising):
        assert steps[1]["actions"] == {"R0": "Right"}


def dying(domain: Domain, robots: Sequence[str]) -> Solver:
    def solve(believed: Believed, **_: Any) -> Answer:
        raise MemoryError("no more")
    return solve


def lying(domain: Domain, robots: Sequence[str]) -> Solver:
    def solve(believed: Believed, **_: Any) -> Answer:
        return Answer(((GroundAction("visit", ("r0", "b1", "c0")),),), 1, "proven")
    return solve


@pytest.mark.parametrize(("solver", "words"), [
    (dying, "MemoryError"), (lying, "plan is refuted: step 0: (visit r0 b1 c0)")])
def test_nothing_unsimulated_is_acted_on(solver: Any, words: str) -> None:
    record, steps = play(Row({"b1": 5}, robots=1), Scout(), solver)
    assert all(step["actions"]["R0"] in ("Idle", "Done") for step in steps)
    assert words in steps[0]["replan"]
    assert not record.believed_success


def once(calls: list[int], later: Callable[[Domain, Sequence[str]], Solver]) -> Any:
    def make(domain: Domain, robots: Sequence[str]) -> Solver:
        first, others = JointSolver(domain, robots), later(domain, robots)

        def solve(believed: Believed, **more: Any) -> Answer:
            calls.append(1)
            return (first if len(calls) == 1 else others)(believed, **more)
        return solve
    return make


def test_an_engine_that_dies_later_leaves_the_old_plan() -> None:
    class SeenLate(Scout):
        def forecast(self, plan: JointSteps) -> list[Assumption]:
            return [Assumption(f"length {len(plan)}", frozenset())]

    calls: list[int] = []
    boxes = {"b1": 3, "b2": 5}
    record, _steps = play(Row(boxes), SeenLate(boxes), once(calls, dying))
    assert record.success
    assert len(calls) > 1


def test_a_plan_is_begun_although_there_is_no_time_for_what_is_forecast() -> None:
    class SeenElsewhere(Scout):
        def forecast(self, plan: JointSteps) -> list[Assumption]:
            return [Assumption("place of b1", frozenset({("in", ("b1", "c5"))}))]

    calls: list[int] = []
    late = once(calls, lambda *_: lambda *_, **__: Answer(None, 0, "out of time"))
    _record, steps = play(Row({"b1": 3}, robots=1, max_steps=1), SeenElsewhere(), late)
    assert len(calls) > 1
    assert steps[0]["notes"]["plan"]
    assert steps[0]["actions"]["R0"] != "Idle"


class Forgetful(Scout):
    """Take a box that is nowhere for one end of the row, then for the other, for ever."""

    def problem(self) -> Believed:
        self.unseen = {5} if 5 in self.unseen else {0}
        if self.now["R0"]["cell"] in self.unseen:
            self.unseen = {5 - self.now["R0"]["cell"]}
        return super().problem()


@pytest.mark.parametrize(("bridge", "stuck"), [(Forgetful(), set()), (Scout(), {0})])
def test_a_team_that_gets_nowhere_gives_up_and_says_so(bridge: Scout, stuck: set[int]) -> None:
    world = Row({"b1": 9}, robots=1, stuck=frozenset(stuck), max_steps=200)
    record, steps = play(world, bridge)
    assert not record.believed_success
    assert record.steps < 50
    assert "brought nothing new" in steps[-1]["replan"]


def test_a_long_way_back_is_no_standstill() -> None:
    progress = Progress()
    here = [Believed({}, frozenset({("at", (f"c{k}",))}), frozenset()) for k in range(20)]
    assert {progress.standstill(there, 40 - k) for k, there in enumerate(here)} == {0}
    assert {progress.standstill(there, 20 - k) for k, there in enumerate(reversed(here))} == {0}
    assert [progress.standstill(here[0], 9) for _ in range(3)] == [1, 2, 3]


def test_a_look_that_makes_a_find_less_likely_is_progress() -> None:
    progress = Progress()
    hidden = frozenset({("hidden", ("b1",))})
    looks = [Believed({}, frozenset(), frozenset(), (Assumption("b1", hidden, w),))
             for w in (0.5, 0.4, 0.4, 0.3)]
    assert [progress.standstill(look, 3) for look in looks] == [0, 0, 1, 0]


def test_going_round_in_circles_is_broken() -> None:
    world = Row({"b1": 2}, robots=1, stuck=frozenset({0}), max_steps=12)
    record, steps = play(world, Scout({"b1": 2}))
    assert not record.success
    assert any("circles" in step["notes"] for step in steps)


class Patient(Scout):
    def problem(self) -> Believed:
        return replace(super().problem(), learnt=float(self.now["R0"]["step"]))


@pytest.mark.parametrize(("bridge", "circle"), [(Scout(), True), (Patient(), False)])
def test_a_long_way_is_no_circle_if_the_bridge_says_so(bridge: Scout, circle: bool) -> None:
    _, steps = play(Row({"b1": 1}, robots=1, length=2, slow=40, max_steps=50), bridge)
    assert any("circles" in step["notes"] for step in steps) == circle


def test_bans_last_one_two_four_steps_and_expire() -> None:
    action, other = GroundAction("a"), GroundAction("b")
    bans = NoGoods()
    assert [bans.ban(action, step) for step in (0, 1, 3)] == [1, 2, 4]
    assert bans.at(3) == {action: 4}
    assert bans.at(6) == {action: 1}
    assert bans.at(7) == {}
    bans.forgive([action, other])
    assert bans.ban(action, 9) == 1


@pytest.mark.parametrize(("heeds", "cell"), [(True, "c1"), (False, "c0")])
def test_forecasts_that_refute_each_other_end_in_a_plan_that_is_early_enough(
        heeds: bool, cell: str) -> None:
    """A box in c1 is gone to c0 unless one goes there first; there is another one in c3."""
    def plan(*text: str) -> JointSteps:
        return tuple((Step(name, ("r0", *words)),) for name, *words in map(str.split, text))

    early = plan("move c2 c1", "visit b1 c1", "move c1 c2", "move c2 c3", "visit b2 c3")
    late = plan("move c2 c3", "visit b2 c3", "move c3 c2", "move c2 c1", "visit b1 c1")
    far = plan("move c2 c1", "move c1 c0", "visit b1 c0", "move c0 c1", "move c1 c2", "move c2 c3",
               "visit b2 c3")

    def place(found: str) -> Assumption:
        return Assumption("place of b1", frozenset({("in", ("b1", found))}))

    def solve(believed: Believed, **wish: Any) -> Answer:
        if place("c0") in believed.assumptions:
            return Answer(far)
        return Answer(early if heeds and early[0][0] in [a for _, a in wish["prefer"]] else late)

    domain = read_domain(PDDL)
    bridge = Scout()
    bridge.robots, bridge.boxes, bridge.cells = {"r0": "R0"}, ["b1", "b2"], range(4)
    bridge.unseen, bridge.found = set(), {"b2": 3}
    bridge.now = {"R0": {"cell": 2, "visited": []}}
    believed = replace(bridge.problem(), assumptions=(place("c1"),))
    thought = Deliberation(
        Model(domain, believed.objects, ["r0"]), solve,
        JointSolver(domain, ["r0"]).grounding,
        lambda steps: [place("c1" if steps[0] == early[0] else "c0")], lambda steps: [], 9.0)
    found = thought.plan(believed, (), {})
    assert found.plan == (early if heeds else far)
    assert found.believed.assumptions == (place(cell),)
