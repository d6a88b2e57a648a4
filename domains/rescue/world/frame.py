"""Draw the grid: for the replay (``docs/trace.md``), as text, as pixels; policies never see it."""

from __future__ import annotations

from typing import Any

from domains.rescue.world.burning import NONE
from domains.rescue.world.world import Robot, World

LAND, BURNABLE, WALL, STORE, PERSON, ROBOT = ".", ",", "#", "R", "p", "@"
FIRE = BURNABLE + "123"
COLOURS = {LAND: (244, 241, 232), BURNABLE: (214, 227, 194), "1": (255, 207, 92),
           "2": (255, 140, 43), "3": (217, 38, 28), WALL: (85, 85, 85), STORE: (63, 155, 216),
           PERSON: (194, 24, 91), ROBOT: (31, 95, 191)}
PIXELS = 600
"""Pixels of the longer side of a picture, about."""


def frame(world: World) -> dict[str, Any]:
    """Return the scene as JSON data; positions in cells, people shown also before spotted."""
    walls = [{"x": x, "y": y, "kind": "wall"} for x, y in sorted(world.scene.walls)]
    cells = [
        {"x": x, "y": y, "kind": "fire", "level": fire.level((x, y)) - NONE}
        for fire in world.fires for x, y in fire.cells
    ]
    objects = [{"name": f.name, "kind": "fire", "x": f.position[0], "y": f.position[1],
                "state": f"{len(f.lit())} burning"} for f in world.fires]
    objects += [{"name": s.name, "kind": "reservoir" if s.supply else "deposit", "x": s.x,
                 "y": s.y, "state": s.supply} for s in world.reservoirs + world.deposits]
    objects += [{"name": p.name, "kind": "person", "x": p.x, "y": p.y,
                 "state": "delivered" if p.delivered else "" if p.spotted else "not spotted"}
                for p in world.persons]
    return {
        "width": world.width, "height": world.height, "grid": 1.0, "cells": walls + cells,
        "objects": objects,
        "agents": [{"name": r.name, "x": r.x, "y": r.y, "holding": _held(r)}
                   for r in world.robots],
    }


def _held(robot: Robot) -> str:
    if robot.person is not None:
        return robot.person.name
    return ", ".join(f"{name} {count}" for name, count in robot.held.items() if count)


def text(world: World) -> str:
    """Return one character per cell.

    ``.`` land, ``,`` a cell that can burn, 1 to 3 fire levels, ``#`` wall, ``R`` reservoir or
    deposit, ``p`` person, ``@`` robot.
    """
    rows = [[LAND] * world.width for _ in range(world.height)]
    for fire in world.fires:
        for x, y in fire.cells:
            rows[y][x] = FIRE[fire.level((x, y)) - NONE]
    marks = [(WALL, x, y) for x, y in world.scene.walls]
    marks += [(STORE, s.x, s.y) for s in world.stores.values()]
    marks += [(PERSON, p.x, p.y) for p in world.persons if not p.delivered]
    marks += [(ROBOT, r.x, r.y) for r in world.robots]
    for mark, x, y in marks:
        rows[y][x] = mark
    return "\n".join("".join(row) for row in rows) + "\n"


def pixels(world: World) -> Any:
    """Return the same picture as a numpy array (height, width, 3) of bytes."""
    import numpy

    side = max(1, PIXELS // max(world.width, world.height))
    cells = numpy.array([[COLOURS[mark] for mark in row] for row in text(world).splitlines()],
                        dtype=numpy.uint8)
    return cells.repeat(side, axis=0).repeat(side, axis=1)
