"""Two domains as one: names add up, and mean one thing."""

import pytest
from teams import world

from planner.errors import PlannerError
from planner.pddl import joined, read_domain

HALL = world("hall")
EYES = world("eyes")


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
