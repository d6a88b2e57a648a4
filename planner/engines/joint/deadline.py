"""Wait for an answer, or let a solver work, no longer than until a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, Timer
from typing import TypeVar

__all__ = ["ended", "in_time"]

T = TypeVar("T")


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
