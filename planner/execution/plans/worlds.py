"""Open the world that a source file describes, so that a plan can be executed in it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.cases import fields_of
from planner.discovery import recognise
from planner.environment import Environment
from planner.errors import UsageError

__all__ = ["OpenedWorld", "open_world"]

MAX_STEPS = 10_000
REPAIR_DEPTH = 3


@dataclass(frozen=True)
class OpenedWorld:
    """A way to open fresh copies of one world; ``depth`` is how far a repair may be searched.

    ``seed`` and ``agents`` are those of the file, or the usual ones.
    """

    domain: str
    agents: int
    seed: int
    depth: int
    make: Callable[[], Environment]


def open_world(file: Path, agents: int = 0) -> OpenedWorld:
    """Recognise a file by its contents and open the world it describes.

    ``agents`` is the team size the plan speaks of; 0 takes the file's.
    """
    domain = recognise(file)
    if not domain.has("environment"):
        raise UsageError(f"{file}: plans of {domain.name!r} are not executed in a world")
    case = domain.read(file)
    fields = fields_of(domain.case_type)
    changes: dict[str, Any] = {"max_steps": MAX_STEPS} | ({"agents": agents} if agents else {})
    case = dataclasses.replace(case, **{k: v for k, v in changes.items() if k in fields})

    def make() -> Environment:
        return domain.open(case)

    first = make()
    try:
        team = len(first.possible_agents)
    finally:
        first.close()
    return OpenedWorld(domain.name, team, int(getattr(case, "seed", 0)), REPAIR_DEPTH, make)
