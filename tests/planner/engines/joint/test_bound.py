"""Bounds from counts: what must come true, and few robots that stand for many."""


import pytest
from teams import world

from planner.engines.joint.deadline import NEVER
from planner.engines.joint.grounding.ground import ground
from planner.engines.joint.plan import Request
from planner.engines.joint.search.bound import flow_bound
from planner.engines.joint.search.causes import Relaxed
from planner.engines.joint.search.search import prepared
from planner.pddl import read_texts

pytest.importorskip("ortools")

DOORS = world("looks")


def test_what_must_come_true_is_counted() -> None:
    """A door is gone to, opened and looked at: three turns, by whichever robot."""
    given = read_texts(DOORS, """(define (problem p) (:domain doors)
        (:objects r s - robot start a b - door) (:init (at r start) (at s start))
        (:goal (and (shown a) (shown b))))""")
    grounding = ground(given.domain, given.problem.objects, ("r", "s"), given.problem.init)
    goal = grounding.goal_of(given)
    assert goal is not None
    found = prepared(grounding, goal, Request(given, ("r", "s"), NEVER, {}))
    assert not isinstance(found, str)
    model = found[0]
    number = {" ".join((name, *words)): n for (name, words), n in grounding.number.items()}
    assert set(Relaxed(model).landmarks()) == {
        number[fact] for fact in ("open a", "open b", "shown a", "shown b")}
    assert flow_bound(model, NEVER) == 3
