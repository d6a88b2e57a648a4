"""Joint plans for others: as a behaviour tree of BehaviorTree.CPP and as JSON.

Both forms have a schema beside this module (``behaviour_tree.xsd``, ``joint_plan.schema.json``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree as Xml

from planner.plan import Plan, Step

TREE = "JointPlan"


def behaviour_tree(plan: Plan, agents: Sequence[str], ports: Mapping[str, Sequence[str]]) -> str:
    """Return a plan as XML for BehaviorTree.CPP 4.

    Joint steps are a sequence of parallels, each of which succeeds when all its actions have: the
    next step begins when the last robot is ready. Of a plan in time all actions stand in one
    parallel, each behind a delay of its start (a unit of time is a second). ``ports`` are the names
    of each action's parameters, which become its input ports; ``agent`` has the robots that act.
    """
    root = Xml.Element("root", BTCPP_format="4", main_tree_to_execute=TREE)
    tree = Xml.SubElement(root, "BehaviorTree", ID=TREE)
    if any(step.start is not None for step in plan.steps):
        together = _parallel(tree, "plan")
        for step in plan.steps:
            delay = Xml.SubElement(together, "Delay", delay_msec=str(round(1000 * (
                step.start or 0))))
            _action(delay, step, agents, ports)
    else:
        sequence = Xml.SubElement(tree, "Sequence", name="joint steps")
        for number, steps in enumerate(_joint(plan)):
            together = _parallel(sequence, f"step {number}")
            for step in steps:
                _action(together, step, agents, ports)
    model = Xml.SubElement(root, "TreeNodesModel")
    for name in sorted({step.name for step in plan.steps}):
        node = Xml.SubElement(model, "Action", ID=name)
        for port in ("agent", *_ports(ports.get(name, ()))):
            Xml.SubElement(node, "input_port", name=port)
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


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
    return {"action": step.name, "arguments": list(step.arguments), "robots": _who(step, agents)}


def _who(step: Step, agents: Sequence[str]) -> list[str]:
    lower = {agent.lower() for agent in agents}
    return list(dict.fromkeys(a for a in step.arguments if a.lower() in lower))


def _parallel(parent: Xml.Element, name: str) -> Xml.Element:
    return Xml.SubElement(parent, "Parallel", name=name, success_count="-1", failure_count="1")


def _action(
    parent: Xml.Element, step: Step, agents: Sequence[str], ports: Mapping[str, Sequence[str]]
) -> None:
    names = _ports(ports.get(step.name, ()) or [f"p{k}" for k in range(len(step.arguments))])
    given = {"ID": step.name, "name": str(Step(step.name, step.arguments)),
             "agent": ",".join(_who(step, agents)), **dict(zip(names, step.arguments, strict=True))}
    Xml.SubElement(parent, "Action", given)


def _ports(parameters: Sequence[str]) -> list[str]:
    """Return attribute names for parameters: without ``?``, apart from those that are taken."""
    words = [re.sub(r"[^\w.-]", "_", parameter.lstrip("?")) for parameter in parameters]
    return [f"{word}_" if word in ("agent", "name", "ID") else
            word if word[:1].isalpha() else f"_{word}" for word in words]
