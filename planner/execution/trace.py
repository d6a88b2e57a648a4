"""Episode records and traces (``docs/trace.md``).

A trace is JSON lines: a ``header`` line, one ``step`` line per joint step, a ``result`` line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TextIO

from planner.console import counted
from planner.errors import InputError
from planner.files import parse_json, read_text

MAX_BYTES = 200_000_000
MAX_OBSERVATION = 100_000
"""Characters of one robot's news in a step; pixels and the like are given by their size."""


@dataclass(frozen=True)
class EpisodeRecord:
    """Everything the metrics need to know about one episode; JSON-like, no objects.

    ``steps`` counts logged joint steps including a trailing all-Done row; ``trailing_done`` says
    whether there is one. ``believed_success`` is the policy's own verdict, ``success`` the
    referee's. ``idle`` counts the joint steps, the closing row aside, in which an agent did
    nothing: it said Idle or Done, or only passed the time by its policy's own account (None: not
    recorded).

    ``basis`` says what the figures rest on (:data:`planner.environment.BASIS`), ``begins_done``
    whether the referee called the task done before anybody acted, ``decided`` how many decisions
    were whose (the policy's own, or those of a script in its place). None: not recorded.
    """

    domain: str
    case: str
    policy: str
    agents: tuple[str, ...]
    seed: int
    max_steps: int
    steps: int
    trailing_done: bool
    success: bool
    believed_success: bool
    subtasks: tuple[str, ...]
    credited: tuple[str, ...]
    coverage: tuple[str, ...]
    covered: tuple[str, ...]
    successes: Mapping[str, int]
    useful: Mapping[str, int]
    decision_seconds: tuple[float, ...]
    replans: int
    engine_calls: int
    tokens: int = 0
    cost_usd: float = 0.0
    outcome: str = "finished"
    failures: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    format: int = 1
    idle: Mapping[str, int] | None = None
    basis: Mapping[str, str] | None = None
    begins_done: bool | None = None
    decided: Mapping[str, int] | None = None

    def __str__(self) -> str:
        """Tell the outcome in a line."""
        verdict = "success" if self.success else "not solved"
        steps = counted(self.steps - self.trailing_done, "step")
        return (f"{self.domain} {self.case} by {self.policy}: {verdict} in {steps}, "
                f"{len(self.credited)} of {len(self.subtasks)} subtasks")

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(f"<li>{'&#10003;' if s in self.credited else '&#10007;'} {escape(s)}</li>"
                       for s in self.subtasks)
        return f"<p>{escape(str(self))}</p><ul>{rows}</ul>"

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain JSON data."""
        return json.loads(json.dumps(asdict(self)))  # type: ignore[no-any-return]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EpisodeRecord:
        """Read a record written by :meth:`to_json`; unknown keys are ignored."""
        known: dict[str, Any] = {
            name: tuple(data[name]) if isinstance(data[name], list) else data[name]
            for name in cls.__dataclass_fields__
            if name in data
        }
        return cls(**known)


class TraceWriter:
    """Write a trace line by line; with ``stream=None`` only count."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream

    def write(self, kind: str, data: Mapping[str, Any]) -> None:
        """Append one line of the given kind (``header``, ``step``, ``result``)."""
        if self.stream is not None:
            text = json.dumps({"kind": kind, **data}, ensure_ascii=False) + "\n"
            self.stream.write(text.encode("utf-8", "replace").decode())  # half characters
            self.stream.flush()


def digest(observations: Mapping[str, Any]) -> str:
    """Return 16 hexadecimal digits that identify the joint observation."""
    text = json.dumps(observations, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plain(observations: Mapping[str, Any]) -> dict[str, Any]:
    """Return observations as JSON data; what JSON does not know becomes its ``str``."""
    return json.loads(json.dumps(observations, default=str))  # type: ignore[no-any-return]


def whats_new(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return for each robot what its observation changed to, as a JSON merge patch (RFC 7386).

    What is no longer there is null, as is what is there and null. A robot's news beyond
    ``MAX_OBSERVATION`` characters is a remark.

    >>> whats_new({"A": {"at": 1, "seen": {"cup": 1}}}, {"A": {"at": 1, "seen": {"pan": 1}}})
    {'A': {'seen': {'cup': None, 'pan': 1}}}
    """
    patch = {name: _patch(before.get(name), seen) for name, seen in now.items()}
    sizes = {name: len(json.dumps(news, ensure_ascii=False)) for name, news in patch.items()}
    return {name: news if sizes[name] <= MAX_OBSERVATION else f"{sizes[name]} characters, left out"
            for name, news in patch.items() if news != {}}


def _patch(before: Any, now: Any) -> Any:
    if not isinstance(before, dict) or not isinstance(now, dict):
        return now
    news = {key: _patch(before.get(key), value) for key, value in now.items()
            if key not in before or before[key] != value}
    return {**dict.fromkeys(key for key in before if key not in now), **news}


def read_trace(path: Path) -> list[dict[str, Any]]:
    """Read all lines of a trace file; raises :class:`InputError` with file and line."""
    found = []
    for number, line in enumerate(read_text(path, MAX_BYTES).split("\n"), start=1):
        data = parse_json(line, str(path), number) if line.strip() else {}
        if not isinstance(data, dict):
            raise InputError(f"{path}:{number}: not a line of a trace")
        if data:
            found.append(data)
    return found
