"""Give every process that writes into a folder of runs a place that nobody else touches.

``partial/NAME/`` holds the runs a process has begun and ``partial/NAME.lock`` is locked (``flock``)
for as long as the process lives: the lock goes with the process, however it ends. Whoever opens
the folder removes the places of processes that are gone, and those only.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

_OPENING = threading.Lock()
_HELD: dict[tuple[int, Path], tuple[Path, int]] = {}
"""By process (a fork has to get its own) and folder: this process's place and its lock."""


def private_folder(partial: Path) -> Path:
    """Return this process's place below ``partial``; the same one for every call."""
    partial = partial.absolute()
    with _OPENING:
        held = _HELD.get((os.getpid(), partial))
        if held is None or not _same_file(_lock_of(held[0]), held[1]):
            held = _HELD[os.getpid(), partial] = _open(partial)
    held[0].mkdir(exist_ok=True)
    return held[0]


def give_back(partial: Path) -> None:
    """Let go of this process's place, which is then abandoned."""
    if held := _HELD.pop((os.getpid(), partial.absolute()), None):
        os.close(held[1])


def remove_abandoned(partial: Path) -> None:
    """Remove what processes left behind that live no more."""
    there = partial.is_dir() and not partial.is_symlink()
    for path in sorted(partial.iterdir()) if there else ():
        if path.suffix == ".lock":
            _remove_if_abandoned(path)
        elif not _lock_of(path).exists():  # a lock is made before its folder and goes after it
            _remove(path)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file while the block runs; waits for whoever holds it."""
    with path.open("a") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def _open(partial: Path) -> tuple[Path, int]:
    partial.mkdir(parents=True, exist_ok=True)
    while True:
        folder = partial / f"{os.getpid()}-{uuid.uuid4().hex[:12]}"
        descriptor = os.open(_lock_of(folder), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if _same_file(_lock_of(folder), descriptor):  # else taken for abandoned before the lock
            return folder, descriptor
        os.close(descriptor)


def _remove_if_abandoned(lock: Path) -> None:
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return  # its process lives
    else:
        _remove(lock.with_suffix(""))
        lock.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _lock_of(folder: Path) -> Path:
    return folder.with_name(folder.name + ".lock")


def _same_file(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except OSError:
        return False


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
