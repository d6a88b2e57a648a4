"""Give every run that is being written a place that nobody else touches.

``partial/NAME/`` is the folder of a run that was begun, and ``partial/NAME.lock`` is locked
(``flock``) until it is stored: the lock goes with its process, however that ends. Whoever opens the
folder of runs removes the places of processes that are gone, and those only.
"""

from __future__ import annotations

import contextlib
import fcntl
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO


@contextlib.contextmanager
def private_folder(partial: Path) -> Iterator[Path]:
    """Give a folder below ``partial`` while the block runs; what is in its place then goes."""
    folder, lock = _begin(partial)
    with lock:
        try:
            folder.mkdir()
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            _lock_of(folder).unlink(missing_ok=True)


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


def _begin(partial: Path) -> tuple[Path, TextIO]:
    """Return a new place and the file whose lock is held for it."""
    partial.mkdir(parents=True, exist_ok=True)
    while True:
        folder = partial / uuid.uuid4().hex
        stream = _lock_of(folder).open("x")
        fcntl.flock(stream, fcntl.LOCK_EX)
        if _lock_of(folder).exists():  # else taken for abandoned before the lock
            return folder, stream
        stream.close()


def _remove_if_abandoned(lock: Path) -> None:
    with contextlib.suppress(OSError), lock.open("r+") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)  # refused where its process lives
        _remove(lock.with_suffix(""))
        lock.unlink(missing_ok=True)


def _lock_of(folder: Path) -> Path:
    return folder.with_name(folder.name + ".lock")


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
