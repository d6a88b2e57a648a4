"""Arrangements as words and as SVG pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from domains.space.geometry import Layout
from domains.space.solver import Arrangement

__all__ = ["drawing", "in_words"]

SCALE, MARGIN, SIZE = 96, 70, 34


def in_words(layout: Layout, at: Arrangement, names: Sequence[str], order: str = "") -> str:
    """Return an arrangement slot by slot, counted from the ``order`` side if it is told."""
    if layout.kind == "plane":
        return "，".join(f"{names[i]}({layout.slots[s].x:.0f},{layout.slots[s].y:.0f})"
                        for i, s in enumerate(at))
    slots = list(range(layout.size))
    if order in layout.frame and not layout.round:
        slots.sort(key=lambda s: len(layout.way(s, order)))
    bare = layout.round or layout.kind == "matching"
    cells = []
    for slot in slots:
        here = "/".join(names[i] for i, s in enumerate(at) if s == slot) or "空"
        cells.append(here if bare else f"{layout.slots[slot].name}:{here}")
    return ("顺时针 " if layout.round else "") + " ".join(cells)


def drawing(layout: Layout, at: Arrangement, names: Sequence[str]) -> str:
    """Return an arrangement as an SVG document: slots with their names, arrows for the facing."""
    scale = SCALE * (max(1.3, layout.size / 5) if layout.round else 1.25)
    xs, ys = [s.x for s in layout.slots], [s.y for s in layout.slots]
    width = (max(xs) - min(xs)) * scale + 2 * MARGIN
    height = (max(ys) - min(ys)) * scale + 2 * MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
             f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="16" '
             'text-anchor="middle"><rect width="100%" height="100%" fill="#fff"/>']
    for slot, place in enumerate(layout.slots):
        x, y = (place.x - min(xs)) * scale + MARGIN, (max(ys) - place.y) * scale + MARGIN
        here = [names[i] for i, s in enumerate(at) if s == slot]
        if not here and layout.kind == "plane":
            continue
        parts.append(_seat(x, y, place.facing, here, place.name if not layout.round else ""))
    if {"东", "北"} <= layout.frame.keys():
        parts.append(f'<text x="{width - 24:.0f}" y="22" font-size="13" fill="#666">北 ↑</text>')
    return "".join([*parts, "</svg>"])


def _seat(x: float, y: float, facing: tuple[float, float] | None, here: Sequence[str],
          label: str) -> str:
    shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIZE}"' if facing else (
        f'<rect x="{x - SIZE - 8:.1f}" y="{y - SIZE:.1f}" width="{2 * SIZE + 16}" '
        f'height="{2 * SIZE}" rx="6"')
    parts = [f'{shape} fill="{"#e8f0fe" if here else "#f6f6f6"}" stroke="#4a6fa5"/>']
    if facing:
        length = (facing[0] ** 2 + facing[1] ** 2) ** 0.5 or 1.0
        dx, dy = facing[0] / length, -facing[1] / length
        tip, base = SIZE + 19, SIZE + 1
        points = [(tip * dx, tip * dy), (base * dx - 5 * dy, base * dy + 5 * dx),
                  (base * dx + 5 * dy, base * dy - 5 * dx)]
        parts.append('<polygon fill="#4a6fa5" points="'
                     + " ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in points) + '"/>')
    for line, name in enumerate(here or ["空"]):
        top = y + 6 + 18 * (line - (len(here or "空") - 1) / 2)
        parts.append(f'<text x="{x:.1f}" y="{top:.1f}">{escape(name)}</text>')
    if label and not facing:
        parts.append(f'<text x="{x:.1f}" y="{y + SIZE + 16:.1f}" font-size="11" fill="#666">'
                     f"{escape(label)}</text>")
    return "".join(parts)
