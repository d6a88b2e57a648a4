"""Tables and JSON on standard output; the same look in every command."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import typer

from planner.files import write_text

__all__ = ["note_unreadable", "printable", "table", "write_json"]


def table(
    header: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    title: str = "",
    footer: Sequence[object] | None = None,
    numeric: Sequence[int] = (),
) -> None:
    """Print a table; columns whose index is in ``numeric`` are right-aligned.

    Off a terminal the table is as wide as its contents need, so that scripts can read it.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    width = None if sys.stdout.isatty() else 240
    console = Console(width=width, highlight=False)
    shown = Table(title=title or None, box=box.SIMPLE_HEAD, show_footer=footer is not None,
                  title_justify="left", pad_edge=False)
    for position, name in enumerate(header):
        foot = str(footer[position]) if footer is not None else ""
        justify = "right" if position in numeric else "left"
        shown.add_column(name, justify=justify, footer=foot)  # type: ignore[arg-type]
    for row in rows:
        shown.add_row(*(_cell(value) for value in row))
    console.print(shown)


def _cell(value: object) -> str:
    from rich.markup import escape

    return escape("" if value is None else printable(str(value)))


def note_unreadable(error: Exception) -> None:
    """Say that a stored run is left out because its record cannot be read."""
    typer.echo(printable(f"planner: left out ('planner bench --resume' runs it again): {error}"),
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
    text = json.dumps(data, indent=1, ensure_ascii=False)
    if target == "-":
        typer.echo(text)
    else:
        write_text(Path(target), text + "\n")
