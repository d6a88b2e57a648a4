"""A problem file as this domain sees it; the translator that reads it is named, not imported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from domains.competition.world.model import Instruction, World
from planner.domain import load_part
from planner.errors import SourceError

READER = "translators.competition.problem_file"


class Problem(Protocol):
    """What is known of a problem file; parts are read when asked for and raise SourceError."""

    @property
    def name(self) -> str:
        """File name without its folder."""

    @property
    def lies(self) -> bool:
        """Whether answers to ``AskLoc`` may be wrong."""

    @property
    def told_text(self) -> str:
        """The world as stated to a solver, one line."""

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Instructions in file order."""

    @property
    def defects(self) -> tuple[SourceError, ...]:
        """What could not be read as it stands, and what was made of it."""

    @property
    def sentence_defects(self) -> tuple[SourceError, ...]:
        """The sentences that cannot be read."""

    def true_world(self) -> World:
        """Return the world that is simulated and scored."""

    def task_text(self, language: str) -> str:
        """Return what a solver is sent as its task: ``instructions`` or ``english``."""


def read_problem(path: str | Path) -> Problem:
    """Read a problem file; raises ``InputError`` or ``SourceError``."""
    problem: Problem = load_part(f"{READER}:read_problem")(path)
    return problem


def parse_told(text: str, on_defect: Callable[[str], None] | None = None) -> World:
    """Read the platform's ``(:domain …)`` message; odd facts are reported, or raised without."""
    world: World = load_part(f"{READER}:parse_told")(text, on_defect=on_defect)
    return world


def read_task(
    text: str, language: str, told: World | None, on_defect: Callable[[str], None]
) -> tuple[Instruction, ...]:
    """Read task text in a language (``auto``: by its first character)."""
    items: tuple[Instruction, ...] = load_part(f"{READER}:read_task")(
        text, language, told, on_defect)
    return items
