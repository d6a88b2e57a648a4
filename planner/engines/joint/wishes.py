"""What is preferred among plans of the same length, asked of the same solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from planner.engines.joint.check import problems
from planner.engines.joint.plan import GroundAction, JointPlan
from planner.engines.joint.sat import Horizons

__all__ = ["Weighted", "granted"]

Weighted = tuple[tuple[float, GroundAction], ...]


def granted(
    horizons: Horizons, plan: JointPlan, steps: int, prefer: Weighted, commit: Weighted,
    forbid: Mapping[GroundAction, int], deadline: float,
) -> JointPlan:
    """Return a plan of ``steps`` steps that does as much as possible of what is preferred.

    Wishes are granted in the order of their weights, each only if those before it still are.
    """
    extra: list[int] = []
    added: list[GroundAction] = []
    wishes = [(w, a, True) for w, a in prefer] + [(w, a, False) for w, a in commit]
    for _, action, now in sorted(wishes, key=lambda wish: -wish[0]):
        literal = horizons.doing(action, range(1) if now else range(steps))
        asked = [literal] if literal is not None else _room(horizons, plan, action, added, now)
        if asked is None or not horizons.solve(steps, deadline, [*extra, *asked]):
            continue
        found = _with(replace(plan, steps=horizons.plan(steps)), added)
        if literal is None:
            found = _with(found, [action])
        if not problems(found.task, found.steps, found.agents):
            plan = found
            extra += asked
            added += [action] if literal is None else []
    return plan.tidy({action for _, action in prefer}, forbid)


def _room(
    horizons: Horizons, plan: JointPlan, action: GroundAction, added: Iterable[GroundAction],
    now: bool,
) -> list[int] | None:
    """Return literals that leave room in the first step for an action outside the model."""
    busy = {word for other in added for word in other.arguments}
    robots = [k for k, name in enumerate(plan.agents) if name in action.arguments]
    if not now or not robots or any(plan.agents[k] in busy for k in robots):
        return None
    return horizons.idle(robots)


def _with(plan: JointPlan, actions: Iterable[GroundAction]) -> JointPlan:
    first, *rest = plan.steps or ((),)
    return replace(plan, steps=((*first, *actions), *rest))
