"""Shapes of layouts: a line, a ring, two rows, a grid."""

from __future__ import annotations

import math
from collections.abc import Sequence

from domains.space.geometry import COMPASS, CONVERSE, Layout, Slot

__all__ = ["grid", "line", "ring", "rows", "square"]

_PICTURE = {"左": (-1.0, 0.0), "右": (1.0, 0.0), "上": (0.0, 1.0), "下": (0.0, -1.0),
            "前": (0.0, 1.0), "后": (0.0, -1.0)} | dict(COMPASS)
# one name per slot: as many empty ones as anybody may need
_NAMELESS = ("",) * 64


def line(kind: str, size: int, forward: str, names: Sequence[str], *, numbered: bool = True) -> Layout:
    """Build one row of slots; ``forward`` names the directions in which the number grows."""
    x, y = (0.0, 1.0) if "上" in forward else (0.0, -1.0) if "下" in forward else (1.0, 0.0)
    frame = dict.fromkeys(forward, (x, y)) | {CONVERSE[d]: (-x, -y) for d in forward}
    slots = tuple(Slot(names[i], x * i, y * i) for i in range(size))
    return Layout(kind, slots, frame, numbered=numbered)


def ring(
    size: int, *, outward: bool = False, axis: str = "", names: Sequence[str] = _NAMELESS,
    numbered: bool = False, backward: bool = False, notes: tuple[str, ...] = (),
) -> Layout:
    """Build a ring, slots clockwise; ``axis`` (东 or 南) has a slot on it and fixes the compass.

    ``numbered``: the slots have numbers, counted anticlockwise if ``backward``.
    """
    start = {"东": 180, "南": 270}.get(axis, 90)
    slots = []
    for i in range(size):
        angle = math.radians(start - 360 * i / size)
        x, y = math.cos(angle), math.sin(angle)
        slots.append(Slot(names[-i if backward else i], x, y, (x, y) if outward else (-x, -y)))
    return Layout("ring", tuple(slots), dict(COMPASS) if axis else {}, round=True, half=True, near=True,
                  anchored=bool(axis or numbered), numbered=numbered, backward=backward, notes=notes)


def square(
    names: Sequence[str] = _NAMELESS, *, outward: bool = False, notes: tuple[str, ...] = ()
) -> Layout:
    """Build a square table with two seats a side, clockwise from the south side."""
    slots: list[Slot] = []
    for x, y in ((0, -1), (-1, 0), (0, 1), (1, 0)):
        for place in (-0.5, 0.5):
            look = (float(x), float(y)) if outward else (float(-x), float(-y))
            slots.append(Slot(names[len(slots)], 1.5 * x + place * y, 1.5 * y - place * x, look))
    return Layout("ring", tuple(slots), {}, round=True, half=True, near=True, anchored=False,
                  numbered=False, rows=(0, 0, 1, 1, 2, 2, 3, 3), notes=notes)


def rows(length: int, *, facing: bool, compass: str = "", names: Sequence[str] = _NAMELESS) -> Layout:
    """Build two rows; the first lies in direction ``compass`` (else in front).

    ``facing``: they look at each other and left and right are those of who sits there, so slot
    ``i`` is opposite slot ``length + i``; otherwise both look to the front.
    """
    x, y = _PICTURE[compass or "北"]
    look = (-x, -y) if facing else (x, y)
    right = (look[1], -look[0])
    slots: list[Slot] = []
    for row, sign in enumerate((0.5, -0.5)):
        for i in range(length):
            place = i - (length - 1) / 2
            own = look if row == 0 else (-look[0], -look[1])
            slots.append(Slot(names[len(slots)], sign * x + place * right[0],
                              sign * y + place * right[1], own if facing else None))
    frame = dict(COMPASS) if compass else {}
    if not facing:
        frame |= {d: _PICTURE[d] for d in "左右前后"} if not compass else {
            "左": (-right[0], -right[1]), "右": right, "前": look, "后": (-look[0], -look[1])}
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
    slots = tuple(Slot(names[i], float(c), float(-r)) for i, (r, c) in enumerate(places))
    known = {d: _PICTURE[d] for d in frame}
    if compass:
        known |= {compass: (-1.0, 0.0), CONVERSE[compass]: (1.0, 0.0)}
    return Layout(kind, slots, known, straight=straight, columns=tuple(c for _, c in places),
                  rows=tuple(tiers - r - 1 if from_bottom else r for r, _ in places))
