"""The platform itself: our referee behind the official protocol (specification §11).

Any team's client can be tested against it. One client at a time; others wait in line. Unlike the
old platform it survives bad frames: an unreadable one is answered ``<msg />`` and costs nothing,
a length that cannot be right ends the session. A client that leaves or falls silent is graded at
the present state with the full time, all remaining problems as "did nothing".
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from domains.competition.frames import FrameError, Message, decode, encode_reply
from domains.competition.link import Link, LinkError
from domains.competition.player import LIMIT_S
from planner.errors import ComponentError

__all__ = ["Case", "Graded", "Judge", "PlatformServer", "SessionResult"]

ONE = frozenset({"Move", "PickUp", "PutDown", "ToPlate", "FromPlate", "Open", "Close", "AskLoc"})
TWO = frozenset({"PutIn", "TakeOut"})


class Judge(Protocol):
    """What the server needs of a referee."""

    def act(self, text: str) -> str:
        """Execute an action line; return its reply line."""

    def score(self, seconds: float) -> tuple[int, int]:
        """Return (lowest total, lowest base) of the present state."""


@dataclass(frozen=True)
class Case:
    """One problem to serve: name, the two texts a solver is told, a fresh referee on demand."""

    name: str
    env: str
    task: str
    judge: Callable[[], Judge]


@dataclass(frozen=True)
class Graded:
    """One problem as graded; ``note`` says what was irregular."""

    name: str
    env: str
    task: str
    actions: tuple[tuple[str, str], ...]
    seconds: float
    score: int
    base: int
    note: str = ""

    def log(self) -> str:
        """Return the platform's log entry (specification §11.7)."""
        lines = [f"<{self.name}>", "# Environment Description:", self.env,
                 "# Task Description:", self.task, "# Results:"]
        for action, reply in self.actions:
            if action == "Sense":
                lines.append(f"\t[Sense | {reply}]")
            else:
                lines.append(f"\t[{action}|{ {'1': 'true', '0': 'false'}.get(reply, reply)}]")
        return "\n".join([*lines, f"# Time: {round(self.seconds, 3):g}", f"# Score: {self.score}"])


@dataclass
class SessionResult:
    """One client's session."""

    team: str = ""
    graded: list[Graded] = field(default_factory=list)
    trouble: str = ""

    @property
    def total(self) -> int:
        """Sum of the scores."""
        return sum(g.score for g in self.graded)

    @property
    def base(self) -> int:
        """Sum of the scores without time bonus."""
        return sum(g.base for g in self.graded)

    def log(self) -> str:
        """Return the whole log."""
        return "\n".join([*(g.log() for g in self.graded), f"Total Score: {self.total}", ""])


class PlatformServer:
    """Listen on ``host:port`` (0 picks a free port) and serve ``cases`` to each client.

    ``idle_s`` bounds the wait for a client's next message; ``quit_s`` is how long the connection
    stays open after the last problem (1 s on the old platform).
    """

    def __init__(
        self, cases: Sequence[Case], *, host: str = "127.0.0.1", port: int = 7932,
        limit_s: float = LIMIT_S, idle_s: float = 60.0, quit_s: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.cases = list(cases)
        self.limit_s, self.idle_s, self.quit_s, self.clock = limit_s, idle_s, quit_s, clock
        try:
            self.listener = socket.create_server((host, port), backlog=8)
        except OSError as error:
            raise ComponentError(f"cannot listen on {host}:{port}: {error}") from None

    @property
    def port(self) -> int:
        """The port listened on."""
        return int(self.listener.getsockname()[1])

    def close(self) -> None:
        """Stop listening."""
        self.listener.close()

    def serve_one(self, *, wait_s: float | None = None) -> SessionResult | None:
        """Wait for the next client and serve it; ``None`` when none came within ``wait_s``."""
        self.listener.settimeout(wait_s)
        try:
            connection, _ = self.listener.accept()
        except TimeoutError:
            return None
        link = Link(connection, clock=self.clock)
        try:
            return self._session(link)
        finally:
            link.close()

    def _session(self, link: Link) -> SessionResult:
        result = SessionResult()
        try:
            greeting = link.read_until([b"</name>"], timeout_s=min(self.idle_s, 10.0))
            result.team = greeting.decode("utf-8", "replace").rpartition("<name>")[2][:-7][:2048]
            link.send(f'<conf to="{round(self.limit_s * 1000)}"/>'.encode())
        except LinkError as error:
            result.trouble = f"no greeting <name>TEAM</name>: {error}"
        for case in self.cases:
            if result.trouble:
                graded, result_trouble = _nothing(case), result.trouble
            else:
                graded, result_trouble = self._problem(link, case)
            result.graded.append(graded)
            result.trouble = result_trouble
        if not result.trouble:
            self._quit(link)
        return result

    def _problem(self, link: Link, case: Case) -> tuple[Graded, str]:
        judge = case.judge()
        actions: list[tuple[str, str]] = []
        notes: list[str] = []
        started = self.clock()
        trouble = ""
        seconds = self.limit_s
        try:
            link.send(
                f"<test><name>{case.name}</name><es>{case.env}</es>"
                f"<ts>{case.task}</ts></test>".encode()
            )
            while True:
                payload = link.read_frame(timeout_s=self.idle_s)
                try:
                    message = decode(payload)
                except FrameError as error:
                    notes.append(f"unreadable frame: {error}")
                    link.send(encode_reply(None))
                    continue
                if message.act == "Fini":
                    seconds = _seconds(message, notes)
                    break
                self._reply(link, judge, message, actions, notes)
        except LinkError as error:
            trouble = f"client lost in {case.name} after {self.clock() - started:.1f} s: {error}"
            notes.append(trouble)
        score, base = judge.score(seconds)
        note = "; ".join(notes[:5]) + (f"; and {len(notes) - 5} more" if len(notes) > 5 else "")
        return (Graded(case.name, case.env, case.task, tuple(actions), seconds, score, base, note),
                trouble)

    def _reply(
        self, link: Link, judge: Judge, message: Message,
        actions: list[tuple[str, str]], notes: list[str],
    ) -> None:
        text = _action_text(message)
        if text is None:
            notes.append(f"unknown request {message.act!r:.40}")
            link.send(encode_reply(None))
            return
        reply = judge.act(text)
        actions.append((text, reply))
        if message.act == "Sense":
            link.send(encode_reply([int(n) for n in reply.split()]))
        elif message.act == "AskLoc":
            link.send(encode_reply(reply))
        else:
            link.send(encode_reply(reply == "1"))

    def _quit(self, link: Link) -> None:
        try:
            link.send(b"<quit/>\x00")
            link.read_until([b"\x00never"], timeout_s=self.quit_s)
        except LinkError:
            return


def _nothing(case: Case) -> Graded:
    score, base = case.judge().score(LIMIT_S)
    return Graded(case.name, case.env, case.task, (), LIMIT_S, score, base, "not played")


def _seconds(message: Message, notes: list[str]) -> float:
    value = message.values[0] if message.values else None
    if isinstance(value, (int, float)) and value == value:
        return float(value)
    notes.append("Fini without a time")
    return -1.0


def _action_text(message: Message) -> str | None:
    wanted = 1 if message.act in ONE else 2 if message.act in TWO else 0
    if not wanted and message.act != "Sense":
        return None
    values = message.values[:wanted]
    if len(values) != wanted or any(type(v) is not int or v < 0 for v in values):
        return None
    return " ".join([message.act, *map(str, values)])
