"""Numbers among what is believed: planned with, predicted, compared, and named if senseless."""

import random
from collections.abc import Mapping
from math import nan
from typing import Any

import pytest
from records import traced
from teams import world

from planner.environment import Briefing
from planner.execution.actor import Believed, Bridge, GroundAction
from planner.execution.actor.course import Course
from planner.execution.actor.model import Model, costless, flaw
from planner.execution.actor.policy import Planned
from planner.execution.actor.solver import solver_for
from planner.pddl import read_domain
from planner.turns import TurnBased

DOMAIN = read_domain(world("tank"))


class Tank(TurnBased):
    """Filling gives two units, the first time only one: that has to be noticed."""

    def start(self, rng: random.Random) -> None:
        self.fuel, self.store, self.done, self.spilt = 0, 8, False, False

    def act(self, agent: str, action: str) -> str:
        if action == "(fill r)":
            self.fuel, self.store = self.fuel + 1 + self.spilt, self.store - 2
            self.spilt = True
        self.done = action == "(work r)" and self.fuel >= 3
        return ""

    def see(self, agent: str) -> dict[str, Any]:
        return {"fuel": self.fuel, "store": self.store, "done": self.done}

    def goals(self) -> dict[str, bool]:
        return {"done": self.done}


class Gauge(Bridge):
    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        self.robots, self.seen = {"r": "R"}, observations["R"]

    def observe(self, observations: Mapping[str, Any]) -> None:
        self.seen = observations["R"]

    def problem(self) -> Believed:
        done = {("done", ("r",))} if self.seen["done"] else set()
        return Believed({"r": "robot"}, frozenset({("home", ("r",)), *done}),
                        frozenset({("done", ("r",))}), numbers={
            ("fuel", ("r",)): self.seen["fuel"], ("store", ()): self.seen["store"],
            ("total-cost", ()): 0})

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        return {"R": str(doing["r"])}


def test_numbers_are_planned_with_and_a_surprise_in_one_is_planned_anew() -> None:
    pytest.importorskip("up_enhsp")
    record, _ = traced(Tank(["R"], 20), Planned(Gauge(), DOMAIN, solver_for, 60.0))
    assert record.success
    assert record.steps - record.trailing_done == 3  # one unit, two, and the work
    assert record.replans > 1


def test_numbers_tell_what_may_be_done_at_once() -> None:
    model = Model(DOMAIN, {"r": "robot", "q": "robot"}, ["r", "q"])
    facts = frozenset({("home", ("r",)), ("home", ("q",)), ("=", ("(fuel r)", "3")),
                       ("=", ("(fuel q)", "0")), ("=", ("(store)", "2")),
                       ("=", ("(total-cost)", "0"))})
    fill, other = GroundAction("fill", ("r",)), GroundAction("fill", ("q",))
    after = model.after(facts, fill)
    assert after is not None
    assert {("=", ("(fuel r)", "5")), ("=", ("(store)", "0"))} <= after
    assert model.after(after, other) is None
    assert "step 0" in model.objection(facts, ((fill, other),), frozenset())
    course = Course(model, facts, [(fill,), (other,)])
    course.begin()
    assert list(course.doing) == [fill]


@pytest.mark.parametrize(("numbers", "words"), [
    ({("fuel", ("r",)): nan}, "(fuel r) is nan"), ({("oil", ()): 1.0}, "no function 'oil'"),
    ({("fuel", ("x",)): 1.0}, "'x' is not a robot"), ({("fuel", ("r",)): 1.0}, "")])
def test_senseless_numbers_are_named(numbers: dict[Any, float], words: str) -> None:
    found = flaw(DOMAIN, Believed({"r": "robot"}, frozenset(), frozenset(), numbers=numbers))
    assert words in found
    assert bool(words) == bool(found)


def test_costs_alone_are_no_numbers() -> None:
    costs = read_domain("""(define (domain c) (:requirements :action-costs) (:predicates (a))
      (:functions (total-cost))
      (:action do :parameters () :effect (and (a) (increase (total-cost) 2))))""")
    assert not costless(costs).functions
    assert costless(DOMAIN) is DOMAIN
