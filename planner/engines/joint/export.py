"""Joint plans for others: as a behaviour tree of BehaviorTree.CPP and as JSON.

Both forms have a schema beside this module (``behaviour_tree.xsd``, ``joint_plan.schema.json``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from planner.files import filled
from planner.plan import Plan, Step


def behaviour_tree(plan: Plan, agents: Sequence[str], ports: Mapping[str, Sequence[str]]) -> str:
    """Return a plan as XML for BehaviorTree.CPP 4.

    Joint steps are a sequence of parallels, each of which succeeds when all its actions have: the
    next step begins when the last robot is ready. Of a plan in time all actions stand in one
    parallel, each behind a delay of its start (a unit of time is a second). ``ports`` are the names
    of each action's parameters, which become its input ports; ``agent`` has the robots that act.
    """
    timed = any(step.start is not None for step in plan.steps)
    steps = [[{**_told(step, agents), "words": Step(step.name, step.arguments),
               "ports": list(zip(_ports(ports.get(step.name, ()) or map("p{}".format, range(
                   len(step.arguments)))), step.arguments, strict=True)),
               "delay": round(1000 * (step.start or 0))} for step in together]
             for together in ([plan.steps] if timed else _joint(plan))]
    nodes = [(name, ("agent", *_ports(ports.get(name, ()))))
             for name in sorted({step.name for step in plan.steps})]
    return filled(Path(__file__).with_name("behaviour_tree.html"), timed=timed, steps=steps,
                  nodes=nodes)


def joint_json(plan: Plan, agents: Sequence[str], bound: float | None) -> dict[str, Any]:
    """Return a plan as JSON: joint steps, or actions with their times."""
    data: dict[str, Any] = {"format": 1, "robots": list(agents), "cost": plan.cost, "bound": bound}
    if any(step.start is not None for step in plan.steps):
        return {**data, "actions": [
            {**_told(step, agents), "start": float(step.start or 0),
             "duration": float(step.duration or 0)} for step in plan.steps]}
    return {**data, "steps": [[_told(step, agents) for step in steps] for steps in _joint(plan)]}


def schema(name: str) -> str:
    """Return the text of a schema: ``behaviour_tree.xsd`` or ``joint_plan.schema.json``."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _joint(plan: Plan) -> list[list[Step]]:
    """Return the actions of each joint step, empty ones included."""
    times = [int(time) for time in plan.times] or list(range(len(plan.steps)))
    steps: list[list[Step]] = [[] for _ in range(max(times, default=-1) + 1)]
    for time, step in zip(times, plan.steps, strict=True):
        steps[time].append(step)
    return steps


def _told(step: Step, agents: Sequence[str]) -> dict[str, Any]:
    lower = {agent.lower() for agent in agents}
    return {"action": step.name, "arguments": list(step.arguments),
            "robots": list(dict.fromkeys(a for a in step.arguments if a.lower() in lower))}


def _ports(parameters: Iterable[str]) -> list[str]:
    """Return attribute names for parameters: without ``?``, apart from those that are taken."""
    words = [re.sub(r"[^\w.-]", "_", parameter.lstrip("?")) for parameter in parameters]
    return [f"{word}_" if word in ("agent", "name", "ID") else
            word if word[:1].isalpha() else f"_{word}" for word in words]
