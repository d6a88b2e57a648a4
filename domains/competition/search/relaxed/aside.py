"""A search beside the main one: a child process on a second core, one piece of work at a time."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from domains.competition.search.astar import Outcome

__all__ = ["Aside", "second_core"]


def second_core() -> bool:
    """Say whether a child can be forked here, and has a core to itself."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    forks = "fork" in multiprocessing.get_all_start_methods()
    return forks and (cores or 1) > 1 and not multiprocessing.current_process().daemon


class Aside:
    """At most one child; it inherits all that its work needs and sends back the outcome.

    The child is a daemon: it ends with its parent. :meth:`close` ends it at once and reaps it.
    """

    def __init__(self) -> None:
        self._process: Any = None
        self._answer: Connection | None = None

    def start(self, work: Callable[[], Outcome]) -> None:
        """Begin a piece of work; the one before must be over."""
        fork = multiprocessing.get_context("fork")
        self._answer, question = fork.Pipe(duplex=False)
        self._process = fork.Process(target=_run, args=(work, question), daemon=True)
        self._process.start()
        question.close()

    def outcome(self, wait_s: float = 0.0) -> Outcome | None:
        """Return the outcome once it is there; None before.

        Raises:
            EOFError: the child has ended without an outcome (killed, out of memory).
        """
        assert self._answer is not None, "nothing was started"
        if not self._answer.poll(max(0.0, wait_s)):
            return None
        found: Outcome = self._answer.recv()
        self.close()
        return found

    def close(self) -> None:
        """End the child, if there is one."""
        if self._process is None:
            return
        self._process.kill()
        self._process.join()
        self._process.close()
        self._process = None
        if self._answer is not None:
            self._answer.close()
            self._answer = None


def _run(work: Callable[[], Outcome], answer: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
    answer.send(work())
