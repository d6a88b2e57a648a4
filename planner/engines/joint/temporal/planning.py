"""From a task with durative actions to a plan of the shortest makespan."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from planner.engines.joint.plan import JointStatus
from planner.engines.joint.temporal.deeds import Deed, timetable
from planner.engines.joint.temporal.moments import Moments
from planner.errors import LimitError, PlannerError
from planner.pddl import PDDLTask
from planner.pddl.temporal import simulate_timed
from planner.plan import Plan, Step

__all__ = ["TimedResult", "solve_timed"]


@dataclass(frozen=True)
class TimedResult:
    """A plan in time, its makespan in moments of ``unit``, and a proven bound on that.

    Times of the plan are exact where that suffices; else each moment is later than the one before
    by a thousandth of a unit or less (:mod:`planner.engines.joint.temporal.moments`).
    """

    status: JointStatus
    plan: Plan | None = None
    makespan: Fraction | None = None
    bound: Fraction = Fraction(0)
    message: str = ""


def solve_timed(
    task: PDDLTask, agents: Sequence[str], deadline: float,
    improved: Callable[[TimedResult], None] | None = None,
) -> TimedResult:
    """Return a plan with the shortest makespan; raises :class:`UsageError` for what is refused."""
    try:
        table = timetable(task, agents, deadline)
    except LimitError as error:
        return TimedResult(JointStatus.OUT_OF_TIME, message=str(error))
    if table is None:
        return TimedResult(JointStatus.UNSOLVABLE,
                           message="part of the goal can never hold, whatever is done")
    with Moments(table) as moments:
        makespan = 0
        while time.monotonic() < deadline:
            found = moments.solve(makespan, deadline)
            if isinstance(found, list):
                plan = _plan(task, found, table.unit, makespan)
                length = makespan * table.unit
                return TimedResult(JointStatus.PROVEN, plan, length, length)
            if found is None:
                break
            makespan += 1
            if improved is not None:
                improved(TimedResult(JointStatus.OUT_OF_TIME, bound=makespan * table.unit))
    bound = makespan * table.unit
    return TimedResult(JointStatus.OUT_OF_TIME, bound=bound,
                       message=f"no plan within the limit; a makespan of {float(bound):g} at least")


def _plan(
    task: PDDLTask, starts: Sequence[tuple[int, Deed]], unit: Fraction, makespan: int
) -> Plan:
    """Return the plan with times that our own execution accepts, without what it can do without."""
    digits = 3
    while 10**digits < 2 * makespan:
        digits += 1
    for later in (Fraction(0), unit / 10**digits):
        steps = [Step(deed.step.name, deed.step.arguments, start=moment * (unit + later),
                      duration=deed.length * unit) for moment, deed in starts]
        plan = Plan(tuple(steps))
        if not simulate_timed(task, plan).failure:
            return _without_idle(task, plan)
    reason = simulate_timed(task, plan).failure
    raise PlannerError(f"internal error: the plan in time is not executable: {reason}")


def _without_idle(task: PDDLTask, plan: Plan) -> Plan:
    for step in sorted(plan.steps, key=lambda s: s.start or 0, reverse=True):
        less = replace(plan, steps=tuple(s for s in plan.steps if s is not step))
        if not simulate_timed(task, less).failure:
            plan = less
    return plan
