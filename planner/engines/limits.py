"""Limits of one engine run."""

from __future__ import annotations

from dataclasses import dataclass

from planner.errors import UsageError

__all__ = ["Limits"]


@dataclass(frozen=True)
class Limits:
    """Wall time in seconds and memory in MiB (resident, the whole process tree)."""

    wall_s: float = 60.0
    memory_mb: int = 4096

    def __post_init__(self) -> None:
        """Raise :class:`UsageError` on limits that are not positive and finite."""
        if not 0 < self.wall_s < 1e7:
            raise UsageError(f"time limit {self.wall_s} s: it must be positive and finite")
        if not 16 <= self.memory_mb < 1_000_000_000:
            raise UsageError(f"memory limit {self.memory_mb} MB: it must be at least 16")
