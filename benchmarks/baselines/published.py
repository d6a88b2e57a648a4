"""Read the published tables of the domains."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.basis import UNKNOWN, Basis
from benchmarks.statistics import Interval
from planner.discovery import discover, domain_named
from planner.files import read_toml

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
    basis: Basis = UNKNOWN
    note: str = ""

    @property
    def source(self) -> str:
        """Say where the line is printed."""
        return f"paper, Table {self.table}"


def published(domain: str = "", *, with_intervals: bool = True) -> list[PublishedRow]:
    """Return the printed lines of a domain (all: empty), by default those with intervals.

    Tables 5, 6 and 7 repeat Tables 2, 3 and 4 with intervals.
    """
    rows = [
        PublishedRow(
            row["table"], row["place"], found.name, row["agents"], row["algorithm"],
            row["model"], {k: _interval(row[k]) for k in VALUES if k in row},
            Basis.of(table.get("basis")), table.get("note", ""),
        )
        for found in discover().domains.values() if found.published is not None
        for table in [read_toml(found.published)]
        for row in table["row"]
    ]
    return [
        row for row in rows
        if domain in ("", row.domain) and (not with_intervals or row.table >= 5)
    ]


def published_basis(domain: str) -> Basis:
    """Return what the printed and recorded figures of a domain rest on."""
    path = domain_named(domain).published
    return Basis.of(read_toml(path).get("basis")) if path is not None else Basis()


def _interval(value: float | list[float]) -> Interval:
    if isinstance(value, list):
        return Interval(float(value[0]), float(value[1]), float(value[2]), 0)
    return Interval(float(value), float(value), float(value), 0)
