"""Two domains as one: names add up, and mean one thing."""

import pytest

from planner.errors import PlannerError
from planner.pddl import joined, read_domain

HALL = """(define (domain hall) (:requirements :strips :typing) (:types room - object)
  (:predicates (in ?r - room))
  (:action go :parameters (?a ?b - room) :precondition (in ?a)
    :effect (and (not (in ?a)) (in ?b))))"""
EYES = """(define (domain eyes) (:requirements :strips :typing) (:types room mark - object)
  (:predicates (in ?here - room) (seen ?m - mark))
  (:action look :parameters (?r - room ?m - mark) :precondition (in ?r) :effect (seen ?m)))"""


def test_both_vocabularies_are_there() -> None:
    both = joined(read_domain(HALL), read_domain(EYES))
    assert both.name == "hall"
    assert set(both.actions) == {"go", "look"}
    assert set(both.predicates) == {"in", "seen"}
    assert set(both.types) >= {"room", "mark"}


@pytest.mark.parametrize(("old", "new"), [
    ("(in ?here - room)", "(in ?here - object)"),
    ("room mark - object", "mark - object room - mark"),
    ("(:action look", "(:action go"),
])
def test_one_word_has_one_meaning(old: str, new: str) -> None:
    with pytest.raises(PlannerError, match="mean different things by"):
        joined(read_domain(HALL), read_domain(EYES.replace(old, new)))
