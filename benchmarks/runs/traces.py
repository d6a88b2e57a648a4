"""The trace that was stored with a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from planner.errors import InputError
from planner.files import read_bytes

MAX_TRACE_BYTES = 20_000_000
"""Traces beyond are left out where many are gathered: reports, manifests."""
MAX_ONE = 200_000_000
"""What is read of a trace that was asked for: ten robots that watch twenty fires for 120 steps
write 29 million bytes."""


class _Line(TypedDict, total=False):
    """What a header or a step is read for; more is allowed (``docs/trace.md``)."""

    __pydantic_config__ = ConfigDict(extra="allow", strict=True)  # type: ignore[misc]

    kind: str
    agents: list[str]
    frame: dict[str, Any] | None
    notes: dict[str, Any]
    actions: dict[str, str]
    success: dict[str, bool]
    failure: dict[str, str] | None
    reasons: dict[str, str] | None
    observations: dict[str, Any]


_LINE = TypeAdapter(_Line)
_ANY = TypeAdapter(dict[str, Any])


def stored_trace(folder: Path | None) -> list[dict[str, Any]]:
    """Return the lines of a run's trace; none if it is missing, too large or not a sound trace."""
    try:
        return read_trace(folder / "trace.jsonl", MAX_TRACE_BYTES) if folder else []
    except InputError:
        return []


def read_trace(path: Path, limit: int = MAX_ONE) -> list[dict[str, Any]]:
    """Return the lines of a trace file; raises :class:`InputError` where it is not sound."""
    lines = []
    for number, text in enumerate(read_bytes(path, limit).splitlines(), start=1):
        try:
            lines += [_read(text)] if text.strip() else []
        except ValidationError as error:
            why = error.errors()[0]["msg"]
            raise InputError(f"{path}:{number}: not a line of a trace: {why} "
                             "(planner run … --trace FILE writes one)") from None
    return lines


def _read(text: bytes) -> dict[str, Any]:
    line = _ANY.validate_json(text)
    return dict(_LINE.validate_python(line)) if line.get("kind") in ("header", "step") else line
