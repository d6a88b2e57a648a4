"""What a robot would see from where, under assumptions about how visible people are.

A person's radius is a share of the distance to the farthest corner of the grid; the share is
unknown to the team. A view is a tuple of cell sets, one per assumed share: the cells where a
person could not have stayed unseen; and one per radius in ``REACHES``: the cells within it.
Large grids are looked at in squares of several cells, each of which counts as seen only if all
of it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache, partial

from domains.rescue.actions import sweeps
from domains.rescue.scene import Cell
from domains.rescue.world import disc
from planner.execution.exploration import Look, PositionBelief

__all__ = ["SHARES", "Sight", "walk"]

SHARES = (0.1, 0.2, 0.3, 0.4)
"""Assumed shares: from well hidden to easily seen."""
WEIGHTS = (0.1, 0.2, 0.35, 0.35)
"""How likely the shares are thought to be."""
REACHES = (6, 9, 12)
"""Radii in cells for which the team keeps in mind what ground nobody has seen yet."""
REACH_WEIGHTS = (0.2, 0.4, 0.4)
"""How likely people are thought to be seen from just so far."""
EXPLORE_CELLS = 20
FINE = 40
"""Squares per side up to which beliefs are kept; grids not larger have squares of one cell."""
HALF_DIAGONAL = 0.5**0.5
View = tuple[int, ...]


class Sight:
    """Views on a grid of a given size; results are cached for the process."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.side = -(-max(width, height) // FINE)
        self.columns, self.rows = -(-width // self.side), -(-height // self.side)

    def inside(self, cell: Cell) -> bool:
        """Say whether a cell is inside the grid."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def fresh(self) -> PositionBelief:
        """Return the belief about a person nothing is known of."""
        every = (1 << (self.columns * self.rows)) - 1
        return PositionBelief.uniform((*WEIGHTS, *(0.0 for _ in REACHES)), every)

    def ground(self) -> PositionBelief:
        """Return the ground that nobody has seen before anybody looked."""
        every = (1 << (self.columns * self.rows)) - 1
        return PositionBelief.uniform((*(0.0 for _ in SHARES), *REACH_WEIGHTS), every)

    def view(self, cells: Iterable[Cell]) -> View:
        """Return what is seen from any of the cells."""
        seen = [0] * (len(SHARES) + len(REACHES))
        for square in {(x // self.side, y // self.side) for x, y in cells}:
            for i, part in enumerate(_view(*square, self.width, self.height, self.side)):
                seen[i] |= part
        return tuple(seen)

    def explore(self, cell: Cell) -> Look[str]:
        """Return the look of Explore() from a cell: every direction it may draw."""
        x, y = (min(c // self.side * self.side + self.side // 2, last)
                for c, last in zip(cell, (self.width - 1, self.height - 1), strict=True))
        paths = _explore(x, y, self.width, self.height)
        after = tuple(partial(self.explore, end) for _, _, end in paths)
        return Look("Explore()", tuple((p, view) for p, view, _ in paths), after)

    def go(self, name: str, cell: Cell) -> Look[str]:
        """Return the look of going to a thing at a cell."""
        return Look(f"NavigateTo({name})", ((1.0, self.view([cell])),),
                    (partial(self.explore, cell),))


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


@lru_cache(maxsize=8)
def _classes(width: int, height: int, side: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Group, per share, the squares by the whole radius a person there would have.

    Radii are in squares; what is lost by rounding is never more than a square's half diagonal.
    """
    columns, rows = -(-width // side), -(-height // side)
    groups: list[dict[int, int]] = [{} for _ in SHARES]
    for row in range(rows):
        for column in range(columns):
            x, y = column * side + (side - 1) / 2, row * side + (side - 1) / 2
            far = math.hypot(max(x, width - 1 - x), max(y, height - 1 - y))
            for group, share in zip(groups, SHARES, strict=True):
                reach = int(share * far)
                if side > 1:
                    reach = int(reach / side - 2 * HALF_DIAGONAL)
                group[reach] = group.get(reach, 0) | 1 << (row * columns + column)
    return tuple(tuple(sorted(g.items())) for g in groups)


@lru_cache(maxsize=4000)
def _view(x: int, y: int, width: int, height: int, side: int) -> View:
    columns, rows = -(-width // side), -(-height // side)
    seen = []
    for group in _classes(width, height, side):
        bits = 0
        for reach, squares in group:
            if reach >= 0:
                bits |= disc(x, y, reach, columns, rows) & squares
        seen.append(bits)
    for reach in REACHES:
        squares = reach if side == 1 else int(reach / side - 2 * HALF_DIAGONAL)
        seen.append(disc(x, y, squares, columns, rows) if squares >= 0 else 0)
    return tuple(seen)


@lru_cache(maxsize=2000)
def _explore(x: int, y: int, width: int, height: int) -> tuple[tuple[float, View, Cell], ...]:
    directions = sweeps(x, y, width, height)
    sight = Sight(width, height)
    looks = []
    for dx, dy in directions:
        length = EXPLORE_CELLS // (abs(dx) + abs(dy))
        path = [(min(max(x + dx * i, 0), width - 1), min(max(y + dy * i, 0), height - 1))
                for i in (*range(0, length, 2 if dx and dy else 3), length)]
        looks.append((1 / len(directions), sight.view({*path}), path[-1]))
    return tuple(looks)
