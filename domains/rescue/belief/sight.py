"""What a robot would see from where, under assumptions about how visible people are.

A person's radius is a share of the distance to the farthest corner of the grid; the share is
unknown to the team. A view is a tuple of cell sets, one per assumed share: the cells where a
person could not have stayed unseen. Large grids are looked at in squares of several cells, each
of which counts as seen only if all of it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from domains.rescue.world.actions import EXPLORE_CELLS, sweeps
from domains.rescue.world.scene import Cell
from domains.rescue.world.visibility import seen_from, square_side
from planner.execution.exploration import Look, PositionBelief

SHARES = (0.1, 0.2, 0.3, 0.4)
"""Assumed shares: from well hidden to easily seen."""
WEIGHTS = (0.1, 0.2, 0.35, 0.35)
"""How likely the shares are thought to be."""
View = tuple[int, ...]


class Sight:
    """Views on a grid of a given size; results are cached for the process."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.side = square_side(width, height)
        self.columns, self.rows = -(-width // self.side), -(-height // self.side)

    def inside(self, cell: Cell) -> bool:
        """Say whether a cell is inside the grid."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def fresh(self) -> PositionBelief:
        """Return the belief about a person nothing is known of."""
        every = (1 << (self.columns * self.rows)) - 1
        return PositionBelief.uniform(WEIGHTS, every)

    def view(self, cells: Iterable[Cell]) -> View:
        """Return what is seen from any of the cells."""
        seen = [0] * len(SHARES)
        for x, y in {(x // self.side, y // self.side) for x, y in cells}:
            for i, share in enumerate(SHARES):
                seen[i] |= seen_from(x, y, share, self.width, self.height, self.side)
        return tuple(seen)

    def explore(self, cell: Cell) -> Look[str]:
        """Return the look of Explore() from a cell: every direction it may draw."""
        x, y = (min(c // self.side * self.side + self.side // 2, last)
                for c, last in zip(cell, (self.width - 1, self.height - 1), strict=True))
        return Look("Explore()", *_explore(x, y, self.width, self.height))

    def go(self, name: str, cell: Cell) -> Look[str]:
        """Return the look of going to a thing at a cell."""
        return Look(f"NavigateTo({name})", ((1.0, self.view([cell])),), (cell,))


def walk(start: Cell, end: Cell) -> list[Cell]:
    """List the cells of a walk that goes diagonally (x before y), then straight."""
    x, y = start
    cells = [start]
    while (x, y) != end:
        dx = (end[0] > x) - (end[0] < x)
        dy = (end[1] > y) - (end[1] < y)
        if dx:
            x += dx
            cells.append((x, y))
        if dy:
            y += dy
            cells.append((x, y))
    return cells


@lru_cache(maxsize=2000)
def _explore(x: int, y: int, width: int, height: int
             ) -> tuple[tuple[tuple[float, View], ...], tuple[Cell, ...]]:
    directions = sweeps(x, y, width, height)
    sight = Sight(width, height)
    looks, ends = [], []
    for dx, dy in directions:
        length = EXPLORE_CELLS // (abs(dx) + abs(dy))
        path = [(min(max(x + dx * i, 0), width - 1), min(max(y + dy * i, 0), height - 1))
                for i in (*range(0, length, 2 if dx and dy else 3), length)]
        looks.append((1 / len(directions), sight.view({*path})))
        ends.append(path[-1])
    return tuple(looks), tuple(ends)
