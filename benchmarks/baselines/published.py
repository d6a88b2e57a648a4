"""Read the published tables (``published.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from benchmarks.statistics import Interval

__all__ = ["TABLE", "PublishedRow", "published"]

TABLE = Path(__file__).parent / "published.toml"
VALUES = ("SR", "TR", "C", "B", "L")


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One printed line; an interval without ends has ``n`` 0 and equal ends."""

    table: int
    place: str
    domain: str
    agents: int
    algorithm: str
    model: str
    values: dict[str, Interval]

    @property
    def source(self) -> str:
        """Say where the line is printed."""
        return f"paper, Table {self.table}"


def published(domain: str = "", *, with_intervals: bool = True) -> list[PublishedRow]:
    """Return the printed lines of a domain (all: empty), by default those with intervals.

    Tables 5, 6 and 7 repeat Tables 2, 3 and 4 with intervals.
    """
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    rows = [
        PublishedRow(
            row["table"], row["place"], row["domain"], row["agents"], row["algorithm"],
            row["model"], {k: _interval(row[k]) for k in VALUES if k in row},
        )
        for row in table["row"]
    ]
    return [
        row for row in rows
        if domain in ("", row.domain) and (not with_intervals or row.table >= 5)
    ]


def _interval(value: float | list[float]) -> Interval:
    if isinstance(value, list):
        return Interval(float(value[0]), float(value[1]), float(value[2]), 0)
    return Interval(float(value), float(value), float(value), 0)
