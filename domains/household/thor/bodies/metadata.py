"""Events of one agent: metadata with every key of ai2thor 5.0.0, and stand-ins for its images.

There is nothing to see: RGB frames are black. In an instance segmentation image each object in the
picture is a filled rectangle in its colour, far ones first; whoever would be covered altogether
keeps one pixel. Images are bytes with the bottom row first, as the client expects them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from domains.household.thor.bodies.body import HAND, Agent
from domains.household.thor.bodies.sight import Geometry, View, in_view, visible
from domains.household.thor.bodies.world import Settings, World
from domains.household.thor.geometry import view_axes

__all__ = ["ENGINE", "ActionOutcome", "Observer", "Rectangle", "black", "detections", "painted",
           "view_of"]

Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, all inclusive."""
ENGINE = {
    "name": "lmfree-planner headless engine",
    "version": 1,
    "physics": False,
    "images": False,
    "visibility": "box sample points, occlusion by boxes, no walls",
}
"""Who produced the metadata; not a key of the real engine."""

_ALWAYS_EMPTY = ("flatSurfacesOnGrid", "distances", "normals", "isOpenableGrid",
                 "segmentedObjectIds", "objectIdsInBox")
_ALWAYS_NULL = ("actionStringsReturn", "actionFloatsReturn", "actionVector3sReturn",
                "visibleRange")


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """What the last action of an agent came to."""

    action: str = "Initialize"
    success: bool = True
    message: str = ""
    code: str | None = None
    result: Any = None
    collided: bool = False

    def metadata(self) -> dict[str, Any]:
        """Return what the client's metadata say of it, but for the result."""
        return {"lastAction": self.action, "errorMessage": self.message, "errorCode": self.code,
                "lastActionSuccess": self.success}


class Observer:
    """Sees the world for each agent; remembers what did not change since the last step."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._sight: dict[int, tuple[Any, ...]] = {}

    def sight(self, agent: Agent) -> tuple[list[bool], list[bool], list[float]]:
        """Visible, interactable and distance of every body for one agent."""
        settings = self.world.settings
        geometry = self.world.geometry()
        key = (geometry, agent.x, agent.y, agent.z, agent.yaw, agent.horizon, agent.standing,
               settings)
        known = self._sight.get(agent.index)
        if known is not None and known[0][0] is geometry and known[0][1:] == key[1:]:
            return known[1]  # type: ignore[no-any-return]
        seen, touched = visible(
            geometry, view_of(agent, settings), settings.visibility_distance, settings.scheme
        )
        offset = geometry.position - np.array([agent.x, agent.y, agent.z])
        distance = np.sqrt((offset * offset).sum(axis=1))
        found = (seen.tolist(), touched.tolist(), distance.tolist())
        self._sight[agent.index] = (key, found)
        return found

    def objects(self, agent: Agent) -> list[dict[str, Any]]:
        """Fresh object records as this agent sees them; nested values are the engine's own."""
        seen, touched, distance = self.sight(agent)
        return [{**body.record, "visible": seen[i], "isInteractable": touched[i],
                 "distance": distance[i]}
                for i, body in enumerate(self.world.bodies) if self.world.told(i)]

    def _colours(self) -> list[dict[str, Any]]:
        return [{"name": b.id, "color": colour(i)} for i, b in enumerate(self.world.bodies)]

    def agent(self, agent: Agent, outcome: ActionOutcome, clock: float, rendered: bool
              ) -> dict[str, Any]:
        """Return all metadata of one agent.

        ``rendered`` tells the colours of an instance segmentation that one action asked for.
        """
        world, settings = self.world, self.world.settings
        eye, hand = agent.eye, agent.hand()
        held = [] if agent.held is None else [
            {"objectId": world.bodies[agent.held].id, "objectType": world.bodies[agent.held].type}
        ]
        return {
            "objects": self.objects(agent),
            "isSceneAtRest": True,
            "agent": {
                "name": f"agent{agent.index or ''}",
                "position": {"x": agent.x, "y": agent.y, "z": agent.z},
                "rotation": {"x": 0.0, "y": agent.yaw, "z": 0.0},
                "cameraHorizon": agent.horizon, "isStanding": agent.standing,
                "inHighFrictionArea": False,
            },
            "heldObjectPose": {
                "position": dict(zip("xyz", hand, strict=True)),
                "rotation": {"x": agent.horizon % 360.0, "y": agent.yaw, "z": 0.0},
                "localPosition": dict(zip("xyz", HAND, strict=True)),
                "localRotation": {"x": 0.0, "y": 0.0, "z": 0.0},
            },
            "arm": None,
            "fov": settings.field_of_view,
            "cameraPosition": dict(zip("xyz", eye, strict=True)),
            "cameraOrthSize": 0.0,
            "thirdPartyCameras": world.camera_metadata(),
            "collided": outcome.collided,
            "collidedObjects": [],
            "inventoryObjects": held,
            "sceneName": world.scene.name + "_physics" * world.scene.name.startswith("FloorPlan"),
            **outcome.metadata(),
            "screenWidth": settings.width,
            "screenHeight": settings.height,
            "agentId": agent.index,
            "depthFormat": "Meters",
            "colors": self._colours() if settings.instances or rendered else None,
            **{key: [] for key in _ALWAYS_EMPTY},
            "actionIntReturn": 0,
            "actionFloatReturn": 0.0,
            **dict.fromkeys(_ALWAYS_NULL),
            "currentTime": clock,
            "sceneBounds": world.scene.bounds,
            "actionReturn": outcome.result,
            "engine": ENGINE,
        }


