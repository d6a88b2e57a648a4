"""What the installed distributions say of themselves: versions and entry points.

Read from their ``*.dist-info`` folders as :mod:`importlib.metadata` reads them; that module parses
whole records as e-mail, which takes longer than a small task.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

__all__ = ["Entry", "entries", "version"]

_LINE = re.compile(r"^[ \t]*([^#;=\s][^=\n]*?)[ \t]*=[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_RECORD = re.compile(r"(.+?)(-.*)?\.(dist|egg)-info")


@dataclass(frozen=True)
class Entry:
    """One entry point: ``value`` is ``module:attribute``, ``home`` its distribution's name."""

    name: str
    value: str
    home: str

    def load(self) -> Any:
        """Import what it names."""
        module, _, attribute = self.value.partition("[")[0].strip().partition(":")
        found: Any = importlib.import_module(module)
        for part in filter(None, attribute.split(".")):
            found = getattr(found, part)
        return found


def entries(group: str) -> list[Entry]:
    """Return the entry points of a group, those of a distribution once."""
    section = re.compile(rf"^\[{re.escape(group)}\]\s*\n((?:(?!\[).*\n?)*)", re.MULTILINE)
    found = {Entry(name, value, _field(folder, "Name")): None
             for folder in _records(tuple(sys.path)).values()
             for part in section.findall(_text(folder, "entry_points.txt"))
             for name, value in _LINE.findall(part)}
    return list(found)


def version(name: str) -> str:
    """Return a distribution's version, empty where it is not installed."""
    folder = _records(tuple(sys.path)).get(_normal(name))
    return _field(folder, "Version") if folder else ""


@lru_cache(maxsize=1)
def _records(path: tuple[str, ...]) -> dict[str, str]:
    """Return the folder of each distribution; the first on the path counts."""
    found: dict[str, str] = {}
    for place in path:
        try:
            names = os.listdir(place or ".")
        except OSError:
            continue
        for name in names:
            if match := _RECORD.fullmatch(name):
                found.setdefault(_normal(match[1]), os.path.join(place, name))
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _text(folder: str, name: str) -> str:
    try:
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _field(folder: str, name: str) -> str:
    """Return a field of a distribution's record."""
    record = _text(folder, "METADATA") or _text(folder, "PKG-INFO")
    found = re.search(rf"^{name}:[ \t]*(.*?)[ \t\r]*$", record, re.MULTILINE)
    return found[1] if found else ""
