"""A further camera in the room."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from domains.household.thor.bodies.sight import View
from domains.household.thor.geometry import Vector, view_axes

__all__ = ["Camera"]

_FAR = 200.0  # metres: from there rays across a room differ by less than its boxes from its meshes


@dataclass(frozen=True, slots=True)
class Camera:
    """Pose in metres and degrees (x: down, y: heading); ``size`` is half an orthographic height."""

    position: Vector
    rotation: Vector
    field_of_view: float = 90.0
    orthographic: bool = False
    size: float = 5.0

    def view(self, aspect: float) -> View:
        """Return what it sees; parallel rays are taken for those of a camera far behind it."""
        x, y, _ = self.rotation
        if not self.orthographic:
            return View(self.position, y, x, self.field_of_view, aspect)
        back = np.asarray(self.position) - _FAR * view_axes(y, x)[2]
        eye: Vector = (float(back[0]), float(back[1]), float(back[2]))
        return View(eye, y, x, math.degrees(2 * math.atan(self.size / _FAR)), aspect)

    def metadata(self, number: int) -> dict[str, Any]:
        """Return the camera as the client's metadata has it."""
        return {"thirdPartyCameraId": number,
                "position": dict(zip("xyz", self.position, strict=True)),
                "rotation": dict(zip("xyz", self.rotation, strict=True)),
                "fieldOfView": self.field_of_view, "orthographic": self.orthographic,
                "orthographicSize": self.size}
