"""Nothing of a text is lost silently: what its goal does not take up a remark does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.studies.household_forms import sentences
from domains.household.goal import Goal, HasState, Held, Placed
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


def _states(goal: Goal, value: bool) -> Goal:
    return replace(goal, stages=tuple(tuple(
        replace(w, value=value) if isinstance(w, HasState) else w for w in stage)
        for stage in goal.stages))


def _exchanged(goal: Goal) -> Goal:
    one, two = goal.subgoals
    assert isinstance(one, Placed)
    assert isinstance(two, Placed)
    return replace(goal, stages=((replace(one, target=two.target),
                                  replace(two, target=one.target)),))


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


@pytest.mark.parametrize(("text", "changed", "told"), [
    ("Open the box", lambda g: _states(g, False), "'box' should be closed"),
    ("Close the drawer if it is open", lambda g: _states(g, True), "'Close'"),
    ("Switch the lamp off, mug in the sink", lambda g: _states(g, True), "should be on"),
    ("Put the pen on the desk and the cup in the sink", _exchanged, "exchanged"),
    ("Take the pen and put it on the desk. Put the cup in the sink", _exchanged, "exchanged"),
    ("Wash the mug, then open the box", lambda g: replace(g, stages=g.stages[::-1]),
     "'then' may be read the wrong way round"),
    ("Before you open the box, wash the mug", lambda g: replace(g, stages=g.stages[::-1]),
     "'Before' may be read the wrong way round"),
    ("Put two mugs in the sink", lambda g: _only(g, count=3), "are 3"),
    ("Wash every mug", lambda g: _only(g, quantifier="the"), "'all' of 'mug'"),
    ("If the fridge is open, wash the mug", lambda g: _only(g, when=tuple(
        replace(c, exists=False) for c in g.subgoals[0].what.when)), "as its opposite"),
    ("Open the box", lambda g: replace(g, stages=((Held(g.subgoals[0].what),),)),
     "'box' should be taken"),
])
def test_what_a_text_does_not_say_is_told(text: str, changed: object, told: str) -> None:
    goal = compile_instruction(text)
    assert callable(changed)
    assert lost(goal) == ()
    assert any(told in remark for remark in lost(changed(goal)))


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
        w in r for r in lost(g) for w in ("not part of", "nothing in this", "may be"))]
    assert told == []


def _read(text: str) -> Goal | None:
    try:
        return compile_instruction(text)
    except PlannerError:
        return None
