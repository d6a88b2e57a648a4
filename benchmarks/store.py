"""Keep runs in folders: each written whole or not at all, none twice (``docs/suites.md``)."""

from __future__ import annotations

import json
import os
import shutil
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.suite import Run
from planner.errors import InputError, UsageError
from planner.execution.trace import EpisodeRecord

__all__ = ["EXPLAINED", "Outcome", "Store", "StoredRun", "blank_record", "without_times"]

FORMAT = 1
EXPLAINED = frozenset(
    {"finished", "time-limit", "memory-limit", "input", "usage", "missing", "component"}
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended; ``message`` is for a person."""

    name: str = "finished"
    message: str = ""

    @property
    def explained(self) -> bool:
        """Say whether the outcome is one that was foreseen."""
        return self.name in EXPLAINED


@dataclass(frozen=True)
class StoredRun:
    """One run as read from its folder; ``times`` holds seconds and the worker's address."""

    algorithm: str
    case_id: str
    case: Mapping[str, Any]
    outcome: Outcome
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
            "case": dict(self.case), "engine": _engine(self.case, self.record),
            "limits": dict(self.limits), "versions": dict(self.versions),
            "outcome": {**asdict(self.outcome), "explained": self.outcome.explained},
            "record": record, "times": times,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], folder: Path | None = None) -> StoredRun:
        """Read what :meth:`to_json` gave."""
        seconds = data["times"].get("decision_seconds", [])
        record = EpisodeRecord.from_json({**data["record"], "decision_seconds": list(seconds)})
        outcome = Outcome(data["outcome"]["name"], data["outcome"]["message"])
        return cls(data["algorithm"], data["case_id"], data["case"], outcome, record,
                   data["versions"], data["limits"], data["times"], folder)


class Store:
    """A folder of runs; safe for any number of writers on one file system."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.runs, self.partial = root / "runs", root / "partial"

    @classmethod
    def create(cls, root: Path, header: Mapping[str, Any], *, resume: bool) -> Store:
        """Open a folder for a sweep described by ``header``.

        Raises UsageError when the folder already holds a sweep and ``resume`` is false, or holds
        a sweep of other runs.
        """
        store = cls(root)
        described = root / "sweep.json"
        if described.is_file():
            found = store.header()
            if not resume:
                raise UsageError(f"{root} already holds runs of suite {found.get('suite')!r}; "
                                 "add --resume to complete them or choose another --out")
            for key in ("suite", "cases"):
                if found.get(key) != header.get(key):
                    raise UsageError(f"{root} holds other runs (its {key} differs); "
                                     "choose another --out")
        elif root.exists() and any(root.iterdir()):
            raise UsageError(f"{root} is not empty and holds no runs; choose another --out")
        store.runs.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(store.partial, ignore_errors=True)
        store.partial.mkdir(exist_ok=True)
        if not described.is_file():
            _write_whole(described, _dump({"format": FORMAT, **header}))
        return store

    @classmethod
    def open(cls, root: Path) -> Store:
        """Open a folder for reading; raises InputError when it holds no sweep."""
        if not (root / "runs").is_dir():
            raise InputError(f"{root}: not a folder of runs (no {root / 'runs'})")
        return cls(root)

    def header(self) -> dict[str, Any]:
        """Return what ``sweep.json`` says; empty when there is none."""
        path = self.root / "sweep.json"
        return _load(path) if path.is_file() else {}

    def has(self, key: str) -> bool:
        """Say whether the run is stored."""
        return (self.runs / key / "result.json").is_file()

    def finished(self) -> set[str]:
        """Return the keys of all stored runs."""
        return {str(path.relative_to(self.runs)) for path in self._folders()}

    def begin(self) -> Path:
        """Make a folder for a run in progress."""
        folder = self.partial / uuid.uuid4().hex
        folder.mkdir(parents=True)
        return folder

    def commit(self, run: StoredRun, folder: Path) -> bool:
        """Move a run into place; False when another worker was first (its result stays)."""
        (folder / "result.json").write_text(_dump(run.to_json()), encoding="utf-8")
        target = self.runs / run.key
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.rename(folder, target)
        except OSError:
            if not self.has(run.key):
                raise
            shutil.rmtree(folder, ignore_errors=True)
            return False
        return True

    def read(self, key: str) -> StoredRun:
        """Read one run."""
        folder = self.runs / key
        data = _load(folder / "result.json")
        try:
            return StoredRun.from_json(data, folder)
        except (KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{folder / 'result.json'}: not a run's result: {error!r}") from None

    def all(self) -> Iterator[StoredRun]:
        """Read all runs in the order of their keys."""
        for key in sorted(self.finished()):
            yield self.read(key)

    def _folders(self) -> Iterator[Path]:
        for algorithm in self.runs.iterdir() if self.runs.is_dir() else ():
            yield from (f for f in algorithm.iterdir() if (f / "result.json").is_file())


def blank_record(run: Run, outcome: str, domain: str = "") -> EpisodeRecord:
    """Return the record of a run that gave none: nothing done, at its step budget."""
    case = run.case
    agents = case.get("agents", 1)
    names = tuple(f"agent_{k}" for k in range(agents if isinstance(agents, int) else 1))
    budget = case.get("max_steps", 0)
    steps = budget if isinstance(budget, int) else 0
    return EpisodeRecord(
        domain=domain, case=run.case_id, policy=str(case.get("policy", run.algorithm)),
        agents=names, seed=case["seed"] if isinstance(case.get("seed"), int) else 0,
        max_steps=steps, steps=steps, trailing_done=False, success=False, believed_success=False,
        subtasks=(), credited=(), coverage=(), covered=(), successes={}, useful={},
        decision_seconds=(), replans=0, engine_calls=0, outcome=outcome,
    )


def without_times(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result or a trace line without what differs between identical runs."""
    kept = {k: v for k, v in data.items() if k not in ("times", "decision_seconds")}
    if kept.get("kind") != "result" and isinstance(kept.get("record"), Mapping):
        kept["record"] = without_times(kept["record"])
    return kept


def renamed(run: StoredRun, algorithm: str) -> StoredRun:
    """Return the run under another algorithm's name."""
    return replace(run, algorithm=algorithm)


def _engine(case: Mapping[str, Any], record: EpisodeRecord) -> str:
    return str(record.extra.get("engine", case.get("engine", "")))


def _dump(data: Mapping[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False, default=str) + "\n"


def _load(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
    if not isinstance(data, dict):
        raise InputError(f"{path}: expected an object")
    return data


def _write_whole(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)
