"""Read a TOML file that somebody else wrote: whatever it holds, an error says where it is wrong."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from planner.errors import InputError, SourceError, Span

__all__ = ["MAX_TABLE_BYTES", "parse_table", "read_table"]

MAX_TABLE_BYTES = 2_000_000
MAX_DEPTH = 64
"""Deeper tables mean nothing in any of our files and would overflow whoever walks them."""


def read_table(path: Path) -> dict[str, Any]:
    """Read a TOML file of at most 2 MB; raises :class:`InputError` with the place of a defect."""
    try:
        if path.stat().st_size > MAX_TABLE_BYTES:
            raise InputError(f"{path}: larger than {MAX_TABLE_BYTES} bytes")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text (byte {error.start})") from None
    return parse_table(text, str(path))


def parse_table(text: str, source: str, expected: str = "TOML") -> dict[str, Any]:
    """Parse TOML; ``source`` is what errors call it, ``expected`` what they say was expected.

    >>> parse_table("a = [1, 2]", "a.toml")
    {'a': [1, 2]}
    >>> parse_table("a = b", "a.toml")
    Traceback (most recent call last):
        ...
    planner.errors.SourceError: a.toml:1:5: Invalid value
      a = b
          ^
      expected: TOML
    """
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{source}: nested too deeply") from None
    except ValueError as error:  # also a number of more digits than Python reads
        raise _syntax(str(error), text, source, expected) from None
    if _depth(found) > MAX_DEPTH:
        raise InputError(f"{source}: nested more than {MAX_DEPTH} deep")
    return found


def _syntax(message: str, text: str, source: str, expected: str) -> SourceError:
    place = re.search(r"\(at line (\d+), column (\d+)\)", message)
    long = re.search(r"\d{4301,}", text) if "digits" in message else None
    lines = text.splitlines() or [""]
    line, column = len(lines), len(lines[-1]) + 1
    if place:
        line, column = int(place[1]), int(place[2])
    elif long:
        line = text.count("\n", 0, long.start()) + 1
        column = long.start() - text.rfind("\n", 0, long.start())
        message = "a number of too many digits"
    return SourceError.in_text(message.split(" (at ")[0], source, text, Span(line, column),
                               expected=expected)


def _depth(table: Any) -> int:
    """Return how deep tables and lists are nested, without recursion."""
    depth, level = 0, [table]
    while level and depth <= MAX_DEPTH:
        depth += 1
        inner = (item.values() if isinstance(item, dict) else item for item in level)
        level = [x for items in inner for x in items if isinstance(x, dict | list)]
    return depth
