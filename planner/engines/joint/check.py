"""Simulate joint steps by the reading of PDDL in :mod:`planner.pddl`, not by the encoding."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from planner.engines.joint.agents import acting
from planner.errors import PlannerError
from planner.pddl import PDDLTask
from planner.pddl.conditions import Atom, State, unsatisfied
from planner.pddl.model import Formula, within
from planner.pddl.simulate import advance, changes, initial_state
from planner.plan import Step


def course(task: PDDLTask, steps: Sequence[Sequence[Step]]) -> list[State]:
    """Return the states before the first step and after each; raises for a plan that fails."""
    found = [initial_state(task)]
    for number, step in enumerate(steps):
        after, reasons = _in_order(task, found[-1], step)
        if after is None:
            raise PlannerError(f"step {number}: {reasons}")
        found.append(after)
    return found


def problems(
    task: PDDLTask, steps: Sequence[Sequence[Step]], agents: Collection[str] = (),
    start: State | None = None,
) -> str:
    """Return why a joint plan fails, in words; an empty text where it does not.

    In each step no robot may do two actions, and the actions must be executable one after the
    other in the order given and in the reverse, each with the effects it has in the state before,
    with the same result: whatever gets in another one's way does so in one of the two. ``start``
    is the state before the first step, that of the task where it is missing.
    """
    now = initial_state(task) if start is None else start
    for number, step in enumerate(steps):
        busy = [a for action in step for a in acting(task.domain, agents, action)]
        if len(busy) != len(set(busy)):
            return f"step {number}: a robot has two actions"
        forth, reasons = _in_order(task, now, step)
        back, other = _in_order(task, now, step[::-1]) if step[1:] else (forth, reasons)
        if forth is None or back is None:
            return f"step {number}: {reasons or other}"
        if forth != back:
            return f"step {number}: the result depends on the order of its actions"
        now = forth
    return "; ".join(unsatisfied(task, now, task.problem.goal, {}))


def _in_order(task: PDDLTask, before: State, step: Sequence[Step]) -> tuple[State | None, str]:
    now = before
    for action in step:
        after, reasons = advance(task, now, action)
        if after is None:
            return None, f"{action}: {'; '.join(reasons)}"
        if _has_when(task.domain.actions[action.name].effect) and (
                _felt(task, now, action, before) != _felt(task, before, action, now)):
            return None, f"{action}: its effects depend on the order"
        now = after
    return now, ""


def _felt(task: PDDLTask, state: State, action: Step, other: State) -> tuple[frozenset[Atom], ...]:
    """Return what an action makes true and false, as far as one of two states was otherwise."""
    added, deleted = changes(task, state, action)
    return added - (state.atoms & other.atoms), deleted & (state.atoms | other.atoms)


@lru_cache(maxsize=1024)
def _has_when(effect: Formula) -> bool:
    return any(part[0] == "when" for part in within(effect))
