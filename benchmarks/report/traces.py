"""The trace that was stored with a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from planner.execution.trace import read_trace

__all__ = ["stored_trace"]

MAX_TRACE_BYTES = 20_000_000


def stored_trace(folder: Path | None) -> list[dict[str, Any]]:
    """Return the lines of a run's trace; none if it is missing, too large or unreadable."""
    path = folder / "trace.jsonl" if folder else None
    if path is None or not path.is_file() or path.stat().st_size > MAX_TRACE_BYTES:
        return []
    try:
        return read_trace(path)
    except ValueError:
        return []
