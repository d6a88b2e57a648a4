"""Wait for an answer, or let a solver work, no longer than until a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import Thread, Timer
from typing import Any, TypeVar

T = TypeVar("T")
QUICK = 100
"""Conflicts without a timer: its thread takes longer to start than most questions."""


class Deadline:
    """A moment so many seconds from now, by the clock, which is read here alone."""

    def __init__(self, seconds: float = inf) -> None:
        self._at = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Return the seconds until then, negative afterwards."""
        return self._at - time.monotonic()

    @property
    def over(self) -> bool:
        """Say whether the moment is past."""
        return self.left <= 0


NEVER = Deadline()


def asked(
    solver: Any, assumptions: list[int], deadline: Deadline, conflicts: int = -1
) -> bool | None:
    """Ask a solver of python-sat whether literals can hold together.

    None where the time, or the number of ``conflicts`` if there is one, is up before.
    """
    first = QUICK if conflicts < 0 else min(QUICK, conflicts)
    solver.conf_budget(first)
    answer: bool | None = solver.solve_limited(assumptions, expect_interrupt=True)
    if answer is None and first != conflicts and not deadline.over:
        solver.conf_budget(max(-1, conflicts - first))
        with ended(solver.interrupt, deadline):
            answer = solver.solve_limited(assumptions, expect_interrupt=True)
    return answer


@contextmanager
def ended(interrupt: Callable[[], None], deadline: Deadline) -> Iterator[None]:
    """Have the body interrupted at a deadline."""
    timer = Timer(min(max(0.0, deadline.left), 1e6), interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def in_time(work: Callable[[], T], seconds: float) -> T | None:
    """Return what a function returns, None where that takes longer than so many seconds.

    It is called in a thread, which is left to end by itself; what it raises in time is raised.
    """
    answers: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(max(0.0, seconds))
    if errors:
        raise errors[0]
    return answers[0] if answers else None
