"""Getting to where an object can be acted on, and what became of it: walk, aim, shift, come again.

What went wrong is remembered per robot and object, and says something of things, places and ways;
a walk that got nearer is not vain, and a place without room has some once something is taken out.
A place from which an object could not be acted on although it was in the picture is not tried again
by anybody.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from domains.household.actions import OBJECT_VERBS
from domains.household.belief.belief import CAMERA_M, Belief, Item, Landmark, Robot
from domains.household.belief.camera import (
    GRID_M,
    MOVES,
    REACH_M,
    Cell,
    Pose,
    aim,
    cell,
    gap,
    moved,
    pose_of,
    shown,
)
from domains.household.policy.goals import Tracker

__all__ = ["BLOCKED", "DOORS", "PATIENCE", "UNSEEN", "Reaching", "Step", "stoop"]

PATIENCE = 9
"""Vain attempts on one object before a robot leaves it to another or to later."""
CRAMPED = 5
"""Times a place may have no room (in view, in reach) before something goes elsewhere."""
UNSEEN = ("Drawer", "Box", "Pot", "Pan", "Bowl", "Plate", "Mug", "Cup", "GarbageCan")
"""Types whose free spot need not be in view: no room there is no room from anywhere."""
DOORS = ("ShowerDoor",)
"""Types through which things are seen, but not got at while they are closed."""
BLOCKED = ("blocked", "blocked-by-agent", "no-actions")
SHIFTS = 5
"""Single moves to try before an object is looked at from quite another side."""
VISITS = 5
"""Walks of one robot to things near a place without a name before it gives that up."""
STAND_M = 0.7
"""Usual distance (m) of a robot to what it has walked to."""


@dataclass(frozen=True)
class Step:
    """One action with its reason."""

    action: str
    reason: str

    @property
    def walks_to(self) -> str:
        """Name what it walks to; empty where it does not walk."""
        verb, _, name = self.action.rstrip(")").partition("(")
        return name if verb == "NavigateTo" else ""


@dataclass
class Reaching:
    """Chooses how to get at things; remembers failures, and poses where nothing could be done."""

    belief: Belief
    tracker: Tracker
    attempts: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: set[tuple[str, str]] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    last_walk: dict[str, str] = field(default_factory=dict)
    blocked: Counter[tuple[str, str]] = field(default_factory=Counter)
    cramped: Counter[tuple[str, str]] = field(default_factory=Counter)
    crowd: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    opened_with: set[tuple[str, str]] = field(default_factory=set)
    failed_poses: set[tuple[str, Cell]] = field(default_factory=set)
    walls: set[Cell] = field(default_factory=set)
    shifts: Counter[tuple[str, str]] = field(default_factory=Counter)
    stations: dict[tuple[str, str], list[str]] = field(default_factory=dict)

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
            self.attempts[robot.name, name] += 1
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
            for pair in [p for p, names in self.crowd.items() if name in names]:
                del self.crowd[pair], self.cramped[pair]
                self.refused.discard(pair)
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
        if robot.failure in ("no-room", "wrong-place", "full") and robot.last_verb == "PutObject":
            self.cramped[robot.held, item.name] += 1
            self.crowd[robot.held, item.name] = frozenset(
                i.name for i in self.belief.items.values() if item.name in i.parent_names)
            patience = 1 if item.kind in UNSEEN else CRAMPED
            if robot.failure != "no-room" or self.cramped[robot.held, item.name] >= patience:
                self.refused.add((robot.held, item.name))
        elif robot.last_verb == "NavigateTo" and robot.failure == "non-interactable":
            item.missed += item.missed_at != self.belief.step  # once, however many went there
            item.missed_at = self.belief.step

    def patient(self, robot: Robot, name: str) -> bool:
        """Whether a robot should still try an object."""
        return self.attempts[robot.name, name] < PATIENCE

    def reset_failures(self) -> None:
        """Forget what failed, to try everything once more."""
        for memory in (self.attempts, self.refused, self.cramped, self.blocked, self.shifts,
                       self.failed_poses, self.walls):
            memory.clear()

    # -- getting there ----------------------------------------------------------------------------

    def reach(
        self, robot: Robot, item: Item, reason: str, *, walk_only: bool = False
    ) -> Step | None:
        """Get to where the object can be acted on: walk, then try other poses."""
        if not self.patient(robot, item.name):
            return None
        stands = self.last_walk.get(robot.name, "")
        tried = self.stations.setdefault((robot.name, item.name), [])
        if walk_only:
            return Step(f"NavigateTo({item.name})", reason)
        if stands != item.name and stands not in tried:
            return Step(f"NavigateTo({item.name})", reason)
        return self.otherwise(robot, item)

    def otherwise(self, robot: Robot, item: Item) -> Step:
        """Get at an object in another way than walking to it: turn, shift, or walk elsewhere."""
        self.attempts[robot.name, item.name] += 1
        return (self.look_at(robot, item) or self._shift(robot, item) or self._detour(robot, item)
                or Step(f"NavigateTo({item.name})", "once more"))

    def look_at(self, robot: Robot, item: Item) -> Step | None:
        """Turn the camera until the object is in the picture; None when it should be."""
        stuck = robot.last_verb == "Rotate" and not robot.success
        turns = aim(pose_of(robot), item, turning=not stuck)
        return Step(turns[0], f"look at {item.name}") if turns else None

    def _shift(self, robot: Robot, item: Item) -> Step | None:
        """Move a little where something hides the object: farther off, to look less steeply."""
        here = pose_of(robot)
        self.failed_poses.add((item.name, cell(here.x, here.z)))
        if self.shifts[robot.name, item.name] >= SHIFTS:
            return None
        afar = REACH_M - 0.05 + min(item.size[0], item.size[2]) / 2
        options = [
            (abs(math.dist((there.x, there.z), item.middle) - afar), name)
            for name, there in self._moves(robot)
            if (item.name, cell(there.x, there.z)) not in self.failed_poses
            and gap(there.x, there.z, item) <= REACH_M and shown(there, item, 1.0)]
        if not options:
            return None
        self.shifts[robot.name, item.name] += 1
        return Step(f"Move({min(options)[1]})", f"something hides {item.name}")

    def back_off(self, robot: Robot) -> Step | None:
        """Get away from what the object in the hand would hit when the robot turns."""
        return next((Step(f"Move({name})", f"{robot.held} would hit something in a turn")
                     for name, _ in self._moves(robot)), None)

    def _moves(self, robot: Robot) -> Iterator[tuple[str, Pose]]:
        """Yield the single moves that no wall is known to stop, with where they lead."""
        for name in MOVES:
            there = moved(pose_of(robot), name)
            if cell(there.x, there.z) not in self.walls:
                yield name, there

    def _detour(self, robot: Robot, item: Item) -> Step | None:
        """Come from another side: walk to something else near the object and look from there."""
        tried = self.stations.setdefault((robot.name, item.name), [])
        near = [i for i in self.belief.items.values()
                if i.name != item.name and i.name not in tried and not i.held_by
                and 0.25 < math.dist(i.ground, item.ground) < 1.6]
        if not near:
            tried.clear()
            return None
        spots = [robot.position] + [self.belief.items[n].ground for n in tried]
        choice = max(near, key=lambda i: (
            min(math.dist(i.ground, s) for s in spots)
            - math.dist(i.ground, item.ground) / 2, i.name))
        tried.append(choice.name)
        return Step(f"NavigateTo({choice.name})", f"to see {item.name} from another side")

    def approachable(self, mark: Landmark) -> bool:
        """Whether some robot has not given up going to a place without a name."""
        return any(self.attempts[r, mark.spot] < VISITS for r in self.belief.robots)

    def approach(self, robot: Robot, mark: Landmark) -> Step | None:
        """Go to a place that has no name yet: to the known object whose middle is nearest to it."""
        key = mark.spot
        options = [i for i in self.belief.items.values() if not i.held_by and not i.lost
                   and not self.attempts[robot.name, i.name + key]]
        if not options or self.attempts[robot.name, key] >= VISITS:
            self.attempts[robot.name, key] = VISITS
            if robot.held or not self.approachable(mark):  # what is held goes elsewhere then
                self.belief.out_of_reach.add(key)
            return None
        best = min(options, key=lambda i: (math.dist(i.middle, mark.middle), i.name))
        self.attempts[robot.name, key] += 1
        self.attempts[robot.name, best.name + key] += 1
        return Step(f"NavigateTo({best.name})", f"it is near the {mark.kind}")


def stoop(height: float) -> int:
    """One step more for what is too low to be in the picture after a walk."""
    return int(math.atan2(CAMERA_M - height, STAND_M) > math.radians(45))
