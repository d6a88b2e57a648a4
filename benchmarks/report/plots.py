"""Plots as SVG text: they take their colours from the page and need no library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil

WIDTH, HEIGHT = 560, 320
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 10, 40
TICKS = 5
NAME = 22
"""Letters of a name that have room beside a plot."""


def curves_plot(curves: Mapping[str, Sequence[tuple[float, float]]], x_label: str) -> str:
    """Draw step curves (share between 0 and 1 over x), one per name."""
    top = _round(max((x for points in curves.values() for x, _ in points), default=1.0))
    parts = [_axes(top, 1, x_label, "share solved")]
    for index, (name, points) in enumerate(curves.items()):
        path, last = [], None
        for x, y in points:
            px, py = _x(x, top), _y(y, 1)
            path.append(f"M{px:.1f} {py:.1f}" if last is None else f"H{px:.1f}V{py:.1f}")
            last = y
        parts.append(f'<path class="line s{index % 8}" d="{"".join(path)}">'
                     f"<title>{escape(name)}</title></path>")
    return _svg("Share of episodes solved by each step", parts) + _legend(list(curves))


def scatter_plot(
    points: Sequence[tuple[float, float, str, int]], names: Sequence[str], x_label: str,
    y_label: str,
) -> str:
    """Draw (x, y, label, series) with the diagonal; below it the y algorithm needs fewer steps."""
    top = _round(max((max(x, y) for x, y, _, _ in points), default=1.0) + 1)
    parts = [_axes(top, top, x_label, y_label)]
    parts.append(f'<path class="diagonal" d="M{_x(0, top):.1f} {_y(0, top):.1f}'
                 f'L{_x(top, top):.1f} {_y(top, top):.1f}"/>')
    parts += [
        f'<circle class="dot s{series % 8}" cx="{_x(x, top):.1f}" cy="{_y(y, top):.1f}" '
        f'r="4"><title>{escape(label)}: {x:g} / {y:g}</title></circle>'
        for x, y, label, series in points
    ]
    return _svg("Steps on the same problems", parts) + _legend(names)


def balance_plot(groups: Mapping[str, Sequence[float]]) -> str:
    """Draw for each name how its balance values are spread: range, quartiles, median."""
    height = max(90, 34 * len(groups) + TOP + BOTTOM)
    parts = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        x = 170 + tick * (WIDTH - 190)
        parts.append(f'<path class="grid" d="M{x:.1f} {TOP}V{height - BOTTOM}"/>'
                     f'<text class="tick" x="{x:.1f}" y="{height - BOTTOM + 16}" '
                     f'text-anchor="middle">{tick:g}</text>')
    for index, (name, values) in enumerate(groups.items()):
        ordered = sorted(values)
        if not ordered:
            continue
        low, first, middle, third, high = (
            170 + ordered[round(q * (len(ordered) - 1))] * (WIDTH - 190)
            for q in (0, 0.25, 0.5, 0.75, 1))
        y = TOP + 34 * index + 17
        short = name if len(name) <= NAME else f"{name[:NAME - 1]}…"
        parts.append(
            f'<text class="tick" x="160" y="{y + 4}" text-anchor="end">{escape(short)}</text>'
            f'<path class="whisker" d="M{low:.1f} {y}H{high:.1f}"/>'
            f'<rect class="box s{index % 8}" x="{first:.1f}" y="{y - 9}" '
            f'width="{max(2.0, third - first):.1f}" height="18"/>'
            f'<path class="median" d="M{middle:.1f} {y - 9}V{y + 9}"/>')
    return _svg("Balance of the work between robots", parts, height)


def _svg(title: str, parts: Sequence[str], height: int = HEIGHT) -> str:
    return (f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'aria-label="{escape(title)}">{"".join(parts)}</svg>')


def _axes(wide: float, high: float, x_label: str, y_label: str) -> str:
    parts = []
    for k in range(TICKS + 1):
        x, y = wide * k / TICKS, high * k / TICKS
        px, py = _x(x, wide), _y(y, high)
        parts.append(f'<path class="grid" d="M{px:.1f} {TOP}V{HEIGHT - BOTTOM}'
                     f'M{LEFT} {py:.1f}H{WIDTH - RIGHT}"/>'
                     f'<text class="tick" x="{px:.1f}" y="{HEIGHT - BOTTOM + 16}" '
                     f'text-anchor="middle">{x:.3g}</text>'
                     f'<text class="tick" x="{LEFT - 6}" y="{py + 4:.1f}" '
                     f'text-anchor="end">{y:.3g}</text>')
    middle = (HEIGHT - BOTTOM + TOP) / 2
    parts.append(f'<text class="label" x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 6}" '
                 f'text-anchor="middle">{escape(x_label)}</text>'
                 f'<text class="label" x="12" y="{middle}" text-anchor="middle" '
                 f'transform="rotate(-90 12 {middle})">{escape(y_label)}</text>')
    return "".join(parts)


def _legend(names: Sequence[str]) -> str:
    items = "".join(f'<li class="s{k % 8}">{escape(name)}</li>' for k, name in enumerate(names))
    return f'<ul class="legend">{items}</ul>'


def _round(value: float) -> float:
    """Return the next number that makes whole ticks."""
    return float(max(1, ceil(value / TICKS)) * TICKS)


def _x(value: float, most: float) -> float:
    return LEFT + value / most * (WIDTH - LEFT - RIGHT)


def _y(value: float, most: float) -> float:
    return HEIGHT - BOTTOM - value / most * (HEIGHT - TOP - BOTTOM)
