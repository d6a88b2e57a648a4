"""What an agent sees: boxes, sample points and rays.

There are no meshes and no walls here. An object's visibility points are the centre, the eight
corners pulled inwards and the six face centres of its box; occluders are parts of boxes
(``occlusion.toml``). The rule itself is the engine's default scheme, "Collider": near enough
horizontally, a point in the view, and a ray to it that meets this object first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from domains.household.thor.bodies.body import Body
from domains.household.thor.geometry import Box, Floats, Vector, hulls, slab_entry, view_axes
from domains.household.thor.scene import reached
from planner.files import read_toml

Bools = npt.NDArray[np.bool_]
_POLICY = read_toml(Path(__file__).with_name("occlusion.toml"))
_INSET = 0.9
_SAMPLES = np.array(
    [(0, 0, 0)]
    + [(x * _INSET, y * _INSET, z * _INSET) for x in (1, -1) for y in (1, -1) for z in (1, -1)]
    + [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)],
    dtype=float,
)
_FAR = 200.0  # metres: from there rays across a room differ by less than its boxes from its meshes
_TOLERANCE = 0.02  # metres by which an occluder may stand before a point and not hide it


@dataclass(frozen=True)
class Geometry:
    """Arrays over all bodies (rows), never mutated.

    ``extent`` is half the aligned hull, ``foot_axes``/``foot_half`` the outline from above.
    ``wall_*`` are occluding boxes, one for every body and then the parts of counters; ``owner``
    tells whose they are. ``ignore[m, n]``: body m never hides body n. These relations follow from
    what stands in ``related``.
    """

    related: list[Any]
    centre: Floats
    half: Floats
    axes: Floats
    extent: Floats
    position: Floats
    foot_axes: Floats
    foot_half: Floats
    wall_centre: Floats
    wall_half: Floats
    wall_axes: Floats
    wall_extent: Floats
    owner: npt.NDArray[np.intp]
    opaque: Bools
    glass: Bools
    hidden: Bools
    ignore: Bools

    def points(self, rows: Sequence[int] | npt.NDArray[np.intp]) -> Floats:
        """Sample points of some bodies (rows, points, 3)."""
        sides = _SAMPLES * self.half[rows][:, None]
        points: Floats = self.centre[rows][:, None] + sides @ self.axes[rows].transpose(0, 2, 1)
        return points


@dataclass(frozen=True, slots=True)
class View:
    """A camera: eye, heading, opening angle (vertical, degrees), size of its picture in pixels."""

    eye: Vector
    yaw: float
    horizon: float
    fov: float
    width: int = 300
    height: int = 300

    def _seen(self, points: Floats) -> tuple[Floats, Floats, Floats]:
        """How far points (…, 3) lie to the right, up and ahead; edges of the picture are at 1."""
        local = (points - np.asarray(self.eye)) @ view_axes(self.yaw, self.horizon).T
        tall = math.tan(math.radians(self.fov) / 2)
        wide = tall * self.width / self.height
        return local[..., 0] / wide, local[..., 1] / tall, local[..., 2]

    def inside(self, points: Floats) -> Bools:
        """Tell which points (…, 3) lie in the picture."""
        right, up, ahead = self._seen(points)
        inside: Bools = (ahead > 0.01) & (np.abs(up) <= ahead) & (np.abs(right) <= ahead)
        return inside

    def project(self, points: Floats) -> Floats:
        """Pixel coordinates (…, 2) of points in front of the camera, origin at the top left."""
        right, up, ahead = self._seen(points)
        depth = np.maximum(ahead, 0.01)
        return np.stack([(right / depth + 1) * self.width / 2,
                         (1 - up / depth) * self.height / 2], axis=-1)


@dataclass(frozen=True, slots=True)
class Camera:
    """A further camera in the room: pose in metres and degrees (x: down, y: heading).

    ``size`` is half an orthographic height.
    """

    position: Vector
    rotation: Vector
    field_of_view: float = 90.0
    orthographic: bool = False
    size: float = 5.0

    def view(self, width: int, height: int) -> View:
        """Return what it sees; parallel rays are taken for those of a camera far behind it."""
        x, y, _ = self.rotation
        if not self.orthographic:
            return View(self.position, y, x, self.field_of_view, width, height)
        back = np.asarray(self.position) - _FAR * view_axes(y, x)[2]
        eye: Vector = (float(back[0]), float(back[1]), float(back[2]))
        return View(eye, y, x, math.degrees(2 * math.atan(self.size / _FAR)), width, height)

    def metadata(self, number: int) -> dict[str, Any]:
        """Return the camera as the client's metadata has it."""
        return {"thirdPartyCameraId": number,
                "position": dict(zip("xyz", self.position, strict=True)),
                "rotation": dict(zip("xyz", self.rotation, strict=True)),
                "fieldOfView": self.field_of_view, "orthographic": self.orthographic,
                "orthographicSize": self.size}


