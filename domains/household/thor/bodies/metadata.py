"""Events of one agent: metadata with every key of ai2thor 5.0.0, and stand-ins for its images.

There is nothing to see: RGB frames are black. In an instance segmentation image each object in the
picture is a filled rectangle in its colour, far ones first; whoever would be covered altogether
keeps one pixel. Images are bytes with the bottom row first, as the client expects them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from domains.household.thor.bodies.body import HAND, Agent
from domains.household.thor.bodies.sight import Geometry, View, visible
from domains.household.thor.bodies.world import Settings, World
from domains.household.thor.geometry import view_axes

Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, all inclusive."""
ENGINE = {"name": "lmfree-planner headless engine", "version": 1, "physics": False, "images": False,
          "visibility": "box sample points, occlusion by boxes, no walls"}
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


_DEFAULTS = Settings()


def blank(
    outcome: ActionOutcome, settings: Settings = _DEFAULTS, clock: float = 0.0
) -> dict[str, Any]:
    """Return metadata without a scene: every key the client reads."""
    return {
        "objects": [], "agent": None, "agentId": 0, "inventoryObjects": [],
        "thirdPartyCameras": [], "colors": None, "sceneName": "",
        "lastAction": outcome.action, "errorMessage": outcome.message,
        "errorCode": outcome.code, "lastActionSuccess": outcome.success,
        "actionReturn": outcome.result, "screenWidth": settings.width,
        "screenHeight": settings.height, "currentTime": clock, "engine": ENGINE,
    }


def agent_metadata(
    world: World, agent: Agent, outcome: ActionOutcome, clock: float, rendered: bool
) -> dict[str, Any]:
    """Return all metadata of one agent; nested values of objects are the engine's own.

    ``rendered`` tells the colours of an instance segmentation that one action asked for.
    """
    settings, hand = world.settings, agent.hand()
    seen, touched, distance = world.sight(agent)
    held = [] if agent.held is None else [
        {"objectId": world.bodies[agent.held].id, "objectType": world.bodies[agent.held].type}
    ]
    return {
        **blank(outcome, settings, clock),
        "objects": [{**body.record, "visible": seen[i], "isInteractable": touched[i],
                     "distance": distance[i]}
                    for i, body in enumerate(world.bodies) if i not in world.gone
                    and (world.filter is None or body.id in world.filter)],
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
        "arm": None, "fov": settings.field_of_view, "cameraOrthSize": 0.0,
        "cameraPosition": dict(zip("xyz", agent.eye, strict=True)),
        "thirdPartyCameras": world.camera_metadata(),
        "collided": outcome.collided, "collidedObjects": [],
        "inventoryObjects": held,
        "sceneName": world.scene.name + "_physics" * world.scene.name.startswith("FloorPlan"),
        "agentId": agent.index, "depthFormat": "Meters",
        "colors": [{"name": b.id, "color": [i & 255, (i >> 8) & 255, 64]}
                   for i, b in enumerate(world.bodies, start=1)]
        if settings.instances or rendered else None,
        **{key: [] for key in _ALWAYS_EMPTY},
        "actionIntReturn": 0, "actionFloatReturn": 0.0,
        **dict.fromkeys(_ALWAYS_NULL),
        "sceneBounds": world.scene.bounds,
    }


def detections(geometry: Geometry, names: list[str], view: View) -> dict[str, Rectangle]:
    """Rectangles of every body in the picture, nearest last.

    They stand for the instance detections of a rendered frame: the projected sample points of
    the boxes, cut to the picture, at least one pixel wide.
    """
    rows = np.flatnonzero(visible(geometry, view)[0])
    eye, forward = np.asarray(view.eye), view_axes(view.yaw, view.horizon)[2]
    depth = np.linalg.norm(geometry.centre[rows] - eye, axis=1)
    found: dict[str, Rectangle] = {}
    edge = np.array([view.width - 1, view.height - 1])
    order = rows[np.argsort(-depth, kind="stable")]
    for row, points in zip(order, geometry.points(order), strict=True):
        pixels = view.project(points[(points - eye) @ forward > 0.01])
        x0, y0 = np.clip(np.floor(pixels.min(axis=0)), 0, edge)
        x1, y1 = np.clip(np.floor(pixels.max(axis=0)), [x0, y0], edge)
        found[names[row]] = (int(x0), int(y0), int(x1), int(y1))
    return found


def painted(found: Mapping[str, Rectangle], index: Mapping[str, int], view: View) -> bytes:
    """Paint rectangles into an RGBA image in their order; ``index`` gives the colours."""
    picture = np.zeros((view.height, view.width), dtype=np.int32)
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
