"""The wrapper's two compound actions: NavigateTo and Explore, made of simulator primitives.

NavigateTo leads to the free cell nearest to the object: A* over (cell, yaw) with unit costs; the
camera is levelled beforehand, so pitch needs no search. Height, occlusion and doors are ignored,
as in the released wrapper: an agent may arrive where it cannot reach the object.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from domains.household.belief.belief import Item
from domains.household.belief.camera import GRID_M, Cell, Pose, cell
from domains.household.names import NameTable

__all__ = ["ActionOutcome", "Simulated", "Walker", "face", "nearest", "plan_path", "standable",
           "standing", "walking"]

EXPLORE_MOVES = 3
_AHEAD = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}


@dataclass(frozen=True)
class ActionOutcome:
    """What became of an action; ``failure`` is its kind, empty on success."""

    success: bool = True
    failure: str = ""
    message: str = ""


class Simulated(Protocol):
    """What walking needs of an environment."""

    controller: Any
    names: NameTable
    possible_agents: list[str]

    @property
    def event(self) -> Any:
        """Return the simulator's last event."""

    def primitive(self, number: int, name: str, **arguments: Any) -> ActionOutcome:
        """Execute one simulator action of agent ``number``."""

    def picture(self, number: int) -> list[Mapping[str, Any]]:
        """Return the metadata records of everything in an agent's picture."""

    def see(self, records: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
        """Enter a picture's listed objects into the dictionary and describe them."""


class Walker:
    """Moves one agent of an environment."""

    def __init__(self, environment: Simulated, number: int) -> None:
        self.env, self.number = environment, number

    def navigate(self, object_id: str) -> ActionOutcome:
        """Walk to the free cell nearest to the object and face it (specification, 5.1)."""
        target = self._record(object_id)
        if target is None:
            return ActionOutcome(False, "key", f"{object_id} is gone")
        box = target["axisAlignedBoundingBox"]["center"]
        centre = (box["x"], box["z"])
        free = self.free()
        own, yaw = self._pose()
        others = [self._cell(i) for i in range(len(self.env.possible_agents)) if i != self.number]
        cells = standable(free, others, own)
        path = plan_path(own, yaw, nearest(cells, centre), free | {own}, free - cells)
        if path is None:
            return ActionOutcome(False, "no-actions", "no clear path")
        self._teleport(float(yaw))
        for action in path:
            outcome = self.env.primitive(self.number, action)
            if not outcome.success:
                return outcome
        here = self._body()["position"]
        self._teleport(float(round(face((here["x"], here["z"]), centre))))
        if object_id in {r["objectId"] for r in self.env.picture(self.number)}:
            return ActionOutcome()
        return ActionOutcome(False, "non-interactable", "the object is blocked from view")

    def explore(self, glimpsed: dict[str, dict[str, Any]]) -> ActionOutcome:
        """Turn round once, then go three cells towards the heading that showed most that is new.

        The released wrapper scores headings by sentence embeddings of the open subtasks, which a
        wrapper without a language model does not have; new objects take their place.
        """
        scores: list[int] = []
        for _ in range(4):
            turned = self.env.primitive(self.number, "RotateRight")
            if not turned.success:
                return turned
            known = len(self.env.names)
            glimpsed.update(self.env.see(self.env.picture(self.number)))
            scores.append(len(self.env.names) - known)
        best = max(range(4), key=lambda i: (scores[i], i == 3))
        for _ in range((best + 1) % 4):
            self.env.primitive(self.number, "RotateRight")
        for _ in range(EXPLORE_MOVES + (best == 3)):
            if not self.env.primitive(self.number, "MoveAhead").success:
                break
        return ActionOutcome()

    # -- simulator state --------------------------------------------------------------------------

    def _record(self, object_id: str) -> Any:
        objects = self.env.event.metadata["objects"]
        return next((o for o in objects if o["objectId"] == object_id), None)

    def _body(self) -> Any:
        return self.env.event.events[self.number].metadata["agent"]

    def _cell(self, number: int) -> Cell:
        position = self.env.event.events[number].metadata["agent"]["position"]
        return cell(position["x"], position["z"])

    def _pose(self) -> tuple[Cell, int]:
        yaw = round(self._body()["rotation"]["y"] / 90) * 90 % 360
        return self._cell(self.number), yaw

    def free(self) -> set[Cell]:
        """Ask the simulator where a robot can stand."""
        event = self.env.controller.step(action="GetReachablePositions", agentId=self.number)
        return {cell(p["x"], p["z"]) for p in event.metadata["actionReturn"] or ()}

    def _teleport(self, yaw: float) -> None:
        """Turn on the spot with a level camera; a refused turn does not count."""
        body = self._body()
        self.env.controller.step(
            action="TeleportFull", agentId=self.number, position=dict(body["position"]),
            rotation={"x": 0, "y": yaw, "z": 0}, horizon=0, standing=True, forceAction=True)


def standing(environment: Simulated) -> dict[str, Pose]:
    """Return where each robot stands and looks."""
    return {name: _pose(event.metadata["agent"]) for name, event in
            zip(environment.possible_agents, environment.event.events, strict=True)}


def walking(environment: Simulated) -> Callable[[Item], Pose]:
    """Return a function that tells where NavigateTo leads while no other robot is near."""
    free = Walker(environment, 0).free()

    def lead(item: Item) -> Pose:
        x, z = (GRID_M * c for c in nearest(free, item.middle))
        return Pose(x, z, round(face((x, z), item.middle)), 0.0)

    return lead


def _pose(body: Mapping[str, Any]) -> Pose:
    return Pose(body["position"]["x"], body["position"]["z"], body["rotation"]["y"] % 360,
                body["cameraHorizon"])


def face(origin: tuple[float, float], target: tuple[float, float]) -> float:
    """Return the yaw in degrees that looks from one (x, z) position to another."""
    return math.degrees(math.atan2(target[0] - origin[0], target[1] - origin[1])) % 360


def standable(free: Iterable[Cell], others: Iterable[Cell], own: Cell) -> set[Cell]:
    """Return the cells an agent may stand on.

    The 3 x 3 block around each other agent is not free; the agent's own cell always is.
    """
    blocked = {(x + dx, z + dz) for x, z in others for dx in (-1, 0, 1) for dz in (-1, 0, 1)}
    return (set(free) - blocked) | {own}


def nearest(cells: Iterable[Cell], target: tuple[float, float]) -> Cell:
    """Return the cell nearest to a place."""
    return min(cells, key=lambda c: (
        (c[0] * GRID_M - target[0]) ** 2 + (c[1] * GRID_M - target[1]) ** 2, c))


def plan_path(
    start: Cell, yaw: int, goal: Cell, free: set[Cell], blocked: set[Cell]
) -> list[str] | None:
    """Return primitive actions from a cell and yaw (multiple of 90) to a cell, or None.

    >>> plan_path((0, 0), 0, (1, 1), {(0, 0), (0, 1), (1, 1)}, set())
    ['MoveAhead', 'RotateRight', 'MoveAhead']
    """
    queue: list[tuple[float, int, Cell, int]] = [(0.0, 0, start, yaw)]
    cost: dict[tuple[Cell, int], int] = {(start, yaw): 0}
    parent: dict[tuple[Cell, int], tuple[tuple[Cell, int], str]] = {}
    while queue:
        _, spent, place, heading = heapq.heappop(queue)
        node = (place, heading)
        if place == goal:
            return _unroll(node, parent)
        if spent > cost[node]:
            continue
        for action, following in _moves(node, free, blocked):
            if spent + 1 < cost.get(following, 1 << 30):
                cost[following] = spent + 1
                parent[following] = (node, action)
                (x, z), turn = following
                ahead = math.hypot(x - goal[0], z - goal[1])
                heapq.heappush(queue, (spent + 1 + ahead, spent + 1, (x, z), turn))
    return None


def _moves(
    node: tuple[Cell, int], free: set[Cell], blocked: set[Cell]
) -> Iterable[tuple[str, tuple[Cell, int]]]:
    (x, z), yaw = node
    dx, dz = _AHEAD[yaw]
    step = (x + dx, z + dz)
    if step in free and step not in blocked:
        yield "MoveAhead", (step, yaw)
    yield "RotateLeft", ((x, z), (yaw - 90) % 360)
    yield "RotateRight", ((x, z), (yaw + 90) % 360)


def _unroll(
    node: tuple[Cell, int], parent: dict[tuple[Cell, int], tuple[tuple[Cell, int], str]]
) -> list[str]:
    actions: list[str] = []
    while node in parent:
        node, action = parent[node]
        actions.append(action)
    return actions[::-1]
