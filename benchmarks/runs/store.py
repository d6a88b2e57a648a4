"""Keep runs in folders: each written whole or not at all, none twice (``docs/suites.md``)."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from benchmarks.runs.outcome import RETRIED
from benchmarks.runs.stored_run import FORMAT, StoredRun, read_run
from benchmarks.runs.writers import locked, private_folder, remove_abandoned
from benchmarks.secrets import masked
from planner.errors import InputError, UsageError
from planner.files import read_json, write_text

TRIES = 20
OURS = ("runs", "partial", "unreadable", ".replacing")


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
        for name in (*OURS, "sweep.json", "manifest.json"):
            if (root / name).is_symlink():
                raise UsageError(f"{root / name}: is a link; it is neither followed nor removed")
        described = root / "sweep.json"
        if described.is_file():
            found = store.header()
            if not resume:
                raise UsageError(f"{root} already holds runs of suite {found.get('suite')!r}; "
                                 "add --resume to complete them or choose another --out")
            _check_same(root, found, header)
        elif root.exists() and not (root.is_dir() and store._is_new()):
            raise UsageError(f"{root} is not empty and holds no runs; choose another --out")
        root.mkdir(parents=True, exist_ok=True)
        if not described.is_file():
            write_text(described, _dump({"format": FORMAT, **header}))
            _to_disk(root)
        store.runs.mkdir(exist_ok=True)
        store.partial.mkdir(exist_ok=True)
        store.clean()
        return store

    @classmethod
    def open(cls, root: Path) -> Store:
        """Open a folder for reading; raises InputError when it holds no sweep."""
        if not (root / "runs").is_dir():
            raise InputError(f"{root}: not a folder of runs (no {root / 'runs'}); "
                             f"planner bench SUITE --out {root} makes one")
        return cls(root)

    def clean(self) -> None:
        """Remove what writers left behind that live no more."""
        remove_abandoned(self.partial)

    def header(self) -> dict[str, Any]:
        """Return what ``sweep.json`` says; empty when there is none."""
        path = self.root / "sweep.json"
        return _header(path) if path.is_file() else {}

    def settled(self, key: str, retry: frozenset[str] = RETRIED) -> StoredRun | None:
        """Return the stored run unless its outcome is in ``retry``; an unreadable one is none."""
        try:
            run = self.read(key)
        except InputError:
            return None
        return None if run.outcome.name in retry else run

    def keys(self) -> list[str]:
        """Return the keys of all stored runs, readable or not, in order."""
        return sorted(str(path.relative_to(self.runs)) for path in self._folders())

    def begin(self) -> AbstractContextManager[Path]:
        """Give a folder for a run in progress, until it is committed or the block ends."""
        return private_folder(self.partial)

    def commit(
        self, run: StoredRun, folder: Path, retry: frozenset[str] = RETRIED
    ) -> bool:
        """Move a run into place; False when another worker was first (its result stays).

        What is in place is replaced where its outcome is in ``retry``; an unreadable record is
        set aside.
        """
        write_text(folder / "result.json", _dump(masked(run.to_json())))
        _to_disk(folder)
        target = self.runs / run.key
        target.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(TRIES):
            try:
                os.rename(folder, target)
            except OSError:
                if not target.exists():
                    raise
            else:
                _sync(target.parent)
                return True
            with locked(self.root / ".replacing"):
                if self.settled(run.key, retry) is not None:
                    return False
                self._make_room(run.key)
        raise InputError(f"{target}: other writers keep replacing this run")

    def read(self, key: str) -> StoredRun:
        """Read one run; raises InputError when its record is not whole and sound."""
        return read_run(self.runs / key / "result.json")

    def all(self, on_unreadable: Callable[[InputError], None] | None = None) -> Iterator[StoredRun]:
        """Read all runs in the order of their keys.

        Unreadable ones are left out and handed to ``on_unreadable``; without it they are raised.
        """
        for key in self.keys():
            try:
                run = self.read(key)
            except InputError as error:
                if on_unreadable is None:
                    raise
                on_unreadable(error)
            else:
                yield run

    def set_aside(self) -> list[InputError]:
        """Move unreadable records to ``unreadable/`` so that they are run again; say which."""
        found: list[InputError] = []
        for key in self.keys():
            try:
                self.read(key)
            except InputError as error:
                found.append(error)
                with locked(self.root / ".replacing"):
                    if self.settled(key, frozenset()) is None:
                        self._make_room(key)
        return found

    def _make_room(self, key: str) -> None:
        """Move what is in a run's place away: an unreadable record is kept, others are not."""
        source = self.runs / key
        with self.begin() as place:
            away = place
            try:
                self.read(key)
            except InputError:
                away = self.root / "unreadable" / f"{key}.{uuid.uuid4().hex[:8]}"
                away.mkdir(parents=True)
            os.rename(source, away if source.is_dir() else away / source.name)

    def _is_new(self) -> bool:
        """Say whether nothing lies here but what a writer leaves that was ended at once."""
        foreign = [p for p in self.root.iterdir()
                   if p.name not in OURS and not p.name.startswith(".sweep.json.")]
        return not foreign and not (self.runs.is_dir() and any(self.runs.iterdir()))

    def _folders(self) -> Iterator[Path]:
        for algorithm in self.runs.iterdir() if self.runs.is_dir() else ():
            yield from algorithm.iterdir() if algorithm.is_dir() else ()


def without_times(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result or a trace line without what differs between identical runs."""
    kept = {k: v for k, v in data.items() if k not in ("times", "decision_seconds")}
    inner = ("extra",) if kept.get("kind") == "result" else ("record", "extra")
    for key in inner:
        if isinstance(kept.get(key), Mapping):
            kept[key] = without_times(kept[key])
    return kept


def _check_same(root: Path, found: Mapping[str, Any], header: Mapping[str, Any]) -> None:
    """Raise UsageError where a folder holds other runs, or those of a changed agent."""
    for key in ("suite", "cases"):
        if found.get(key) != header.get(key):
            raise UsageError(f"{root} holds other runs (its {key} differs); choose another --out")
    for name, digest in header.get("agents", {}).items():
        if found.get("agents", {}).get(name, digest) != digest:
            raise UsageError(f"{root} holds runs of {name!r} as it was before its file was "
                             "changed; choose another --out")


def _dump(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, indent=1, ensure_ascii=False, default=str) + "\n"
    return text.encode("utf-8", "replace").decode()  # lone surrogates cannot be written


def _header(path: Path) -> dict[str, Any]:
    data = read_json(path)
    if not isinstance(data, dict):
        raise InputError(f"{path}: expected an object")
    for key in ("suite", "description", "recorded", "cases"):
        if not isinstance(data.get(key, ""), str):
            raise InputError(f"{path}: {key} must be a text")
    for key in ("versions", "agents"):
        made = data.get(key, {})
        if not (isinstance(made, dict) and all(isinstance(v, str) for v in made.values())):
            raise InputError(f"{path}: {key} must be texts by name")
    return data


def _to_disk(folder: Path) -> None:
    """Have a run's files on the disk before its folder takes its place.

    After a power failure the run is then there as it was or not there at all.
    """
    for path in folder.iterdir():
        if path.is_file():
            _sync(path)
    _sync(folder)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
