"""The flat for the replay (``docs/trace.md``): a card for each place, what is there below it.

Places of the competition have no coordinates (every place is one move from every other), so their
cards stand in rows, in the order of their numbers.
"""

from __future__ import annotations

from typing import Any

from domains.competition.world.model import World, thing_name
from domains.competition.world.state import ROBOT, places

COLOURS = {"white": "#f4f4f4", "black": "#333333", "red": "#d33f49", "green": "#3c9a5f",
           "yellow": "#e8c547", "blue": "#3f6fb5"}
COLUMNS, WIDTH, ROW, GAP = 2, 18.0, 1.6, 0.6


def scene_frame(start: World, now: World, caption: str = "") -> dict[str, Any]:
    """Return the scene as JSON data; ``caption`` is what was done last since ``start``."""
    cards = _cards(start)
    held = {n: word for n, word in ((now.hand, "hand"), (now.plate, "plate")) if n > 0}
    robot: dict[str, Any] = {"name": "robot"}
    here = min(places(now, ROBOT), default=None)
    objects: list[dict[str, Any]] = []
    for place, (left, top, room) in cards.items():
        objects.append({"name": f"place {place}", "kind": "place", "x": left + 1, "y": top + 0.9})
        rows = _things_at(now, place)
        lines = len(rows) + (1 + len(held)) * (place == here)
        step = ROW * min(1.0, room / max(1, lines))
        heights = [round(top + 0.9 + step * number, 2) for number in range(1, lines + 1)]
        for (thing, box), y in zip(rows, heights, strict=False):
            objects.append(_thing(now, thing, box)
                           | {"x": left + 1.2 + 1.2 * bool(box), "y": y})
        if place == here:
            robot |= {"x": left + 1.2, "y": heights[len(rows)]}
            for (thing, word), y in zip(held.items(), heights[len(rows) + 1 :], strict=True):
                objects.append(_thing(now, thing, 0)
                               | {"x": left + 2.4, "y": y, "state": word})
    tall = {place: ROW * (room + 1) for place, (_, _, room) in cards.items()}
    cells = [{"x": left + (WIDTH - GAP) / 2, "y": round(top + tall[place] / 2, 2),
              "width": WIDTH - GAP, "height": tall[place], "kind": "place"}
             for place, (left, top, _) in cards.items()]
    height = max((top + tall[place] for place, (_, top, _) in cards.items()), default=ROW)
    return {"width": WIDTH * COLUMNS, "height": round(height, 2), "grid": 0.0, "unit": 1.3,
            "plan": "cards", "cells": cells, "objects": objects, "caption": caption,
            "agents": [robot] if "x" in robot else []}


def _cards(start: World) -> dict[int, tuple[float, float, int]]:
    """Return each place's left and upper edge and the lines it has room for, the same all game."""
    locations = sorted(start.locations)
    cards: dict[int, tuple[float, float, int]] = {}
    top = 0.0
    for row in range(0, len(locations), COLUMNS):
        beside = locations[row : row + COLUMNS]
        room = 3 + max(len(_things_at(start, place)) for place in beside)
        cards |= {place: (WIDTH * n, round(top, 2), room) for n, place in enumerate(beside)}
        top += ROW * (room + 1) + GAP
    return cards


def _things_at(world: World, place: int) -> list[tuple[int, int]]:
    """Return what stands at a place, each thing with what it is inside of (0: of nothing)."""
    found = []
    carried = (ROBOT, world.hand, world.plate)
    here = [n for n in world.words if n not in carried and place in places(world, n)]
    for thing in sorted(here, key=lambda n: ("small" in world.words[n], n)):
        found.append((thing, 0))
        found += [(n, thing) for n, box in sorted(world.inside) if box == thing]
    return found


def _thing(world: World, thing: int, box: int) -> dict[str, Any]:
    words = world.words.get(thing, frozenset())
    colour = next((COLOURS[word] for word in COLOURS if word in words), "")
    return {"name": thing_name(world.words, thing), "state": _state(world, thing),
            "kind": "person" if "human" in words else "thing",
            **({"colour": colour} if colour else {}),
            **({"in": thing_name(world.words, box)} if box else {})}


def _state(world: World, thing: int) -> str:
    return ("open" if thing in world.doors_opened else
            "closed" if thing in world.doors_closed else "")
