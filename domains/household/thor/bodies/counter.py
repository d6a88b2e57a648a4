"""The real outline of counters: their box less the floor on which agents walk.

An L-shaped CounterTop comes with one box that spans the kitchen. Where an agent can stand there
is no counter, so the outline is the box without the surroundings of walkable grid points, cut
into rectangles.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from domains.household.thor.geometry import Box, Floats
from domains.household.thor.scene import GRID, Cell

__all__ = ["counter_parts"]

Raster = npt.NDArray[np.bool_]
_RASTER = 0.1  # metres
_REACH = 0.22  # metres around a grid point that an agent fills
_MAX_SIDE = 200


def counter_parts(box: Box, cells: Iterable[Cell]) -> list[Box]:
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
