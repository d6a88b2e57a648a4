"""Where a point falls in a robot's picture, which turns bring it there, and where walks end.

Only geometry that a robot knows of itself: camera height, a square picture of 90 degrees
(AI2-THOR's default), turns of 90 degrees, tilts of 30 between -30 (up) and 60 (down).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from domains.household.belief.belief import CAMERA_M, Item, Robot
from domains.household.thor.scene import GRID, Cell

MOVES = {"Back": 180.0, "Left": -90.0, "Right": 90.0, "Ahead": 0.0}
"""Single moves with where they go, seen from the robot: degrees to the right of ahead."""

REACH_M = 1.5
"""Horizontal distance (m) up to which an object can be acted on."""
_UP, _DOWN, _TURN = -30.0, 60.0, 90.0
_MARGIN = 0.9
"""Share of the half picture that counts, so that a centre on the very edge does not."""


@dataclass(frozen=True)
class Pose:
    """Place (x, z) in metres, yaw and pitch in degrees (pitch positive downwards)."""

    x: float
    z: float
    yaw: float
    pitch: float


def pose_of(robot: Robot) -> Pose:
    """Return where a robot stands and looks."""
    return Pose(*robot.position, robot.yaw, robot.pitch)


def in_picture(pose: Pose, point: tuple[float, float, float], margin: float = _MARGIN) -> bool:
    """Whether a point (x, y, z) lies in the picture, occlusion aside.

    >>> in_picture(Pose(0.0, 0.0, 0.0, 0.0), (0.0, 1.5, 1.0))
    True
    >>> in_picture(Pose(0.0, 0.0, 0.0, 0.0), (0.0, 0.2, 1.0))
    False
    """
    dx, dy, dz = point[0] - pose.x, point[1] - CAMERA_M, point[2] - pose.z
    yaw, pitch = math.radians(pose.yaw), math.radians(pose.pitch)
    ahead = dx * math.sin(yaw) + dz * math.cos(yaw)
    right = dx * math.cos(yaw) - dz * math.sin(yaw)
    depth = ahead * math.cos(pitch) - dy * math.sin(pitch)
    up = ahead * math.sin(pitch) + dy * math.cos(pitch)
    return depth > 0.01 and abs(right) <= margin * depth and abs(up) <= margin * depth


def gap(x: float, z: float, thing: Item) -> float:
    """Horizontal distance (m) from a place to the nearest point of a thing's box."""
    return math.hypot(*(max(0.0, abs(thing.centre[axis] - here) - thing.size[axis] / 2)
                        for axis, here in ((0, x), (2, z))))


def apart(one: Item, other: Item) -> float:
    """Horizontal distance (m) between two boxes."""
    return math.hypot(*(max(0.0, abs(one.centre[axis] - other.centre[axis])
                            - (one.size[axis] + other.size[axis]) / 2) for axis in (0, 2)))


def sides(pose: Pose, item: Item) -> tuple[tuple[float, float, float], ...]:
    """Two points of an object that should both be in the picture: its middle and near side."""
    near = [min(max(here, item.centre[axis] - item.size[axis] / 2),
                item.centre[axis] + item.size[axis] / 2)
            for axis, here in ((0, pose.x), (2, pose.z))]
    if math.dist(near, (pose.x, pose.z)) < 0.1:
        return (item.centre,)
    return item.centre, (near[0], item.centre[1], near[1])


def shown(pose: Pose, item: Item, margin: float = _MARGIN) -> bool:
    """Whether an object lies in the picture, occlusion aside."""
    return all(in_picture(pose, point, margin) for point in sides(pose, item))


def aim(
    pose: Pose, item: Item, turning: bool = True,
    points: tuple[tuple[float, float, float], ...] = (),
) -> list[str] | None:
    """Return the fewest camera actions that bring an object into the picture, or None.

    ``turning=False`` allows tilts only (what is held would hit something). ``points`` are what
    has to be in the picture instead of the object's middle and near side.
    """
    points = points or sides(pose, item)
    ways: dict[Pose, list[str]] = {pose: []}
    for here in (queue := [pose]):
        if all(in_picture(here, p) for p in points):
            return ways[here]
        for action, there in turned(here, turning):
            if there not in ways:
                ways[there] = [*ways[here], action]
                queue.append(there)
    return None


def turned(pose: Pose, turning: bool = True) -> list[tuple[str, Pose]]:
    """List the single turns and tilts of the camera with the pose each leads to."""
    found = []
    for angle in (30, 60):
        for name, sign in (("LookDown", 1), ("LookUp", -1)):
            pitch = pose.pitch + sign * angle
            if _UP - 1 <= pitch <= _DOWN + 1:
                found.append((f"{name}({angle})", Pose(pose.x, pose.z, pose.yaw, pitch)))
    if turning:
        found += [(f"Rotate({name})", Pose(pose.x, pose.z, (pose.yaw + sign * _TURN) % 360,
                                           pose.pitch))
                  for name, sign in (("Right", 1), ("Left", -1))]
    return found


def moved(pose: Pose, move: str) -> Pose:
    """Return where a single move of :data:`MOVES` leads, snapped to the grid."""
    angle = math.radians(pose.yaw + MOVES[move])
    x, z = pose.x + GRID * math.sin(angle), pose.z + GRID * math.cos(angle)
    return Pose(round(x / GRID) * GRID, round(z / GRID) * GRID, pose.yaw, pose.pitch)


def face(origin: tuple[float, float], target: tuple[float, float]) -> float:
    """Return the yaw in degrees that looks from one (x, z) position to another."""
    return math.degrees(math.atan2(target[0] - origin[0], target[1] - origin[1])) % 360


def around(cells: Iterable[Cell], far: int = 1) -> set[Cell]:
    """Return the cells at most so far from some: walking keeps one clear of other robots."""
    near = range(-far, far + 1)
    return {(x + a, z + b) for x, z in cells for a in near for b in near}


def standable(free: Iterable[Cell], others: Iterable[Cell], own: Cell) -> set[Cell]:
    """Return where an agent may stand: a cell away from the others, and always where it is."""
    return set(free) - around(others) | {own}


def nearest(cells: Iterable[Cell], target: tuple[float, float]) -> Cell:
    """Return the cell nearest to a place."""
    return min(cells, key=lambda c: (
        (c[0] * GRID - target[0]) ** 2 + (c[1] * GRID - target[1]) ** 2, c))
