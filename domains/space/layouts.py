"""Shapes of layouts: a line, a ring, two rows, a grid."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence

from domains.space.geometry import COMPASS, CONVERSE, Layout, Slot

_PICTURE = {"左": -1, "右": 1, "上": 1j, "下": -1j, "前": 1j, "后": -1j} | dict(COMPASS)
# one name per slot: as many empty ones as anybody may need
_NAMELESS = ("",) * 64


def line(kind: str, size: int, forward: str, names: Sequence[str], *, numbered: bool = True) -> Layout:
    """Build one row of slots; ``forward`` names the directions in which the number grows."""
    way = 1j if "上" in forward else -1j if "下" in forward else 1 + 0j
    frame = dict.fromkeys(forward, way) | {CONVERSE[d]: -way for d in forward}
    return Layout(kind, tuple(Slot(names[i], way * i) for i in range(size)), frame, numbered=numbered)


def ring(
    size: int, *, outward: bool = False, axis: str = "", names: Sequence[str] = _NAMELESS,
    numbered: bool = False, backward: bool = False,
) -> Layout:
    """Build a ring, slots clockwise; ``axis`` (东 or 南) has a slot on it and fixes the compass.

    ``numbered``: the slots have numbers, counted anticlockwise if ``backward``.
    """
    start = {"东": 180, "南": 270}.get(axis, 90)
    points = [cmath.rect(1, math.radians(start - 360 * i / size)) for i in range(size)]
    slots = [Slot(names[-i if backward else i], p, p if outward else -p) for i, p in enumerate(points)]
    return Layout("ring", tuple(slots), dict(COMPASS) if axis else {}, round=True, half=True, near=True,
                  anchored=bool(axis or numbered), numbered=numbered, backward=backward)


def square(names: Sequence[str] = _NAMELESS, *, outward: bool = False) -> Layout:
    """Build a square table with two seats a side, clockwise from the south side."""
    sides = [side for side in (-1j, -1, 1j, 1) for _ in range(2)]
    slots = [Slot(names[i], side * (1.5 + (0.5j if i % 2 == 0 else -0.5j)), side if outward else -side)
             for i, side in enumerate(sides)]
    return Layout("ring", tuple(slots), {}, round=True, half=True, near=True, anchored=False,
                  numbered=False, rows=(0, 0, 1, 1, 2, 2, 3, 3))


def rows(length: int, *, facing: bool, compass: str = "", names: Sequence[str] = _NAMELESS) -> Layout:
    """Build two rows; the first lies in direction ``compass`` (else in front).

    ``facing``: they look at each other and left and right are those of who sits there, so slot
    ``i`` is opposite slot ``length + i``; otherwise both look to the front.
    """
    there = complex(_PICTURE[compass or "北"])
    look = -there if facing else there
    right = look * -1j
    slots = [Slot(names[row * length + i], sign * there + (i - (length - 1) / 2) * right,
                  look * (1 - 2 * row) if facing else None)
             for row, sign in enumerate((0.5, -0.5)) for i in range(length)]
    frame: dict[str, complex] = dict(COMPASS) if compass else {}
    if not facing:
        frame |= {"左": -right, "右": right} | ({"前": look, "后": -look})
    return Layout("two_rows", tuple(slots), frame, half=bool(compass), near=True,
                  rows=tuple(s // length for s in range(2 * length)))


def grid(
    kind: str, tiers: int, columns: int, frame: str, names: Sequence[str] = _NAMELESS, *,
    from_bottom: bool = False, compass: str = "", straight: bool = False,
) -> Layout:
    """Build a grid, slots row by row from the top left; ``from_bottom`` counts rows from below.

    ``frame`` lists the directions that mean something; ``compass`` is the direction that lies to
    the left; ``straight``: one direction alone means exactly that way.
    """
    places = [divmod(i, columns) for i in range(tiers * columns)]
    slots = tuple(Slot(names[i], complex(c, -r)) for i, (r, c) in enumerate(places))
    known: dict[str, complex] = {d: _PICTURE[d] for d in frame}
    if compass:
        known |= {compass: -1, CONVERSE[compass]: 1}
    return Layout(kind, slots, known, straight=straight, columns=tuple(c for _, c in places),
                  rows=tuple(tiers - r - 1 if from_bottom else r for r, _ in places))
