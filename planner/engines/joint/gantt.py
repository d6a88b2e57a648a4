"""A joint plan as a Gantt chart: a row per robot, a column per joint step or a scale of time."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from zlib import crc32

from planner.plan import Plan, Step, parse_ipc

__all__ = ["gantt"]

WIDTH, HEIGHT, LEFT, TOP = 150, 46, 110, 46
BAND = 9
"""Joint steps beside each other; longer plans go on in a band below."""
_HUES = 12


def gantt(plan: str, agents: Sequence[str], title: str = "") -> str:
    """Return an SVG of a plan with time stamps; names are compared without regard to case.

    After every nine joint steps it goes on in a band below. An action of several robots stands in
    the row of each, with a thick border; one that names no robot stands in a row of its own.
    Actions of one name have one colour. In a plan in time bars are as long as actions take.
    """
    if "[" in plan:
        return _timed(parse_ipc(plan, timed=True), agents, title)
    read = parse_ipc(plan)
    rows = [agent.lower() for agent in agents]
    times = [int(time) for time in read.times] or list(range(len(read.steps)))
    placed = [(time, step, [rows.index(a) for a in step.arguments if a in rows])
              for time, step in zip(times, read.steps, strict=True)]
    others = any(not where for _, _, where in placed)
    count, length = len(rows) + others, max(times, default=-1) + 1
    bands, band = max(1, -(-length // BAND)), TOP + HEIGHT * count
    width, height = LEFT + WIDTH * max(1, min(BAND, length)) + 10, band * bands + 10
    parts = _head(width, height, title)
    parts += [f'<text x="{_left(k) + WIDTH // 2}" y="{TOP + k // BAND * band - 8}" '
              f'text-anchor="middle" fill="#555555">{k}</text>' for k in range(length)]
    names = [*agents, *(["(no robot)"] if others else [])]
    for y, name in ((TOP + n * band + HEIGHT * row, name) for n in range(bands)
                    for row, name in enumerate(names)):
        parts.append(f'<text x="8" y="{y + HEIGHT // 2 + 4}">{escape(name)}</text>')
        parts.append(f'<path d="M{LEFT} {y + HEIGHT}H{width - 10}" stroke="#dddddd"/>')
    for time, step, where in placed:
        parts += [_box(_left(time), TOP + time // BAND * band + HEIGHT * row, step, rows,
                       len(where) > 1) for row in where or [len(rows)]]
    return "\n".join([*parts, "</svg>", ""])


def _timed(plan: Plan, agents: Sequence[str], title: str) -> str:
    """Return the chart of a plan in time."""
    rows = [agent.lower() for agent in agents]
    spans = [(float(s.start or 0), float(s.duration or 0), s) for s in plan.steps]
    placed = [(start, lasting, s, [rows.index(a) for a in dict.fromkeys(s.arguments) if a in rows])
              for start, lasting, s in spans]
    names = [*agents, *(["(no robot)"] if any(not where for *_, where in placed) else [])]
    end = max((start + lasting for start, lasting, *_ in placed), default=1.0)
    scale = WIDTH * min(BAND, max(4, len(plan.steps))) / end
    width, height = round(LEFT + scale * end) + 20, TOP + HEIGHT * len(names) + 10
    parts = _head(width, height, title)
    tick = next(t for t in (10.0**k * m for k in range(-3, 9) for m in (1, 2, 5)) if t * scale > 45)
    parts += [f'<text x="{LEFT + k * tick * scale:.0f}" y="{TOP - 8}" text-anchor="middle" '
              f'fill="#555555">{k * tick:g}</text>' for k in range(int(end / tick) + 1)]
    for row, name in enumerate(names):
        y = TOP + HEIGHT * row
        parts.append(f'<text x="8" y="{y + HEIGHT // 2 + 4}">{escape(name)}</text>')
        parts.append(f'<path d="M{LEFT} {y + HEIGHT}H{width - 10}" stroke="#dddddd"/>')
    for start, lasting, step, where in placed:
        for row in where or [len(rows)]:
            parts.append(_box(round(LEFT + start * scale) - 2, TOP + HEIGHT * row, step, rows,
                              len(where) > 1, round(lasting * scale)))
    return "\n".join([*parts, "</svg>", ""])


def _head(width: int, height: int, title: str) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="8" y="18" font-size="14" font-weight="bold">{escape(title)}</text>',
    ]


def _left(time: int) -> int:
    return LEFT + WIDTH * (time % BAND)


def _box(left: int, top: int, step: Step, rows: Sequence[str], joint: bool,
         width: int = WIDTH - 4) -> str:
    x, y = left + 3, top + 4
    hue = crc32(step.name.encode()) % _HUES * (360 // _HUES)
    words = " ".join(a for a in step.arguments if a not in rows)
    return (f'<g><title>{escape(str(step))}</title>'
            f'<rect x="{x}" y="{y}" width="{max(3, width - 2)}" height="{HEIGHT - 8}" rx="5" '
            f'fill="hsl({hue},70%,88%)" stroke="hsl({hue},45%,45%)" '
            f'stroke-width="{2.5 if joint else 1}"/>'
            f'<text x="{x + 6}" y="{y + 15}" font-weight="bold">'
            f'{escape(_cut(step.name, width, 7.5))}</text>'
            f'<text x="{x + 6}" y="{y + 30}" font-size="10">{escape(_cut(words, width, 6))}</text>'
            '</g>')


def _cut(text: str, width: int, letter: float) -> str:
    """Return as much of a text as fits into a box, given the width of a letter."""
    most = max(0, int((width - 8) / letter))
    return text if len(text) <= most else f"{text[:most - 1]}…" if most > 1 else ""
