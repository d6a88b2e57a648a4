"""What stands in a scene: objects and robots, as immutable values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from domains.household.thor.geometry import Box, Floats, Vector, rotate_yaw

CAMERA_HEIGHT = 0.675
"""Camera above the agent's position when standing (measured on 5.0.0 metadata)."""
HAND: Vector = (0.0, -0.16, 0.38)
"""Offset of a held object from the camera, in the camera's frame (measured)."""

_ALIGNED = np.array([(x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)], dtype=float)
_ORIENTED = _ALIGNED[[3, 7, 6, 2, 1, 5, 4, 0]]
"""Corners of boxes in Unity's order; of oriented ones the bottom face around, then the top."""


@dataclass(frozen=True, slots=True)
class Agent:
    """One robot: pose, and the index of the body in its hand."""

    index: int
    x: float
    y: float
    z: float
    yaw: float = 0.0
    horizon: float = 0.0
    standing: bool = True
    held: int | None = None

    @property
    def eye(self) -> Vector:
        """Position of the camera."""
        return (self.x, self.y + (CAMERA_HEIGHT if self.standing else 0.0), self.z)

    def hand(self) -> Vector:
        """Where a held object is carried; the hand hangs from the camera and tilts with it."""
        _, up, ahead = HAND
        c, s = math.cos(math.radians(self.horizon)), math.sin(math.radians(self.horizon))
        offset = rotate_yaw((0.0, up * c - ahead * s, ahead * c + up * s), self.yaw)
        eye = self.eye
        return (eye[0] + offset[0], eye[1] + offset[1], eye[2] + offset[2])


@dataclass(frozen=True, slots=True)
class Body:
    """One object. ``record`` is its metadata without an observer and is never mutated."""

    record: Mapping[str, Any]
    box: Box
    active: bool = True

    @property
    def id(self) -> str:
        """The objectId."""
        return str(self.record["objectId"])

    @property
    def type(self) -> str:
        """The object type, e.g. ``Apple``."""
        return str(self.record["objectType"])

    @property
    def position(self) -> Vector:
        """The pivot."""
        p = self.record["position"]
        return (p["x"], p["y"], p["z"])

    def with_record(self, **changes: Any) -> Body:
        """Return the body with metadata entries replaced."""
        return replace(self, record={**self.record, **changes})

    def moved(self, target: Sequence[float], turn: float = 0.0) -> Body:
        """Carry the pivot to ``target``, turned by ``turn`` degrees about the vertical."""
        box = self.box.moved(self.position, target, turn)
        rotation = self.record["rotation"]
        changes: dict[str, Any] = {"position": _xyz(target)}
        if turn:
            changes["rotation"] = {**rotation, "y": (rotation["y"] + turn) % 360.0}
        return Body({**self.record, **changes, **box_metadata(box, self.record)}, box, self.active)


def box_metadata(box: Box, record: Mapping[str, Any]) -> dict[str, Any]:
    """Both bounding boxes as metadata; the oriented one stays null where it was null."""
    out = {"axisAlignedBoundingBox": aligned_box(box.centre, box.extent())}
    if record["objectOrientedBoundingBox"] is not None:
        corners = box.centre + (_ORIENTED * box.half) @ box.axes.T
        out["objectOrientedBoundingBox"] = {"cornerPoints": corners.tolist()}
    return out


def aligned_box(centre: Floats, extent: Floats) -> dict[str, Any]:
    """Return an axis-aligned box, of a centre and half sizes, as metadata have it."""
    return {"cornerPoints": (centre + _ALIGNED * extent).tolist(), "center": _xyz(centre),
            "size": _xyz(2 * extent)}


def _xyz(values: Sequence[float] | Floats) -> dict[str, float]:
    x, y, z = values
    return {"x": float(x), "y": float(y), "z": float(z)}
