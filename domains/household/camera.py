"""Where a point falls in a robot's picture, and which turns of the camera bring it there.

Only geometry that a robot knows of itself: camera height, a square picture of 90 degrees
(AI2-THOR's default), turns of 90 degrees, tilts of 30 between -30 (up) and 60 (down).
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

from domains.household.belief import CAMERA_M, Item, Robot

__all__ = ["REACH_M", "Pose", "aim", "gap", "in_picture", "pose_of"]

REACH_M = 1.5
"""Horizontal distance (m) up to which an object can be acted on."""
_UP, _DOWN, _TILT, _TURN = -30.0, 60.0, 30.0, 90.0
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


def gap(x: float, z: float, item: Item) -> float:
    """Horizontal distance (m) from a place to the nearest point of an object's box."""
    return math.hypot(*(max(0.0, abs(item.centre[axis] - here) - item.size[axis] / 2)
                        for axis, here in ((0, x), (2, z))))


def aim(pose: Pose, point: tuple[float, float, float], turning: bool = True) -> list[str] | None:
    """Return the fewest camera actions that bring a point into the picture, or None.

    ``turning=False`` allows tilts only (what is held would hit something).

    >>> aim(Pose(0.0, 0.0, 0.0, 0.0), (1.0, 0.2, 0.0))
    ['LookDown(30)', 'Rotate(Right)']
    """
    queue: deque[tuple[Pose, tuple[str, ...]]] = deque([(pose, ())])
    known = {pose}
    while queue:
        here, done = queue.popleft()
        if in_picture(here, point):
            return list(done)
        for action, there in _turns(here, turning):
            if there not in known:
                known.add(there)
                queue.append((there, (*done, action)))
    return None


def _turns(pose: Pose, turning: bool) -> list[tuple[str, Pose]]:
    found = [(f"{name}(30)", Pose(pose.x, pose.z, pose.yaw, pose.pitch + sign * _TILT))
             for name, sign in (("LookDown", 1), ("LookUp", -1))
             if _UP - 1 <= pose.pitch + sign * _TILT <= _DOWN + 1]
    if turning:
        found += [(f"Rotate({name})", Pose(pose.x, pose.z, (pose.yaw + sign * _TURN) % 360,
                                           pose.pitch))
                  for name, sign in (("Right", 1), ("Left", -1))]
    return found
