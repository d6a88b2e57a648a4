"""The hand-made rooms shipped with the package, expanded to the same records as a recording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from domains.household.thor.bodies.body import aligned_box, box_metadata
from domains.household.thor.geometry import Box, Vector, rotate_yaw
from domains.household.thor.scene import GRID, OBJECT_KEYS, Scene, build_scene
from planner.files import read_toml

_FOLDER = Path(__file__).with_name("rooms_data")
_AGENT_Y = 0.901


@lru_cache(maxsize=1)
def room_names() -> tuple[str, ...]:
    """Names of the shipped rooms."""
    return tuple(sorted(p.stem for p in _FOLDER.glob("*.toml") if p.stem != "types"))


@lru_cache(maxsize=8)
def read_room(name: str) -> Scene:
    """Build a shipped room."""
    path = _FOLDER / f"{name}.toml"
    table = read_toml(path)
    rows = [{"type": kind, "centre": centre, "size": size, **(more[0] if more else {})}
            for kind, centre, size, *more in table["objects"]]
    types = read_toml(_FOLDER / "types.toml")
    records = [_record(row, number, types) for number, row in enumerate(rows)]
    _link(records, rows)
    x0, z0, x1, z1 = table["area"]
    start = table["start"]
    low, high = np.array([[x0, 0.0, z0], [x1, table["height"], z1]])
    event = {"sceneName": name, "objects": records,
             "sceneBounds": aligned_box((low + high) / 2, (high - low) / 2),
             "agent": {"position": {"x": start["x"], "y": _AGENT_Y, "z": start["z"]},
                       "rotation": {"x": 0.0, "y": start["yaw"], "z": 0.0}}}
    return build_scene(name, event, _points(table["walk"]), "shipped room", str(path))


def _points(rectangles: list[list[float]]) -> list[list[float]]:
    cells = {
        (x, z)
        for x0, z0, x1, z1 in rectangles
        for x in range(round(x0 / GRID), round(x1 / GRID) + 1)
        for z in range(round(z0 / GRID), round(z1 / GRID) + 1)
    }
    return [[x * GRID, z * GRID] for x, z in sorted(cells)]


def _record(row: Mapping[str, Any], number: int, types: Mapping[str, Any]) -> dict[str, Any]:
    kind = row["type"]
    facts = types["types"][kind]
    box = Box(np.array(row["centre"], float), np.eye(3), np.array(row["size"], float) / 2)
    position = _pivot(row)
    record: dict[str, Any] = {
        **dict.fromkeys(OBJECT_KEYS), **types["at_rest"],
        **{key: letter in facts["flags"] for letter, key in types["flags"].items()},
        "name": f"{kind}_{number:04x}", "position": dict(zip("xyz", position, strict=True)),
        "rotation": {"x": 0.0, "y": float(row.get("front", 0.0)), "z": 0.0},
        "isToggled": bool(row.get("on", False)), "isDirty": bool(row.get("dirty", False)),
        "isColdSource": kind == "Fridge", "isOpen": bool(row.get("open", False)),
        "openness": 1.0 if row.get("open") else 0.0, "mass": facts["mass"],
        "salientMaterials": facts["materials"] or None, "objectType": kind,
        "objectId": "|".join([kind, *(f"{v:+06.2f}" for v in position)]),
    }
    return {**record, **box_metadata(box, record)}


def _pivot(row: Mapping[str, Any]) -> Vector:
    """Objects with a front have their pivot on it, as drawers and doors do."""
    x, y, z = (float(v) for v in row["centre"])
    if "front" not in row:
        return x, y, z
    way = rotate_yaw((0.0, 0.0, 1.0), row["front"])
    depth = abs(way[0]) * row["size"][0] / 2 + abs(way[2]) * row["size"][2] / 2
    return round(x + way[0] * depth, 4), y, round(z + way[2] * depth, 4)


def _link(records: list[dict[str, Any]], rows: Sequence[Mapping[str, Any]]) -> None:
    """Resolve "in" and "controls", and name the basin after its sink."""
    by_type: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        by_type.setdefault(record["objectType"], []).append(record)
    for basin, sink in zip(by_type.get("SinkBasin", ()), by_type.get("Sink", ()), strict=True):
        basin["objectId"] = f"{sink['objectId']}|SinkBasin"

    def named(reference: str) -> str:
        kind, _, number = reference.partition("#")
        return str(by_type[kind][int(number or 1) - 1]["objectId"])

    for record, row in zip(records, rows, strict=True):
        if "in" in row:
            record["parentReceptacles"] = [named(row["in"])]
        if "controls" in row:
            record["controlledObjects"] = [named(row["controls"])]
