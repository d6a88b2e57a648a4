"""What the team has looked at: half-metre cells of the room, their floor, and containers.

A cell counts as looked at when some robot had it in its field of view within :data:`RANGE_M`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from domains.household.belief.belief import CAMERA_M, CONTAINERS, Belief, Item
from domains.household.belief.camera import Pose, in_picture, pose_of

__all__ = ["Cell", "Coverage", "contents"]

RANGE_M = 4.0
NEAR_M = 3.0
"""The same where every last drawer or switch counts: furniture hides what is farther off."""
OPENINGS = 3
"""Times a container is opened to look inside, at most."""
LOW_M = 0.6
"""Height (m) above the floor from which on things count as in plain view."""
CLOSER = 0.5
"""Share of these distances that counts when everything is looked at once more."""
CELL_M = 0.5
HALF_VIEW = 42.0
LOW_RANGE_M = 3.0
"""How far away a robot still notices something small on the floor, between furniture."""

Cell = tuple[int, int]


@dataclass
class Coverage:
    """Remembers looks; says what a look would add."""

    belief: Belief
    viewed: set[Cell] = field(default_factory=set)
    near: set[Cell] = field(default_factory=set)
    low: set[Cell] = field(default_factory=set)
    inspected: set[str] = field(default_factory=set)
    visited: dict[str, int] = field(default_factory=dict)
    stood: dict[str, tuple[float, float]] = field(default_factory=dict)
    opened: Counter[str] = field(default_factory=Counter)
    thorough: bool = False
    scale: float = 1.0
    _room: set[Cell] = field(default_factory=set)

    def update(self) -> None:
        """Take in where the robots are looking now."""
        self._room = set()
        for robot in self.belief.robots.values():
            looks = [(robot.position, robot.yaw)]
            if robot.last_verb == "Explore" and robot.success:  # it turned first, then moved
                looks += [(self.stood.get(robot.name, robot.position), robot.yaw + a)
                          for a in (0, 90, 180, 270)]
            self.stood[robot.name] = robot.position
            for place, heading in looks:
                self.viewed |= _front(
                    place, heading, robot.pitch, RANGE_M * self.scale)
                self.near |= _front(place, heading, robot.pitch, NEAR_M * self.scale)
                self.low |= _floor(place, heading, robot.pitch, self.scale)
            if robot.last_verb == "NavigateTo" and (
                    robot.success or robot.failure == "non-interactable"):
                self.visited[robot.last_object] = self.visited.get(robot.last_object, 0) + 1
            if robot.last_verb == "OpenObject" and robot.success:
                self.opened[robot.last_object] += 1
                if self.opened[robot.last_object] >= OPENINGS:  # more is not to be seen
                    self.inspected.add(robot.last_object)
            for name, entry in robot.view.items():
                item = self.belief.items[name]
                if (item.kind in CONTAINERS and not item.closed and entry["interactable"]
                        and all(in_picture(pose_of(robot), p) for p in contents(item))):
                    self.inspected.add(name)

    def look_closer(self) -> None:
        """Forget what was looked at from afar: what is named and not found is behind something."""
        self.scale = CLOSER
        for known in (self.viewed, self.near, self.low):
            known.clear()
        self.visited.clear()

    def room(self) -> set[Cell]:
        """Cells of the smallest rectangle around everything known."""
        if self._room:
            return self._room
        spots = [t.ground for t in (*self.belief.items.values(), *self.belief.landmarks.values())]
        spots += [r.position for r in self.belief.robots.values()]
        xs = [round(s[0] / CELL_M) for s in spots]
        zs = [round(s[1] / CELL_M) for s in spots]
        self._room = {(x, z) for x in range(min(xs), max(xs) + 1)
                      for z in range(min(zs), max(zs) + 1)}
        return self._room

    def share(self, every: bool = False) -> float:
        """Share of the known room that has been looked at (``every``: from near by)."""
        room = self.room()
        return len(room & (self.near if every else self.viewed)) / max(1, len(room))

    def floor_share(self) -> float:
        """Share of the known room's floor that has been looked at."""
        room = self.room()
        return len(room & self.low) / max(1, len(room))

    def news(self, poses: Iterable[Pose]) -> tuple[set[Cell], set[Cell]]:
        """Cells of the room, and of its floor, that looks from some poses would add."""
        high: set[Cell] = set()
        low: set[Cell] = set()
        for pose in poses:
            place = (pose.x, pose.z)
            high |= _front(place, pose.yaw, pose.pitch,
                           self.scale * (NEAR_M if self.thorough else RANGE_M))
            low |= _floor(place, pose.yaw, pose.pitch, self.scale)
        room, known = self.room(), self.near if self.thorough else self.viewed
        return (high - known) & room, (low - self.low) & room

    def closed(self) -> list[Item]:
        """Return the closed containers that nobody has looked into."""
        return [i for i in self.belief.items.values() if i.closed and i.name not in self.inspected]


def contents(item: Item) -> tuple[tuple[float, float, float], ...]:
    """Points of a container that have to be in the picture to see what is inside: its floor."""
    x, y, z = item.centre
    return (item.centre, (x, y - 0.35 * item.size[1], z))


def _floor(
    place: tuple[float, float], heading: float, pitch: float, scale: float
) -> set[Cell]:
    """Cells whose floor is in view: with a level camera not those near the robot."""
    return _cone(place, heading, LOW_RANGE_M * scale, _nearest(0.0, pitch))


def _front(place: tuple[float, float], heading: float, pitch: float, range_m: float) -> set[Cell]:
    """Cells in which drawers and what lies on low tables is in view."""
    return _cone(place, heading, range_m, _nearest(LOW_M, pitch))


def _cone(
    place: tuple[float, float], heading: float, range_m: float, nearest_m: float
) -> set[Cell]:
    found = set()
    reach = int(range_m / CELL_M)
    cx, cz = round(place[0] / CELL_M), round(place[1] / CELL_M)
    for dx in range(-reach, reach + 1):
        for dz in range(-reach, reach + 1):
            far = math.hypot(dx, dz) * CELL_M
            if far > range_m or far < nearest_m:
                continue
            bearing = math.degrees(math.atan2(dx, dz))
            off = abs((bearing - heading + 180) % 360 - 180)
            if off <= HALF_VIEW or far < 0.3:
                found.add((cx + dx, cz + dz))
    return found


def _nearest(height: float, pitch: float) -> float:
    """How near (m) something of a height is still above the lower edge of the picture."""
    steepest = 43.0 + pitch
    return (CAMERA_M - height) / math.tan(math.radians(steepest)) if steepest < 89 else 0.0
