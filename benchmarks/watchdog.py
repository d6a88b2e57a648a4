"""Watch one run from a second thread: wall clock and memory of this process."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Callable
from types import TracebackType

from benchmarks.runs.outcome import RunOutcome
from planner.sandbox import resident_mb

PERIOD_S = 0.2
GRACE_S = 5.0


class LimitReached(BaseException):
    """Unwind a run that went beyond its limits; no ``except Exception`` may stop it."""


class Watchdog:
    """Raise :class:`LimitReached` in the entering thread when a limit is passed.

    A run that doesn't unwind within five seconds (it sits in foreign code) is given up by calling
    ``give_up`` from the watching thread.
    """

    def __init__(
        self, wall_seconds: float, memory_mb: int, give_up: Callable[[RunOutcome], None]
    ) -> None:
        self.wall_seconds, self.memory_mb, self.give_up = wall_seconds, memory_mb, give_up
        self.outcome = RunOutcome()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._watched = 0
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Watchdog:
        self._watched = threading.get_ident()
        self._thread = threading.Thread(target=self._watch, daemon=True, name="watchdog")
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._ended.set()
            pending = self.outcome.name != "finished" and kind is not LimitReached
        if pending:
            _absorb()

    def _watch(self) -> None:
        deadline = time.monotonic() + self.wall_seconds
        while not self._ended.wait(min(PERIOD_S, max(0.0, deadline - time.monotonic()))):
            outcome = self._check(deadline)
            if outcome is None:
                continue
            with self._lock:
                if self._ended.is_set():
                    return
                self.outcome = outcome
                _interrupt(self._watched, LimitReached)
            if not self._ended.wait(GRACE_S):
                self.give_up(outcome)
            return

    def _check(self, deadline: float) -> RunOutcome | None:
        if time.monotonic() >= deadline:
            return RunOutcome("time-limit", f"not finished after {self.wall_seconds:g} s")
        used = resident_mb(os.getpid())
        if used > self.memory_mb:
            return RunOutcome("memory-limit", f"{used:.0f} MB used of {self.memory_mb} MB")
        return None


def _interrupt(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _absorb() -> None:
    """Wait for an interrupt that was sent when the run had just ended.

    Taking it back (a null exception) would leave CPython 3.11's evaluation loop on its slow path
    for the rest of the process.
    """
    try:
        for _ in range(1000):
            time.sleep(0.001)
    except LimitReached:
        return
