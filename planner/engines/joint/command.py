"""The joint engine behind a name: run in a process of its own, its best plan and bound kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any

from planner.engines.joint import JointEngine, JointResult
from planner.engines.joint.agents import find_agents
from planner.engines.joint.encoding.costs import Price, cost_of, price_of
from planner.engines.joint.temporal.planning import TimedResult, solve_timed
from planner.engines.outcome import Outcome, Status
from planner.engines.registry import EngineOptions
from planner.engines.table import refusal
from planner.errors import ComponentError, LimitError, MemoutError, UnsupportedError, UsageError
from planner.pddl import PDDLTask
from planner.pddl.model import COST
from planner.pddl.simulate import simulate
from planner.pddl.temporal import execute, is_timed
from planner.plan import Plan
from planner.sandbox import Limits
from planner.supervision import keep, supervise

__all__ = ["Found", "answer", "solve"]

NOTHING = EngineOptions()
RESERVE_S = 0.3
"""Seconds of the limit kept for ending."""


@dataclass(frozen=True)
class Found:
    """What the engine's process hands over: the best plan so far, its bound, what is to be known.

    The plan's cost is the number of its joint steps, or its makespan.
    """

    status: Status
    plan: Plan | None = None
    bound: float | None = None
    message: str = ""
    notes: Mapping[str, Any] = field(default_factory=dict)
    peak_mb: float = 0.0

    @property
    def cost(self) -> float | None:
        """Return the cost of the plan."""
        return None if self.plan is None else self.plan.cost


def solve(
    task: PDDLTask, agents: str, limits: Limits, options: EngineOptions = NOTHING,
    found: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """Solve a task in joint steps.

    ``agents`` are types or names of the robots, with commas; where it is empty the options may name
    them, else they are found by rule. Cost and bound count joint steps. The plan has been simulated
    here, too. ``found`` is given each better plan.
    """
    if why := refusal("joint", task):
        return Outcome(Status.UNSUPPORTED_PROBLEM, "joint", "", message=why)
    begun, known = time.monotonic(), Found(Status.TIMEOUT)

    def better(fresh: Found) -> None:
        nonlocal known
        before, known = known.plan, _checked(task, fresh)
        if found is not None and known.plan not in (None, before):
            found(_outcome(task, known, begun))

    try:
        last: Found = supervise(
            f"{__name__}:answer", task, _wanted(agents, options), limits.wall_s,
            not options.ignore_costs, wall_s=limits.wall_s, memory_mb=limits.memory_mb,
            whole=True, quiet=True, better=better)
    except KeyboardInterrupt:
        status = Status.TIMEOUT if known.plan is None else Status.INTERMEDIATE
        return replace(_outcome(task, known, begun), status=status, interrupted=True)
    except LimitError as error:
        status = Status.MEMOUT if isinstance(error, MemoutError) else Status.TIMEOUT
        return replace(_outcome(task, replace(known, message=str(error)), begun), status=status)
    except ComponentError as error:
        return replace(_outcome(task, known, begun), status=Status.INTERNAL_ERROR,
                       message=f"joint crashed: {error}")
    return _outcome(task, _checked(task, last), begun)


def _wanted(agents: str, options: EngineOptions) -> str | list[str]:
    if options.agents:
        return [name.strip().lower() for name in options.agents.split(",")]
    return agents or options.agents_of


def _checked(task: PDDLTask, found: Found) -> Found:
    """Return what was found without a plan that the simulation does not accept in both orders."""
    if found.plan is None:
        return found
    run = execute if is_timed(task) else simulate
    other = found.plan.other_order()
    if run(task, found.plan).failure or (other and run(task, other).failure):
        raise ComponentError("its plan is not executable")
    return found


def _outcome(task: PDDLTask, found: Found, begun: float) -> Outcome:
    """Return what has been found so far."""
    status, notes = found.status, dict(found.notes)
    if found.plan is not None:
        used = {step.name for step in found.plan.steps}
        notes["ports"] = {name: [p for p, _ in action.parameters]
                          for name, action in task.domain.actions.items() if name in used}
    message = "" if status.solved else f"joint: {found.message or 'no plan within the limit'}"
    return Outcome(
        status, "joint", "", found.plan, found.cost, found.bound, time.monotonic() - begun,
        found.peak_mb, message,
        notes={"joint": notes} if found.plan is not None else {})


def answer(task: PDDLTask, wanted: str | list[str], seconds: float, costs: bool) -> Found:
    """Solve a task in this process; with ``costs`` the cheapest of the shortest plans is taken."""
    deadline = time.monotonic() + max(0.05, seconds - RESERVE_S)
    try:
        agents, how = find_agents(task.domain, task.problem.objects, wanted, task.problem)
        about = {"robots": f"{len(agents)} robots: {how}", "agents": list(agents)}
        if is_timed(task):
            return _timed(about, solve_timed(task, agents, deadline,
                                             lambda found: keep(_timed(about, found))))
        engine = JointEngine(task.domain, task.problem.objects, agents, task.problem)
    except (UsageError, UnsupportedError) as error:
        return Found(Status.UNSUPPORTED_PROBLEM, message=str(error))
    metric = task.problem.metric
    price = price_of(task.domain, task.problem.values, task.problem.init) if (
        costs and metric is not None and metric[1] == COST) else None
    result = engine.solve(
        task.problem.init, task.problem.goal, limit=deadline - time.monotonic(), price=price,
        improved=lambda found: keep(_stepped(about, found, price)))
    return _stepped(about, result, price)


def _peak_mb() -> float:
    """Return the most memory that this process or one it started has used."""
    return max(getrusage(who).ru_maxrss for who in (RUSAGE_SELF, RUSAGE_CHILDREN)) / 1024


def _stepped(about: Mapping[str, Any], found: JointResult, price: Price | None) -> Found:
    notes = {**about, "bound": found.lower, "how": found.how}
    if found.plan is None:
        return Found(found.status, None, found.lower or None, found.message, notes, _peak_mb())
    notes["steps"] = len(found.plan)
    if price is not None:
        notes["cost"] = float(cost_of(found.plan, price))
    steps: Sequence[Sequence[Any]] = found.plan.steps
    plan = Plan(tuple(action for step in steps for action in step), float(len(steps)),
                tuple(float(time) for time, step in enumerate(steps) for _ in step))
    return Found(found.status, plan, found.lower or None, found.message, notes, _peak_mb())


def _timed(about: Mapping[str, Any], found: TimedResult) -> Found:
    notes = {**about, "bound": float(found.bound), "how": found.how}
    plan = found.plan
    if plan is not None and found.makespan is not None:
        notes["makespan"] = float(found.makespan)
        plan = Plan(plan.steps, notes["makespan"])
    return Found(found.status, plan, float(found.bound) or None, found.message, notes,
                 _peak_mb())
