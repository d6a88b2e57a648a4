"""Wait for an answer, or let a solver work, no longer than until a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, Timer
from typing import Any, TypeVar

__all__ = ["asked", "ended", "in_time"]

T = TypeVar("T")
QUICK = 100
"""Conflicts without a timer: its thread takes longer to start than most questions."""


def asked(solver: Any, assumptions: list[int], deadline: float, conflicts: int = -1) -> bool | None:
    """Ask a solver of python-sat whether literals can hold together.

    None where the time (monotonic), or the number of ``conflicts`` if there is one, is up before.
    """
    first = QUICK if conflicts < 0 else min(QUICK, conflicts)
    solver.conf_budget(first)
    answer: bool | None = solver.solve_limited(assumptions, expect_interrupt=True)
    if answer is None and first != conflicts and time.monotonic() < deadline:
        solver.conf_budget(max(-1, conflicts - first))
        with ended(solver.interrupt, deadline):
            answer = solver.solve_limited(assumptions, expect_interrupt=True)
    return answer


@contextmanager
def ended(interrupt: Callable[[], None], deadline: float) -> Iterator[None]:
    """Have the body interrupted at a deadline (monotonic)."""
    timer = Timer(min(max(0.0, deadline - time.monotonic()), 1e6), interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def in_time(work: Callable[[], T], deadline: float) -> T | None:
    """Return what a function returns, None where that takes beyond ``deadline`` (monotonic).

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
    thread.join(max(0.0, deadline - time.monotonic()))
    if errors:
        raise errors[0]
    return answers[0] if answers else None
