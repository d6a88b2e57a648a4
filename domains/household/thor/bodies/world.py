"""The state of one scene: bodies with their records, agents, containment.

Bodies and agents are immutable values held in lists; a change replaces the entry. So a
checkpoint is two list copies, and metadata handed out earlier never changes.

An L-shaped CounterTop comes with one box that spans the kitchen. Where an agent can stand there
is no counter, so its outline is the box without the surroundings of walkable grid points, cut into
rectangles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from domains.household.thor.bodies.body import Agent, Body
from domains.household.thor.bodies.sight import Camera, Geometry, GeometryBuilder
from domains.household.thor.geometry import Box, Floats, box_of_record, rotate_yaw
from domains.household.thor.scene import GRID, Cell, Pose, Scene

__all__ = ["Settings", "World"]

Raster = npt.NDArray[np.bool_]
_RASTER = 0.1  # metres
_REACH = 0.22  # metres around a grid point that an agent fills
_MAX_SIDE = 200


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``Initialize`` was given; the defaults are the client's."""

    grid_size: float = 0.25
    visibility_distance: float = 1.5
    field_of_view: float = 90.0
    rotate_step: float = 90.0
    snap: bool = True
    width: int = 300
    height: int = 300
    instances: bool = False
    scheme: str = "Collider"


