"""Ways around walls: how far each cell is from a place by single moves (rule ``walls_block``)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache

from domains.rescue.world.scene import Cell

NO_WAY = 10**6
"""Moves to where no way leads."""
Ground = tuple[int, int, frozenset[Cell]]
"""Columns, rows and walls."""


@lru_cache(maxsize=1024)
def distances(ground: Ground, place: Cell) -> Mapping[Cell, int]:
    """Return the moves to a place from every cell from which a way leads there."""
    width, height, walls = ground
    found = {place: 0}
    queue = deque([place])
    while queue:
        x, y = queue.popleft()
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            inside = 0 <= cell[0] < width and 0 <= cell[1] < height
            if inside and cell not in found and cell not in walls:
                found[cell] = found[x, y] + 1
                queue.append(cell)
    return found


def along(ground: Ground, start: Cell, place: Cell, moves: int) -> Cell:
    """Return the cell after a number of moves on a shortest way from a cell to a place."""
    far = distances(ground, place)
    cell = start
    for _ in range(min(moves, far[start])):
        x, y = cell
        cell = min(((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)),
                   key=lambda c: far.get(c, NO_WAY))
    return cell
