"""A linear programme over how often moves are made (OR-tools GLOP)."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

__all__ = ["Programme"]

DAY = 86400.0


class Programme:
    """Columns from 0 up, rows over them, one column to be minimised.

    Raises :class:`ImportError` where OR-tools is not installed.
    """

    def __init__(self) -> None:
        from ortools.linear_solver import pywraplp

        self._words: Any = pywraplp.Solver
        self._solver: Any = self._words.CreateSolver("GLOP")
        self._columns: list[Any] = []
        self._counts: dict[int, int] = {}

    def column(self, most: float = inf) -> int:
        """Return a new column."""
        self._columns.append(self._solver.NumVar(0, most, ""))
        return len(self._columns) - 1

    def count(self, move: int) -> int:
        """Return the column of how often a move is made."""
        if move not in self._counts:
            self._counts[move] = self.column()
        return self._counts[move]

    def row(self, low: float | None, high: float | None, terms: Iterable[tuple[int, float]]
            ) -> None:
        """Add a row; None: no such limit. No column may stand in it twice."""
        row = self._solver.Constraint(-inf if low is None else low, inf if high is None else high)
        for column, factor in terms:
            row.SetCoefficient(self._columns[column], factor)

    def least(self, column: int, seconds: float) -> float:
        """Return the least value of a column, 0 where that is not known in time."""
        self._solver.SetTimeLimit(max(1, int(1000 * min(seconds, DAY))))
        self._solver.Minimize(self._columns[column])
        if self._solver.Solve() != self._words.OPTIMAL:
            return 0.0
        return float(self._solver.Objective().Value())
