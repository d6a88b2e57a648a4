"""Arrangements as words and as SVG pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from domains.space.geometry import Layout
from domains.space.solver import Arrangement

SCALE, MARGIN, SIZE = 96, 70, 34
_TEXT = '<text x="{:.1f}" y="{:.1f}" font-size="{}" fill="{}">{}</text>'
WORDS = ("顺时针", "空")


def in_words(layout: Layout, at: Arrangement, names: Sequence[str], order: str = "",
             words: Sequence[str] = WORDS) -> str:
    """Return an arrangement slot by slot, counted from the ``order`` side if it is stated.

    ``words``: what "clockwise" and "empty" are called.
    """
    if layout.kind == "plane":
        return "，".join(f"{names[i]}({layout.slots[s].at.real:.0f},{layout.slots[s].at.imag:.0f})"
                        for i, s in enumerate(at))
    slots = list(range(layout.size))
    if order in layout.frame and not layout.round:
        slots.sort(key=lambda s: len(layout.way(s, order)))
    cells = ["/".join(names[i] for i, s in enumerate(at) if s == slot) or words[1] for slot in slots]
    if layout.round:
        return " ".join([words[0], *cells])
    bare = layout.kind == "matching"
    return " ".join(c if bare else f"{layout.slots[s].name}:{c}" for s, c in zip(slots, cells, strict=True))


_ARROWS: dict[complex, str] = {1j: "↑", -1j: "↓", 1: "→", -1: "←"}


def drawing(layout: Layout, at: Arrangement, names: Sequence[str], words: Sequence[str] = WORDS) -> str:
    """Return an arrangement as an SVG document: slots with their names, arrows for the facing."""
    scale = SCALE * (max(1.3, layout.size / 5) if layout.round else 1.25)
    xs, ys = [s.at.real for s in layout.slots], [s.at.imag for s in layout.slots]
    width = (max(xs) - min(xs)) * scale + 2 * MARGIN
    height = (max(ys) - min(ys)) * scale + 2 * MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
             f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" '
             'text-anchor="middle"><rect width="100%" height="100%" fill="#fff"/>']
    for slot, place in enumerate(layout.slots):
        here = [names[i] for i, s in enumerate(at) if s == slot]
        if here or layout.kind != "plane":
            x, y = (xs[slot] - min(xs)) * scale + MARGIN, (max(ys) - ys[slot]) * scale + MARGIN
            label = "" if layout.round or place.facing else place.name
            parts += _seat(x, y, place.facing, here or [words[1]], "#e8f0fe" if here else "#f6f6f6")
            parts.append(_TEXT.format(x, y + SIZE + 16, 11, "#666", escape(label)) if label else "")
    for wind, letter in [w for w in (("北", "N"), ("东", "E")) if w[0] in layout.frame][:1]:
        arrow = _ARROWS[layout.frame[wind]]
        parts.append(_TEXT.format(width - 24, 22, 13, "#666", f"{wind if words == WORDS else letter} {arrow}"))
    return "".join([*parts, "</svg>"])


def _seat(x: float, y: float, facing: complex | None, lines: Sequence[str],
          fill: str) -> list[str]:
    """Draw a seat (with an arrow) or a box, and what is there."""
    box = (f'<rect x="{x - SIZE - 8:.1f}" y="{y - SIZE:.1f}" width="{2 * SIZE + 16}" '
           f'height="{2 * SIZE}" rx="6"')
    parts = [(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIZE}"' if facing else box)
             + f' fill="{fill}" stroke="#4a6fa5"/>']
    if facing:
        way = facing.conjugate() / abs(facing)
        points = [way * p + complex(x, y) for p in (SIZE + 19, SIZE + 1 + 5j, SIZE + 1 - 5j)]
        shown = " ".join(f"{p.real:.1f},{p.imag:.1f}" for p in points)
        parts.append(f'<polygon fill="#4a6fa5" points="{shown}"/>')
    return parts + [_TEXT.format(x, y + 6 + 18 * (n - (len(lines) - 1) / 2), 16, "#000", escape(line))
                    for n, line in enumerate(lines)]
