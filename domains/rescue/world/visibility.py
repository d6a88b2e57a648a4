"""From where people are seen (specification §1 and §6.3).

A person is seen from as far as a share (its ``find_probability``) of the distance to the farthest
corner of the grid, truncated: who is hidden in the middle is harder to see than who is near a
corner. Sets of cells are whole numbers with one bit per cell, ``row * width + column``. Large
grids are counted in squares of several cells.
"""

from __future__ import annotations

import math
from functools import lru_cache

FINE = 40
"""Squares per side up to which a grid is counted in; grids not larger have squares of one cell."""
HALF_DIAGONAL = 0.5**0.5


def square_side(width: int, height: int) -> int:
    """Return the cells per side of the squares in which a grid is counted."""
    return -(-max(width, height) // FINE)


@lru_cache(maxsize=8192)
def _disc(x: int, y: int, reach: int, width: int, height: int) -> int:
    """Return the cells within ``reach`` (Euclidean) of a cell."""
    bits = 0
    for row in range(max(0, y - reach), min(height, y + reach + 1)):
        half = math.isqrt(reach**2 - (row - y) ** 2)
        left, right = max(0, x - half), min(width - 1, x + half)
        bits |= ((1 << (right - left + 1)) - 1) << (row * width + left)
    return bits


@lru_cache(maxsize=8192)
def seen_from(x: int, y: int, share: float, width: int, height: int, side: int) -> int:
    """Return the squares where somebody would be seen by a robot in a square, were they there.

    ``x`` and ``y`` count squares of ``side`` cells, ``width`` and ``height`` cells. A square
    counts only if all of it is seen from all of the robot's square.
    """
    columns, rows = -(-width // side), -(-height // side)
    bits = 0
    for reach, squares in _reaches(share, width, height, side):
        bits |= _disc(x, y, reach, columns, rows) & squares
    return bits


@lru_cache(maxsize=64)
def _reaches(share: float, width: int, height: int, side: int) -> tuple[tuple[int, int], ...]:
    """Group the squares by the whole distance, in squares, from which people there are seen.

    What is lost by rounding is never more than a square's half diagonal, at either end.
    """
    columns, rows = -(-width // side), -(-height // side)
    group: dict[int, int] = {}
    for row in range(rows):
        for column in range(columns):
            x, y = column * side + (side - 1) / 2, row * side + (side - 1) / 2
            far = math.hypot(max(x, width - 1 - x), max(y, height - 1 - y))
            reach = int(share * far)
            if side > 1:
                reach = int(reach / side - 2 * HALF_DIAGONAL)
            if reach >= 0:
                group[reach] = group.get(reach, 0) | 1 << (row * columns + column)
    return tuple(sorted(group.items()))
