"""Further cameras: a pose each, told in the metadata; what one sees is answered in boxes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from domains.household.thor.acts.arguments import ActionFailed, Arguments
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.sight import Camera
from domains.household.thor.bodies.world import World
from domains.household.thor.geometry import Vector, slab_entry, view_axes

_FIELDS = {"position": "position", "rotation": "rotation", "field_of_view": "fieldOfView",
           "orthographic": "orthographic", "size": "orthographicSize"}
_MOST = 20
_ABOVE = 0.5  # metres of a map camera above the scene
_MARGIN = 0.2  # metres around a map


def add(world: World, _agent: Agent, arguments: Arguments) -> None:
    """Add a camera; it needs a position and a rotation."""
    if len(world.cameras) >= _MOST:
        raise ActionFailed(f"there are {_MOST} cameras already")
    camera = Camera(arguments.get("position"), arguments.get("rotation"))
    world.cameras = (*world.cameras, _changed(camera, arguments))


def update(world: World, _agent: Agent, arguments: Arguments) -> None:
    """Change what is given of the camera ``thirdPartyCameraId`` (default 0)."""
    number, cameras = arguments.get("thirdPartyCameraId", 0), [*world.cameras]
    if not 0 <= number < len(cameras):
        raise ActionFailed(f"there is no third party camera {number}", "InvalidArgument")
    cameras[number] = _changed(cameras[number], arguments)
    world.cameras = tuple(cameras)


def _changed(camera: Camera, arguments: Arguments) -> Camera:
    found = replace(camera, **arguments.named(_FIELDS))
    if not 0 < found.field_of_view < 180 or found.size <= 0:
        raise ActionFailed("fieldOfView must be in (0, 180), orthographicSize > 0",
                           "InvalidArgument")
    return found


def map_view(world: World, _agent: Agent, _arguments: Arguments) -> Any:
    """Answer ``GetMapViewCameraProperties``: an orthographic camera above the whole scene."""
    bounds = world.scene.bounds
    centre, size = bounds["center"], bounds["size"]
    height = centre["y"] + size["y"] / 2 + _ABOVE
    return {"position": {"x": centre["x"], "y": height, "z": centre["z"]},
            "rotation": {"x": 90.0, "y": 0.0, "z": 0.0}, "orthographic": True,
            "orthographicSize": max(size["x"], size["z"]) / 2 + _MARGIN}


def object_in_frame(world: World, agent: Agent, arguments: Arguments) -> Any:
    """Answer ``GetObjectInFrame``: whose box a ray through the picture meets first, or null.

    ``x`` and ``y`` run from 0 to 1, from the left and from the top.
    """
    x, y = arguments.get("x"), arguments.get("y")
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise ActionFailed("x and y must be in [0:1]", "InvalidArgument")
    view = world.view(agent)
    tall = np.tan(np.radians(view.fov) / 2)
    local = np.array([(2 * x - 1) * tall * view.width / view.height, (1 - 2 * y) * tall, 1.0])
    index = _first_hit(world, view.eye, local @ view_axes(view.yaw, view.horizon))
    if index is None:
        return None
    if arguments.get("checkVisible") and not world.sight(agent)[0][index]:
        raise ActionFailed(f"{world.bodies[index].id} is not visible")
    return world.bodies[index].id


def _first_hit(world: World, eye: Vector, ray: Any) -> int | None:
    geometry = world.geometry()
    rows = np.flatnonzero((geometry.opaque | geometry.glass) & ~geometry.hidden[geometry.owner])
    if not len(rows):
        return None
    entry = slab_entry(np.asarray(eye), ray[None, :], geometry.wall_centre[rows],
                       geometry.wall_axes[rows], geometry.wall_half[rows])[:, 0]
    entry = np.where(entry > 0, entry, np.inf)
    best = int(np.argmin(entry))
    return int(geometry.owner[rows[best]]) if np.isfinite(entry[best]) else None
