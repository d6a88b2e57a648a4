"""Clues → constraints: CP-SAT over one slot variable per entity.

Every elementary statement becomes a table over the slots of the entities it names (at most
``MAX_TABLE`` rows), computed by ``meaning.holds``; connectives become Boolean constraints. So
"must", "can" and "how many" are three questions to the same model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from planner.errors import LimitError, MissingError
from translators.space.puzzles.layouts import Layout
from translators.space.puzzles.logic import (
    And,
    Conditional,
    Formula,
    Iff,
    Not,
    OneOf,
    Or,
    Xor,
    entities_of,
)
from translators.space.puzzles.meaning import Reading, holds

__all__ = ["Arrangement", "Solver", "Unfeasible"]

MAX_TABLE = 130_000
Arrangement = tuple[int, ...]


class Unfeasible(Exception):
    """No arrangement satisfies the clues."""


@dataclass
class Solver:
    """Answer questions about all arrangements that satisfy ``clues``.

    ``groups`` lists the entities that exclude each other (people; with attributes, one group per
    attribute). Raise ``LimitError`` when a table or the time (``limit_s`` per question) is too
    large.
    """

    layout: Layout
    groups: Sequence[Sequence[int]]
    reading: Reading
    limit_s: float = 10.0
    _tables: dict[Formula, tuple[tuple[int, ...], list[tuple[int, ...]]]] = field(
        default_factory=dict)

    @property
    def entities(self) -> int:
        """Return how many entities there are."""
        return sum(len(g) for g in self.groups)

    def arrangement(self, clues: Sequence[Formula]) -> Arrangement | None:
        """Return one arrangement, ``None`` when there is none."""
        from ortools.sat.python import cp_model

        model, slots = self._model(clues)
        solver = self._engine()
        status = solver.Solve(model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return tuple(solver.Value(v) for v in slots)
        if status == cp_model.INFEASIBLE:
            return None
        raise LimitError("the arrangement puzzle needs more time than allowed")

    def possible(self, clues: Sequence[Formula], statement: Formula) -> Arrangement | None:
        """Return an arrangement in which ``statement`` is true as well, if there is one."""
        return self.arrangement([*clues, statement])

    def certain(self, clues: Sequence[Formula], statement: Formula) -> bool:
        """Say whether ``statement`` is true in every arrangement."""
        return self.arrangement([*clues, Not(statement)]) is None

    def arrangements(self, clues: Sequence[Formula], limit: int) -> list[Arrangement]:
        """Return all arrangements, sorted; raise ``LimitError`` beyond ``limit``."""
        from ortools.sat.python import cp_model

        model, slots = self._model(clues)
        found: list[Arrangement] = []

        class Collect(cp_model.CpSolverSolutionCallback):  # type: ignore[misc,unused-ignore]
            def on_solution_callback(self) -> None:
                found.append(tuple(self.Value(v) for v in slots))
                if len(found) > limit:
                    self.StopSearch()

        solver = self._engine()
        solver.parameters.enumerate_all_solutions = True
        status = solver.Solve(model, Collect())
        if len(found) > limit or status == cp_model.UNKNOWN or (
            found and status == cp_model.FEASIBLE
        ):
            raise LimitError(f"more than {limit} arrangements, or not enough time to list them")
        return sorted(set(found))

    def _engine(self) -> Any:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.max_time_in_seconds = self.limit_s
        return solver

    def _model(self, clues: Sequence[Formula]) -> tuple[Any, list[Any]]:
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise MissingError(
                "arrangement puzzles need ortools: pip install 'lmfree-planner[space]'"
            ) from None
        model: Any = cp_model.CpModel()
        slots = [model.NewIntVar(0, self.layout.size - 1, f"e{i}") for i in range(self.entities)]
        for group in self.groups:
            model.AddAllDifferent([slots[i] for i in group])
        if not self.layout.anchored and self.groups and self.groups[0]:
            start = self.layout.size // 2 if self.layout.kind == "plane" else 0
            model.Add(slots[self.groups[0][0]] == start)
        for clue in clues:
            self._post(clue, model, slots)
        return model, slots

    def _post(self, formula: Formula, model: Any, slots: list[Any]) -> None:
        if isinstance(formula, And):
            for part in formula.parts:
                self._post(part, model, slots)
            return
        model.AddBoolOr([self._literal(formula, model, slots)])

    def _literal(self, formula: Formula, model: Any, slots: list[Any]) -> Any:
        match formula:
            case Not(part):
                return self._literal(part, model, slots).Not()
            case And(parts):
                return self._literal(Or(tuple(Not(p) for p in parts)), model, slots).Not()
            case Conditional(condition, consequence):
                return self._literal(Or((Not(condition), consequence)), model, slots)
        truth = model.NewBoolVar("")
        match formula:
            case Or(parts):
                model.AddMaxEquality(truth, [self._literal(p, model, slots) for p in parts])
            case Xor(left, right) | Iff(left, right):
                a = self._literal(left, model, slots)
                b = self._literal(right, model, slots)
                same = truth if isinstance(formula, Iff) else truth.Not()
                model.Add(a == b).OnlyEnforceIf(same)
                model.Add(a != b).OnlyEnforceIf(same.Not())
            case OneOf(parts, count):
                total = sum(self._literal(p, model, slots) for p in parts)
                model.Add(total == count).OnlyEnforceIf(truth)
                model.Add(total != count).OnlyEnforceIf(truth.Not())
            case _:
                names, rows = self._table(formula)
                model.AddAllowedAssignments([*(slots[i] for i in names), truth], rows)
        return truth

    def _table(self, formula: Formula) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
        if formula not in self._tables:
            names = tuple(sorted(entities_of(formula)))
            if self.layout.size ** len(names) > MAX_TABLE:
                raise LimitError("one clue names too many entities for this layout")
            self._tables[formula] = names, list(self._rows(formula, names))
        return self._tables[formula]

    def _rows(self, formula: Formula, names: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield every combination of slots with the truth of the formula as last column."""
        at: dict[int, int] = {}
        for row in product(range(self.layout.size), repeat=len(names)):
            at.update(zip(names, row, strict=True))
            yield (*row, int(holds(formula, at, self.layout, self.reading)))
