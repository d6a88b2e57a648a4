"""Room at reservoirs and deposits: who is let in, who waits, who leaves, who steps aside.

NavigateTo leads to the nearest free cell, in the order in which the robots act (specification
§6.1); the last cells it may lead to are out of reach. So each robot that would land there, or
nowhere, waits instead, and whoever has nothing to do where somebody waits goes away. Who has done
the same in vain twice goes around by a single move, or waits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, MutableMapping, Set

from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.world.actions import DIRECTIONS, PASSIVE, landing, parse
from domains.rescue.world.rules import INTERACT, RADIUS
from domains.rescue.world.scene import Cell

CROWD = 6
"""Cells from a crowded place within which a robot without work leaves."""
IN_VAIN = 2
"""Times that a robot does the same although that changes nothing."""


def make_room(know: Knowledge, actions: MutableMapping[str, str],
              reasons: MutableMapping[str, str]) -> None:
    """Change actions that lead into a crowd, and send away who stands there without work."""
    full = _turned_away(know, actions)
    for name, place in full.items():
        actions[name], reasons[name] = "Idle", f"wait for room at {place}"
    cells = dict([know.deposit, *know.sources.values()])
    for name, robot in know.robots.items():
        if actions[name] in ("", "Idle") and name not in full and not robot.holding:
            place = next((p for p in full.values() if robot.near(cells[p], CROWD)), "")
            if place:
                actions[name], reasons[name] = "Explore()", f"make room at {place}"


def step_aside(know: Knowledge, actions: MutableMapping[str, str],
               reasons: MutableMapping[str, str]) -> None:
    """Change actions that were in vain as often as is allowed."""
    for name, robot in know.robots.items():
        action = actions[name]
        verb, arguments = parse(action)
        if robot.vain[0] != action or robot.vain[1] < IN_VAIN or verb in (*PASSIVE, "Explore"):
            continue
        places = know.places() | {n: c for b in know.blazes.values() for c, n in b.anchors.items()}
        place = places.get(arguments[0]) if verb == "NavigateTo" else None
        actions[name] = around_others(know, robot.cell, place) if place else "Idle"
        reasons[name] = f"{action} has changed nothing"


def around_others(know: Knowledge, cell: Cell, place: Cell,
                  wanted: Set[Cell] = frozenset()) -> str:
    """Return the single move to a free cell nobody wants that is nearest to a place, or Idle."""
    taken = _taken(know) | wanted
    free = {name: (cell[0] + dx, cell[1] + dy) for name, (dx, dy) in DIRECTIONS.items()}
    free = {n: c for n, c in free.items() if c not in taken and know.sight.inside(c)}
    best = min(free, key=lambda n: (math.dist(free[n], place), n), default="")
    return f"Move({best})" if best else "Idle"


def _taken(know: Knowledge) -> set[Cell]:
    """Return the cells that nobody can go to now."""
    cells = {know.deposit[1], *(c for _, c in know.sources.values())}
    taken = {r.cell for r in know.robots.values()} | cells | know.walls
    return taken | {p.cell for p in know.people.values()
                    if p.cell is not None and not p.delivered}


def _turned_away(know: Knowledge, actions: Mapping[str, str]) -> dict[str, str]:
    """Return the robots that would find no cell within reach, with the place they go to."""
    cells, taken, away = dict([know.deposit, *know.sources.values()]), _taken(know), {}
    for name in know.agents:
        robot, (verb, arguments) = know.robots[name], parse(actions[name])
        if verb not in ("NavigateTo", "Explore") or not arguments:
            continue
        place = cells.get(arguments[0])
        if place is None:
            taken.discard(robot.cell)
        elif know.way(robot.cell, place) == 1:
            free = landing(lambda x, y: (x, y) not in taken and know.sight.inside((x, y)),
                           *place, RADIUS)
            if free is None or math.dist(free, place) > INTERACT:
                away[name] = arguments[0]
            else:
                taken.discard(robot.cell)
                taken.add(free)
    return away
