"""Open nothing that a client names: files in this process are those that the server offers."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from planner.errors import UsageError
from planner.origin import safe_path

_SYSTEM = ("/usr", "/lib", "/lib64", "/dev", "/proc", "/sys/devices", "/etc/localtime")
_OPENING = ("open", "os.listdir", "os.scandir")
_allowed: list[str] = []
_hooked: list[bool] = []


@contextlib.contextmanager
def confinement(folder: Path) -> Iterator[None]:
    """Let this process open only ``folder``, what is installed, the scene store, and sandboxes.

    Raises :class:`UsageError` within it where anything else is opened. Engines, being processes of
    their own in folders of their own, are not concerned.
    """
    if not _hooked:
        sys.addaudithook(_watch)  # stays for as long as the process; it does nothing outside
        _hooked.append(True)
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    places = [*safe_path(), sys.prefix, sys.base_prefix, str(folder), *_SYSTEM,
              os.path.join(data, "lmfree-planner"), os.environ.get("PLANNER_SCENES", ""),
              os.path.join(tempfile.gettempdir(), "planner-"), str(Path(__file__).parents[2])]
    _allowed[:] = [os.path.realpath(place) for place in places if place]
    try:
        yield
    finally:
        _allowed.clear()


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if not _allowed or event not in _OPENING:
        return
    named = arguments[0]
    if not isinstance(named, str | bytes):
        return
    path = os.path.realpath(os.fsdecode(named))
    if not any(_within(path, place) for place in _allowed):
        raise UsageError(f"{os.fsdecode(named)}: only what this service offers is opened")


def _within(path: str, place: str) -> bool:
    """Say whether a path lies at or below a place; a place that ends in ``-`` is a beginning."""
    return path == place or path.startswith(place if place.endswith("-") else place + os.sep)
