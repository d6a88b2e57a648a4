"""Execute plans in time: this project's own reading of PDDL 2.1, level 3, and timed literals.

Every start and end of an action, and every timed literal, is a happening. Happenings of one moment
are applied together and must not interfere (no moving targets: Fox and Long 2003, section 8);
those of different moments may be as close as they like. A condition ``over all`` holds in every
state between the start and the end, neither moment included. Times are compared exactly, but for
durations: engines print them rounded, so one may differ by :data:`TOLERANCE` (VAL's) from what the
domain says. The action still ends when the plan says.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from planner.pddl.conditions import Binding, State, Undefined, substituted, unsatisfied
from planner.pddl.model import DURATION, ActionSchema, Formula, PDDLTask, rebuilt
from planner.pddl.simulate import (
    Failure,
    Run,
    apply_effects,
    call_errors,
    clash,
    ended,
    footprint,
    simulate,
)
from planner.plan import Plan, Step, parse_ipc

TOLERANCE = Fraction(1, 1000)
"""VAL's default, in the plan's unit of time."""


class _Happening(NamedTuple):
    """A moment's part: what must hold just before it, and what it changes."""

    time: Fraction
    step: int
    condition: Formula
    effect: Formula
    words: str


class _Interval(NamedTuple):
    """A condition between two moments."""

    begin: Fraction
    end: Fraction
    step: int
    condition: Formula


class _Fails(Exception):
    """The plan fails at a step, for reasons."""

    def __init__(self, step: int, *reasons: str, rule: str = "") -> None:
        self.failure = Failure(step, reasons, rule)


def is_timed(task: PDDLTask) -> bool:
    """Say whether plans of the task have times."""
    return bool(task.problem.timed) or any(a.durative for a in task.domain.actions.values())


def simulate_timed(task: PDDLTask, plan: Plan, tolerance: Fraction = TOLERANCE) -> Run:
    """Execute a plan whose steps have times; its cost is the metric's value, else the makespan.

    Durations may differ by ``tolerance``. A bad plan is a result. Axioms are not computed: tasks
    that have both are refused by callers.
    """
    state = State(task.problem.init, dict(task.problem.values))
    try:
        happenings, intervals = _unfold(task, plan, tolerance)
        state = _execute(task, happenings, intervals, state)
    except _Fails as error:
        return Run(error.failure, state, None)
    makespan = max((s.start + (s.duration or 0) for s in plan.steps if s.start is not None),
                   default=Fraction(0))
    return ended(task, plan, state, makespan)


def _unfold(
    task: PDDLTask, plan: Plan, tolerance: Fraction
) -> tuple[list[_Happening], list[_Interval]]:
    happenings = [_Happening(time, len(plan.steps), ("and",), literal, "a timed literal")
                  for time, literal in task.problem.timed]
    intervals: list[_Interval] = []
    for position, step in enumerate(plan.steps):
        schema = task.domain.actions.get(step.name)
        reasons = call_errors(task, schema, step)
        if schema is None or reasons:
            raise _Fails(position, *reasons)
        if step.start is None or (schema.durative is None) != (step.duration is None):
            raise _Fails(position, "it has no time" if step.start is None else
                         "its duration is missing" if schema.durative else "it has no duration")
        binding = schema.bound(step.arguments)
        happenings += _happenings(schema, step, position, binding, intervals, tolerance)
    return happenings, intervals


def _happenings(
    schema: ActionSchema, step: Step, position: int, binding: Binding,
    intervals: list[_Interval], tolerance: Fraction,
) -> Iterator[_Happening]:
    """Yield the one or two happenings of a step; add its conditions in between."""
    assert step.start is not None
    if schema.durative is None:
        yield _Happening(step.start, position, substituted(schema.precondition, binding),
                         substituted(schema.effect, binding), str(step))
        return
    assert step.duration is not None
    end = step.start + step.duration
    parts = schema.durative

    def of(time: str, many: tuple[tuple[str, Formula], ...]) -> Formula:
        return ("and", *(_lasting(substituted(part, binding), step.duration)
                         for when, part in many if when == time))

    limits = tuple(part for op, x in parts.limits
                   for part in _limits(op, step.duration, substituted(x, binding), tolerance))
    start = of("start", parts.conditions)
    yield _Happening(step.start, position, ("and", *start[1:], *limits),
                     of("start", parts.effects), str(step))
    yield _Happening(end, position, of("end", parts.conditions), of("end", parts.effects),
                     f"the end of {step}")
    between = of("all", parts.conditions)
    if len(between) > 1:
        intervals.append(_Interval(step.start, end, position, between))


def _limits(op: str, length: Fraction, limit: Formula, tolerance: Fraction) -> Iterator[Formula]:
    """Yield what must hold at the start for a duration to be what the domain says."""
    if not tolerance:
        yield "num=" if op == "=" else op, ("number", length), limit
        return
    if op in ("=", "<="):
        yield "<=", ("number", length - tolerance), limit
    if op in ("=", ">="):
        yield ">=", ("number", length + tolerance), limit


def _lasting(part: Formula, duration: Fraction | None) -> Formula:
    if part == ("fluent", DURATION, ()):
        return ("number", duration)
    return rebuilt(part, lambda inner: _lasting(inner, duration))


def _execute(
    task: PDDLTask, happenings: list[_Happening], intervals: list[_Interval], state: State
) -> State:
    moments = sorted({h.time for h in happenings})
    for position, moment in enumerate(moments):
        now = [h for h in happenings if h.time == moment]
        _check_apart(task, now)
        for happening in now:
            reasons = tuple(unsatisfied(task, state, happening.condition, {}))
            if reasons:
                raise _Fails(happening.step, *(f"at {float(moment):g}: {r}" for r in reasons))
        effect = ("and", *(h.effect for h in now))
        try:
            state = apply_effects(task, state, effect, {})
        except Undefined as error:
            raise _Fails(now[0].step, f"the effect is undefined: {error}") from None
        after = moments[position + 1] if position + 1 < len(moments) else moment
        for interval in intervals:
            if interval.begin <= moment < interval.end:
                reasons = tuple(unsatisfied(task, state, interval.condition, {}))
                if reasons:
                    raise _Fails(interval.step, *(
                        f"between {float(moment):g} and {float(after):g}: {r}" for r in reasons),
                        rule="over all")
    return state


def _check_apart(task: PDDLTask, now: list[_Happening]) -> None:
    prints = [footprint(task, h.condition, h.effect) for h in now if len(now) > 1]
    for position, one in enumerate(now):
        for before, other in enumerate(now[:position]):
            if shared := clash(prints[position], prints[before]):
                raise _Fails(min(one.step, other.step),
                             f"{one.words} and {other.words} happen at the same moment and both "
                             f"concern {shared}", rule="same moment")


def read_plan(task: PDDLTask, text: str, source: str = "plan") -> Plan:
    """Read plan text as the task needs it: with times where actions take time."""
    return parse_ipc(text, source, timed=is_timed(task))


def execute(task: PDDLTask, plan: Plan, tolerance: Fraction = TOLERANCE) -> Run:
    """Execute the plan and check the goal; a bad plan is a result."""
    return simulate_timed(task, plan, tolerance) if is_timed(task) else simulate(task, plan)


def plan_cost(task: PDDLTask, plan: Plan) -> float | None:
    """Return the cost of a valid plan, else None.

    It is the metric's value; where that has none, the length of a sequence.
    """
    run = execute(task, plan)
    if run.failure:
        return None
    return float(len(plan.steps)) if run.cost is None else run.cost
