"""What became of the robots' actions, and what that says of things, places and ways.

Vain attempts are counted per robot and object; a failure without a reason where motions fail
anyway counts little, and a walk that got nearer is not vain.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from domains.household.actions import OBJECT_VERBS, Action, effect
from domains.household.belief.actuators import Actuators
from domains.household.belief.belief import DOUBT, Belief, Item, Robot
from domains.household.belief.camera import GRID_M, REACH_M, Cell, cell, gap, moved, pose_of
from domains.household.policy.goals import Tracker

__all__ = ["BLOCKED", "DOORS", "PATIENCE", "UNSEEN", "Outcomes", "beyond_reach"]

PATIENCE = 9
"""Vain attempts on one object before a robot leaves it to another or to later."""
PAUSE = 5
"""Steps after which an object that was given up may be tried again."""
ROUNDS = 2
"""Times that is done."""
CRAMPED = 5
"""Times a place may have no room (in view, in reach) before something goes elsewhere."""
UNSEEN = ("Drawer", "Box", "Pot", "Pan", "Bowl", "Plate", "Mug", "Cup", "GarbageCan")
"""Types whose free spot need not be in view: no room there is no room from anywhere."""
DOORS = ("ShowerDoor",)
"""Types through which things are seen, but not got at while they are closed."""
BLOCKED = ("blocked", "blocked-by-agent", "no-actions")
CLEAR_M = 0.5
"""How near (m) another robot keeps a walk from leading."""


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
    tried_at: dict[tuple[str, str], int] = field(default_factory=dict)
    cramped: Counter[tuple[str, str]] = field(default_factory=Counter)
    served: set[str] = field(default_factory=set)
    opened_with: set[tuple[str, str]] = field(default_factory=set)
    failed_poses: set[tuple[str, Cell]] = field(default_factory=set)
    walls: set[Cell] = field(default_factory=set)
    shifts: Counter[tuple[str, str]] = field(default_factory=Counter)
    rounds: Counter[tuple[str, str]] = field(default_factory=Counter)
    glanced: dict[str, str] = field(default_factory=dict)
    approaching: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The place without a name to which robots were going, and the thing by way of which."""
    heading: dict[str, str] = field(default_factory=dict)
    """Where robots were going when a motion failed on the way."""
    row: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Failures in a row, by robot and thing."""
    actuators: Actuators = field(default_factory=Actuators)
    beyond: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    """Things out of reach from everywhere, with where they lie."""

    def learn(self, robot: Robot) -> str:
        """Take note of the outcome of a robot's last action; return what went wrong, in words."""
        name, verb = robot.last_object, robot.last_verb
        moved_m = sum(abs(a - b) for a, b in zip(robot.position, robot.before, strict=True))
        self.actuators.update(verb, robot.failure, moved_m, success=robot.success)
        if verb not in ("Rotate", "LookDown", "LookUp"):
            self.glanced.pop(robot.name, None)
        self._walked(robot, verb, name)
        if robot.success:
            self._succeeded(robot, verb, name)
            return ""
        if verb == "Move":
            there = moved(pose_of(robot), robot.last_argument)
            self.walls.add(cell(there.x, there.z))
        if not name:
            return f"{robot.name}: {verb or 'action'} failed ({robot.failure})"
        if verb == "NavigateTo" and robot.failure in BLOCKED:
            self.blocked[robot.name, name] += 1
            if robot.failure != "blocked":
                self.last_walk.pop(robot.name, None)  # another robot is in the way: go again
            return f"{robot.name}: no way to {name} ({robot.failure})"
        if verb == "NavigateTo" and robot.failure == "failed" and moved_m > GRID_M / 2:
            return f"{robot.name}: on the way to {name}"
        self.row[robot.name, name] += 1
        if robot.failure != "failed" or self.actuators.telling(self.row[robot.name, name]):
            self._count(robot, name)
        item = self.belief.items.get(name)
        if item is not None:
            self._explain(robot, item)
        return f"{robot.name}: {verb}({name}) failed ({robot.failure or 'failed'})"

    def _walked(self, robot: Robot, verb: str, name: str) -> None:
        """Remember where a robot has gone to, or was going when a motion failed."""
        spot, way = self.approaching.pop(robot.name, ("", ""))
        if verb not in ("NavigateTo", "Explore"):
            return
        others = robot.failure in BLOCKED and len(self.belief.robots) > 1 and (
            self.blocked[robot.name, name] < PATIENCE)
        if way == name and not others:  # what others blocked says nothing of the place
            self.attempts[robot.name, spot] += 1
            self.attempts[robot.name, way + spot] += 1
        for known in (self.last_walk, self.heading):
            known.pop(robot.name, None)
        if verb == "NavigateTo":
            stopped = robot.failure == "failed"
            (self.heading if stopped else self.last_walk)[robot.name] = name
            if robot.success:
                self._reached(robot, self.belief.items[name])

    def _reached(self, robot: Robot, item: Item) -> None:
        """Note what no robot gets at: walks end as near as one can stand, others aside."""
        if not beyond_reach(robot.position, item) or item.seen_at != self.belief.step:
            return
        middle = item.middle
        near = math.dist(robot.position, middle) + CLEAR_M
        if all(math.dist(place, middle) > near for other in self.belief.robots.values()
               if other is not robot for place in (other.position, other.before)):
            self.beyond[item.name] = item.position

    def _succeeded(self, robot: Robot, verb: str, name: str) -> None:
        self.row.pop((robot.name, name), None)
        if verb == "NavigateTo" and name:
            self.tracker.reached.add(name)
        if verb in OBJECT_VERBS and verb != "NavigateTo":
            self.attempts[robot.name, name] = 0
        if verb == "PickupObject":  # it will lie elsewhere
            self.failed_poses = {v for v in self.failed_poses if v[0] != name}
        elif verb == "PutObject":
            self.served.add(name)
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
        self.tried_at[robot.name, name] = self.belief.step

    def patient(self, robot: Robot, name: str) -> bool:
        """Whether a robot should still try an object; after a pause it may try again."""
        key = (robot.name, name)
        if self.out_of_reach(name):
            return False
        if (self.attempts[key] >= PATIENCE and self.rounds[key] < ROUNDS
                and self.belief.step - self.tried_at.get(key, 0) >= PAUSE):
            self.attempts[key] = PATIENCE // 2
            self.rounds[key] += 1
        return self.attempts[key] < PATIENCE

    def out_of_reach(self, name: str) -> bool:
        """Whether a thing lies where nobody can get at it from anywhere."""
        return name in self.beyond and self.beyond[name] == self.belief.items[name].position

    def reset_failures(self) -> None:
        """Forget what failed, to try everything once more."""
        for memory in (self.attempts, self.refused, self.cramped, self.blocked, self.shifts,
                       self.failed_poses, self.walls):
            memory.clear()


def beyond_reach(place: tuple[float, float], item: Item) -> bool:
    """Whether a walk to a thing that nobody was near ended too far (m) from it to act on it."""
    return gap(*place, item) > REACH_M
