"""A further camera in the room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domains.household.thor.geometry import Vector

__all__ = ["Camera"]


@dataclass(frozen=True, slots=True)
class Camera:
    """Pose in metres and degrees (x: down, y: heading); ``size`` is half an orthographic height."""

    position: Vector
    rotation: Vector
    field_of_view: float = 90.0
    orthographic: bool = False
    size: float = 5.0

    def metadata(self, number: int) -> dict[str, Any]:
        """Return the camera as the client's metadata has it."""
        return {"thirdPartyCameraId": number,
                "position": dict(zip("xyz", self.position, strict=True)),
                "rotation": dict(zip("xyz", self.rotation, strict=True)),
                "fieldOfView": self.field_of_view, "orthographic": self.orthographic,
                "orthographicSize": self.size}
