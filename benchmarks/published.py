"""Read the published tables of the domains."""

from __future__ import annotations

from benchmarks.basis import Basis
from benchmarks.compare import PRINTED, Line
from benchmarks.statistics import Interval
from planner.discovery import discover
from planner.files import read_toml

VALUES = ("SR", "TR", "C", "B", "L")


def published(domain: str = "", *, with_intervals: bool = True) -> list[Line]:
    """Return the printed lines of a domain (all: empty), by default those with intervals.

    Tables 5, 6 and 7 repeat Tables 2, 3 and 4 with intervals; an interval without ends has ``n`` 0
    and equal ends. Printed L includes the closing Done row, B is that of LLaMAR's released code.
    """
    return [
        Line(found.name, row["agents"], f"{row['algorithm']}, {row['model']}",
             f"paper, Table {row['table']}", 0,
             {PRINTED.get(k, k): _interval(row[k]) for k in VALUES if k in row},
             basis=Basis.of(table.get("basis")), note=table.get("note", ""))
        for found in discover().domains.values()
        if found.published is not None and domain in ("", found.name)
        for table in [read_toml(found.published)]
        for row in table["row"] if row["table"] >= 5 or not with_intervals
    ]


def _interval(value: float | list[float]) -> Interval:
    mean, low, high = value if isinstance(value, list) else [value] * 3
    return Interval(float(mean), float(low), float(high), 0)
