"""What a command is doing, on standard error, once it has said nothing for two seconds.

The words are those of :mod:`planner.supervision` (``stage``, ``count``, ``keep``), so they come
from supervised processes as well. On a terminal they are one line, gone before anything else is
printed and at the end; elsewhere only counted work is reported, in a line every ten seconds.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import threading
from collections.abc import Iterator
from time import monotonic
from typing import TextIO

from planner import supervision
from planner.console import printable

AFTER_S = 2.0
TICK_S = 0.2
EVERY_S = 10.0
CLEAR = "\r\x1b[K"


class _Line:
    """The line on the terminal: when something else was last printed, and whether it stands."""

    def __init__(self) -> None:
        self.last, self.stands = monotonic(), False

    def clear(self) -> None:
        """Make way for something else."""
        self.last = monotonic()
        if self.stands:
            self.stands = False
            _write(CLEAR)

    def draw(self, text: str) -> None:
        """Show a text in place of the one before, cut to the terminal's width."""
        with contextlib.suppress(OSError):
            self.stands = True
            _write(CLEAR + text[:(os.get_terminal_size(2).columns or 80) - 1])


_line = _Line()


class Output(io.TextIOWrapper):
    """A standard stream of this process, before whose texts the line makes way."""

    def __init__(self, number: int, like: TextIO) -> None:
        super().__init__(os.fdopen(os.dup(number), "wb"), like.encoding, like.errors,
                         line_buffering=like.isatty())

    def write(self, text: str, /) -> int:
        """Write a text, at the beginning of a line."""
        _line.clear()
        return super().write(text)


@contextlib.contextmanager
def shown() -> Iterator[None]:
    """Show what this process is doing while the body runs."""
    supervision.count("")
    ended, before = threading.Event(), sys.stderr
    terminal = os.isatty(2) and os.environ.get("TERM") != "dumb"
    _line.last = monotonic()
    if terminal:
        sys.stderr = Output(2, before)
    # not the interpreter's own streams: a process forked off in between must not find them locked
    drawing = threading.Thread(target=_on_terminal if terminal else _now_and_then, args=(ended,),
                               daemon=True, name=supervision.PROGRESS)
    drawing.start()
    try:
        yield
    finally:
        ended.set()
        drawing.join()
        _line.clear()
        if terminal:
            sys.stderr.close()
            sys.stderr = before


def _on_terminal(ended: threading.Event) -> None:
    begin = monotonic()
    while not ended.wait(TICK_S):
        if monotonic() - _line.last >= AFTER_S or _line.stands:
            _line.draw(f"{_text()} … {monotonic() - begin:.0f} s")


def _now_and_then(ended: threading.Event) -> None:
    while not ended.wait(EVERY_S):
        if supervision.JOB.count:
            _write(_text() + "\n")


def _text() -> str:
    job = supervision.JOB
    return printable("planner: " + ", ".join(filter(None, (
        job.count, job.stage, f"best so far {job.best:g}" if job.best is not None else ""))))


def _write(text: str) -> None:
    with contextlib.suppress(OSError):
        os.write(2, text.encode(errors="backslashreplace"))
