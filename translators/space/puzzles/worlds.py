"""The arrangements a question is asked of: all models of the clues, or a list after moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from translators.space.puzzles.layouts import Layout
from translators.space.puzzles.logic import Formula
from translators.space.puzzles.meaning import Reading, holds
from translators.space.puzzles.solver import Arrangement, Solver

__all__ = ["Listed", "Modelled", "Worlds"]


class Worlds(Protocol):
    """What can be asked about a set of arrangements."""

    def some(self, statement: Formula | None = None) -> Arrangement | None:
        """Return an arrangement (in which the statement is true), ``None`` if there is none."""

    def certain(self, statement: Formula) -> bool:
        """Say whether the statement is true in all arrangements."""

    def all(self, limit: int) -> list[Arrangement]:
        """Return all arrangements; raise ``LimitError`` beyond ``limit``."""


@dataclass(frozen=True)
class Modelled:
    """All models of ``clues``, by constraint solving."""

    solver: Solver
    clues: tuple[Formula, ...]

    def some(self, statement: Formula | None = None) -> Arrangement | None:
        """Return a model in which the statement is true."""
        extra = () if statement is None else (statement,)
        return self.solver.arrangement([*self.clues, *extra])

    def certain(self, statement: Formula) -> bool:
        """Say whether no model contradicts the statement."""
        return self.solver.certain(self.clues, statement)

    def all(self, limit: int) -> list[Arrangement]:
        """Return all models."""
        return self.solver.arrangements(self.clues, limit)


@dataclass(frozen=True)
class Listed:
    """A list of arrangements, for instance what remains possible after moves."""

    arrangements: Sequence[Arrangement]
    layout: Layout
    reading: Reading

    def some(self, statement: Formula | None = None) -> Arrangement | None:
        """Return the first arrangement in which the statement is true."""
        for at in self.arrangements:
            if statement is None or holds(statement, at, self.layout, self.reading):
                return at
        return None

    def certain(self, statement: Formula) -> bool:
        """Say whether the statement is true in all arrangements."""
        return all(holds(statement, at, self.layout, self.reading) for at in self.arrangements)

    def all(self, limit: int) -> list[Arrangement]:
        """Return the list."""
        return sorted(set(self.arrangements))[: limit + 1]
