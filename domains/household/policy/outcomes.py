"""What became of the robots' actions, and what that says of things, places and ways.

Vain attempts are counted per robot and object; a walk that got nearer is not vain.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from domains.household.actions import OBJECT_VERBS, Action, effect
from domains.household.belief.belief import DOUBT, Belief, Item, Robot
from domains.household.belief.camera import GRID_M, Cell, cell, moved, pose_of
from domains.household.policy.goals import Tracker

__all__ = ["BLOCKED", "DOORS", "PATIENCE", "UNSEEN", "Outcomes"]

PATIENCE = 9
"""Vain attempts on one object before a robot leaves it to another or to later."""
CRAMPED = 5
"""Times a place may have no room (in view, in reach) before something goes elsewhere."""
UNSEEN = ("Drawer", "Box", "Pot", "Pan", "Bowl", "Plate", "Mug", "Cup", "GarbageCan")
"""Types whose free spot need not be in view: no room there is no room from anywhere."""
DOORS = ("ShowerDoor",)
"""Types through which things are seen, but not got at while they are closed."""
BLOCKED = ("blocked", "blocked-by-agent", "no-actions")


@dataclass
class Outcomes:
    """Remembers failures per robot and object, and poses from which nothing could be done."""

    belief: Belief
    tracker: Tracker
    attempts: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: set[tuple[str, str]] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    last_walk: dict[str, str] = field(default_factory=dict)
    blocked: Counter[tuple[str, str]] = field(default_factory=Counter)
    cramped: Counter[tuple[str, str]] = field(default_factory=Counter)
    opened_with: set[tuple[str, str]] = field(default_factory=set)
    failed_poses: set[tuple[str, Cell]] = field(default_factory=set)
    walls: set[Cell] = field(default_factory=set)
    shifts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def learn(self, robot: Robot) -> None:
        """Take note of the outcome of a robot's last action."""
        name, verb = robot.last_object, robot.last_verb
        if verb in ("NavigateTo", "Explore"):
            self.last_walk.pop(robot.name, None)
        if robot.success:
            self._succeeded(robot, verb, name)
            return
        if verb == "Move":
            there = moved(pose_of(robot), robot.last_argument)
            self.walls.add(cell(there.x, there.z))
        if verb == "NavigateTo" and robot.failure in BLOCKED:
            self.blocked[robot.name, name] += 1
            if robot.failure == "blocked":  # by furniture: another walk ends there as well
                self.last_walk[robot.name] = name
            return
        if verb == "NavigateTo" and robot.failure != "failed":
            self.last_walk[robot.name] = name
        moved_m = math.dist(robot.position, robot.before)
        if name and (robot.failure != "failed" or moved_m < GRID_M / 2):  # it got no nearer
            self._count(robot, name)
        if name in self.belief.items:
            self._explain(robot, self.belief.items[name])

    def _succeeded(self, robot: Robot, verb: str, name: str) -> None:
        if verb == "NavigateTo":
            self.tracker.reached.add(name)
            self.last_walk[robot.name] = name
        if verb in OBJECT_VERBS and verb != "NavigateTo":
            self.attempts[robot.name, name] = 0
        if verb == "PickupObject":  # it will lie elsewhere
            self.failed_poses = {v for v in self.failed_poses if v[0] != name}
        elif verb == "OpenObject":
            self.opened.add(name)
            self.opened_with.add((robot.held, name))
            if self.belief.items[name].kind in DOORS:  # what is behind it can be got at now
                self.failed_poses.clear()
                self.shifts.clear()
        elif verb == "CloseObject":
            self.opened.discard(name)

    def _explain(self, robot: Robot, item: Item) -> None:
        """Correct the belief by the kind of failure."""
        if robot.failure == "closed" and "openable" in item.can:
            item.states["isOpen"] = False
        elif robot.failure == "running":
            item.states["isToggled"] = True
        elif robot.failure in ("no-room", "wrong-place", "full") and robot.last_verb == "PutObject":
            self.cramped[robot.held, item.name] += 1
            patience = 1 if item.kind in UNSEEN else CRAMPED
            if robot.failure != "no-room" or self.cramped[robot.held, item.name] >= patience:
                self.refused.add((robot.held, item.name))
        elif robot.last_verb == "NavigateTo" and robot.failure == "non-interactable":
            item.missed += item.missed_at != self.belief.step  # once, however many went there
            item.missed_at = self.belief.step
            if item.doubt >= DOUBT:  # walking leads to where it really is: somewhere ahead
                yaw = math.radians(robot.yaw)
                item.position = item.centre = (
                    robot.position[0] + 0.7 * math.sin(yaw), item.position[1],
                    robot.position[1] + 0.7 * math.cos(yaw))
        elif robot.failure == "wrong-state":
            item.states.update(effect(Action(robot.last_verb, robot.last_argument)))

    def _count(self, robot: Robot, name: str) -> None:
        self.attempts[robot.name, name] += 1

    def patient(self, robot: Robot, name: str) -> bool:
        """Whether a robot should still try an object."""
        return self.attempts[robot.name, name] < PATIENCE

    def reset_failures(self) -> None:
        """Forget what failed, to try everything once more."""
        for memory in (self.attempts, self.refused, self.cramped, self.blocked, self.shifts,
                       self.failed_poses, self.walls):
            memory.clear()
