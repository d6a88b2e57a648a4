"""Where NavigateTo leads, and by which primitives (specification, 5.1).

It leads to the free cell nearest to the object, on a shortest way over (cell, yaw); the camera is
levelled beforehand, so pitch needs no search. Height, occlusion and doors are ignored, as in the
released wrapper: an agent may arrive where it cannot reach the object.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from domains.household.belief.camera import GRID_M, Cell

__all__ = ["ActionOutcome", "face", "nearest", "plan_path", "standable"]

_AHEAD = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}


@dataclass(frozen=True)
class ActionOutcome:
    """What became of an action; ``failure`` is its kind, empty on success."""

    success: bool = True
    failure: str = ""
    message: str = ""


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


def plan_path(start: Cell, yaw: int, goal: Cell, free: Collection[Cell]) -> list[str] | None:
    """Return the fewest primitives from a cell and yaw (multiple of 90) to a cell, or None.

    >>> plan_path((0, 0), 0, (1, 1), {(0, 0), (0, 1), (1, 1)})
    ['MoveAhead', 'RotateRight', 'MoveAhead']
    """
    ways: dict[tuple[Cell, int], list[str]] = {(start, yaw): []}
    for place, heading in (queue := [(start, yaw)]):
        if place == goal:
            return ways[place, heading]
        ahead = (place[0] + _AHEAD[heading][0], place[1] + _AHEAD[heading][1])
        for action, after in (("MoveAhead", (ahead, heading)),
                              ("RotateLeft", (place, (heading - 90) % 360)),
                              ("RotateRight", (place, (heading + 90) % 360))):
            if after[0] in free and after not in ways:
                ways[after] = [*ways[place, heading], action]
                queue.append(after)
    return None
