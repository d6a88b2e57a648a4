"""The platform itself: our referee behind the official protocol (specification §11).

Any team's client can be tested against it. Several play at once, each with referees of its own.
Unlike the old platform it survives bad frames: an unreadable one is answered ``<msg />`` and costs
nothing, a length that cannot be right ends the session. A client that leaves, falls silent or goes
beyond :class:`Bounds` is graded at the present state with the full time, all remaining problems as
"did nothing". Whatever happens in a session, the server goes on to the next client.
"""

from __future__ import annotations

import contextlib
import math
import socket
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from domains.competition.referee.environment import Referee
from domains.competition.referee.frames import FrameError, Message, decode, encode_reply
from domains.competition.referee.game import LIMIT_S, Sent
from domains.competition.referee.link import Link, LinkError
from domains.competition.world.actions import ARITY
from planner.errors import ComponentError


@dataclass(frozen=True)
class Case(Sent):
    """One problem to serve, with a fresh referee on demand."""

    judge: Callable[[], Referee]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one client may use: seconds, messages and bytes per problem, bytes of its greeting.

    Clients need about 50 messages and, with the platform's limit, 5 seconds per problem.
    """

    problem_s: float = 600.0
    messages: int = 10_000
    frame_bytes: int = 16 << 20
    greeting_bytes: int = 64 << 10


@dataclass(frozen=True)
class Graded(Sent):
    """One problem as graded; ``note`` says what was irregular."""

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
        clock: Callable[[], float] = time.monotonic, bounds: Bounds | None = None,
    ) -> None:
        self.cases = list(cases)
        self.bounds = bounds or Bounds()
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

    def accept(self, wait_s: float | None = None) -> socket.socket | None:
        """Wait for the next client; ``None`` when none came within ``wait_s``."""
        self.listener.settimeout(wait_s)
        try:
            return self.listener.accept()[0]
        except (TimeoutError, ConnectionError):
            return None

    def serve(self, connection: socket.socket) -> SessionResult:
        """Serve a client to its end; may be called in several threads.

        A session that fails is a result with ``trouble``, never an exception.
        """
        link = Link(connection, clock=self.clock)
        result = SessionResult()
        try:
            self._session(link, result)
        except Exception as error:  # a defect of ours must not end the server for everybody
            place = traceback.extract_tb(error.__traceback__)[-1]
            result.trouble = (f"internal error, please report: {type(error).__name__}: {error} "
                              f"({place.name}, line {place.lineno})")
        finally:
            link.close()
        return result

    def _session(self, link: Link, result: SessionResult) -> None:
        try:
            greeting = link.read_until([b"</name>"], timeout_s=min(self.idle_s, 10.0),
                                       limit=self.bounds.greeting_bytes)
            result.team = greeting.decode("utf-8", "replace").rpartition("<name>")[2][:-7][:2048]
            link.send(f'<conf to="{round(self.limit_s * 1000)}"/>'.encode())
        except LinkError as error:
            result.trouble = f"no greeting <name>TEAM</name>: {error}"
        for case in self.cases:
            result.graded.append(_graded(case, case.judge(), LIMIT_S, ["not played"])
                                 if result.trouble else self._problem(link, case, result))
        if not result.trouble:
            self._quit(link)

    def _problem(self, link: Link, case: Case, result: SessionResult) -> Graded:
        judge = case.judge()
        notes: list[str] = []
        started, seconds = self.clock(), self.limit_s
        try:
            link.send(f"<test><name>{case.name}</name><es>{case.env}</es>"
                      f"<ts>{case.task}</ts></test>".encode())
            for payload in self._frames(link, started):
                try:
                    message = decode(payload)
                except FrameError as error:
                    notes.append(f"unreadable frame: {error}")
                    link.send(encode_reply(None))
                    continue
                if message.act == "Fini":
                    seconds = _seconds(message, notes)
                    break
                self._reply(link, judge, message, notes)
        except LinkError as error:
            result.trouble = (
                f"client lost in {case.name} after {self.clock() - started:.1f} s: {error}")
            notes.append(result.trouble)
        return _graded(case, judge, seconds, notes)

    def _frames(self, link: Link, started: float) -> Iterator[bytes]:
        """Yield the frames of one problem; raises LinkError beyond the bounds."""
        bounds, used = self.bounds, 0
        for _ in range(bounds.messages):
            left = bounds.problem_s - (self.clock() - started)
            if left <= 0:
                raise LinkError(f"more than {bounds.problem_s:g} s in one problem")
            payload = link.read_frame(timeout_s=min(self.idle_s, left))
            used += len(payload)
            if used > bounds.frame_bytes:
                raise LinkError(f"more than {bounds.frame_bytes} bytes in one problem")
            yield payload
        raise LinkError(f"more than {bounds.messages} messages in one problem")

    def _reply(self, link: Link, judge: Referee, message: Message, notes: list[str]) -> None:
        text = _action_text(message)
        if text is None:
            notes.append(f"unknown request {message.act!r:.40}")
            link.send(encode_reply(None))
            return
        reply = judge.act(text)
        if message.act == "Sense":
            link.send(encode_reply([int(n) for n in reply.split()]))
        elif message.act == "AskLoc":
            link.send(encode_reply(reply))
        else:
            link.send(encode_reply(reply == "1"))

    def _quit(self, link: Link) -> None:
        with contextlib.suppress(LinkError):
            link.send(b"<quit/>\x00")
            link.read_until([b"\x00never"], timeout_s=self.quit_s)


def _graded(case: Case, judge: Referee, seconds: float, notes: Sequence[str]) -> Graded:
    score = judge.score(seconds)
    note = "; ".join(notes[:5]) + (f"; and {len(notes) - 5} more" if len(notes) > 5 else "")
    return Graded(case.name, case.env, case.task, tuple(judge.log), seconds, score.total_lo,
                  score.base_lo, note)


def _seconds(message: Message, notes: list[str]) -> float:
    value = message.values[0] if message.values else None
    if isinstance(value, (int, float)) and not math.isnan(value):
        return float(value)
    notes.append("Fini without a time")
    return -1.0


def _action_text(message: Message) -> str | None:
    wanted = ARITY.get(message.act)
    if wanted is None:
        return None
    values = message.values[:wanted]
    if len(values) != wanted or any(type(v) is not int or v < 0 for v in values):
        return None
    return " ".join([message.act, *map(str, values)])
