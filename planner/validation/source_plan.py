"""What a judge says of a plan for a source file, in whatever words it is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from planner.errors import ExitCode

__all__ = ["PlanVerdict", "Status"]


class Status(StrEnum):
    """What the judge says."""

    VALID = "valid"
    INVALID = "invalid"
    CRASHED = "crashed"


@dataclass(frozen=True)
class PlanVerdict:
    """The judge's answer.

    ``step`` is the first failing joint step (1-based; 0: none), ``line`` its line in the plan,
    ``words`` what the plan says and ``action`` what it was understood as. ``repair`` lists the
    actions to be done before it, as ``robot: action``. ``missing`` are subtasks not done at the
    end. ``failures`` counts all actions that failed.
    """

    status: Status
    explanation: str
    step: int = 0
    line: int = 0
    robot: str = ""
    words: str = ""
    action: str = ""
    reason: str = ""
    repair: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    steps: int = 0
    failures: int = 0
    credited: int = 0
    subtasks: int = 0

    @property
    def exit_code(self) -> ExitCode:
        """Return the command line's exit code."""
        return {Status.VALID: ExitCode.OK, Status.INVALID: ExitCode.NEGATIVE,
                Status.CRASHED: ExitCode.COMPONENT}[self.status]

    def __str__(self) -> str:
        return f"{self.status}: {self.explanation}"
