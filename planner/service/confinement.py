"""Open nothing that a client names: files in this process are those that the server offers."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from planner.errors import UsageError
from planner.origin import safe_path

_SYSTEM = ("/usr", "/lib", "/lib64", "/dev", "/proc", "/sys/devices", "/etc/localtime")
_OPENING = ("open", "os.listdir", "os.scandir")


def confine(folder: Path) -> None:
    """Let this process open only ``folder``, what is installed, the scene store, and sandboxes.

    From now on :class:`UsageError` is raised where anything else is opened. Engines, being
    processes of their own in folders of their own, are not concerned.
    """
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    places = [*safe_path(), sys.prefix, sys.base_prefix, str(folder), *_SYSTEM,
              os.path.join(data, "lmfree-planner"), os.environ.get("PLANNER_SCENES", ""),
              os.path.join(tempfile.gettempdir(), "planner-"), str(Path(__file__).parents[2])]
    allowed = [os.path.realpath(place) for place in places if place]

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event in _OPENING and isinstance(named := arguments[0], str | bytes):
            path = os.path.realpath(os.fsdecode(named))
            if not any(_within(path, place) for place in allowed):
                raise UsageError(f"{os.fsdecode(named)}: only what this service offers is opened")

    sys.addaudithook(watch)


def _within(path: str, place: str) -> bool:
    """Say whether a path lies at or below a place; a place that ends in ``-`` is a beginning."""
    return path == place or path.startswith(place if place.endswith("-") else place + os.sep)
