"""From a grounding to the shortest joint plan: prune, model, ask for longer and longer horizons."""

from __future__ import annotations

import time
from dataclasses import replace

from planner.engines.joint.check import problems
from planner.engines.joint.encoding.horizons import Horizons
from planner.engines.joint.encoding.polish import polished
from planner.engines.joint.grounding.ground import Grounding
from planner.engines.joint.grounding.model import Model, build
from planner.engines.joint.grounding.prune import Clauses, pruned, reachable, specialised
from planner.engines.joint.plan import JointPlan, JointResult, JointStatus
from planner.engines.joint.request import Request
from planner.errors import PlannerError

__all__ = ["search"]


def search(
    grounding: Grounding, goal: Clauses, request: Request, idle: JointPlan
) -> JointResult:
    """Return the shortest plan, or the best bound by the deadline."""
    found = prepared(grounding, goal, request)
    if isinstance(found, str):
        return JointResult(JointStatus.UNSOLVABLE, message=found)
    model, lower = found
    with Horizons(model) as horizons:
        horizons.forbid(request.forbid.items())
        while True:
            answer = horizons.solve(lower, request.deadline)
            if answer is None:
                return JointResult(JointStatus.OUT_OF_TIME, None, lower,
                                   message=f"no plan within the limit; {lower} steps at least")
            if answer:
                plan = checked(replace(idle, steps=horizons.plan(lower)))
                plan = polished(horizons, plan, request, _patience(request))
                return JointResult(JointStatus.PROVEN, plan, lower, "SAT")
            lower += 1


def _patience(request: Request) -> float:
    """Return how long a plan may be polished: as long as the search took, but 50 ms at least."""
    if request.polish is not None:
        return request.polish
    return max(0.05, time.monotonic() - request.begin)


def prepared(
    grounding: Grounding, goal: Clauses, request: Request
) -> tuple[Model, int] | str:
    """Return the model and a first lower bound, or why there is no plan at all."""
    true = frozenset(grounding.number[atom] for atom in request.task.problem.init)
    wanted = {action for _, action in (*request.prefer, *request.commit)}
    operators = specialised(grounding, true)
    used = range(1, len(grounding.atoms) + 1)
    operators, level = reachable(operators, true, used)
    levels = [min((level.get(x, -1) for x in clause if x in level), default=-1)
              for clause in goal]
    if -1 in levels:
        return "part of the goal can never hold, whatever is done"
    operators = pruned(operators, goal, wanted)
    model = build(operators, grounding.groups, true, goal, len(request.agents))
    return model, max(levels, default=0)


def checked(plan: JointPlan) -> JointPlan:
    """Return the plan; one that its own simulation does not accept is a defect of the engine."""
    reason = problems(plan.task, plan.steps, plan.agents)
    if reason:
        raise PlannerError(f"internal error: the joint plan is not executable: {reason}")
    return plan
