"""Nothing of a text is lost silently: what its goal does not take up a remark does."""

from __future__ import annotations

from dataclasses import replace

from domains.household.goal import Goal, HasState, Placed
from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction

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








def _only(goal: Goal, **changes: object) -> Goal:
    (subgoal,) = goal.subgoals
    return replace(goal, stages=((replace(subgoal, what=replace(
        subgoal.what, **changes)),),))  # type: ignore[arg-type]






def _read(text: str) -> Goal | None:
    try:
        return compile_instruction(text)
    except PlannerError:
        return None
