"""Bounds from counts: what must come true, and few robots that stand for many."""

from __future__ import annotations

import random
from dataclasses import replace
from math import inf

import pytest
from joint_cases import carry, chores, fires, task
from joint_reference import draw, texts

from planner.engines.joint import JointEngine
from planner.engines.joint.grounding.goal import clauses_of
from planner.engines.joint.grounding.ground import ground
from planner.engines.joint.grounding.model import Model
from planner.engines.joint.request import Request
from planner.engines.joint.search.bound import least_load
from planner.engines.joint.search.causes import Relaxed, landmarks
from planner.engines.joint.search.crowd import Crowd, few_of
from planner.engines.joint.search.search import prepared
from planner.pddl import PDDLTask

pytest.importorskip("ortools")

DOORS = """
(define (domain doors) (:requirements :typing)
  (:types robot door)
  (:predicates (at ?r - robot ?d - door) (open ?d - door) (shown ?d - door) (has ?d - door))
  (:action go :parameters (?r - robot ?a ?b - door) :precondition (at ?r ?a)
    :effect (and (not (at ?r ?a)) (at ?r ?b)))
  (:action unlock :parameters (?r - robot ?d - door) :precondition (at ?r ?d) :effect (open ?d))
  (:action look :parameters (?r - robot ?d - door) :precondition (open ?d) :effect (shown ?d)))
"""


def modelled(given: PDDLTask, agents: tuple[str, ...]) -> tuple[Model, dict[str, int]] | None:
    """Return the model of a task and its atoms' numbers, None where it has no plan at all."""
    grounding = ground(given.domain, given.problem.objects, agents, given.problem.init)
    goal = clauses_of(given, grounding.number)
    found = prepared(grounding, goal or ((),), Request(given, agents, 0.0, inf, {}))
    if goal is None or isinstance(found, str):
        return None
    return found[0], {" ".join((name, *words)): n for (name, words), n in grounding.number.items()}


def loads(given: PDDLTask) -> tuple[float, float] | None:
    """Return the least load with all robots, and with a few that stand for them."""
    agents = JointEngine(given.domain, given.problem.objects).agents
    found, few = modelled(given, agents), few_of(given, agents)
    if found is None or few is None:
        return None
    grounding = ground(few.task.domain, few.task.problem.objects, few.agents, few.task.problem.init)
    less = modelled(few.task, few.agents)
    assert less is not None
    return least_load(found[0], inf), least_load(less[0], inf, few.crowd(grounding.number))


def test_what_must_come_true_is_counted() -> None:
    """A door is gone to, opened and looked at: three turns, by whichever robot."""
    given = task(DOORS, """(define (problem p) (:domain doors)
        (:objects r s - robot start a b - door) (:init (at r start) (at s start))
        (:goal (and (shown a) (shown b))))""")
    found = modelled(given, ("r", "s"))
    assert found is not None
    model, number = found
    assert set(landmarks(Relaxed(model))) == {
        number[fact] for fact in ("open a", "open b", "shown a", "shown b")}
    assert least_load(model, inf) == pytest.approx(3)


@pytest.mark.parametrize("given", [chores(1, 3, 4), fires(3, 5)])
def test_few_robots_stand_for_many(given: PDDLTask) -> None:
    found = loads(given)
    assert found is not None
    assert found[0] == pytest.approx(found[1])


def test_more_may_be_allowed_to_few() -> None:
    """Pairs hold both ways for the few, so theirs may be less, never more."""
    found = loads(carry(6))
    assert found is not None
    assert 0 < found[1] <= found[0] + 1e-6


def test_few_robots_stand_for_many_in_random_tasks() -> None:
    drawn = [loads(task(*texts(draw("alike", random.Random(seed))))) for seed in range(24)]
    found = [pair for pair in drawn if pair is not None]
    assert len(found) > 16
    for alone, few in found:
        assert few == pytest.approx(alone)


def test_robots_are_alike_where_nothing_tells_them_apart() -> None:
    given = carry(6)
    agents = tuple(f"r{n}" for n in range(6))
    few = few_of(given, agents)
    assert few is not None
    assert (few.kinds, few.kept) == ((agents,), (agents[:4],))
    assert ("pair", ("r1", "r0")) in few.task.problem.init
    told = replace(given, problem=replace(given.problem, init=given.problem.init
                                          - {("free", ("r5",))}))
    other = few_of(told, agents)
    assert other is not None
    assert other.kinds == (agents[:5], ("r5",))
    assert few_of(given, agents[:4]) is None
    asked = replace(given, problem=replace(given.problem, goal=(
        "exists", (("?r", ("robot",)),), ("atom", "at", ("?r", "a")))))
    assert few_of(asked, agents) is None


def test_what_stands_for_others_is_counted_as_often() -> None:
    crowd = Crowd((0, 0, 0, 0), (10,), (4,))
    one, two = frozenset({0}), frozenset({0, 1})
    assert crowd.times(one, frozenset()) == 10 / 4
    assert crowd.times(two, frozenset()) == 90 / 12
    assert crowd.times(two, one) == 3
    assert crowd.times(two, two) == 1
