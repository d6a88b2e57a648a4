"""A joint plan as a Gantt chart: a row per robot, a column per joint step or a scale of time."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, inf
from zlib import crc32

from planner.plan import Step, parse_ipc

WIDTH, HEIGHT, LEFT, TOP, NAME = 150, 46, 110, 46, 40  # NAME in letters of a robot's, at most
BAND = 9
"""Joint steps beside each other; longer plans go on in a band below."""
_HUES = 12


def gantt(plan: str, agents: Sequence[str], title: str = "") -> str:
    """Return an SVG of a plan with time stamps; names are compared without regard to case.

    After every nine joint steps it goes on in a band below. An action of several robots stands in
    the row of each, with a thick border; one that names no robot stands in a row of its own.
    Actions of one name have one colour. In a plan in time bars are as long as actions take.
    """
    timed = "[" in plan
    read = parse_ipc(plan, timed=timed)
    times = read.times or range(len(read.steps))
    spans = [(float(step.start or 0), float(step.duration or 0)) for step in read.steps] if (
        timed) else [(float(time), 1.0) for time in times]
    rows = [agent.lower() for agent in agents]
    doers = [[rows.index(a) for a in dict.fromkeys(step.arguments) if a in rows]
             for step in read.steps]
    names = [*agents, *(["(no robot)"] if not all(doers) else [])]
    left = max(LEFT, 20 + 7 * min(NAME, max(map(len, names), default=0)))
    end = max((start + lasting for start, lasting in spans), default=1.0)
    scale = WIDTH * min(BAND, max(4, len(spans))) / end if timed else float(WIDTH)
    beside, band = inf if timed else BAND, TOP + HEIGHT * len(names)
    tick = next(t for t in (10.0**k * m for k in range(-3, 9) for m in (1, 2, 5))
                if t * scale > 45) if timed else 1

    def place(time: float) -> tuple[int, int]:
        return round(left + time % beside * scale), int(time // beside) * band

    bands = max(1, ceil(end / beside))
    width = round(left + scale * min(beside, end)) + 20
    parts = _head(width, band * bands + 10, title)
    for k in range(int(end / tick) + timed):
        x, y = place(k * tick)
        parts.append(f'<text x="{x if timed else x + WIDTH // 2}" y="{y + TOP - 8}" '
                     f'text-anchor="middle" fill="#555555">{k * tick:g}</text>')
    for y, name in ((TOP + n * band + HEIGHT * row, name) for n in range(bands)
                    for row, name in enumerate(names)):
        parts.append(f'<text x="8" y="{y + HEIGHT // 2 + 4}">{escape(_cut(name, left, 7))}</text>')
        parts.append(f'<path d="M{left} {y + HEIGHT}H{width - 10}" stroke="#dddddd"/>')
    for (start, lasting), step, where in zip(spans, read.steps, doers, strict=True):
        x, y = place(start)
        parts += [_box(x, y + TOP + HEIGHT * row, step, rows, len(where) > 1,
                       round(lasting * scale)) for row in where or [len(rows)]]
    return "\n".join([*parts, "</svg>", ""])


def _head(width: int, height: int, title: str) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="8" y="18" font-size="14" font-weight="bold">{escape(title)}</text>',
    ]


def _box(left: int, top: int, step: Step, rows: Sequence[str], joint: bool, width: int) -> str:
    x, y = left + 2, top + 4
    hue = crc32(step.name.encode()) % _HUES * (360 // _HUES)
    words = " ".join(a for a in step.arguments if a not in rows)
    return (f'<g><title>{escape(str(step))}</title>'
            f'<rect x="{x}" y="{y}" width="{max(3, width - 4)}" height="{HEIGHT - 8}" rx="5" '
            f'fill="hsl({hue},70%,88%)" stroke="hsl({hue},45%,45%)" '
            f'stroke-width="{2.5 if joint else 1}"/>'
            f'<text x="{x + 6}" y="{y + 15}" font-weight="bold">'
            f'{escape(_cut(step.name, width, 7.5))}</text>'
            f'<text x="{x + 6}" y="{y + 30}" font-size="10">{escape(_cut(words, width, 6))}</text>'
            '</g>')


def _cut(text: str, width: int, letter: float) -> str:
    """Return as much of a text as fits into a box, given the width of a letter."""
    most = max(0, int((width - 12) / letter))
    return text if len(text) <= most else f"{text[:most - 1]}…" if most > 1 else ""
