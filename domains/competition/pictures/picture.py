"""Draw a flat with a plan as SVG: places on a ring, what stands there, the robot's way.

Places have no coordinates in the competition (every place is one move from every other), so they
stand on a ring in numerical order. Moves are numbered arrows; beside the ring the steps are listed
with what they cost.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from domains.competition.case import CompetitionCase
from domains.competition.problem import read_problem
from domains.competition.world.actions import PHYSICAL, Action
from domains.competition.world.model import World, thing_name
from domains.competition.world.plan_file import read_plan
from domains.competition.world.state import apply, initial_state

COLOURS = {"white": "#f4f4f4", "black": "#333333", "red": "#d33f49", "green": "#3c9a5f",
           "yellow": "#e8c547", "blue": "#3f6fb5"}
STYLE = """<style>
 .bg{fill:#ffffff} .place{fill:#eef1f5;stroke:#8894a5} .seen{fill:#dfe9f7;stroke:#3f6fb5}
 text{font:13px system-ui,sans-serif;fill:#1d2733} .small{font-size:11px;fill:#516070}
 .title{font-size:17px;font-weight:600} .way{stroke:#c2410c;stroke-width:2;fill:none}
 .num{fill:#c2410c;font-weight:600} .dot{stroke:#516070}
 @media (prefers-color-scheme: dark){.bg{fill:#14181d} .place{fill:#222a33;stroke:#6b7888}
 .seen{fill:#1d2c40;stroke:#7aa5e0} text{fill:#e6ebf1} .small{fill:#a9b5c3}}
</style>"""
RING = 250.0
CENTRE = (340.0, 350.0)


def plan_svg(world: World, actions: Sequence[Action], *, title: str = "", note: str = "") -> str:
    """Return an SVG document of ``actions`` executed in ``world``.

    Steps that fail are drawn in the list with a cross; the way only shows successful moves.
    """
    spots = _ring(sorted(world.locations))
    lines, moves, visited = _run(world, actions)
    height = max(720, 130 + 18 * len(lines))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 {height}" role="img" '
        f'aria-label="{escape(title, {chr(34): "&quot;"})}">', STYLE,
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#c2410c"/></marker></defs>',
        f'<rect class="bg" width="1000" height="{height}"/>',
        f'<text class="title" x="24" y="34">{escape(title)}</text>',
        f'<text class="small" x="24" y="54">{escape(note)}</text>',
    ]
    for number, (start, end) in enumerate(moves, start=1):
        again = moves[: number - 1].count((start, end))
        parts += _arrow(spots[start], spots[end], number, 26 + 24 * again)
    for place, spot in spots.items():
        parts += _place(world, place, spot, place in visited)
    for row, line in enumerate(lines):
        parts.append(f'<text x="720" y="{96 + 18 * row}">{escape(line)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _ring(places: Sequence[int]) -> dict[int, tuple[float, float]]:
    step = 2 * math.pi / max(1, len(places))
    return {
        place: (CENTRE[0] + RING * math.sin(step * i), CENTRE[1] + 20 - RING * math.cos(step * i))
        for i, place in enumerate(places)
    }


def _run(
    world: World, actions: Sequence[Action]
) -> tuple[list[str], list[tuple[int, int]], set[int]]:
    state = initial_state(world)
    here = next((place for thing, place in world.at if thing == 0), 0)
    lines, moves, visited = [f"start at place {here}"], [], {here}
    for number, action in enumerate(actions, start=1):
        after = apply(world, state, action) if action.name in PHYSICAL else state
        words = " ".join([action.name, *(_name(world, n, action.name) for n in action.arguments)])
        lines.append(f"{number:2d}  {words}{'' if after else '   ✗'}")
        if after is None:
            continue
        if action.name == "Move":
            moves.append((here, action.arguments[0]))
            here = action.arguments[0]
            visited.add(here)
        state = after
    return lines, moves, visited


def _place(world: World, place: int, spot: tuple[float, float], seen: bool) -> list[str]:
    x, y = spot
    things = sorted(n for n, where in world.at if where == place and n != 0)
    big = [n for n in things if "small" not in world.words.get(n, ())]
    small = [n for n in things if n not in big]
    robot = " · robot" if (0, place) in world.at else ""
    parts = [
        f'<circle class="{"seen" if seen else "place"}" cx="{x:.0f}" cy="{y:.0f}" r="34"/>',
        f'<text text-anchor="middle" x="{x:.0f}" y="{y + 5:.0f}">{place}</text>',
    ]
    label = ", ".join(_name(world, n) for n in big) + robot
    parts.append(f'<text class="small" text-anchor="middle" x="{x:.0f}" y="{y + 48:.0f}">'
                 f'{escape(label.lstrip(" ·"))}</text>')
    within = [(n, c) for n, c in sorted(world.inside) if c in big]
    for position, (n, inside) in enumerate([*((n, False) for n in small),
                                            *((n, True) for n, _ in within)]):
        parts += _small(world, n, inside, x - 34 + 17 * position, y - 44)
    return parts


def _small(world: World, thing: int, inside: bool, x: float, y: float) -> list[str]:
    colour = next((COLOURS[w] for w in COLOURS if w in world.words.get(thing, ())), "#999999")
    dash = ' stroke-dasharray="3 2"' if inside else ""
    title = f"<title>{escape(_name(world, thing))}{' (inside)' if inside else ''}</title>"
    return [f'<circle class="dot" cx="{x:.0f}" cy="{y:.0f}" r="7" fill="{colour}"{dash}>'
            f"{title}</circle>",
            f'<text class="small" text-anchor="middle" x="{x:.0f}" y="{y - 10:.0f}">{thing}</text>']


def _arrow(
    a: tuple[float, float], b: tuple[float, float], number: int, aside: float
) -> list[str]:
    """Draw a numbered arrow that bends ``aside`` points, so that repeated ways stay apart."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    start = (a[0] + 36 * ux, a[1] + 36 * uy)
    end = (b[0] - 38 * ux, b[1] - 38 * uy)
    bend = (0.5 * (start[0] + end[0]) - aside * uy, 0.5 * (start[1] + end[1]) + aside * ux)
    return [
        f'<path class="way" marker-end="url(#tip)" d="M{start[0]:.0f} {start[1]:.0f} '
        f'Q{bend[0]:.0f} {bend[1]:.0f} {end[0]:.0f} {end[1]:.0f}"/>',
        f'<text class="num" x="{bend[0]:.0f}" y="{bend[1]:.0f}">{number}</text>',
    ]


def _name(world: World, thing: int, action: str = "") -> str:
    return str(thing) if action == "Move" else thing_name(world.words, thing)


def draw_plan(case: CompetitionCase, plan: str, record: Mapping[str, Any]) -> str:
    """Draw a solved case for ``planner solve --pictures``."""
    score = record["rewards"]["base_score"]
    return plan_svg(read_problem(case.problem).true_world(), read_plan(plan, str(case.problem)),
                    title=case.problem.name, note=f"base score {score}")
