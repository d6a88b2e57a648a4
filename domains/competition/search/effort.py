"""How much has been spent on a search: computing, not waiting for a busy machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["BUSY", "Effort", "cpu_seconds"]

BUSY = 8
"""How much longer than its effort a search may take before the clock ends it: a processor shared by
eight."""


class Effort:
    """CPU seconds since the beginning: of this process, or of its child where those are more.

    On a quiet machine with two cores that is the time by the clock; on a busy one it does not count
    the waiting, so that the same is searched and found.
    """

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self._clock = clock
        self._begin = clock()
        self._child: Callable[[], float] = lambda: 0.0

    def spent(self) -> float:
        """Return the seconds spent."""
        return max(self._clock() - self._begin, self._child())

    def watch(self, child_s: Callable[[], float]) -> None:
        """Count a child from now on; ``child_s`` gives its CPU seconds."""
        before = self.spent()
        self._child = lambda: before + child_s()


def cpu_seconds(process: int) -> float:
    """Return the CPU seconds of a process, 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2]
        ticks = sum(map(int, fields.split()[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return 0.0
