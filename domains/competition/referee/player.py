"""Who plays a problem: strings in, strings out.

A player is made from what a solver is sent (problem name, told world, task text) and afterwards
only ever sees reply lines. Whatever stands on the other side (referee, line protocol, official
platform) is out of its reach.

Actions are the platform's: ``Move 4``, ``PickUp 3``, …, ``AskLoc 3``, ``Sense``, ``Stop``.
Replies are those of the line protocol: ``1`` or ``0``; the answer of AskLoc (may be empty); the
ids of Sense separated by blanks; ``?`` when the action was unreadable or its reply was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

__all__ = ["LIMIT_S", "STOP", "MakePlayer", "Player", "ProblemRun", "play_out"]

LIMIT_S = 5.0
"""Time limit of one problem, seconds (specification §6)."""

STOP = "Stop"


class Player(Protocol):
    """Decide one action after the other for one problem."""

    def first(self) -> str:
        """Return the first action."""

    def next(self, reply: str) -> str:
        """Take the reply to the last action; return the next action, ``Stop`` at the end."""


MakePlayer = Callable[[str, str, str], Player]
"""Makes a player from problem name, told world ``(:domain …)`` and task text."""


@dataclass(frozen=True)
class ProblemRun:
    """One problem as a client saw it: actions with replies, seconds, and what went wrong."""

    name: str
    actions: tuple[tuple[str, str], ...]
    seconds: float
    trouble: str = ""


def play_out(
    player: Player, act: Callable[[str], str], *, clock: Callable[[], float],
    started: float, limit_s: float = LIMIT_S,
) -> tuple[list[tuple[str, str]], float]:
    """Let ``player`` act through ``act`` until it stops or the limit is over.

    Returns the actions with their replies and the seconds since ``started``, at most
    ``limit_s``. The limit is looked at between actions; a player watches it itself, too.
    """
    done: list[tuple[str, str]] = []
    action = player.first()
    while action != STOP and clock() - started < limit_s:
        reply = act(action)
        done.append((action, reply))
        if clock() - started >= limit_s:
            break
        action = player.next(reply)
    return done, min(limit_s, clock() - started)
