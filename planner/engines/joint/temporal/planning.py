"""From a task with durative actions to a plan of the shortest makespan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from planner.engines.joint.deadline import Deadline
from planner.engines.joint.temporal.deeds import Deed, Timetable, timetable
from planner.engines.joint.temporal.moments import Moments
from planner.engines.outcome import Outcome, Status
from planner.errors import ComponentError, LimitError
from planner.pddl import PDDLTask
from planner.pddl.temporal import simulate_timed
from planner.plan import Plan, Step

LONG = 4
"""Where something takes more units than this, a first plan is made in slots …"""
SLOTS = (1, 3)
"""… of which the longest duration takes this many, …"""
EFFORT, SHARE = 20_000, 0.25
"""… each with this many conflicts, within this share of the time that is left."""


def solve_timed(
    task: PDDLTask, agents: Sequence[str], deadline: Deadline,
    tell: Callable[[Outcome], None] = lambda _: None,
) -> Outcome:
    """Return a plan with the shortest makespan; raises :class:`UsageError` for what is refused.

    Its cost is the makespan in moments, of which the bound is one, too: on plans of such moments,
    in which a robot does one thing at a time. Times of the plan are exact where that suffices; else
    each moment is later than the one before by a thousandth of a unit or less
    (:mod:`planner.engines.joint.temporal.moments`).
    """
    try:
        table = timetable(task, agents, deadline)
    except LimitError as error:
        return Outcome(Status.TIMEOUT, "joint", "", message=str(error))
    if table is None:
        return Outcome(Status.UNSOLVABLE_PROVEN, "joint", "",
                       message="part of the goal can never hold, whatever is done")
    known = _first(task, table, deadline)
    tell(known)
    with Moments(table) as moments:
        makespan = 0
        while not deadline.over:
            length = float(makespan * table.unit)
            if known.cost is not None and known.cost <= length:
                return known._replace(status=Status.SOLVED_OPTIMALLY, bound=known.cost)
            found = moments.solve(makespan, deadline)
            if isinstance(found, list):
                plan = _plan(task, table, found, makespan, deadline)
                length = min(length, _end(plan))  # a step begun in between may beat all of moments
                return Outcome(Status.SOLVED_OPTIMALLY, "joint", "", replace(plan, cost=length),
                               length, length, notes={"how": "SAT, growing makespan"})
            if found is None:
                break
            makespan += 1
            known = known._replace(bound=float(makespan * table.unit))
            tell(known)
    return known if known.plan is not None else known._replace(
        message="no plan within the limit; a makespan of "
                       f"{known.bound or 0:g} at least in whole units")


def _first(task: PDDLTask, table: Timetable, deadline: Deadline) -> Outcome:
    """Return a plan made in few slots where something takes long; else none."""
    known = Outcome(Status.TIMEOUT, "joint", "")
    for slots in SLOTS if max((d.length for d in table.deeds), default=0) > LONG else ():
        plan = _roughly(task, table, slots, Deadline(SHARE * deadline.left))
        if plan is not None and (known.cost is None or _end(plan) < known.cost):
            known = Outcome(Status.SOLVED_SATISFICING, "joint", "", replace(plan, cost=_end(plan)),
                            _end(plan), notes={"how": "SAT, few slots"})
    return known


def _end(plan: Plan) -> float:
    return float(max(map(_over, plan.steps), default=Fraction(0)))


def _begun(step: Step) -> Fraction:
    return step.start or Fraction(0)


def _over(step: Step) -> Fraction:
    return _begun(step) + (step.duration or Fraction(0))


def _roughly(task: PDDLTask, table: Timetable, slots: int, deadline: Deadline) -> Plan | None:
    """Return a plan made with durations in a few slots, its steps then as early as they go.

    So long durations have a plan before moments as fine as all of them are looked at.
    """
    slot = -(-max(deed.length for deed in table.deeds) // slots)
    rough = {replace(deed, length=-(-deed.length // slot)): deed for deed in table.deeds}
    with Moments(replace(table, deeds=tuple(rough), unit=table.unit * slot)) as moments:
        makespan, found = 0, moments.solve(0, deadline)
        while found is False and (left := EFFORT - moments.conflicts()) > 0:
            makespan += 1
            found = moments.solve(makespan, deadline, left)
    if not isinstance(found, list):
        return None
    unit, later = table.unit * slot, table.unit / 1000
    plan = Plan(tuple(Step(d.step.name, d.step.arguments, start=moment * (unit + later),
                           duration=rough[d].length * table.unit) for moment, d in found))
    if simulate_timed(task, plan).failure:
        return None
    return _tidied(task, table, plan, deadline)


def _tidied(task: PDDLTask, table: Timetable, plan: Plan, deadline: Deadline) -> Plan:
    """Leave out steps, and pairs of steps, that the plan can do without; begin others earlier.

    Each begins at the earliest start or end of another one that leaves the plan valid. A robot does
    one thing at a time.
    """
    for size in (1, 2):
        for some in combinations(sorted(plan.steps, key=_begun, reverse=True), size):
            less = replace(plan, steps=tuple(s for s in plan.steps if s not in some))
            if len(less) + size == len(plan) and not deadline.over and not (
                    simulate_timed(task, less).failure):
                plan = less
    later = table.unit / 1000
    doers = {(d.step.name, d.step.arguments): frozenset(d.agents) for d in table.deeds}
    for step in sorted(plan.steps, key=_begun):
        others = [s for s in plan.steps if s is not step]
        robots = doers[step.name, step.arguments]
        busy = [s for s in others if robots & doers[s.name, s.arguments]]
        ends = {t for s in others for t in (_begun(s), _over(s))}
        for begin in sorted({Fraction(0)}.union(*({t, t + later} for t in ends))):
            if begin >= _begun(step) or deadline.over:
                break
            over = begin + (step.duration or Fraction(0))
            if any(begin < _over(s) and _begun(s) < over for s in busy):
                continue
            trial = replace(plan, steps=tuple(sorted(
                (*others, replace(step, start=begin)), key=_begun)))
            if not simulate_timed(task, trial).failure:
                plan = trial
                break
    return plan


def _plan(
    task: PDDLTask, table: Timetable, starts: Sequence[tuple[int, Deed]], makespan: int,
    deadline: Deadline,
) -> Plan:
    """Return the plan with times that our own execution accepts, without what it can do without."""
    unit, digits = table.unit, 3
    while 10**digits < 2 * makespan:
        digits += 1
    for later in (Fraction(0), unit / 10**digits):
        steps = [Step(deed.step.name, deed.step.arguments, start=moment * (unit + later),
                      duration=deed.length * unit) for moment, deed in starts]
        plan = Plan(tuple(steps))
        if not simulate_timed(task, plan).failure:
            return _tidied(task, table, plan, deadline)
    raise ComponentError(f"its plan is not executable: {simulate_timed(task, plan).failure}")
