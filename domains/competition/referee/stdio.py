"""The line protocol between a referee and a solver process (specification §12)."""

from __future__ import annotations

from typing import TextIO

from domains.competition.referee.game import STOP, Game, Sent
from planner.environment import Policy
from planner.errors import SourceError, Span
from planner.execution.loop import run_episode

MAX_LINE = 4 << 20
"""Longest line accepted, characters."""
MAX_TASK_LINES = 10_000


class _Lines:
    """Input lines with their number; refuses endless ones."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.number = 0

    def within(self, line: str | None, expected: str) -> str:
        """Return what was read of a problem. Raises :class:`SourceError` if the input ended."""
        if line is None:
            raise SourceError("the input ends inside a problem", "<stdin>", Span(self.number, 1),
                              expected=expected)
        return line

    def next(self) -> str | None:
        """Return the next line without its end, None at the end of the input."""
        line = self.stream.readline(MAX_LINE + 1)
        self.number += 1
        if not line:
            return None
        if len(line) > MAX_LINE:
            raise SourceError(f"a line of more than {MAX_LINE} characters", "<stdin>",
                              Span(self.number, 1), expected="a line of the protocol")
        return line.rstrip("\r\n")

    def headed(self, head: str) -> str | None:
        """Return what follows ``head`` on the next line that is not blank.

        None at the end of the input. Raises :class:`SourceError` if the line begins otherwise.
        """
        line = self.next()
        while line is not None and not line.strip():
            line = self.next()
        if line is None:
            return None
        word, _, rest = line.partition(" ")
        if word != head:
            raise SourceError(f"unexpected line '{line[:40]}'", "<stdin>",
                              Span(self.number, 1, max(1, len(word))), line_text=line,
                              expected=f"{head} …")
        return rest.strip()


def read_sent(lines: _Lines) -> Sent | None:
    """Read NAME, ENV and TASK; None at the end of the input before a NAME line.

    Raises :class:`SourceError` with the place of a line that does not fit or is missing.
    """
    name = lines.headed("NAME")
    if name is None:
        return None
    env, count = (lines.within(lines.headed(head), f"{head} …") for head in ("ENV", "TASK"))
    if not count.isdecimal() or len(count) > 9 or int(count) > MAX_TASK_LINES:
        raise SourceError(f"'{count[:20]}' is not a number of lines", "<stdin>",
                          Span(lines.number, 6, max(1, len(count))), line_text=f"TASK {count}",
                          expected=f"TASK k with k from 0 to {MAX_TASK_LINES}")
    texts = [lines.within(lines.next(), "a line of the task") for _ in range(int(count))]
    return Sent(name or "problem", env, " ".join(texts))


def play_stdio(
    stream_in: TextIO, stream_out: TextIO, policy: Policy, *, language: str = "auto",
    persistent: bool = False,
) -> int:
    """Play one problem (``persistent``: all until the end of the input); return how many.

    Every action line is flushed. Raises :class:`SourceError` for lines that are not of the
    protocol, and where the input ends inside a problem.
    """
    lines = _Lines(stream_in)

    def say(line: str) -> None:
        stream_out.write(line + "\n")
        stream_out.flush()

    def act(action: str) -> str:
        say(action)
        return lines.within(lines.next(), f"the reply to {action}")

    played = 0
    while persistent or not played:
        sent = read_sent(lines)
        if sent is None:
            break
        played += 1
        run_episode(Game(sent, act, language=language), policy, domain="competition",
                    case=sent.name, seed=0)
        say(STOP)
    return played
