"""Wait for an answer no longer than until a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

__all__ = ["in_time"]

T = TypeVar("T")


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
