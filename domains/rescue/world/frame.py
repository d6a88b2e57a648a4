"""Draw the grid for the replay (``docs/trace.md``); policies never see it."""

from __future__ import annotations

from typing import Any

from domains.rescue.world.fire import NONE
from domains.rescue.world.world import Robot, World

__all__ = ["frame"]


def frame(world: World) -> dict[str, Any]:
    """Return the scene as JSON data; positions in cells, people shown also before spotted."""
    walls = [{"x": x, "y": y, "kind": "wall"} for x, y in sorted(world.scene.walls)]
    cells = [
        {"x": x, "y": y, "kind": "fire", "level": fire.level[i] - NONE}
        for fire in world.fires for i, (x, y) in enumerate(fire.cells)
    ]
    objects = [{"name": f.name, "kind": "fire", "x": f.position[0], "y": f.position[1],
                "state": f"{len(f.burning)} burning"} for f in world.fires]
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
