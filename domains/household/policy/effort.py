"""How many steps a task will take a robot, estimated from what is known of places and poses."""

from __future__ import annotations

from domains.household.belief.belief import Item, Robot
from domains.household.belief.camera import gap
from domains.household.goal import Placed
from domains.household.policy.goals import Task
from domains.household.policy.reaching import ground, stoop
from domains.household.policy.skills import Skills

__all__ = ["effort_from_here", "effort_on_average"]

_TOGETHER_M = 0.9
"""Things this near to each other can be reached from one place."""


def effort_on_average(skills: Skills, robot: Robot, task: Task) -> int:
    """Count the steps of a task that begins with a walk."""
    item = skills.belief.items[task.item]
    steps = skills.walk(robot.position, item) + stoop(item.centre[1])
    return steps + _from_item(skills, robot, task, item)


def effort_from_here(skills: Skills, robot: Robot, task: Task) -> int:
    """Count the steps of a task from where a robot stands, with what it holds."""
    item = skills.belief.items[task.item]
    if robot.held == item.name and task.kind == "aside":
        return 2
    if robot.held == item.name and isinstance(task.subgoal, Placed):
        target = skills.target(robot, item, task.subgoal.target)
        if not isinstance(target, Item):
            return 4
        return skills.steps_to(robot, target) + target.closed + 1
    return skills.steps_to(robot, item) + _from_item(skills, robot, task, item)


def _from_item(skills: Skills, robot: Robot, task: Task, item: Item) -> int:
    """Count the steps after reaching the item: open what it is in, take it, bring it."""
    steps = 1 + (skills.belief.enclosing(item) is not None)
    if not isinstance(task.subgoal, Placed) or task.kind != "place":
        return steps + 2 * (task.kind == "aside")
    target = skills.target(robot, item, task.subgoal.target)
    if not isinstance(target, Item):
        return steps + 3
    spot = ground(item) if not robot.reaches(item.name) else robot.position
    near = gap(*spot, target) < _TOGETHER_M
    low = stoop(target.centre[1]) or (near and not robot.reaches(target.name))
    walk = 0 if near else skills.walk(spot, target)
    return steps + walk + bool(low) + target.closed + 1