def view_of(agent: Agent, settings: Settings) -> View:
    """Return the agent's camera."""
    aspect = settings.width / settings.height
    return View(agent.eye, agent.yaw, agent.horizon, settings.field_of_view, aspect)


def detections(
    geometry: Geometry, view: View, names: list[str], width: int, height: int
) -> dict[str, Rectangle]:
    """Rectangles of every body in the picture, nearest last.

    They stand for the instance detections of a rendered frame: the projected sample points of
    the boxes, cut to the picture, at least one pixel wide.
    """
    rows = np.flatnonzero(in_view(geometry, view))
    eye, forward = np.asarray(view.eye), view_axes(view.yaw, view.horizon)[2]
    depth = np.linalg.norm(geometry.centre[rows] - eye, axis=1)
    found: dict[str, Rectangle] = {}
    for row in rows[np.argsort(-depth, kind="stable")]:
        points = geometry.points[row]
        pixels = view.project(points[(points - eye) @ forward > 0.01], width, height)
        x0, y0 = np.clip(np.floor(pixels.min(axis=0)), 0, [width - 1, height - 1])
        x1, y1 = np.clip(np.floor(pixels.max(axis=0)), [x0, y0], [width - 1, height - 1])
        found[names[row]] = (int(x0), int(y0), int(x1), int(y1))
    return found


@lru_cache(maxsize=4)
def black(width: int, height: int) -> bytes:
    """Return a black RGB image."""
    return bytes(3 * width * height)


def colour(index: int) -> list[int]:
    """Colour of the body with this index."""
    number = index + 1
    return [number & 255, (number >> 8) & 255, 64]


def painted(
    found: Mapping[str, Rectangle], index: Mapping[str, int], width: int, height: int
) -> bytes:
    """Paint rectangles into an RGBA image in their order; ``index`` gives the colours."""
    picture = np.zeros((height, width), dtype=np.int32)
    for name, (x0, y0, x1, y1) in found.items():
        picture[y0 : y1 + 1, x0 : x1 + 1] = index[name] + 1
    left = np.bincount(picture.ravel(), minlength=len(index) + 2)
    for name, (x0, y0, x1, y1) in found.items():
        if not left[index[name] + 1]:
            part = picture[y0 : y1 + 1, x0 : x1 + 1]
            spare = np.argwhere(left[part] > 1)  # never the last pixel of another
            if len(spare):
                row, column = spare[len(spare) // 2]
                left[part[row, column]] -= 1
                part[row, column] = index[name] + 1
                left[index[name] + 1] = 1
    blue = (picture > 0).astype("<u4") << 22  # of the colours, their red and green are the number
    return bytes((picture.astype("<u4") | blue | 0xFF000000)[::-1].tobytes())
