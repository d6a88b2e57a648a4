"""Simulate joint steps by the reading of PDDL in :mod:`planner.pddl`, not by the encoding."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from planner.engines.joint.agents import acting
from planner.errors import PlannerError
from planner.pddl import PDDLTask
from planner.pddl.conditions import State, unsatisfied
from planner.pddl.simulate import at_once, in_order, initial_state
from planner.plan import Step


def course(task: PDDLTask, steps: Sequence[Sequence[Step]]) -> list[State]:
    """Return the states before the first step and after each; raises for a plan that fails."""
    found = [initial_state(task)]
    for number, step in enumerate(steps):
        run = in_order(task, found[-1], step, range(len(step)))
        if run.failure:
            raise PlannerError(f"step {number}: {'; '.join(run.failure.reasons)}")
        found.append(run.state)
    return found


def problems(
    task: PDDLTask, steps: Sequence[Sequence[Step]], agents: Collection[str] = (),
    start: State | None = None,
) -> str:
    """Return why a joint plan fails, in words; an empty text where it does not.

    In each step no robot may do two actions, and what is done must come to the same ``at_once``.
    ``start`` is the state before the first step, that of the task where it is missing.
    """
    now = initial_state(task) if start is None else start
    for number, step in enumerate(steps):
        busy = [a for action in step for a in acting(task.domain, agents, action)]
        if len(busy) != len(set(busy)):
            return f"step {number}: a robot has two actions"
        run = at_once(task, now, step)
        if run.failure:
            return f"step {number}: {step[run.failure.step]}: {'; '.join(run.failure.reasons)}"
        now = run.state
    return "; ".join(unsatisfied(task, now, task.problem.goal, {}))
