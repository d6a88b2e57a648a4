"""What has to come true some day, and what may be the first to make it so.

The delete relaxation with literals of both signs: landmarks, and the first achievers of Imai and
Fukunaga (2015) as rows over how often moves are made. A literal has one first cause, so those of
its causes that need the same other literal need it together: that is summed over robots, which is
what makes the rows strong for teams.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from math import inf
from typing import Any

from planner.engines.joint.grounding.model import Model, Move
from planner.engines.joint.grounding.relaxation import landmarks

DAY = 86400.0


@dataclass
class Relaxed:
    """The moves by what they make true: literals that do not hold at first alone."""

    model: Model
    first: frozenset[int] = frozenset()
    causes: dict[int, list[tuple[int, frozenset[int]]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        model = self.model
        group = {atom: v.atoms for v in model.variables for atom in v.atoms}
        self.first = frozenset(a if a in model.true else -a for a in group)
        for m, move in enumerate(model.moves):
            needs: dict[int, list[frozenset[int]]] = {}
            for effect in move.effects:
                for x in (effect.literal, *(-b for b in group[abs(effect.literal)]
                                            if b != effect.literal)):
                    if x not in self.first:
                        needs.setdefault(x, []).append(frozenset(effect.condition))
            for x, found in needs.items():
                common = reduce(frozenset.intersection, found) | move.needs
                self.causes.setdefault(x, []).append((m, common - self.first))

    def sources(self, move: Move) -> tuple[int, ...]:
        """Return the atoms of which one has to hold before; none where one does at first."""
        found = tuple(q for q, _ in move.sources) if move.merged else ()
        return () if self.first.intersection(found) else found

    def landmarks(self) -> list[int]:
        """Return literals that do not hold at first and come true in every plan."""
        rows = ((needs.union(source), (x,)) for x, causes in self.causes.items()
                for m, needs in causes
                for source in [[q] for q in self.sources(self.model.moves[m])] or [[]])
        return landmarks(rows, self.first, self.model.goal)


def add_causes(programme: Programme, model: Model) -> None:
    """Add rows: what every plan makes true has a first cause, with all that this one needs."""
    relaxed = Relaxed(model)
    true: dict[int, Any] = {}
    queue: list[int] = []

    def some_day(literal: int) -> Any:
        """Return the column that is 1 where a literal comes true."""
        if literal not in true:
            true[literal] = programme.column(1)
            queue.append(literal)
        return true[literal]

    for x in relaxed.landmarks():
        programme.row(1, 1, [(some_day(x), 1)])
    for clause in model.goal:
        if not relaxed.first.intersection(clause):
            programme.row(1, None, [(some_day(x), 1) for x in clause])
    while queue:
        x = queue.pop()
        causes = relaxed.causes.get(x, [])
        columns = {m: programme.column(1) for m, _ in causes}
        for m, column in columns.items():
            programme.row(None, 0, [(column, 1), (programme.count(m), -1)])
        for ys, moves in _needing(relaxed, model, causes).items():
            terms = [(columns[m], 1) for m in moves]
            if ys:
                programme.row(None, 0, [*((some_day(y), -1) for y in ys), *terms])
            else:
                programme.row(0, None, [(true[x], -1), *terms])


def _needing(
    relaxed: Relaxed, model: Model, causes: Sequence[tuple[int, frozenset[int]]]
) -> dict[tuple[int, ...], list[int]]:
    """Return the moves that need one of some literals; under ``()`` all of them."""
    found: dict[tuple[int, ...], list[int]] = {(): list(dict.fromkeys(m for m, _ in causes))}
    for m, needs in causes:
        sources = relaxed.sources(model.moves[m])
        for ys in (*((y,) for y in sorted(needs)), *([sources] if sources else [])):
            found.setdefault(ys, []).append(m)
    return found


class Programme:
    """Columns from 0 up, rows over them, one column to be minimised.

    Raises :class:`ImportError` where OR-tools is not installed.
    """

    def __init__(self) -> None:
        from ortools.linear_solver import pywraplp

        self._solver: Any = pywraplp.Solver.CreateSolver("GLOP")
        self.count = cache(lambda move: self.column())
        """Return the column of how often a move is made."""

    def column(self, most: float = inf) -> Any:
        """Return a new column."""
        return self._solver.NumVar(0, most, "")

    def row(self, low: float | None, high: float | None, terms: Iterable[tuple[Any, float]]
            ) -> None:
        """Add a row; None: no such limit. No column may stand in it twice."""
        row = self._solver.Constraint(-inf if low is None else low, inf if high is None else high)
        for column, factor in terms:
            row.SetCoefficient(column, factor)

    def least(self, column: Any, seconds: float) -> float:
        """Return the least value of a column, 0 where that is not known in time."""
        self._solver.SetTimeLimit(max(1, int(1000 * min(seconds, DAY))))
        self._solver.Minimize(column)
        if self._solver.Solve() != self._solver.OPTIMAL:
            return 0.0
        return float(self._solver.Objective().Value())
