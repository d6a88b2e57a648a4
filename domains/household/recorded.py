"""Recorded MAP-THOR episodes of eight methods, values only (``docs/baselines.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from planner.errors import MissingError
from planner.execution.recorded import RecordedRun, read_rows

__all__ = ["recorded"]


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
