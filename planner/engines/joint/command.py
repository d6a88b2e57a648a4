"""The joint engine behind a name: run in a process of its own, its best plan and bound kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from planner.console import counted
from planner.engines.joint import JointEngine, JointResult
from planner.engines.joint.agents import find_agents
from planner.engines.joint.deadline import Deadline
from planner.engines.joint.encoding.costs import Price, cost_of, price_of
from planner.engines.joint.temporal.planning import solve_timed
from planner.engines.outcome import Outcome, Status
from planner.engines.registry import SolveOptions
from planner.engines.table import refusal
from planner.errors import ComponentError, LimitError, MemoutError, UnsupportedError, UsageError
from planner.pddl import PDDLTask
from planner.pddl.model import COST
from planner.pddl.temporal import execute, is_timed
from planner.plan import Plan
from planner.sandbox import Limits
from planner.supervision import keep, supervise

RESERVE_S = 0.3
"""Seconds of the limit kept for ending."""


def solve(
    task: PDDLTask, agents: str, limits: Limits, options: SolveOptions,
    found: Callable[[Outcome], None] | None,
) -> Outcome:
    """Solve a task in joint steps.

    ``agents`` are types or names of the robots, with commas; where it is empty the options may name
    them, else they are found by rule. Cost and bound count joint steps. The plan has been simulated
    here, too. ``found`` is given each better plan.
    """
    if why := refusal("joint", task):
        return Outcome(Status.UNSUPPORTED_PROBLEM, "joint", "", message=why)
    begun = time.monotonic()
    named = [name.strip().lower() for name in options.agents.split(",")] if options.agents else []
    wanted = named or agents or options.agents_of
    known = Outcome(Status.TIMEOUT, "joint", "", message="joint: no plan within the limit")

    def ended(outcome: Outcome, **changes: Any) -> Outcome:
        return outcome._replace(seconds=time.monotonic() - begun, **changes)

    def better(fresh: Outcome) -> None:
        nonlocal known
        before, known = known.plan, _checked(task, fresh)
        if found is not None and known.plan not in (None, before):
            found(ended(known))

    try:
        last: Outcome = supervise(
            f"{__name__}:answer", task, wanted, limits.wall_s,
            not options.ignore_costs, wall_s=limits.wall_s, memory_mb=limits.memory_mb,
            whole=True, quiet=True, better=better)
    except KeyboardInterrupt:
        status = Status.TIMEOUT if known.plan is None else Status.INTERMEDIATE
        return ended(known, status=status, interrupted=True)
    except LimitError as error:
        status = Status.MEMOUT if isinstance(error, MemoutError) else Status.TIMEOUT
        return ended(known, status=status, message=f"joint: {error}")
    except ComponentError as error:
        return ended(known, status=Status.INTERNAL_ERROR, message=f"joint crashed: {error}")
    return ended(_checked(task, last))


def _checked(task: PDDLTask, found: Outcome) -> Outcome:
    """Return what was found; raise where the simulation does not accept its plan."""
    if found.plan is not None and execute(task, found.plan).failure:
        raise ComponentError("its plan is not executable")
    return found


def answer(task: PDDLTask, wanted: str | list[str], seconds: float, costs: bool) -> Outcome:
    """Solve a task in this process; with ``costs`` the cheapest of the shortest plans is taken.

    The plan's cost is the number of its joint steps, or its makespan.
    """
    deadline = Deadline(max(0.05, seconds - RESERVE_S))
    about: dict[str, Any] = {"ports": {name: [p for p, _ in action.parameters]
                                       for name, action in task.domain.actions.items()}}
    try:
        agents, how = find_agents(task.domain, task.problem.objects, wanted, task.problem)
        about |= {"robots": f"{counted(len(agents), 'robot')}: {how}",
                  "agents": list(agents)}
        if is_timed(task):
            return _timed(about, solve_timed(task, agents, deadline,
                                             lambda found: keep(_timed(about, found))))
        engine = JointEngine(task.domain, task.problem.objects, agents, task.problem)
    except (UsageError, UnsupportedError) as error:
        return _outcome(Status.UNSUPPORTED_PROBLEM, None, 0, about, str(error))
    metric = task.problem.metric
    price = price_of(task.domain, task.problem.values, task.problem.init) if (
        costs and metric is not None and metric[1] == COST) else None
    result = engine.solve(
        task.problem.init, task.problem.goal, limit=deadline.left, price=price,
        improved=lambda found: keep(_stepped(about, found, price)))
    return _stepped(about, result, price)


def _outcome(
    status: Status, plan: Plan | None, bound: float, notes: Mapping[str, Any], message: str
) -> Outcome:
    who = f"; {notes['robots']}" if status is Status.TIMEOUT else ""
    why = "" if status.solved else f"joint: {message or 'no plan within the limit'}{who}"
    if plan is None:
        return Outcome(status, "joint", "", None, None, bound or None, message=why)
    used = {step.name for step in plan.steps}
    ports = {name: words for name, words in notes["ports"].items() if name in used}
    return Outcome(status, "joint", "", plan, plan.cost, bound or None, message=why,
                   notes={"joint": {**notes, "bound": bound, "ports": ports}})


def _stepped(about: Mapping[str, Any], found: JointResult, price: Price | None) -> Outcome:
    plan, notes = None, {**about, "how": found.how}
    if found.plan is not None:
        steps = found.plan.steps
        notes["steps"] = len(steps)
        if price is not None:
            notes["cost"] = float(cost_of(found.plan, price))
        plan = Plan(tuple(action for step in steps for action in step), float(len(steps)),
                    tuple(float(time) for time, step in enumerate(steps) for _ in step))
    return _outcome(found.status, plan, found.lower, notes, found.message)


def _timed(about: Mapping[str, Any], found: Outcome) -> Outcome:
    notes = {**about, **found.notes, "makespan": found.cost}
    return _outcome(found.status, found.plan, found.bound or 0.0, notes, found.message)
