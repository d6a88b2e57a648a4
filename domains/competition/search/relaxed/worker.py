"""A child process on a second core: it answers questions, one at a time."""

from __future__ import annotations

import mmap
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from planner.lineage import die_with_parent

__all__ = ["Worker", "second_core"]


def second_core() -> bool:
    """Say whether a child can be forked here, and has a core to itself."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    forks = "fork" in multiprocessing.get_all_start_methods()
    return forks and (cores or 1) > 1 and not multiprocessing.current_process().daemon


class Worker:
    """At most one child; it inherits what ``answer`` refers to, as it is at the first question.

    The child ends with its parent, however that ends. :meth:`close` ends it at once and reaps it.
    ``busy`` tells whether a reply is due.
    """

    def __init__(self, answer: Callable[[Any], Any]) -> None:
        self.busy = False
        self._answer = answer
        self._process: Any = None
        self._line: Connection | None = None
        self._shared = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("q")
        self._parent = os.getpid()

    @property
    def level(self) -> int:
        """A number that the parent sets and the child sees change."""
        return self._shared[0]

    @level.setter
    def level(self, value: int) -> None:
        self._shared[0] = value

    def alone(self) -> bool:
        """Tell, in the child, whether the parent has gone."""
        return os.getppid() != self._parent

    def ask(self, question: Any) -> None:
        """Ask; the question before must have been answered.

        Raises:
            OSError: the child has gone.
        """
        if self._process is None:
            self._start()
        assert self._line is not None
        self._line.send(question)
        self.busy = True

    def reply(self, wait_s: float = 0.0) -> Any:
        """Return the reply once it is there; None before.

        Raises:
            EOFError, OSError: the child has gone without a reply (killed, out of memory).
        """
        assert self._line is not None, "nothing was asked"
        if not self._line.poll(max(0.0, wait_s)):
            return None
        found = self._line.recv()
        self.busy = False
        return found

    def close(self) -> None:
        """End the child, if there is one."""
        if self._process is None:
            return
        self._process.kill()
        self._process.join()
        self._process.close()
        self._process = None
        self.busy = False
        if self._line is not None:
            self._line.close()
            self._line = None

    def _start(self) -> None:
        fork = multiprocessing.get_context("fork")
        self._line, other = fork.Pipe()
        self._process = fork.Process(target=self._serve, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def _serve(self, line: Connection) -> None:
        die_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
        if self._line is not None:
            self._line.close()
        while True:
            try:
                question = line.recv()
            except EOFError:
                return
            line.send(self._answer(question))
