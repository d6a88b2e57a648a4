"""Tables and JSON on standard output; the same look in every command."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from math import isnan
from pathlib import Path
from typing import Any
from unicodedata import combining, east_asian_width

from planner.errors import UsageError
from planner.files import write_text


def table(header: Sequence[str], rows: Iterable[Sequence[object]], *,
          footer: Sequence[object] | None = None, numeric: Sequence[int] = ()) -> None:
    """Print a table; columns whose index is in ``numeric`` are right-aligned.

    Off a terminal the table is as wide as its contents need, so that scripts can read it; on one
    its widest columns are narrowed, and wrapped.
    """
    ending = [footer] if footer else []
    parts = [[_cell(value) for value in row] for row in (header, *rows, *ending)]
    widths = [max(map(display_width, column)) for column in zip(*parts, strict=True)]
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    while sum(widths) + 3 * len(widths) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    rule = f" {'─' * (sum(widths) + 3 * len(widths) - 3)}"
    lines = ["\n".join(_lines(row, widths, numeric)) for row in parts]
    lines.insert(1, rule)
    if footer:
        lines.insert(-1, rule)
    echo("\n".join(["", *lines, ""]))


def _lines(row: Sequence[str], widths: Sequence[int], numeric: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a row as wide as its columns; longer texts go on below."""
    cells = [[text] if display_width(text) <= width else
             textwrap.wrap(text, width if text.isascii() else max(1, width // 2))
             for text, width in zip(row, widths, strict=True)]
    for texts in zip_longest(*cells, fillvalue=""):
        shown = []
        for position, (text, width) in enumerate(zip(texts, widths, strict=True)):
            blank = " " * (width - display_width(text))
            shown.append(blank + text if position in numeric else text + blank)
        yield f" {'   '.join(shown)}".rstrip()


def display_width(text: str) -> int:
    """Return how many cells a text fills on a terminal: a Chinese character two."""
    return len(text) if text.isascii() else sum(
        1 + (east_asian_width(c) in "WF") - (combining(c) > 0) for c in text)


def _cell(value: object) -> str:
    return "" if value is None else printable(str(value)).replace("\n", " ")


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print at once, to standard output or standard error."""
    stream = sys.stderr if err else sys.stdout
    stream.write(f"{text}\n" if nl else f"{text}")
    stream.flush()


def number_option(*names: str, **about: Any) -> Any:
    """Return an option of Typer for a number: NaN, which no bound keeps out, is a usage error."""
    from typer import BadParameter, Option

    def given(value: float | None) -> float | None:
        if value is not None and isnan(value):
            raise BadParameter(f"{value} is not a number")
        return value

    return Option(*names, callback=given, **about)


def counted(number: int, noun: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "case"), counted(2, "case")
    ('1 case', '2 cases')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def one_output(**targets: object) -> None:
    """Refuse two outputs of a command, by the names of their options, on standard output (``-``).

    Raises :class:`UsageError`.
    """
    on = [f"--{name.replace('_', '-')}" for name, target in targets.items() if str(target) == "-"]
    if len(on) > 1:
        raise UsageError(f"{' and '.join(on)} cannot share standard output; "
                         "name a FILE for all but one")


def note_unreadable(error: Exception) -> None:
    """Say that a stored run is left out because its record cannot be read."""
    echo(printable(f"planner: left out ('planner bench --resume' runs it again): {error}"),
               err=True)


def printable(text: str) -> str:
    r"""Escape what could steer a terminal: every character that is neither printable nor a newline.

    For texts from outside (names sent over a network, contents of files).

    >>> printable("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def write_json(data: Any, target: str) -> None:
    """Write JSON to a file, or to standard output where ``target`` is ``-``."""
    text = json.dumps(data, indent=1, ensure_ascii=False, default=str)
    if target == "-":
        echo(text)
    else:
        write_text(Path(target), text + "\n")
