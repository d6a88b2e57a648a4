"""Chinese spatial text as a plug-in (``planner.domain``): a command, no world to act in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from planner.cases import option
from planner.domain import Domain, FileHead

__all__ = ["DOMAIN", "SpaceCase"]


@dataclass(frozen=True)
class SpaceCase:
    """A file of spatial text."""

    file: Path = option(help="Text, JSON or JSON lines.", positional=True)


def no_file(head: FileHead) -> bool:
    """Claim nothing: ``planner space`` is told what a file is."""
    return False


DOMAIN: Domain[SpaceCase] = Domain(
    name="space",
    summary="Chinese spatial text: anomalies, roles, comparison, arrangement puzzles.",
    case_type=SpaceCase,
    recognise=no_file,
    load=SpaceCase,
    capabilities={"space": "Chinese spatial text: score, rank, solve, train, evaluate.|"
                           "translators.space.command:app"},
)
