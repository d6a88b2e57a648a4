"""Execute a plan of either kind: a sequence, or actions in time."""

from __future__ import annotations

from planner.pddl.model import PDDLTask
from planner.pddl.simulate import Run, simulate
from planner.pddl.temporal import is_timed, simulate_timed
from planner.plan import Plan, parse_ipc

__all__ = ["execute", "plan_cost", "read_plan"]


def read_plan(task: PDDLTask, text: str, source: str = "plan") -> Plan:
    """Read plan text as the task needs it: with times where actions take time."""
    return parse_ipc(text, source, timed=is_timed(task))


def execute(task: PDDLTask, plan: Plan) -> Run:
    """Execute the plan and check the goal; a bad plan is a result."""
    return simulate_timed(task, plan) if is_timed(task) else simulate(task, plan)


def plan_cost(task: PDDLTask, plan: Plan) -> float | None:
    """Return the cost of a valid plan, else None.

    It is the metric's value; where that has none, the length of a sequence.
    """
    run = execute(task, plan)
    if run.failure:
        return None
    return float(len(plan.steps)) if run.cost is None else run.cost