class World:
    """The mutable scene. ``version`` grows with every change of any body.

    ``gone`` are bodies that were taken out of the scene: they keep their place in the list and are
    told to nobody. Where ``filter`` is set, only those objectIds are told. Types in
    ``unbreakable`` survive falls and collisions.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.cells = scene.cells
        self.bodies: list[Body] = []
        self.index: dict[str, int] = {}
        self.agents: list[Agent] = []
        self.settings = Settings()
        self.gone: frozenset[int] = frozenset()
        self.filter: frozenset[str] | None = None
        self.unbreakable: frozenset[str] = frozenset()
        self.cameras: tuple[Camera, ...] = ()
        self.version = 0
        for record in scene.objects:
            at_rest = {**record, "isMoving": False, "visible": False, "isInteractable": False,
                       "openness": record["openness"] if record["isOpen"] else 0.0}
            self.add(Body(at_rest, box_of_record(record)))
        self.parts = _counters(scene)
        self._builder = GeometryBuilder(self.parts)

    # -- bodies ---------------------------------------------------------------------------
    def add(self, body: Body) -> int:
        """Append a body; return its index."""
        self.index[body.id] = len(self.bodies)
        self.bodies.append(body)
        self.version += 1
        return len(self.bodies) - 1

    def duplicate(self, index: int, ending: str) -> int:
        """Add an empty copy of a body in its place; name and objectId get the ending."""
        record = self.bodies[index].record
        inside: list[str] | None = [] if record["receptacle"] else None
        return self.add(replace(self.bodies[index], active=True).with_record(
            name=record["name"] + ending, objectId=record["objectId"] + ending, isPickedUp=False,
            parentReceptacles=None, receptacleObjectIds=inside))

    def told(self, index: int) -> bool:
        """Whether a body is listed in the metadata."""
        return index not in self.gone and (
            self.filter is None or self.bodies[index].id in self.filter)

    def breaks(self, index: int) -> bool:
        """Whether a body breaks when it falls far or is hit."""
        body = self.bodies[index]
        return bool(body.record["breakable"]) and body.type not in self.unbreakable

    def put(self, index: int, body: Body) -> None:
        """Replace a body."""
        self.bodies[index] = body
        self.version += 1

    def change(self, index: int, **changes: Any) -> None:
        """Replace metadata entries of a body."""
        self.put(index, self.bodies[index].with_record(**changes))

    def parents(self, index: int) -> list[int]:
        """Return the indices of the receptacles that hold a body."""
        return [self.index[p] for p in self.bodies[index].record["parentReceptacles"] or ()]

    def contents(self, index: int) -> list[int]:
        """Return the indices of what a receptacle holds, in order of arrival."""
        return [self.index[p] for p in self.bodies[index].record["receptacleObjectIds"] or ()]

    def carried(self, index: int) -> Iterator[int]:
        """Everything that moves along with a body: its contents and theirs."""
        stack, seen = self.contents(index)[::-1], {index}
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                yield node
                stack.extend(self.contents(node)[::-1])

    def detach(self, index: int) -> None:
        """Take a body out of every receptacle."""
        own = self.bodies[index].id
        for parent in self.parents(index):
            rest = [i for i in self.bodies[parent].record["receptacleObjectIds"] if i != own]
            self.change(parent, receptacleObjectIds=rest)
        if self.bodies[index].record["parentReceptacles"] is not None:
            self.change(index, parentReceptacles=None)

    def attach(self, index: int, parent: int) -> None:
        """Put a body into exactly one receptacle."""
        self.detach(index)
        inside = [*(self.bodies[parent].record["receptacleObjectIds"] or ()),
                  self.bodies[index].id]
        self.change(parent, receptacleObjectIds=inside)
        self.change(index, parentReceptacles=[self.bodies[parent].id])

    def move(self, index: int, target: Sequence[float], turn: float = 0.0) -> None:
        """Move a body and all that it carries rigidly."""
        pivot = self.bodies[index].position
        for inner in self.carried(index):
            body = self.bodies[inner]
            offset = rotate_yaw([a - b for a, b in zip(body.position, pivot, strict=True)], turn)
            self.put(inner, body.moved(
                [t + o for t, o in zip(target, offset, strict=True)], turn))
        self.put(index, self.bodies[index].moved(target, turn))

    def deactivate(self, index: int) -> None:
        """Remove a body from the physical scene; its record stays listed."""
        self.detach(index)
        self.put(index, replace(self.bodies[index], active=False))

    def activate(self, index: int) -> None:
        """Bring a body back into the physical scene."""
        self.put(index, replace(self.bodies[index], active=True))

    def holder(self, index: int) -> Agent | None:
        """Return the agent in whose hand a body is."""
        return next((a for a in self.agents if a.held == index), None)

    def scene_body(self, index: int) -> Body:
        """Return the body as the scene's file has it."""
        record = self.scene.objects[index]
        return Body(record, box_of_record(record))

    def geometry(self) -> Geometry:
        """Immutable arrays of the current state, for sight and collisions."""
        return self._builder.build(self.bodies, self.agents, self.version)

    # -- agents ---------------------------------------------------------------------------
    def set_agent(self, agent: Agent) -> None:
        """Replace an agent; what it holds follows its hand."""
        before = self.agents[agent.index]
        self.agents[agent.index] = agent
        if agent.held is not None and agent.held == before.held:
            self.move(agent.held, agent.hand(), (agent.yaw - before.yaw) % 360.0)

    def place_agents(self, count: int) -> None:
        """Create ``count`` agents: the first at the scene's start, the others near it.

        The others' start poses are synthetic: the nearest free grid points at least 0.5 m
        apart, in the first agent's heading.
        """
        start = self.scene.start
        self.agents = [Agent(0, start.x, start.y, start.z, start.yaw, start.horizon)]
        order = sorted(self.cells, key=partial(_gap, start.x, start.z))
        for x, z in ((c[0] * GRID, c[1] * GRID) for c in order):
            if len(self.agents) == count:
                break
            if all((a.x - x) ** 2 + (a.z - z) ** 2 >= 0.25 - 1e-9 for a in self.agents):
                self.agents.append(
                    Agent(len(self.agents), x, start.y, z, start.yaw, start.horizon))

    def nearest(self, x: float, z: float) -> Cell:
        """Return the walkable grid point nearest to a place."""
        return min(self.cells, key=partial(_gap, x, z))

    @property
    def start(self) -> Pose:
        """Start pose of the first agent."""
        return self.scene.start

    def camera_metadata(self) -> list[dict[str, Any]]:
        """Return the further cameras as the client's metadata has them."""
        return [camera.metadata(number) for number, camera in enumerate(self.cameras)]

    # -- checkpoints ----------------------------------------------------------------------
    def checkpoint(self) -> tuple[Any, ...]:
        """Remember everything an action can change."""
        return (self.bodies[:], self.agents[:], self.settings, self.version, self.gone,
                self.cameras, self.filter, self.unbreakable)

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Go back to a checkpoint of this world."""
        (bodies, self.agents, self.settings, version, self.gone, self.cameras, self.filter,
         self.unbreakable) = saved
        if version != self.version:
            self.bodies = bodies
            self.index = {b.id: i for i, b in enumerate(bodies)}
            self.version += 1


def _gap(x: float, z: float, cell: Cell) -> tuple[float, Cell]:
    return (cell[0] * GRID - x) ** 2 + (cell[1] * GRID - z) ** 2, cell


@lru_cache(maxsize=64)
def _counters(scene: Scene) -> Mapping[int, Sequence[Box]]:
    return {
        i: _counter_parts(box_of_record(record), scene.cells)
        for i, record in enumerate(scene.objects) if record["objectType"] == "CounterTop"
    }


def _counter_parts(box: Box, cells: Iterable[Cell]) -> list[Box]:
    """Cut a level, axis-aligned box into the rectangles that no walkable point touches."""
    low, high = box.centre - box.extent(), box.centre + box.extent()
    points = np.array(sorted(cells), dtype=float) * GRID
    xs, zs = _centres(low[0], high[0]), _centres(low[2], high[2])
    grid = np.stack(np.meshgrid(xs, zs, indexing="ij"), axis=-1)
    gap = ((grid[:, :, None, :] - points[None, None]) ** 2).sum(axis=-1).min(axis=2)
    solid = gap > _REACH**2
    if solid.all() or not (opened := _without_slivers(solid)).any():
        return [box]
    solid = opened
    return [
        _part(box, xs, zs, rows, columns) for rows, columns in _rectangles(solid)
    ]


def _without_slivers(solid: Raster) -> Raster:
    """Drop what is thinner than three raster cells (a morphological opening)."""
    return _spread(~_spread(~solid, outside=True), outside=False)


def _spread(cells: Raster, *, outside: bool) -> Raster:
    padded = np.pad(cells, 1, constant_values=outside)
    rows, columns = cells.shape
    out = np.zeros_like(cells)
    for i in range(3):
        for j in range(3):
            out |= padded[i : i + rows, j : j + columns]
    return out


def _centres(low: float, high: float) -> Floats:
    count = min(max(1, round((high - low) / _RASTER)), _MAX_SIDE)
    step = (high - low) / count
    return np.asarray(low + step * (np.arange(count) + 0.5), dtype=np.float64)


def _rectangles(solid: Raster) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Cover the true cells with disjoint rectangles, greedily from the first corner."""
    left = solid.copy()
    out = []
    for i in range(left.shape[0]):
        for j in range(left.shape[1]):
            if not left[i, j]:
                continue
            end = j
            while end + 1 < left.shape[1] and left[i, end + 1]:
                end += 1
            last = i
            while last + 1 < left.shape[0] and left[last + 1, j : end + 1].all():
                last += 1
            left[i : last + 1, j : end + 1] = False
            out.append(((i, last), (j, end)))
    return out


def _part(
    box: Box, xs: Floats, zs: Floats, rows: tuple[int, int], columns: tuple[int, int]
) -> Box:
    step_x = float(xs[1] - xs[0]) if len(xs) > 1 else 2 * float(box.extent()[0])
    step_z = float(zs[1] - zs[0]) if len(zs) > 1 else 2 * float(box.extent()[2])
    x0, x1 = xs[rows[0]] - step_x / 2, xs[rows[1]] + step_x / 2
    z0, z1 = zs[columns[0]] - step_z / 2, zs[columns[1]] + step_z / 2
    centre = np.array([(x0 + x1) / 2, box.centre[1], (z0 + z1) / 2])
    return Box(centre, np.eye(3), np.array([(x1 - x0) / 2, box.extent()[1], (z1 - z0) / 2]))
