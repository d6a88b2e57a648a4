"""Room at reservoirs and deposits: who is let in, who waits, who leaves.

NavigateTo leads to the nearest free cell, in the order in which the robots act (specification
§6.1); the last cells it may lead to are out of reach. So each robot that would land there, or
nowhere, waits instead, and whoever has nothing to do where somebody waits goes away.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, MutableMapping

from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.world.actions import offsets, parse
from domains.rescue.world.rules import INTERACT, RADIUS
from domains.rescue.world.scene import Cell

__all__ = ["make_room"]

CROWD = 6
"""Cells from a crowded place within which a robot without work leaves."""


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


def _turned_away(know: Knowledge, actions: Mapping[str, str]) -> dict[str, str]:
    """Return the robots that would find no cell within reach, with the place they go to."""
    cells = dict([know.deposit, *know.sources.values()])
    taken = {r.cell for r in know.robots.values()} | set(cells.values()) | know.walls
    taken |= {p.cell for p in know.people.values() if p.cell is not None and not p.delivered}
    away = {}
    for name in know.agents:
        robot, (verb, arguments) = know.robots[name], parse(actions[name])
        if verb not in ("NavigateTo", "Explore") or not arguments:
            continue
        place = cells.get(arguments[0])
        if place is None:
            taken.discard(robot.cell)
        elif know.way(robot.cell, place) == 1:
            free = next((c for c in _around(place) if c not in taken and know.sight.inside(c)),
                        None)
            if free is None or math.dist(free, place) > INTERACT:
                away[name] = arguments[0]
            else:
                taken.discard(robot.cell)
                taken.add(free)
    return away


def _around(place: Cell) -> Iterator[Cell]:
    return ((place[0] + dx, place[1] + dy) for dx, dy in offsets(RADIUS))
