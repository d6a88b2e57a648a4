"""Two independent judges of a plan that must agree; explains the first step that fails."""

from enum import StrEnum

from planner.errors import ExitCode


class Verdict(StrEnum):
    """What one judge, or both together, say."""

    VALID = "valid"
    INVALID = "invalid"
    NOT_JUDGED = "not judged"
    CRASHED = "crashed"
    DISAGREE = "disagree"

    @property
    def exit_code(self) -> ExitCode:
        """Return the command line's exit code for this verdict."""
        return {Verdict.VALID: ExitCode.OK, Verdict.INVALID: ExitCode.NEGATIVE,
                Verdict.NOT_JUDGED: ExitCode.UNSUPPORTED, Verdict.CRASHED: ExitCode.COMPONENT,
                Verdict.DISAGREE: ExitCode.COMPONENT}[self]
