"""Draw the flat for the replay (``docs/trace.md``): places on a ring, things beside their place.

Places of the competition have no coordinates (every place is one move from every other).
"""

from __future__ import annotations

import math
from typing import Any

from domains.competition.world.model import World
from domains.competition.world.state import ROBOT, State, places

__all__ = ["scene_frame"]

SIZE, RADIUS, STEP = 24.0, 8.5, 1.6


def scene_frame(world: World, state: State) -> dict[str, Any]:
    """Return the scene as JSON data."""
    spots = _ring(sorted(world.locations))
    cells = [{"x": x, "y": y, "kind": "place"} for x, y in spots.values()]
    objects: list[dict[str, Any]] = [
        {"name": f"place {place}", "kind": "place", "x": x, "y": y}
        for place, (x, y) in spots.items()
    ]
    here = next(iter(sorted(places(world, state, ROBOT))), None)
    counts: dict[int, int] = {}
    for thing in sorted(world.words):
        if thing == ROBOT:
            continue
        objects.append(_thing(world, state, thing, spots, counts))
    held = [f"{word} {_name(world, n)}" for word, n in (("hand", state.hand),
                                                         ("plate", state.plate)) if n > 0]
    x, y = spots.get(here, (SIZE / 2, SIZE / 2)) if here is not None else (SIZE / 2, SIZE / 2)
    robot = {"name": "robot", "x": x, "y": y, "holding": ", ".join(held)}
    return {"width": SIZE, "height": SIZE, "grid": 1.0, "cells": cells, "objects": objects,
            "agents": [robot]}


def _thing(
    world: World, state: State, thing: int, spots: dict[int, tuple[float, float]],
    counts: dict[int, int],
) -> dict[str, Any]:
    found: dict[str, Any] = {"name": _name(world, thing), "state": _state(state, thing),
                             "kind": "person" if thing == 1 else "goal"}
    box = next((c for t, c in sorted(state.inside) if t == thing), None)
    if box is not None:
        return {**found, "in": _name(world, box)}
    place = next(iter(sorted(places(world, state, thing))), None)
    if place is None or thing in (state.hand, state.plate):
        return found
    counts[place] = counts.get(place, 0) + 1
    x, y = spots[place]
    outward = 1 if x >= SIZE / 2 else -1
    return {**found, "x": x + outward * STEP, "y": round(y + STEP * (counts[place] - 2), 2)}


def _state(state: State, thing: int) -> str:
    if thing == state.hand:
        return "held"
    if thing == state.plate:
        return "on the plate"
    return "open" if thing in state.opened else "closed" if thing in state.closed else ""


def _name(world: World, thing: int) -> str:
    words = world.words.get(thing, frozenset())
    return " ".join([*sorted(words - {"small", "big", "container"}), str(thing)])


def _ring(locations: list[int]) -> dict[int, tuple[float, float]]:
    turn = 2 * math.pi / max(1, len(locations))
    return {
        place: (round(SIZE / 2 + RADIUS * math.sin(turn * i), 2),
                round(SIZE / 2 - RADIUS * math.cos(turn * i), 2))
        for i, place in enumerate(locations)
    }
