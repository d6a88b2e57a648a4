"""What of the ground belongs to a fire, from its regions: a circle in a box (specification §3).

Every cell of a fire is a region or beside one. So of all circles that scenes can ask for only those
fit that hold every region seen and nothing that is not beside one; mostly one or two are left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Set
from functools import lru_cache

from domains.rescue.world.burning import eight
from domains.rescue.world.fire import circle, spread
from domains.rescue.world.scene import Cell

SMALLEST, LARGEST = 3, 60
"""Columns and rows of a fire's box (``scene_file``)."""
Shape = tuple[frozenset[Cell], int]
"""Cells that may belong to a fire, and the cells within which of its position it is splashed."""
_Disc = tuple[frozenset[Cell], tuple[int, int, int, int], int, int]
"""A circle's cells around its centre, their extent, its radius, its lights' distance."""


@lru_cache(maxsize=4096)
def shape(regions: frozenset[Cell], position: Cell, bare: frozenset[Cell] = frozenset()
          ) -> Shape | None:
    """Return the cells of all circles that fit; None if none does, as not all regions were seen.

    ``position`` is that of the fire, one of its lights; ``bare`` are cells that can't burn.
    """
    near = {n for c in regions for n in (c, *eight(c))} - bare
    found = list(_fitting(regions, near, position))
    if not found:
        return None
    return frozenset().union(*(cells for cells, _ in found)), max(r for _, r in found)


def _fitting(regions: Set[Cell], near: Set[Cell], position: Cell) -> Iterator[Shape]:
    inner, outer = _extent(regions), _extent(near)
    most = min(outer[2] - outer[0], outer[3] - outer[1], LARGEST - 1) + 1
    least = max(inner[2] - inner[0], inner[3] - inner[1]) - 1
    for short in range(max(SMALLEST, least), most + 1):
        for cells, (left, top, right, bottom), radius, away in _discs(short):
            for x in range(max(outer[0] - left, inner[2] - right),
                           min(inner[0] - left, outer[2] - right) + 1):
                for y in range(max(outer[1] - top, inner[3] - bottom),
                               min(inner[1] - top, outer[3] - bottom) + 1):
                    if not away - 1.5 < math.dist((x, y), position) <= away:
                        continue
                    moved = frozenset((x + dx, y + dy) for dx, dy in cells)
                    if regions <= moved <= near:
                        yield moved, radius


def _extent(cells: Set[Cell]) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=64)
def _discs(short: int) -> list[_Disc]:
    """Return the different circles of all boxes with such a short side."""
    found: dict[tuple[frozenset[Cell], int], _Disc] = {}
    for long in range(short, LARGEST + 1):
        for width, height in ((short, long), (long, short)):
            disc = _disc(width, height)
            found.setdefault((disc[0], disc[2]), disc)
    return list(found.values())


def _disc(width: int, height: int) -> _Disc:
    radius, reach = circle(width, height), math.ceil(circle(width, height))
    middle = (width // 2, height // 2)
    cells = frozenset(
        (x, y) for x in range(max(-middle[0], -reach), min(width - middle[0], reach + 1))
        for y in range(max(-middle[1], -reach), min(height - middle[1], reach + 1))
        if math.hypot(x, y) < radius)
    return cells, _extent(cells), reach, spread(width, height)
