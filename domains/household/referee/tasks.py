"""MAP-THOR's task folders from the reference data, where they are at hand.

The data do not belong to the project; a machine without them judges by the parsed goal alone.
Looked for in ``$PLANNER_DATA`` and in ``shared/data`` beside the project, in ``llamar/``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from domains.household.referee.checker import TaskLists, read_lists, repairs
from planner.errors import InputError, UsageError

__all__ = ["Task", "data_file", "load_task"]

_FILE = "llamar/mapthor_tasks.json"


@dataclass(frozen=True)
class Task:
    """One folder on one floor plan: the simulator calls before it starts, and its lists."""

    name: str
    floor_plan: str
    preparation: tuple[Mapping[str, Any], ...]
    lists: TaskLists | None


def data_file() -> Path | None:
    """Return the task data file, or None where it is not at hand."""
    places = [Path(os.environ["PLANNER_DATA"])] if os.environ.get("PLANNER_DATA") else []
    places.append(Path(__file__).resolve().parents[3].parent / "shared" / "data")
    for place in places:
        for path in (place / _FILE, place / Path(_FILE).name):
            if path.is_file():
                return path
    return None


@cache
def _tasks(path: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {error}") from error
    if not isinstance(data, dict):
        raise InputError(f"{path}: expected an object with one entry per task folder")
    return data


def load_task(name: str, floor_plan: str, *, repaired: bool = True) -> Task | None:
    """Load a folder on a floor plan; None where the data are not at hand.

    ``repaired`` applies the repaired reading to the preparation as well (cabinets to be opened
    start closed). Raises :class:`UsageError` for an unknown folder or floor plan.
    """
    path = data_file()
    if path is None:
        return None
    folder = _tasks(path).get(name)
    if folder is None:
        raise UsageError(f"no MAP-THOR task {name!r} in {path.name}")
    plan = folder["floorplans"].get(floor_plan)
    if plan is None:
        raise UsageError(f"task {name} has no {floor_plan}; it has "
                         + ", ".join(folder["floorplans"]))
    swapped = repairs()["preparation"].get(name, {}) if repaired else {}
    calls = tuple({**c, "action": swapped.get(c["action"], c["action"])}
                  for c in plan.get("preinit", ()))
    lists = read_lists(folder["checker"]) if folder.get("checker") else None
    return Task(name, floor_plan, calls, lists)
