"""Oriented boxes, the camera and rays, in Unity's frame: left-handed, y up, metres, degrees.

Yaw 0 looks along +z and 90 along +x; the horizon (pitch) is positive when looking down.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """An oriented box: centre, local axes as the columns of ``axes``, half sizes."""

    centre: Floats
    axes: Floats
    half: Floats

    def moved(self, pivot: Sequence[float], target: Sequence[float], yaw: float) -> Box:
        """Rotate by ``yaw`` degrees about ``pivot``, then carry the pivot to ``target``."""
        c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
        turn = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
        centre = turn @ (self.centre - np.asarray(pivot)) + np.asarray(target)
        return Box(centre, turn @ self.axes, self.half)

    def extent(self) -> Floats:
        """Half sizes of the axis-aligned hull."""
        return np.abs(self.axes) @ self.half

    @property
    def bottom(self) -> float:
        """Height of the lowest point."""
        return float(self.centre[1] - self.extent()[1])

    @property
    def top(self) -> float:
        """Height of the highest point."""
        return float(self.centre[1] + self.extent()[1])

    def holds(self, point: Floats) -> bool:
        """Tell whether ``point`` lies inside."""
        local = self.axes.T @ (point - self.centre)
        return bool(np.all(np.abs(local) <= self.half))


def hulls(axes: Floats, half: Floats) -> Floats:
    """Half sizes of the axis-aligned hulls of boxes, a row each."""
    sizes: Floats = (np.abs(axes) @ half[:, :, None])[..., 0]
    return sizes


def rotate_yaw(vector: Sequence[float], yaw: float) -> Vector:
    """Turn one vector by ``yaw`` degrees about the vertical."""
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    x, y, z = vector
    return (c * x + s * z, y, c * z - s * x)


def view_axes(yaw: float, horizon: float) -> Floats:
    """Rows: the camera's right, up and forward direction in the world."""
    cy, sy = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    cp, sp = math.cos(math.radians(horizon)), math.sin(math.radians(horizon))
    return np.array([[cy, 0.0, -sy], [sy * sp, cp, cy * sp], [sy * cp, -sp, cy * cp]])


def box_of_record(record: Mapping[str, Any]) -> Box:
    """Read an object's box from metadata: the oriented one, or the axis-aligned one if null."""
    oriented = record.get("objectOrientedBoundingBox")
    if oriented:
        corners = np.array(oriented["cornerPoints"], dtype=float)
        sides = np.stack([corners[0] - corners[1], corners[4] - corners[0],
                          corners[3] - corners[0]])
        lengths = np.linalg.norm(sides, axis=1)
        if np.all(lengths > 1e-6):
            return Box(corners.mean(axis=0), (sides / lengths[:, None]).T, lengths / 2)
    aligned = record["axisAlignedBoundingBox"]
    centre = np.array([float(aligned["center"][k]) for k in "xyz"])
    half = np.array([max(float(aligned["size"][k]), 1e-4) / 2 for k in "xyz"])
    return Box(centre, np.eye(3), half)


def slab_entry(
    origin: Floats, rays: Floats, centres: Floats, axes: Floats, halves: Floats
) -> Floats:
    """Where rays enter boxes, in units of the ray: array (boxes, rays), ``inf`` for a miss.

    ``rays`` (R, 3) are unnormalised, so 1.0 is the ray's end. A ray that starts inside a box
    enters it at a negative number.
    """
    offset = np.matmul(axes.transpose(0, 2, 1), (origin - centres)[:, :, None])  # (B, 3, 1)
    direction = np.matmul(axes.transpose(0, 2, 1), rays.T)  # (B, 3, R)
    inverse = 1.0 / np.where(np.abs(direction) < 1e-12, 1e-12, direction)
    mid = -offset * inverse
    span = halves[:, :, None] * np.abs(inverse)
    near = (mid - span).max(axis=1)
    far = (mid + span).min(axis=1)
    return np.where(near <= far, near, np.inf)
