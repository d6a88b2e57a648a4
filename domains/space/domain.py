"""Spatial text as a plug-in (``planner.domain``): puzzles and a command, no world to act in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from planner.cases import option
from planner.domain import Domain, FileHead


@dataclass(frozen=True)
class SpaceCase:
    """A file of arrangement puzzles."""

    file: Path = option(help="Puzzles: text, JSON or JSON lines.", positional=True)

    @property
    def label(self) -> str:
        """Name the case for people."""
        return self.file.stem


def is_puzzles(head: FileHead) -> bool:
    """Say whether a file holds arrangement puzzles: JSON items, or Chinese text that asks."""
    if head.text.startswith(("{", "[")):
        return '"question"' in head.text and '"text"' in head.text
    chinese = len(re.findall("[\u4e00-\u9fff]", head.text))
    return chinese > len(head.text) / 3 and bool(re.search("[？?]|[（(]\\s*[）)]|＿", head.text))


DOMAIN: Domain[SpaceCase] = Domain(
    name="space",
    summary="Chinese spatial text: anomalies, roles, comparison, arrangement puzzles.",
    case_type=SpaceCase,
    recognise=is_puzzles,
    load=SpaceCase,
    solver="translators.space.solving:solve",
    sample=Path(__file__).parent / "samples" / "puzzles.json",
    capabilities={"space": "Chinese spatial text: score, rank, solve, train, evaluate.|"
                           "translators.space.command:app"},
)
