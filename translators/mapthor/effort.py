"""How much work one text may be: so much is read, however it is tangled, then it is refused."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, Token
from functools import wraps
from typing import Any, TypeVarTuple

from lark import Tree

from domains.household.goal import Goal
from planner.errors import LimitError, PlannerError

__all__ = ["PER_CHARACTER", "Effort", "bounded"]

MOST = 240_000
"""Steps of the parser that one text may take, all ways of saying it together: about a second of a
processor. Fifty orders of 1,500 characters take 200,000."""
PER_CHARACTER = 4
"""Looking at a character in all tables takes as long as so many steps of the parser."""


class Effort:
    """Counts the steps that are left for a text, and keeps what was read in its place so far.

    ``trees`` are those of the texts that were parsed, None where one cannot be.

    While a text is read ("with"), its effort is the current one, from which whatever asks whether
    some words can be read takes its steps.
    """

    def __init__(self, left: int = MOST) -> None:
        self.left = left
        self.known: dict[str, Goal | PlannerError] = {}
        self.trees: dict[str, Tree[Any] | None] = {}
        self._before: Token[Effort | None] | None = None

    def __enter__(self) -> Effort:
        self._before = _CURRENT.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._before is not None
        _CURRENT.reset(self._before)

    @staticmethod
    def current() -> Effort:
        """Return the effort for the text that is being read, a new one where none is."""
        return _CURRENT.get() or Effort()

    @property
    def spent(self) -> bool:
        """Whether no steps are left."""
        return self.left <= 0

    def spend(self, steps: int) -> None:
        """Take steps off; raises :class:`LimitError` where none are left."""
        self.left -= steps
        if self.left < 0:
            raise LimitError("the instruction is too long or too tangled to be read: "
                             "say it in several instructions, each with a few orders")


_CURRENT: ContextVar[Effort | None] = ContextVar("effort", default=None)
More = TypeVarTuple("More")


def bounded(
    read: Callable[[str, str, Effort, *More], Goal]
) -> Callable[[str, str, Effort, *More], Goal]:
    """Let a reader of texts read each only once for an effort."""

    @wraps(read)
    def reading(text: str, source: str, effort: Effort, *more: *More) -> Goal:
        if text not in effort.known:
            try:
                effort.known[text] = read(text, source, effort, *more)
            except PlannerError as error:
                effort.known[text] = error
        found = effort.known[text]
        if isinstance(found, PlannerError):
            raise found
        return found

    return reading
