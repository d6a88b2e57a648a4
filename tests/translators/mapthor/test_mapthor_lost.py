"""Nothing of a text is lost silently: what its goal does not take up a remark does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.studies.household_forms import sentences
from domains.household.goal import Goal
from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction
from translators.mapthor.hearing.lost import lost

_ORDERS = ("wash the mug", "open the box", "put the fork in the drawer", "bring me the pen",
           "switch the lamp on", "put two cups on the shelf", "slice the bread", "find the watch",
           "throw the tissues away", "fill the kettle", "close the laptop")


def without(goal: Goal, number: int) -> Goal:
    dropped = goal.subgoals[number]
    return replace(goal, stages=tuple(
        tuple(w for w in stage if w is not dropped) for stage in goal.stages))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(_ORDERS), min_size=2, max_size=4, unique=True), st.data())
def test_an_order_that_a_goal_has_not_is_told(orders: list[str], data: st.DataObject) -> None:
    goal = compile_instruction(". ".join(orders))
    number = data.draw(st.integers(0, len(goal.subgoals) - 1))
    assert lost(goal) == ()
    kinds = [w.what.types for w in goal.subgoals]
    if kinds.count(kinds[number]) == 1:
        assert lost(without(goal, number)) != ()


@pytest.mark.parametrize(("text", "lacks", "word"), [
    ("Wash the mug, then open the box", lambda g: replace(g, stages=(g.subgoals,)), "then"),
    ("Before you open the box, wash the mug", lambda g: replace(g, stages=(g.subgoals,)), "Before"),
    ("Put three mugs in the sink", lambda g: _only(g, count=1), "three"),
    ("If the fridge is open, turn the tap off", lambda g: _only(g, when=()), "If"),
    ("Put the apple from the fridge on the plate", lambda g: _only(g, located=None), "fridge"),
    ("Bring me the dirty cup", lambda g: _only(g, states=()), "dirty"),
    ("Take the pen, not the book", lambda g: replace(g, remarks=()), "not"),
])
def test_a_word_that_a_goal_does_not_take_up_is_told(text: str, lacks: object, word: str) -> None:
    goal = compile_instruction(text)
    assert callable(lacks)
    assert lost(goal) == ()
    assert f"'{word}' is not part of what is done" in lost(lacks(goal))


def _only(goal: Goal, **changes: object) -> Goal:
    (subgoal,) = goal.subgoals
    return replace(goal, stages=((replace(subgoal, what=replace(
        subgoal.what, **changes)),),))  # type: ignore[arg-type]


def test_a_remark_takes_words_up() -> None:
    goal = compile_instruction("Mum rang about the vase, so wash the plate")
    assert lost(goal) == ()
    assert "'vase' is not part of what is done" in lost(replace(goal, remarks=()))


def test_hardly_anything_that_is_read_as_meant_is_told() -> None:
    told = [s.text for s in sentences(150, 11) if s.stages for g in [_read(s.text)] if g and any(
        "not part of what is done" in r for r in g.remarks)]
    assert told == []


def _read(text: str) -> Goal | None:
    try:
        return compile_instruction(text)
    except PlannerError:
        return None
