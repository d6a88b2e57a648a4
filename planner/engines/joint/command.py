"""The joint engine behind a name: run in the sandbox, its best plan and bound kept."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

from planner.child import child_command
from planner.engines.anytime import Better, append
from planner.engines.joint.plan import JointStatus
from planner.engines.options import EngineOptions
from planner.engines.outcome import Outcome, Status
from planner.engines.table import refusal
from planner.errors import PlannerError
from planner.files import read_text
from planner.pddl import PDDLTask
from planner.pddl.printer import print_domain, print_problem
from planner.pddl.simulate import simulate
from planner.pddl.temporal import execute
from planner.plan import Plan, Step
from planner.sandbox import Execution, Limits, Sandbox

__all__ = ["solve"]

NOTHING = EngineOptions()
START_S = 2.0
"""What starting the process may take beyond the limit it works within."""
_STATUS = {
    JointStatus.PROVEN: Status.SOLVED_OPTIMALLY, JointStatus.ANYTIME: Status.SOLVED_SATISFICING,
    JointStatus.UNSOLVABLE: Status.UNSOLVABLE_PROVEN, JointStatus.OUT_OF_TIME: Status.TIMEOUT,
    JointStatus.NOT_FOUND: Status.UNSOLVABLE_INCOMPLETELY,
    JointStatus.NOT_SUPPORTED: Status.UNSUPPORTED_PROBLEM,
}


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
    with Sandbox() as box:
        domain = print_domain(task.domain, agents=True)
        (box.directory / "domain.pddl").write_text(domain, encoding="utf-8")
        (box.directory / "problem.pddl").write_text(print_problem(task), encoding="utf-8")
        told = _Told(task, box.directory / "result.json", options.stream, found)
        run = box.run(child_command("planner.engines.joint.worker",
                                    json.dumps(_wanted(agents, options)), str(limits.wall_s),
                                    "" if options.ignore_costs else "costs"),
                      Limits(limits.wall_s + START_S, limits.memory_mb),
                      enough=told)
        said = told.said()
    return _outcome(task, run, said)


@dataclass
class _Told:
    """What the process has written so far; each better plan is added to a stream once."""

    task: PDDLTask
    file: Path
    stream: str
    found: Callable[[Outcome], None] | None = None
    begun: float = field(default_factory=time.monotonic)
    last: tuple[float, float | None] = (inf, None)

    def __call__(self) -> bool:
        said = self.said()
        plan = _plan(self.task, said)
        if plan is not None and plan.cost is not None:
            now = plan.cost, said.get("bound") or None
            if now != self.last:
                self.last = now
                if self.found is not None:
                    self.found(_known(self.task, said, plan))
                if self.stream:
                    append(self.stream, Better(time.monotonic() - self.begun, *now,
                                               "joint", plan.lines()))
        return False

    def said(self) -> Mapping[str, Any]:
        try:
            found: Mapping[str, Any] = json.loads(read_text(self.file))
        except (PlannerError, ValueError):
            return {}
        return found


def _wanted(agents: str, options: EngineOptions) -> str | list[str]:
    if options.agents:
        return [name.strip().lower() for name in options.agents.split(",")]
    return agents or options.agents_of


def _outcome(task: PDDLTask, run: Execution, said: Mapping[str, Any]) -> Outcome:
    status, message = _status(run, said)
    plan = _plan(task, said)
    if plan is None and status.solved:
        status, message = Status.INTERNAL_ERROR, "joint: its plan is not executable"
    return replace(_known(task, said, plan), status=status, seconds=run.wall_s,
                   peak_mb=run.peak_mb, message=message, log=run.output[-20_000:],
                   interrupted=run.interrupted)


def _known(task: PDDLTask, said: Mapping[str, Any], plan: Plan | None) -> Outcome:
    """Return what the process has found, with what is to be known of its joint steps."""
    bound = said.get("bound") or None
    if plan is None:
        return Outcome(Status.TIMEOUT, "joint", "", bound=bound)
    used = {step.name for step in plan.steps}
    notes = {key: said[key] for key in ("steps", "bound", "how", "robots", "agents", "makespan",
                                        "cost") if key in said and said[key] is not None}
    notes["ports"] = {name: [p for p, _ in action.parameters]
                      for name, action in task.domain.actions.items() if name in used}
    return Outcome(Status.SOLVED_SATISFICING, "joint", "", plan, plan.cost, bound,
                   notes={"joint": notes})


def _status(run: Execution, said: Mapping[str, Any]) -> tuple[Status, str]:
    has_plan = said.get("plan") is not None
    message = str(said.get("message", ""))
    if run.status == "exited" and run.code == 0 and said.get("done"):
        status = _STATUS[JointStatus(said["status"])]
        return status, "" if status.solved else f"joint: {message}"
    if has_plan:
        return (Status.INTERMEDIATE if run.interrupted else Status.SOLVED_SATISFICING), ""
    if run.status in ("timeout", "interrupted"):
        return Status.TIMEOUT, f"joint: no plan within {run.wall_s:.1f} s"
    if run.status == "memout":
        return Status.MEMOUT, f"joint: out of memory (peak {run.peak_mb:.0f} MB)"
    last = (run.output.strip().splitlines() or ["no output"])[-1]
    return Status.INTERNAL_ERROR, f"joint crashed: {last[:200]}"


def _plan(task: PDDLTask, said: Mapping[str, Any]) -> Plan | None:
    """Return what was found, as far as the simulation accepts it in both orders."""
    if said.get("plan") is None:
        return None
    if said.get("timed"):
        timed = Plan(tuple(Step(name, tuple(arguments), start=Fraction(start),
                                duration=Fraction(lasting))
                           for start, lasting, name, *arguments in said["plan"]),
                     float(said["makespan"]))
        return None if execute(task, timed).failure else timed
    steps = [[Step(words[0], tuple(words[1:])) for words in step] for step in said["plan"]]
    plan = Plan(tuple(action for step in steps for action in step), float(len(steps)),
                tuple(float(time) for time, step in enumerate(steps) for _ in step))
    other = plan.other_order()
    failed = simulate(task, plan).failure or (other and simulate(task, other).failure)
    return None if failed else plan
