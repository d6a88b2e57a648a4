"""What came of a run: a value, never an exception. The words are unified-planning's."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from planner.errors import ExitCode
from planner.plan import Plan


class Status(StrEnum):
    """unified-planning's ``PlanGenerationResultStatus`` words, with the exit code of each."""

    SOLVED_SATISFICING = "SOLVED_SATISFICING"
    SOLVED_OPTIMALLY = "SOLVED_OPTIMALLY"
    INTERMEDIATE = "INTERMEDIATE"
    UNSOLVABLE_PROVEN = "UNSOLVABLE_PROVEN"
    UNSOLVABLE_INCOMPLETELY = "UNSOLVABLE_INCOMPLETELY"
    TIMEOUT = "TIMEOUT"
    MEMOUT = "MEMOUT"
    INTERNAL_ERROR = "INTERNAL_ERROR"
    UNSUPPORTED_PROBLEM = "UNSUPPORTED_PROBLEM"

    @property
    def solved(self) -> bool:
        """Say whether a plan came with it."""
        return self in (Status.SOLVED_SATISFICING, Status.SOLVED_OPTIMALLY, Status.INTERMEDIATE)

    @property
    def exit_code(self) -> ExitCode:
        """Return the command line's exit code for this status."""
        if self.solved:
            return ExitCode.OK
        return {Status.TIMEOUT: ExitCode.LIMIT, Status.MEMOUT: ExitCode.LIMIT,
                Status.INTERNAL_ERROR: ExitCode.COMPONENT,
                Status.UNSUPPORTED_PROBLEM: ExitCode.UNSUPPORTED}.get(self, ExitCode.NEGATIVE)


class Outcome(NamedTuple):
    """Status, plan and the record of one engine run.

    ``cost`` is the engine's own count (None where it gives none), ``bound`` a proven lower bound
    or None. ``seconds`` is wall time of the engine process. ``message`` explains every status but
    the solved ones; ``log`` is the end of the engine's output. ``interrupted`` says that the user
    ended the run; a plan found before is kept.
    ``notes`` are further entries for a record (``joint``: what is to be known of joint steps).
    """

    status: Status
    engine: str
    version: str
    plan: Plan | None = None
    cost: float | None = None
    bound: float | None = None
    seconds: float = 0.0
    message: str = ""
    log: str = ""
    interrupted: bool = False
    notes: Mapping[str, Any] = {}
