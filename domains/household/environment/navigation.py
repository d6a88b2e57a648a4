"""NavigateTo as MAP-THOR's wrapper does it: the free cell nearest to the object, then A*.

Moves are planned over (cell, yaw) with unit costs; the camera is levelled beforehand, so pitch
needs no search. Height, occlusion and doors are ignored, as in the released wrapper: an agent
may arrive where it cannot reach the object.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable

from domains.household.belief.camera import GRID_M, Cell

__all__ = ["face", "nearest_cells", "plan_path"]

_AHEAD = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}


def face(origin: tuple[float, float], target: tuple[float, float]) -> float:
    """Return the yaw in degrees that looks from one (x, z) position to another."""
    return math.degrees(math.atan2(target[0] - origin[0], target[1] - origin[1])) % 360


def nearest_cells(
    free: Iterable[Cell], target: tuple[float, float], others: Iterable[Cell], own: Cell
) -> list[Cell]:
    """Order the cells an agent may stand on by their distance to the target.

    The 3 x 3 block around each other agent is not free; the agent's own cell always is.
    """
    blocked = {(x + dx, z + dz) for x, z in others for dx in (-1, 0, 1) for dz in (-1, 0, 1)}
    cells = (set(free) - blocked) | {own}
    return sorted(cells, key=lambda c: (
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
