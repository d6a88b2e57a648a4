"""A joint plan as a Gantt chart: a row per robot, a column per joint step or a scale of time."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf
from pathlib import Path
from zlib import crc32

from planner.files import filled
from planner.plan import parse_ipc

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
    ticks = [(x if timed else x + WIDTH // 2, y + TOP - 8, f"{k * tick:g}")
             for k in range(int(end / tick) + timed) for x, y in [place(k * tick)]]
    bars = [(x + 2, y + TOP + HEIGHT * row + 4, max(3, wide - 4),
             crc32(step.name.encode()) % _HUES * (360 // _HUES), 2.5 if len(where) > 1 else 1, step,
             _cut(step.name, wide, 7.5),
             _cut(" ".join(a for a in step.arguments if a not in rows), wide, 6))
            for (start, lasting), step, where in zip(spans, read.steps, doers, strict=True)
            for x, y in [place(start)] for wide in [round(lasting * scale)]
            for row in where or [len(rows)]]
    return filled(
        Path(__file__).with_name("gantt.html"), title=title, left=left, tall=HEIGHT,
        width=round(left + scale * min(beside, end)) + 20, height=band * bands + 10, ticks=ticks,
        names=[(TOP + n * band + HEIGHT * row, _cut(name, left, 7))
               for n in range(bands) for row, name in enumerate(names)], bars=bars)


def _cut(text: str, width: int, letter: float) -> str:
    """Return as much of a text as fits into a box, given the width of a letter."""
    most = max(0, int((width - 12) / letter))
    return text if len(text) <= most else f"{text[:most - 1]}…" if most > 1 else ""