def footprint_distance(geometry: Geometry, x: float, z: float) -> Floats:
    """Horizontal distance from a vertical axis to the nearest point of every body."""
    offset = np.array([x, z]) - geometry.centre[:, [0, 2]]
    local = np.abs(np.einsum("nij,ni->nj", geometry.foot_axes, offset)) - geometry.foot_half
    outside = np.maximum(local, 0.0)
    distances: Floats = np.sqrt((outside * outside).sum(axis=1))
    return distances


def visible(
    geometry: Geometry, view: View, distance: float = math.inf, scheme: str = "Collider",
    only: int | None = None,
) -> tuple[Bools, Bools]:
    """Return which bodies are visible within a distance and which can be interacted with.

    With ``only``, nothing but that body is looked at (the others come out as not visible).
    """
    near = ~geometry.hidden
    if only is not None:
        near &= np.arange(len(near)) == only
    if scheme == "Collider":
        near &= footprint_distance(geometry, view.eye[0], view.eye[2]) <= distance
    rows = np.flatnonzero(near)
    points, eye = geometry.points(rows), np.asarray(view.eye)
    wanted = view.inside(points)
    if scheme == "Distance":
        offset = points - eye
        wanted &= np.hypot(offset[..., 0], offset[..., 2]) <= distance
        wanted &= offset[..., 1] <= distance
    target = np.repeat(rows, wanted.sum(axis=1))
    seen, touched = np.zeros(len(near), bool), np.zeros(len(near), bool)
    if len(target) == 0:
        return seen, touched
    rays = points[wanted] - eye
    low, high = np.minimum(rays.min(axis=0), 0) + eye, np.maximum(rays.max(axis=0), 0) + eye
    stops = np.flatnonzero(  # occluders whose hull meets the hull of all rays
        ((geometry.wall_centre - geometry.wall_extent <= high)
         & (geometry.wall_centre + geometry.wall_extent >= low)).all(axis=1)
        & (geometry.opaque | geometry.glass))
    entry = slab_entry(
        eye, rays, geometry.wall_centre[stops], geometry.wall_axes[stops],
        geometry.wall_half[stops],
    )
    limit = 1.0 - _TOLERANCE / np.maximum(np.sqrt((rays * rays).sum(axis=1)), _TOLERANCE)
    exempt = geometry.ignore[np.ix_(geometry.owner[stops], target)]
    stopped = (entry > 0.0) & (entry < limit) & ~exempt
    free = ~stopped[geometry.opaque[stops]].any(axis=0)
    clear = free & ~stopped[geometry.glass[stops]].any(axis=0)
    seen[target[free]] = True
    touched[target[clear]] = True
    return seen, touched


def build(
    bodies: Sequence[Body], held: Sequence[int | None], parts: Mapping[int, Sequence[Box]],
    last: Geometry | None = None,
) -> Geometry:
    """Return the geometry of a state; ``parts`` replace the occluding box of bodies that stay.

    Who hides whom is taken from the ``last`` geometry while hands and containment are the same.
    """
    related = [held, *((b.record["parentReceptacles"], b.record["isOpen"], b.active)
                       for b in bodies)]
    centre, half, axes = _arrays([b.box for b in bodies])
    low, high = np.array([_POLICY["part"].get(b.type, (0.0, 1.0)) for b in bodies]).T
    low, high = np.where(axes[:, 1, 1] > 0.9, (low, high), [[0.0], [1.0]])
    cut = half.copy()
    cut[:, 1] *= high - low
    lifted = centre + axes[:, :, 1] * (half[:, 1] * (low + high - 1.0))[:, None]
    more = _arrays([box for boxes in parts.values() for box in boxes])
    wall_centre, wall_half, wall_axes = (
        np.concatenate(pair) for pair in zip((lifted, cut, axes), more, strict=True))
    if last is not None and last.related == related:
        relations = {name: getattr(last, name) for name in _RELATIONS}
    else:
        relations = _relations(bodies, (centre, half, axes), held, parts)
    foot_axes, foot_half = _footprints(axes, half)
    return Geometry(
        related, centre, half, axes, hulls(axes, half), np.array([b.position for b in bodies]),
        foot_axes, foot_half, wall_centre, wall_half, wall_axes, hulls(wall_axes, wall_half),
        **relations)


