"""The state of one scene: bodies with their records, agents, containment.

Bodies and agents are immutable values held in lists; a change replaces the entry. So a
checkpoint copies no body, and metadata handed out earlier never changes.

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
from numpy.lib.stride_tricks import sliding_window_view

from domains.household.thor.bodies.body import Agent, Body
from domains.household.thor.bodies.sight import Camera, Geometry, View, build, visible
from domains.household.thor.geometry import Box, Floats, box_of_record, rotate_yaw
from domains.household.thor.scene import GRID, Cell, Scene, reached

Raster = npt.NDArray[np.bool_]
Sight = tuple[list[bool], list[bool], list[float]]
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
        self._geometry: tuple[Any, Geometry | None] = (None, None)
        self._sight: dict[int, tuple[Any, Sight]] = {}

    # -- bodies ---------------------------------------------------------------------------
    def add(self, body: Body) -> int:
        """Append a body; return its index."""
        self.index[body.id] = len(self.bodies)
        self.bodies.append(body)
        self.version += 1
        return len(self.bodies) - 1

    def breaks(self, index: int) -> bool:
        """Whether a body breaks when it falls far or is hit."""
        body = self.bodies[index]
        return bool(body.record["breakable"]) and body.type not in self.unbreakable

    def put(self, index: int, body: Body) -> None:
        """Replace a body."""
        self.bodies[index] = body
        self.version += 1

    def change(self, index: int, **changes: Any) -> None:
        """Replace metadata entries of a body; nothing where they are so already."""
        record = self.bodies[index].record
        if any(record[key] != value for key, value in changes.items()):
            self.put(index, self.bodies[index].with_record(**changes))

    def parents(self, index: int) -> list[int]:
        """Return the indices of the receptacles that hold a body."""
        return [self.index[p] for p in self.bodies[index].record["parentReceptacles"] or ()]

    def contents(self, index: int) -> list[int]:
        """Return the indices of what a receptacle holds, in order of arrival."""
        return [self.index[p] for p in self.bodies[index].record["receptacleObjectIds"] or ()]

    def carried(self, index: int) -> list[int]:
        """Everything that moves along with a body: its contents and theirs."""
        return [*reached([index], self.contents)][1:]

    def detach(self, index: int) -> None:
        """Take a body out of every receptacle."""
        own = self.bodies[index].id
        for parent in self.parents(index):
            rest = [i for i in self.bodies[parent].record["receptacleObjectIds"] if i != own]
            self.change(parent, receptacleObjectIds=rest)
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

    def holder(self, index: int) -> Agent | None:
        """Return the agent in whose hand a body is."""
        return next((a for a in self.agents if a.held == index), None)

    def release(self, index: int) -> None:
        """Take a body out of whichever hand it is in."""
        holder = self.holder(index)
        if holder is not None:
            self.change(index, isPickedUp=False)
            self.agents[holder.index] = replace(holder, held=None)

    def geometry(self) -> Geometry:
        """Immutable arrays of the current state, for sight and collisions."""
        held = [a.held for a in self.agents]
        known, geometry = self._geometry
        if geometry is None or known != (self.version, held):
            geometry = build(self.bodies, held, self.parts, geometry)
            self._geometry, self._sight = ((self.version, held), geometry), {}
        return geometry

    def view(self, agent: Agent) -> View:
        """Return what an agent's camera has in the picture."""
        settings = self.settings
        return View(agent.eye, agent.yaw, agent.horizon, settings.field_of_view,
                    settings.width, settings.height)

    def sight(self, agent: Agent) -> Sight:
        """Visible, interactable and distance of every body for one agent."""
        geometry, settings = self.geometry(), self.settings
        known, found = self._sight.get(agent.index, (None, None))
        if found is not None and known == (agent, settings):
            return found
        seen, touched = visible(
            geometry, self.view(agent), settings.visibility_distance, settings.scheme)
        offset = geometry.position - np.array([agent.x, agent.y, agent.z])
        distance = np.sqrt((offset * offset).sum(axis=1))
        found = seen.tolist(), touched.tolist(), distance.tolist()
        self._sight[agent.index] = (agent, settings), found
        return found

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
        self.agents = [Agent(0, start.x, start.y, start.z, start.yaw)]
        order = sorted(self.cells, key=partial(_gap, start.x, start.z))
        for x, z in ((c[0] * GRID, c[1] * GRID) for c in order):
            if len(self.agents) == count:
                break
            if all((a.x - x) ** 2 + (a.z - z) ** 2 >= 0.25 - 1e-9 for a in self.agents):
                self.agents.append(Agent(len(self.agents), x, start.y, z, start.yaw))

    def nearest(self, x: float, z: float) -> Cell:
        """Return the walkable grid point nearest to a place."""
        return min(self.cells, key=partial(_gap, x, z))

    def camera_metadata(self) -> list[dict[str, Any]]:
        """Return the further cameras as the client's metadata has them."""
        return [camera.metadata(number) for number, camera in enumerate(self.cameras)]

    # -- checkpoints ----------------------------------------------------------------------
    def checkpoint(self) -> Mapping[str, Any]:
        """Remember everything an action can change."""
        return {**vars(self), "bodies": self.bodies[:], "agents": self.agents[:],
                "index": self.index.copy()}

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go back to a checkpoint of this world."""
        vars(self).update(saved)


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
    xs, zs = _edges(low[0], high[0]), _edges(low[2], high[2])
    grid = np.stack(np.meshgrid((xs[1:] + xs[:-1]) / 2, (zs[1:] + zs[:-1]) / 2, indexing="ij"), -1)
    gap = ((grid[:, :, None, :] - points[None, None]) ** 2).sum(axis=-1).min(axis=2)
    solid = gap > _REACH**2
    opened = _spread(~_spread(~solid, outside=True), outside=False)  # without thin slivers
    if solid.all() or not opened.any():
        return [box]
    found = []
    for (i, last), (j, end) in _rectangles(opened):
        corners = np.array([[xs[i], low[1], zs[j]], [xs[last], high[1], zs[end]]])
        found.append(Box(corners.mean(axis=0), np.eye(3), (corners[1] - corners[0]) / 2))
    return found


def _edges(low: float, high: float) -> Floats:
    count = min(max(1, round((high - low) / _RASTER)), _MAX_SIDE)
    return np.linspace(low, high, count + 1)


def _spread(cells: Raster, *, outside: bool) -> Raster:
    """Add the neighbours of the true cells of a raster, and of what is ``outside``."""
    padded = np.pad(cells, 1, constant_values=outside)
    spread: Raster = sliding_window_view(padded, (3, 3)).max(axis=(2, 3))
    return spread


def _rectangles(solid: Raster) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Cover the true cells with disjoint rectangles (rows, columns), from the first corner on."""
    left = solid.copy()
    while left.any():
        i, j = np.argwhere(left)[0].tolist()
        end = j + int(np.argmin([*left[i, j:], False]))
        last = i + int(np.argmin([*left[i:, j:end].min(axis=1), False]))
        left[i:last, j:end] = False
        yield (i, last), (j, end)
