"""What the team has looked at: half-metre cells of the room, their floor, and containers.

A cell counts as looked at when some robot had it in its field of view (:data:`VIEWS`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from domains.household.belief.belief import CAMERA_M, CONTAINERS, Belief, Item, Robot
from domains.household.belief.camera import REACH_M, Pose, in_picture, pose_of

AFAR, NEAR, FLOOR = VIEWS = (4.0, 0.6), (3.0, 0.6), (3.0, 0.0)
"""How far away (m) things are noticed that lie at some height (m) or above: in plain view, where
every last one counts, as furniture hides some, and on the floor, between furniture."""
OPENINGS = 3
"""Times a container is opened to look inside, at most."""
CELL_M = 0.5
HALF_VIEW = 42.0
SURELY = 0.84
"""Share of the half picture in which what is near is not overlooked."""
ANY = -1
"""In the place of a side: from wherever one looks."""
ASKEW = 0.3
"""Cosine of the steepest angle at which a front is still seen."""
HEAD_M = 1.0
"""What begins above this height (m) does not stand in the way, and is no furniture."""
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
Cell = tuple[int, ...]
"""Indices of half metres (x, z); of fitted furniture looked at from near with one of the sides."""


@dataclass
class Coverage:
    """Remembers looks; says what a look would add."""

    belief: Belief
    viewed: dict[tuple[float, float], set[Cell]] = field(
        default_factory=lambda: {view: set() for view in VIEWS})
    inspected: set[str] = field(default_factory=set)
    visited: set[str] = field(default_factory=set)
    opened: Counter[str] = field(default_factory=Counter)
    thorough: bool = False
    parts: dict[tuple[float, float], set[Cell]] = field(
        default_factory=lambda: {view: set() for view in VIEWS})
    """Cells of the room by how they are looked at: what there is to be seen."""

    def update(self) -> None:
        """Take in where the robots are looking now."""
        self._survey()
        self.doubt()
        for robot in self.belief.robots.values():
            looks = [(robot.position, robot.yaw)]
            if robot.last.verb == "Explore" and robot.success:  # it turned first, then moved
                looks += [(robot.before, robot.yaw + a) for a in (0, 90, 180, 270)]
            for place, heading in looks:
                for view in VIEWS:
                    self.viewed[view] |= self._front(Pose(*place, heading, robot.pitch), view)
            if robot.last.verb == "NavigateTo" and (
                    robot.success or robot.failure == "non-interactable"):
                self.visited.add(robot.last.object)
            if robot.last.verb == "OpenObject" and robot.success:
                self.opened[robot.last.object] += 1
                if self.opened[robot.last.object] >= OPENINGS:  # more is not to be seen
                    self.inspected.add(robot.last.object)
            for name, entry in robot.view.items():
                if entry["interactable"] and _looks_into(robot, self.belief.items[name]):
                    self.inspected.add(name)

    def doubt(self) -> None:
        """Doubt what is not seen although somebody looks at the place where it should be."""
        for item in self.belief.items.values():
            if not (item.seen_at == self.belief.step or item.held_by or not item.parents
                    or set(item.parents) & CONTAINERS):
                item.doubt += any(0.4 < r.far(item) < 1.5 and in_picture(
                    pose_of(r), item.position, SURELY) for r in self.belief.robots.values())

    def _survey(self) -> None:
        """Take the smallest rectangle around everything known for the room.

        From near, furniture that cannot be moved counts side by side: drawers and doors are seen
        only from where they open to, so a cupboard in the middle of a room counts on each side
        where there is a metre of room.
        """
        spots = [t.ground for t in (*self.belief.items.values(), *self.belief.landmarks.values())]
        spots += [r.position for r in self.belief.robots.values()]
        xs, zs = ([round(s[axis] / CELL_M) for s in spots] for axis in (0, 1))
        room: set[Cell] = {*product(range(min(xs), max(xs) + 1), range(min(zs), max(zs) + 1))}
        fitted = {c for item in self.belief.items.values() if _is_fitted(item)
                  for c in _cells(item)}
        near = {(*c, ANY) for c in room - fitted} | {
            (x, z, side) for x, z in fitted for side, (dx, dz) in enumerate(SIDES)
            if {(x + dx, z + dz), (x + 2 * dx, z + 2 * dz)} <= room - fitted}
        self.parts = {AFAR: room, NEAR: near, FLOOR: room}

    def left(self, view: tuple[float, float]) -> float:
        """Share of the known room that nobody has looked at in such a view."""
        room = self.parts[view]
        return 1.0 - len(room & self.viewed[view]) / max(1, len(room))

    def news(self, poses: Iterable[Pose]) -> tuple[set[Cell], set[Cell]]:
        """Cells of the room, and of its floor, that looks from some poses would add."""
        high, low = (set[Cell]().union(*(self._front(pose, view) for pose in poses))
                     & self.parts[view] - self.viewed[view]
                     for view in (NEAR if self.thorough else AFAR, FLOOR))
        return high, low

    def _front(self, pose: Pose, view: tuple[float, float]) -> set[Cell]:
        """Cells that are in view from a pose: with a level camera not those near the robot."""
        x, z = round(pose.x / CELL_M), round(pose.z / CELL_M)
        cells = _ahead(round(pose.yaw), _nearest(view[1], pose.pitch), view[0])
        if view != NEAR:
            return {(x + dx, z + dz) for dx, dz in cells}
        return {(x + dx, z + dz, side) for dx, dz in cells for side in _facing(dx, dz)}


@lru_cache(maxsize=4096)
def _ahead(yaw: int, nearest_m: float, range_m: float) -> list[Cell]:
    """List the cells in view that lie so far from a robot that looks in a direction (degrees)."""
    reach, found = int(range_m / CELL_M), list[Cell]()
    for dx, dz in product(range(-reach, reach + 1), repeat=2):
        far = math.hypot(dx, dz) * CELL_M
        off = abs((math.degrees(math.atan2(dx, dz)) - yaw + 180) % 360 - 180)
        if nearest_m <= far <= range_m and (off <= HALF_VIEW or far < 0.3):
            found.append((dx, dz))
    return found


@lru_cache(maxsize=4096)
def _facing(dx: int, dz: int) -> tuple[int, ...]:
    """Return the sides of a cell that are seen from so many cells away, not too askew."""
    least = ASKEW * math.hypot(dx, dz)
    return (ANY, *(side for side, (x, z) in enumerate(SIDES) if -(x * dx + z * dz) > least))


def _looks_into(robot: Robot, item: Item) -> bool:
    """Whether a robot sees what is in an open container; what is deep it sees from near alone.

    From beyond reach of the middle half of what lay in cabinets was seen, .2 of that in fridges.
    """
    return (item.kind in CONTAINERS and not item.closed
            and (item.kind == "Drawer" or math.dist(robot.position, item.middle) <= REACH_M)
            and all(in_picture(pose_of(robot), p) for p in contents(item)))


def _is_fitted(item: Item) -> bool:
    """Whether a thing is furniture on the floor that cannot be moved; nor open, bent, or flat."""
    bottom, top = (item.centre[1] + sign * item.size[1] / 2 for sign in (-1, 1))
    return not (item.can & {"pickupable", "moveable"} or item.states["isOpen"] or (
        item.kind == "CounterTop")) and bottom < HEAD_M and top > CELL_M


def _cells(item: Item) -> Iterator[Cell]:
    (x0, x1), (z0, z1) = ((round((item.centre[a] - item.size[a] / 2) / CELL_M),
                           round((item.centre[a] + item.size[a] / 2) / CELL_M)) for a in (0, 2))
    return product(range(x0, x1 + 1), range(z0, z1 + 1))


def contents(item: Item) -> tuple[tuple[float, float, float], ...]:
    """Points of a container that have to be in the picture to see what is inside: its floor."""
    x, y, z = item.centre
    return (item.centre, (x, y - 0.35 * item.size[1], z))


def _nearest(height: float, pitch: float) -> float:
    """How near (m) something of a height is still above the lower edge of the picture."""
    steepest = 43.0 + pitch
    return (CAMERA_M - height) / math.tan(math.radians(steepest)) if steepest < 89 else 0.0
