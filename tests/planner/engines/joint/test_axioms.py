"""Joint plans are simulated with what follows from axioms, before and after each step."""

from __future__ import annotations

from planner.engines.joint.check import problems, states
from planner.engines.joint.grounding.ground import task_of
from planner.pddl import read_domain
from planner.plan import Step

DOMAIN = read_domain("""(define (domain shed) (:requirements :adl :derived-predicates)
  (:types robot door)
  (:predicates (key ?r - robot) (open ?d - door) (can ?r - robot) (airy))
  (:derived (can ?r - robot) (key ?r))
  (:derived (airy) (exists (?d - door) (open ?d)))
  (:action unlock :parameters (?r - robot ?d - door) :precondition (can ?r) :effect (open ?d))
  (:action pass :parameters (?r - robot ?s - robot) :precondition (can ?r)
    :effect (and (not (key ?r)) (key ?s))))""")
OBJECTS = {"a": ("robot",), "b": ("robot",), "d": ("door",)}


def test_conditions_and_goals_may_be_derived() -> None:
    task = task_of(DOMAIN, OBJECTS, [("key", ("a",))], ("atom", "airy", ()))
    handed = ((Step("pass", ("a", "b")),), (Step("unlock", ("b", "d")),))
    assert problems(task, handed, ["a", "b"]) == ""
    assert ("airy", ()) in states(task, handed)[-1]
    assert "step 0" in problems(task, handed[1:], ["a", "b"])
    assert "step 1" in problems(task, (handed[0], (Step("unlock", ("a", "d")),)), ["a", "b"])
