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
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from domains.household.thor.bodies.body import Agent, Body
from domains.household.thor.geometry import Box, Floats, Vector, slab_entry, view_axes
from planner.files import read_toml

__all__ = ["Camera", "Geometry", "GeometryBuilder", "View", "footprint", "footprint_distance",
           "in_view", "visible"]

Bools = npt.NDArray[np.bool_]
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

    ``foot_axes``/``foot_half`` describe each body's outline from above, ``points`` its sample
    points. ``wall_*`` are occluding boxes, one for every body and then the parts of counters;
    ``owner`` tells whose they are. ``ignore[m, n]``: body m never hides body n.
    """

    version: int
    centre: Floats
    half: Floats
    axes: Floats
    position: Floats
    foot_axes: Floats
    foot_half: Floats
    points: Floats
    wall_centre: Floats
    wall_half: Floats
    wall_axes: Floats
    wall_extent: Floats
    owner: npt.NDArray[np.intp]
    opaque: Bools
    glass: Bools
    hidden: Bools
    ignore: Bools


@dataclass(frozen=True, slots=True)
class View:
    """A camera: eye, heading and opening angle (vertical, degrees), width over height."""

    eye: Vector
    yaw: float
    horizon: float
    fov: float
    aspect: float = 1.0

    def inside(self, points: Floats) -> Bools:
        """Tell which points (…, 3) lie in the picture."""
        local = (points - np.asarray(self.eye)) @ view_axes(self.yaw, self.horizon).T
        tall = math.tan(math.radians(self.fov) / 2)
        depth = local[..., 2]
        inside: Bools = (
            (depth > 0.01)
            & (np.abs(local[..., 1]) <= depth * tall)
            & (np.abs(local[..., 0]) <= depth * tall * self.aspect)
        )
        return inside

    def project(self, points: Floats, width: int, height: int) -> Floats:
        """Pixel coordinates (…, 2) of points in front of the camera, origin at the top left."""
        local = (points - np.asarray(self.eye)) @ view_axes(self.yaw, self.horizon).T
        tall = math.tan(math.radians(self.fov) / 2)
        depth = np.maximum(local[..., 2], 0.01)
        across = (local[..., 0] / (depth * tall * self.aspect) + 1) * width / 2
        down = (1 - local[..., 1] / (depth * tall)) * height / 2
        return np.stack([across, down], axis=-1)


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


def footprint_distance(geometry: Geometry, x: float, z: float) -> Floats:
    """Horizontal distance from a vertical axis to the nearest point of every body."""
    offset = np.array([x, z]) - geometry.centre[:, [0, 2]]
    local = np.abs(np.einsum("nij,ni->nj", geometry.foot_axes, offset)) - geometry.foot_half
    outside = np.maximum(local, 0.0)
    distances: Floats = np.sqrt((outside * outside).sum(axis=1))
    return distances


def visible(
    geometry: Geometry, view: View, distance: float, scheme: str = "Collider",
    only: int | None = None,
) -> tuple[Bools, Bools]:
    """Return which bodies are visible and which of them can be interacted with.

    With ``only``, nothing but that body is looked at (the others come out as not visible).
    """
    near = ~geometry.hidden
    if only is not None:
        near &= np.arange(len(near)) == only
    if scheme == "Distance":
        usable = _near_points(geometry, view.eye, distance)
    else:
        near &= footprint_distance(geometry, view.eye[0], view.eye[2]) <= distance
        usable = None
    return _reached(geometry, view, np.flatnonzero(near), usable)


def in_view(geometry: Geometry, view: View) -> Bools:
    """Tell which bodies appear in the picture, at any distance (stands for a rendered frame)."""
    return _reached(geometry, view, np.flatnonzero(~geometry.hidden), None)[0]


def _near_points(geometry: Geometry, eye: Vector, distance: float) -> Bools:
    offset = geometry.points - np.asarray(eye)
    flat = np.hypot(offset[..., 0], offset[..., 2])
    usable: Bools = (flat <= distance) & (offset[..., 1] <= distance)
    return usable


def _reached(
    geometry: Geometry, view: View, rows: npt.NDArray[np.intp], usable: Bools | None
) -> tuple[Bools, Bools]:
    """Cast rays to the sample points in view of the given bodies."""
    count = len(geometry.hidden)
    seen, touched = np.zeros(count, bool), np.zeros(count, bool)
    if len(rows) == 0:
        return seen, touched
    points = geometry.points[rows]
    wanted = view.inside(points)
    if usable is not None:
        wanted &= usable[rows]
    target = np.repeat(rows, wanted.sum(axis=1))
    if len(target) == 0:
        return seen, touched
    eye = np.asarray(view.eye)
    rays = points[wanted] - eye
    stops = _candidates(geometry, eye, rays)
    if len(stops) == 0:
        seen[target] = touched[target] = True
        return seen, touched
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


def _candidates(geometry: Geometry, eye: Floats, rays: Floats) -> npt.NDArray[np.intp]:
    """Occluders whose hull meets the hull of all rays."""
    low, high = np.minimum(rays.min(axis=0), 0) + eye, np.maximum(rays.max(axis=0), 0) + eye
    meets = (
        (geometry.wall_centre - geometry.wall_extent <= high)
        & (geometry.wall_centre + geometry.wall_extent >= low)
    ).all(axis=1)
    return np.flatnonzero(meets & (geometry.opaque | geometry.glass))


class GeometryBuilder:
    """Build :class:`Geometry` incrementally: only rows of replaced bodies are recomputed."""

    def __init__(self, parts: Mapping[int, Sequence[Box]] | None = None) -> None:
        """``parts`` replace the occluding box of bodies that never move."""
        self._parts = dict(parts or {})
        self._last: Geometry | None = None
        self._bodies: list[Body] = []
        self._held: tuple[int | None, ...] = ()

    def build(self, bodies: Sequence[Body], agents: Sequence[Agent], version: int) -> Geometry:
        """Return the geometry of this state."""
        held = tuple(a.held for a in agents)
        last = self._last
        if last is not None and last.version == version and held == self._held:
            return last
        count = len(bodies)
        fresh = last is None or len(self._bodies) != count
        if fresh:
            changed = list(range(count))
            arrays = self._empty(count)
        else:
            pairs = zip(self._bodies, bodies, strict=True)
            changed = [i for i, (old, new) in enumerate(pairs) if old is not new]
            arrays = {name: getattr(last, name).copy() for name in _ROWS}
        for i in changed:
            if fresh or self._bodies[i].box is not bodies[i].box:
                _fill_row(arrays, i, bodies[i])
        relations: dict[str, Any]
        if (fresh or last is None or held != self._held
                or any(_relation(self._bodies[i]) != _relation(bodies[i]) for i in changed)):
            relations = self._relations(bodies, arrays, {h for h in held if h is not None})
        else:
            relations = {name: getattr(last, name) for name in _RELATIONS}
        rows: dict[str, Any] = dict(arrays)
        self._last = Geometry(version=version, **rows, **relations)
        self._bodies, self._held = list(bodies), held
        return self._last

    def _empty(self, count: int) -> dict[str, Floats]:
        parts = [box for boxes in self._parts.values() for box in boxes]
        shapes: dict[str, tuple[int, ...]] = {
            "axes": (3, 3), "foot_axes": (2, 2), "foot_half": (2,), "wall_axes": (3, 3),
            "points": (len(_SAMPLES), 3)}
        arrays = {
            name: np.zeros(
                (count + (len(parts) if name.startswith("wall") else 0), *shapes.get(name, (3,))))
            for name in _ROWS
        }
        for row, box in enumerate(parts, start=count):
            _fill_wall(arrays, row, box)
        return arrays

    def _relations(
        self, bodies: Sequence[Body], arrays: dict[str, Floats], held: set[int]
    ) -> dict[str, Any]:
        """Who is hidden in what, and which occluders do not count for whom."""
        policy, count = _policy(), len(bodies)
        index = {b.id: i for i, b in enumerate(bodies)}
        opaque, glass, hidden, closed = (np.zeros(count, bool) for _ in range(4))
        ignore = np.eye(count, dtype=bool)
        for i, body in enumerate(bodies):
            ajar = body.type in policy["doors"] and body.record["isOpen"]
            glass[i] = body.type in policy["glass"] and not ajar
            opaque[i] = not (glass[i] or ajar) and body.type not in policy["nothing"]
            closed[i] = (body.record["openable"] and not body.record["isOpen"]
                         and body.type not in policy["lids"])
        local = np.matmul(
            arrays["axes"].transpose(0, 2, 1),
            (arrays["centre"][None] - arrays["centre"][:, None]).transpose(0, 2, 1))
        inside = (np.abs(local) <= arrays["half"][:, :, None]).all(axis=1)
        ignore |= inside & ~closed[:, None]
        counters = [i for i, b in enumerate(bodies) if b.type == "CounterTop"]
        for i, body in enumerate(bodies):
            hidden[i] = not body.active
            sunk = body.type in policy["sunk"]
            if body.record["parentReceptacles"]:  # it lies elsewhere: the hull merely overlaps
                ignore[:, i] |= inside[:, i]
            for parent in _ancestors(bodies, index, i):
                hidden[i] |= closed[parent]
                ignore[parent, i] = ignore[i, parent] = True
                sunk |= bodies[parent].type in policy["sunk"]
                ignore[:, i] |= inside[:, parent] & ~closed
            if sunk:
                ignore[counters, i] = True
        out = hidden.copy()
        out[list(held)] = True
        opaque, glass = opaque & ~out, glass & ~out
        split = [i for i, boxes in self._parts.items() for _ in boxes]
        owner = np.array([*range(count), *split], dtype=np.intp)
        opaque = opaque[owner]
        opaque[list(self._parts)] = False
        return {"hidden": hidden, "ignore": ignore, "opaque": opaque, "glass": glass[owner],
                "owner": owner}


_ROWS = ("centre", "half", "axes", "position", "foot_axes", "foot_half", "points",
         "wall_centre", "wall_half", "wall_axes", "wall_extent")
_RELATIONS = ("hidden", "ignore", "opaque", "glass", "owner")


def _fill_row(arrays: dict[str, Floats], i: int, body: Body) -> None:
    box = body.box
    arrays["centre"][i], arrays["half"][i], arrays["axes"][i] = box.centre, box.half, box.axes
    arrays["position"][i] = body.position
    arrays["foot_axes"][i], arrays["foot_half"][i] = footprint(box)
    arrays["points"][i] = box.centre + (_SAMPLES * box.half) @ box.axes.T
    low, high = _policy()["part"].get(body.type, (0.0, 1.0))
    centre, half = box.centre, box.half
    if (low, high) != (0.0, 1.0) and box.axes[1, 1] > 0.9:
        centre = centre + box.axes[:, 1] * half[1] * (low + high - 1.0)
        half = half * np.array([1.0, high - low, 1.0])
    _fill_wall(arrays, i, Box(centre, box.axes, half))


def _fill_wall(arrays: dict[str, Floats], row: int, box: Box) -> None:
    arrays["wall_centre"][row], arrays["wall_half"][row] = box.centre, box.half
    arrays["wall_axes"][row], arrays["wall_extent"][row] = box.axes, box.extent()


def footprint(box: Box) -> tuple[Floats, Floats]:
    """Outline from above: the two level axes of an upright box, else the aligned hull."""
    level = np.abs(box.axes[1])
    upright = int(np.argmax(level))
    if level[upright] > 0.95:
        keep = [k for k in range(3) if k != upright]
        axes = box.axes[[0, 2]][:, keep]
        return axes / np.linalg.norm(axes, axis=0), box.half[keep]
    return np.eye(2), box.extent()[[0, 2]]


def _relation(body: Body) -> tuple[Any, ...]:
    record = body.record
    return (record["parentReceptacles"], record["isOpen"], body.active)


def _ancestors(bodies: Sequence[Body], index: dict[str, int], start: int) -> set[int]:
    found: set[int] = set()
    stack = [start]
    while stack:
        for name in bodies[stack.pop()].record["parentReceptacles"] or ():
            parent = index[name]
            if parent not in found:
                found.add(parent)
                stack.append(parent)
    return found


@lru_cache(maxsize=1)
def _policy() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("occlusion.toml"))
