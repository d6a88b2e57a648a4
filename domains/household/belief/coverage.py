"""What the team has looked at: half-metre cells of the room, their floor, and containers.

A cell counts as looked at when some robot had it in its field of view (:data:`VIEWS`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from domains.household.belief.belief import CAMERA_M, CONTAINERS, Belief, Item
from domains.household.belief.camera import Pose, in_picture, pose_of

__all__ = ["AFAR", "FLOOR", "NEAR", "Cell", "Coverage", "contents"]

AFAR, NEAR, FLOOR = VIEWS = (4.0, 0.6), (3.0, 0.6), (3.0, 0.0)
"""How far away (m) things are noticed that lie at some height (m) or above: in plain view, where
every last one counts, as furniture hides some, and on the floor, between furniture."""
CLOSER = 0.5
"""Share of this that counts when all is looked at again: what is named may be behind something."""
OPENINGS = 3
"""Times a container is opened to look inside, at most."""
CELL_M = 0.5
HALF_VIEW = 42.0
Cell = tuple[int, int]


@dataclass
class Coverage:
    """Remembers looks; says what a look would add."""

    belief: Belief
    viewed: dict[tuple[float, float], set[Cell]] = field(
        default_factory=lambda: {view: set() for view in VIEWS})
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
                for view in VIEWS:
                    self.viewed[view] |= self._front(Pose(*place, heading, robot.pitch), view)
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
        """Forget what was looked at from afar."""
        self.scale = CLOSER
        self.viewed = {view: set() for view in VIEWS}
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

    def left(self, view: tuple[float, float]) -> float:
        """Share of the known room that nobody has looked at in such a view."""
        room = self.room()
        return 1.0 - len(room & self.viewed[view]) / max(1, len(room))

    def news(self, poses: Iterable[Pose]) -> tuple[set[Cell], set[Cell]]:
        """Cells of the room, and of its floor, that looks from some poses would add."""
        high, low = (set[Cell]().union(*(self._front(pose, view) for pose in poses))
                     & self.room() - self.viewed[view]
                     for view in (NEAR if self.thorough else AFAR, FLOOR))
        return high, low

    def closed(self) -> list[Item]:
        """Return the closed containers that nobody has looked into."""
        return [i for i in self.belief.items.values() if i.closed and i.name not in self.inspected]

    def _front(self, pose: Pose, view: tuple[float, float]) -> set[Cell]:
        """Cells that are in view from a pose: with a level camera not those near the robot."""
        x, z = round(pose.x / CELL_M), round(pose.z / CELL_M)
        return {(x + dx, z + dz) for dx, dz in _ahead(
            round(pose.yaw), _nearest(view[1], pose.pitch), view[0] * self.scale)}


@lru_cache(maxsize=4096)
def _ahead(yaw: int, nearest_m: float, range_m: float) -> list[Cell]:
    """List the cells in view that lie so far from a robot that looks in a direction (degrees)."""
    reach, found = int(range_m / CELL_M), []
    for dx, dz in product(range(-reach, reach + 1), repeat=2):
        far = math.hypot(dx, dz) * CELL_M
        off = abs((math.degrees(math.atan2(dx, dz)) - yaw + 180) % 360 - 180)
        if nearest_m <= far <= range_m and (off <= HALF_VIEW or far < 0.3):
            found.append((dx, dz))
    return found


def contents(item: Item) -> tuple[tuple[float, float, float], ...]:
    """Points of a container that have to be in the picture to see what is inside: its floor."""
    x, y, z = item.centre
    return (item.centre, (x, y - 0.35 * item.size[1], z))


def _nearest(height: float, pitch: float) -> float:
    """How near (m) something of a height is still above the lower edge of the picture."""
    steepest = 43.0 + pitch
    return (CAMERA_M - height) / math.tan(math.radians(steepest)) if steepest < 89 else 0.0