def _arrays(boxes: Sequence[Box]) -> tuple[Floats, Floats, Floats]:
    """Centres, half sizes and axes of boxes, a row each."""
    return (np.array([b.centre for b in boxes]).reshape(-1, 3),
            np.array([b.half for b in boxes]).reshape(-1, 3),
            np.concatenate([np.empty((0, 3)), *(b.axes for b in boxes)]).reshape(-1, 3, 3))


def _relations(
    bodies: Sequence[Body], boxes: tuple[Floats, Floats, Floats], held: Sequence[int | None],
    parts: Mapping[int, Sequence[Box]],
) -> dict[str, Any]:
    """Who is hidden in what, and which occluders do not count for whom."""
    centre, half, axes = boxes
    index = {b.id: i for i, b in enumerate(bodies)}

    def above(i: int) -> list[int]:
        return [index[name] for name in bodies[i].record["parentReceptacles"] or ()]

    opaque, glass, hidden, closed = (np.zeros(len(bodies), bool) for _ in range(4))
    ignore = np.eye(len(bodies), dtype=bool)
    for i, body in enumerate(bodies):
        ajar = body.type in _POLICY["doors"] and body.record["isOpen"]
        glass[i] = body.type in _POLICY["glass"] and not ajar
        opaque[i] = not (glass[i] or ajar) and body.type not in _POLICY["nothing"]
        closed[i] = (body.record["openable"] and not body.record["isOpen"]
                     and body.type not in _POLICY["lids"])
    local = np.matmul(
        axes.transpose(0, 2, 1), (centre[None] - centre[:, None]).transpose(0, 2, 1))
    inside = (np.abs(local) <= half[:, :, None]).all(axis=1)
    ignore |= inside & ~closed[:, None]
    counters = [i for i, b in enumerate(bodies) if b.type == "CounterTop"]
    for i, body in enumerate(bodies):
        hidden[i] = not body.active
        sunk = body.type in _POLICY["sunk"]
        if body.record["parentReceptacles"]:  # it lies elsewhere: the hull merely overlaps
            ignore[:, i] |= inside[:, i]
        for parent in [*reached([i], above)][1:]:
            hidden[i] |= closed[parent]
            ignore[parent, i] = ignore[i, parent] = True
            sunk |= bodies[parent].type in _POLICY["sunk"]
            ignore[:, i] |= inside[:, parent] & ~closed
        if sunk:
            ignore[counters, i] = True
    out = hidden.copy()
    out[[i for i in held if i is not None]] = True
    owner = np.array([*range(len(bodies)), *(i for i, boxes in parts.items() for _ in boxes)])
    opaque = (opaque & ~out)[owner]
    opaque[list(parts)] = False
    return {"hidden": hidden, "ignore": ignore, "opaque": opaque, "glass": (glass & ~out)[owner],
            "owner": owner}


_OTHERS = np.array([(1, 2), (0, 2), (0, 1)])
_RELATIONS = ("hidden", "ignore", "opaque", "glass", "owner")


def _footprints(axes: Floats, half: Floats) -> tuple[Floats, Floats]:
    """Outlines of boxes from above: two level axes of upright ones, else the aligned hull."""
    level = np.abs(axes[:, 1])
    rows, keep = np.arange(len(axes))[:, None], _OTHERS[level.argmax(axis=1)]
    along = axes[rows, ::2, keep].transpose(0, 2, 1)
    along = along / np.sqrt((along * along).sum(axis=1, keepdims=True))
    upright = level.max(axis=1)[:, None] > 0.95
    return (np.where(upright[:, None], along, np.eye(2)),
            np.where(upright, half[rows, keep], hulls(axes, half)[:, ::2]))
