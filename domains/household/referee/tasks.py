"""MAP-THOR's task folders: preparations and lists, from the facts in ``mapthor.toml``.

And its recorded episodes of eight methods, values only (``docs/baselines.md``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from domains.household.referee.checker import REPAIRS, TaskLists
from planner.cases import unknown
from planner.errors import MissingError, UsageError
from planner.execution.recorded import RecordedRun, read_rows
from planner.files import read_toml

_ENTRY = re.compile(r"([\w+]+)(?:\((\w+)\))?: (.+)")
_STATES = {"dirty": "DirtyObject", "open": "OpenObject", "close": "CloseObject",
           "on": "ToggleObjectOn", "off": "ToggleObjectOff"}
_TURNS = {"left": "RotateLeft", "right": "RotateRight"}


@dataclass(frozen=True)
class Task:
    """One folder on one floor plan: the simulator calls before it starts, and its lists."""

    name: str
    floor_plan: str
    preparation: tuple[Mapping[str, Any], ...]
    lists: TaskLists
    changed: bool = False
    """Whether the preparation differs from the published one (a repaired reading's may)."""


def task_names() -> tuple[str, ...]:
    """Return the names of all folders."""
    return tuple(_facts())


def load_task(name: str, floor_plan: str, *, repaired: bool = True) -> Task:
    """Load a folder on a floor plan.

    ``repaired`` applies the repaired reading to the preparation as well (cabinets to be opened
    start closed, so that no task begins done). Raises :class:`UsageError` for an unknown folder
    or floor plan.
    """
    if name not in _facts():
        raise UsageError(unknown("MAP-THOR task", name, task_names()))
    facts = _facts()[name]
    if floor_plan not in facts["start"]:
        raise UsageError(f"task {name} has no {floor_plan}; it has " + ", ".join(facts["start"]))
    swapped = REPAIRS["preparation"].get(name, {}) if repaired else {}
    calls = [_call(line) for line in facts["start"][floor_plan]]
    made = tuple({**c, "action": swapped.get(c["action"], c["action"])} for c in calls)
    return Task(name, floor_plan, made, _lists(facts), made != tuple(calls))


@cache
def _facts() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("mapthor.toml"))


def _lists(facts: Mapping[str, Any]) -> TaskLists:
    subtasks = [entry for text in facts["subtasks"] for entry in _entries(text)]
    return TaskLists(
        independent=tuple(s for s in subtasks if ", " not in s),
        conditional=tuple(s for s in subtasks if ", " in s),
        coverage=_words(facts["coverage"]), objects=_words(facts.get("objects", "")),
        receptacles=_words(facts.get("receptacles", "")),
        scene_types={plan: _words(types) for plan, types in facts.get("scene_types", {}).items()},
        numerate=dict(facts.get("instances", {})))


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _entries(text: str) -> Iterator[str]:
    """Spell out one line of subtasks.

    >>> list(_entries("NavigateTo+PutObject(Fridge): Egg"))
    ['NavigateTo(Fridge, Egg)', 'PutObject(Fridge, Egg)']
    """
    found = _ENTRY.fullmatch(text)
    assert found is not None, text
    acts, place, things = found.groups()
    for thing in things.split():
        for act in acts.split("+"):
            yield f"{act}({place}, {thing})" if place else f"{act}({thing})"


def _call(line: str) -> Mapping[str, Any]:
    """Return the simulator call of one line of a preparation."""
    verb, first, *rest = line.split()
    if verb in _TURNS:
        return {"action": _TURNS[verb], "degrees": float(first)}
    if verb == "place":
        point = dict(zip("xyz", map(float, rest), strict=True))
        return {"action": "PlaceObjectAtPoint", "objectId": first, "position": point}
    return {"action": _STATES[verb], "objectId": first, "forceAction": True}


def recorded(data: Path) -> list[RecordedRun]:
    """Read the recorded MAP-THOR episodes; a missing field is left out of the values.

    Three rows lack one field, and it is not known whether the value left is success or
    transport rate: both are left out.
    """
    path = data / "llamar" / "mapthor_results" / "episodes.csv"
    if not path.is_file():
        raise MissingError(f"no {path}; give the data folder with --data or $PLANNER_DATA")
    columns = {"SR": "success", "TR": "transport_rate", "C": "coverage", "B": "balance",
               "L_done": "steps"}

    def episode(row: Mapping[str, str]) -> RecordedRun:
        values = {k: float(row[c]) for k, c in columns.items()
                  if row[c] != "" and not (k == "TR" and row["success"] == "")}
        if not all(abs(value) < 1e9 for value in values.values()):
            raise ValueError("a value is out of range")
        agents = 3 if row["method"] == "llamar_3" else 2
        case = {"task": row["task"], "floor_plan": row["floor_plan"], "agents": agents}
        known = bool(row["task"] and row["floor_plan"])
        return RecordedRun(row["method"], agents, f"{row['method']}-{int(row['episode_index'])}",
                           case if known else {}, None, values)

    names = ("method", "episode_index", "task", "floor_plan", *columns.values())
    return [found for _, found in read_rows(path, names, episode)]
