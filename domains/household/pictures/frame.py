"""Draw the floor plan for the replay (``docs/trace.md``); policies never see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domains.household.belief.camera import GRID_M
from domains.household.goal import STATE_WORDS

__all__ = ["frame", "free_cells"]

MAX_OBJECTS = 150


def free_cells(controller: Any) -> list[dict[str, Any]]:
    """Ask the simulator where robots can stand; empty when it can't say."""
    event = controller.step(action="GetReachablePositions", agentId=0)
    places = event.metadata.get("actionReturn") or []
    return [{"x": _two(p["x"]), "y": _two(-p["z"]), "kind": "free"} for p in places]


def frame(
    events: Sequence[Any],
    agents: Sequence[str],
    held: Mapping[str, str],
    name_of: Callable[[str], str | None],
    cells: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return the scene as JSON data: metres, ``y`` is -z, so that north is up.

    Objects that no robot has seen carry their type in brackets; those inside another name it.
    """
    objects = [_object(o, name_of) for o in events[0].metadata["objects"][:MAX_OBJECTS]]
    robots = []
    for agent, event in zip(agents, events):
        body = event.metadata["agent"]
        robots.append({"name": agent, "x": _two(body["position"]["x"]),
                       "y": _two(-body["position"]["z"]),
                       "heading": round(body["rotation"]["y"]) % 360,
                       "holding": "" if held.get(agent) == "nothing" else held.get(agent, "")})
    placed = [p for p in (*cells, *robots, *objects) if "x" in p]
    left, top = min(p["x"] for p in placed), min(p["y"] for p in placed)
    return {
        "width": _two(max(p["x"] for p in placed) - left + GRID_M),
        "height": _two(max(p["y"] for p in placed) - top + GRID_M),
        "left": left, "top": top, "upward": True, "grid": GRID_M, "cells": list(cells),
        "objects": objects, "agents": robots,
    }


def _object(record: Mapping[str, Any], name_of: Callable[[str], str | None]) -> dict[str, Any]:
    states = [STATE_WORDS[key, True] for key in (
        "isOpen", "isToggled", "isSliced", "isDirty", "isBroken") if record.get(key)]
    states += ["held"] * bool(record.get("isPickedUp"))
    parents = record.get("parentReceptacles") or []
    inside = [name_of(p) or p.split("|")[0] for p in parents]
    kind = "goal" if record.get("pickupable") else "furniture"
    return {"name": name_of(record["objectId"]) or f"({record['objectType']})", "kind": kind,
            "x": _two(record["position"]["x"]), "y": _two(-record["position"]["z"]),
            "state": ", ".join(states), **({"in": inside[0]} if inside else {})}


def _two(value: float) -> float:
    return round(float(value), 2)
