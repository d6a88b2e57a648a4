"""One stored run: what ``result.json`` holds, checked where it is read."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from benchmarks.runs.outcome import KINDS, RunOutcome
from benchmarks.suite import Run
from planner.errors import InputError
from planner.execution.trace import EpisodeRecord
from planner.files import read_bytes

FORMAT = 1
MAX_BYTES = 50_000_000
LARGEST = 2**53
"""Numbers beyond are not counts or seconds of an episode, and floats do not tell them apart."""


@dataclass(frozen=True)
class StoredRun:
    """One run as read from its folder; ``times`` holds seconds and the worker's address."""

    algorithm: str
    case_id: str
    case: Mapping[str, Any]
    outcome: RunOutcome
    record: EpisodeRecord
    versions: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)
    times: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None

    @property
    def key(self) -> str:
        """Return ``algorithm/case``."""
        return f"{self.algorithm}/{self.case_id}"

    def to_json(self) -> dict[str, Any]:
        """Return the content of ``result.json``; everything that may vary lies in ``times``."""
        record = self.record.to_json()
        times = {**self.times, "decision_seconds": record.pop("decision_seconds")}
        return {
            "format": FORMAT, "algorithm": self.algorithm, "case_id": self.case_id,
            "case": dict(self.case),
            "engine": str(self.record.extra.get("engine", self.case.get("engine", ""))),
            "limits": dict(self.limits), "versions": dict(self.versions),
            "outcome": {**asdict(self.outcome), "explained": self.outcome.kind.explained},
            "record": record, "times": times,
        }


_STORED = TypeAdapter(StoredRun)


def read_run(path: Path) -> StoredRun:
    """Read a ``result.json``; raises InputError when it is not a whole and sound record."""
    text = read_bytes(path, MAX_BYTES)
    try:
        return replace(_checked(from_json(text)), folder=path.parent)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise InputError(f"{path}: not a run's result: {place}: {first['msg']}") from None
    except ValueError as error:
        raise InputError(f"{path}: not a run's result: {error}") from None


def blank_record(run: Run, outcome: str) -> EpisodeRecord:
    """Return the record of a run that gave none: nothing done, at its step budget."""
    case = run.case
    names = tuple(f"agent_{k}" for k in range(_whole(case.get("agents", 1), 1, 1000)))
    steps = _whole(case.get("max_steps", 0), 0, LARGEST)
    return EpisodeRecord(
        domain="", case=run.case_id, policy=str(case.get("policy", run.algorithm)),
        agents=names, seed=case["seed"] if isinstance(case.get("seed"), int) else 0,
        max_steps=steps, steps=steps, trailing_done=False, success=False, believed_success=False,
        subtasks=(), credited=(), coverage=(), covered=(), successes={}, useful={},
        decision_seconds=(), replans=0, engine_calls=0, outcome=outcome,
    )


def _checked(data: Any) -> StoredRun:
    """Check the shape by the types declared, then what the types cannot say."""
    with contextlib.suppress(TypeError, LookupError, AttributeError):  # a shape that is named below
        data["record"]["decision_seconds"] = []
        data["record"]["decision_seconds"] = data["times"].get("decision_seconds", [])
    found = _STORED.validate_json(to_json(data, inf_nan_mode="constants"), strict=True)
    if data.get("format") != FORMAT:
        raise ValueError(f"format {data.get('format')}, expected {FORMAT}")
    if missing := sorted({"limits", "times", "versions"} - data.keys()):
        raise ValueError(f"{missing[0]} is missing")
    if found.outcome.name not in KINDS:
        raise ValueError(f"unknown outcome {found.outcome.name!r}")
    record = found.record
    numbers = [record.max_steps, record.steps, record.replans, record.engine_calls,
               record.tokens, record.cost_usd, *record.successes.values(),
               *record.useful.values(), *(record.idle or {}).values(),
               *record.decision_seconds, *found.limits.values(),
               found.times.get("wall_seconds", 0), record.extra.get("base", 0)]
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise ValueError(f"{number!r} is not a number")
        if not (abs(number) <= LARGEST and isfinite(number)):
            raise ValueError(f"the number {number!r:.40} is out of range")
    if min((record.steps, *record.successes.values(), *record.useful.values(),
            *(record.idle or {}).values())) < 0:
        raise ValueError("negative counts")
    return found


def _whole(value: Any, usual: int, most: int) -> int:
    """Return a whole number of a case if it makes sense, else what is usual."""
    return value if type(value) is int and 0 <= value <= most else usual
