"""What can be asked of the competition's robot: a problem file, a seed, a language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from planner.cases import option
from planner.domain import FileHead

LANGUAGES = ("instructions", "english")


@dataclass(frozen=True)
class CompetitionCase:
    """One competition problem; with ``true_world`` offline plans are made from the truth."""

    problem: Path = option(help="Problem file (.xml).", positional=True)
    seed: int = option(0, help="Seed of the referee's unreliable answers.")
    language: str = option("instructions", help="What the player is sent: instructions or english.",
                           choices=LANGUAGES)
    true_world: bool = option(False, help="Plan offline from the truth.", hidden=True)

    @property
    def label(self) -> str:
        """Name the case for people."""
        return self.problem.name


def is_problem(head: FileHead) -> bool:
    """Say whether a file is a competition problem (XML)."""
    return head.suffix == ".xml" or head.text.startswith("<")
