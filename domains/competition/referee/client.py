"""Client of the official platform (specification §11).

One reader, one write per request, a buffer that does not care about segments, and our own clock
for the five seconds: after the limit no further request is made, the pending reply is awaited,
then ``Fini`` is sent, as the stock client should have done.
"""

from __future__ import annotations

import math
import re
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from domains.competition.referee.frames import FrameError, decode, encode_request
from domains.competition.referee.game import LIMIT_S, Game, Sent
from domains.competition.referee.link import Link, LinkError
from domains.competition.world.actions import read_action
from planner.environment import Policy
from planner.errors import ComponentError, PlannerError, UsageError
from planner.execution.loop import run_episode

MAX_PROBLEMS = 10_000
"""Problems played in one session before the platform is taken for broken; sets have 50 to 100."""


@dataclass(frozen=True)
class ProblemRun:
    """One problem as a client saw it: actions with replies, seconds, and what went wrong."""

    name: str
    actions: tuple[tuple[str, str], ...]
    seconds: float
    trouble: str = ""


def parse_address(text: str) -> tuple[str, int]:
    """Read ``HOST:PORT`` (``[::1]:7932`` for IPv6). Raises :class:`UsageError`."""
    host, colon, port = text.rpartition(":")
    host = host.strip("[]")
    number = int(port) if port.isdecimal() and len(port) < 9 else 0
    if not colon or not host or not 0 < number < 65536:
        raise UsageError(f"'{text}' is not HOST:PORT (e.g. 127.0.0.1:7932)")
    return host, number


def parse_test(raw: bytes) -> Sent:
    """Cut a ``<test>`` message at its literal tags; bare ``&`` and noise bytes are allowed.

    Raises :class:`LinkError` when one of the three parts is missing.
    """
    text = raw.decode("utf-8", "replace")
    parts = []
    for tag in ("name", "es", "ts"):
        start, end = text.find(f"<{tag}>"), text.rfind(f"</{tag}>")
        if start < 0 or end < start:
            raise LinkError(f"the platform's <test> has no <{tag}>: {text[:80]!r}")
        parts.append(text[start + len(tag) + 2 : end])
    return Sent(*parts)


def request_bytes(action: str) -> bytes:
    """Encode an action line. Raises :class:`FrameError` for anything but exact forms."""
    read = read_action(action)
    if read is None:
        raise FrameError(f"'{action}' is not an action of the platform")
    return encode_request(read.name, *read.arguments)


@dataclass
class Session:
    """A client session over an open link; ``silence_s`` bounds every wait between messages."""

    link: Link
    policy: Policy
    team: str = "team"
    silence_s: float = 60.0
    reply_s: float = 10.0
    clock: Callable[[], float] = time.monotonic
    language: str = "auto"
    on_run: Callable[[ProblemRun], None] = lambda run: None

    def play(self) -> tuple[ProblemRun, ...]:
        """Greet, play every problem, close the link, return the runs.

        Raises :class:`ComponentError` when the platform stops playing by the protocol; a single
        unreadable reply only ends its problem.
        """
        runs: list[ProblemRun] = []
        try:
            limit_s = self._greet()
            while (test := self._next_test()) is not None:
                run, broken = self._problem(test, limit_s)
                runs.append(run)
                if len(runs) > MAX_PROBLEMS:
                    raise LinkError(f"more than {MAX_PROBLEMS} problems in one session")
                self.on_run(run)
                if broken:
                    raise LinkError(f"problem {run.name}: {run.trouble}")
        except LinkError as error:
            raise ComponentError(
                f"the session ended after {len(runs)} problem(s): {error}") from None
        finally:
            self.link.close()
        return tuple(runs)

    def _greet(self) -> float:
        name = re.sub(r"[<>&\x00-\x1f]", "", self.team)[:200] or "team"
        self.link.send(f"<name>{name}</name>".encode())
        conf = self.link.read_until([b"/>"], timeout_s=self.silence_s).decode("utf-8", "replace")
        found = re.search(r"<conf\s[^>]*\bto\s*=\s*[\"']?(\d{1,9})", conf)
        if found is None:
            raise LinkError(f"<conf to=\"…\"/> expected, found {conf[-80:]!r}")
        limit_s = int(found.group(1)) / 1000.0
        return min(limit_s, LIMIT_S) if limit_s > 0 else LIMIT_S

    def _next_test(self) -> Sent | None:
        raw = self.link.read_until([b"</test>", b"<quit/>", b"<quit />"],
                                   timeout_s=self.silence_s)
        return parse_test(raw) if raw.endswith(b"</test>") else None

    def _problem(self, test: Sent, limit_s: float) -> tuple[ProblemRun, bool]:
        """Play one problem; the flag says that the link is beyond use."""
        game = Game(test, self._exchange, language=self.language, limit_s=limit_s,
                    clock=self.clock)
        started, trouble, broken = self.clock(), "", False
        try:
            run_episode(game, self.policy, domain="competition", case=test.name, seed=0)
        except LinkError as error:
            trouble, broken = str(error), True
        except PlannerError as error:
            trouble = str(error)
        seconds = min(limit_s, self.clock() - started)
        if not broken:
            try:
                self.link.send(encode_request("Fini", math.ceil(seconds * 1000) / 1000.0))
            except LinkError as error:
                trouble, broken = str(error), True
        return ProblemRun(test.name, tuple(game.played), seconds, trouble), broken

    def _exchange(self, action: str) -> str:
        self.link.forget_frames()
        self.link.send(request_bytes(action))
        message = decode(self.link.read_frame(timeout_s=self.reply_s))
        return _reply_text(action, message.values)


def connect(host: str, port: int, *, timeout_s: float = 10.0) -> Link:
    """Open a connection. Raises :class:`LinkError`."""
    try:
        return Link(socket.create_connection((host, port), timeout=timeout_s))
    except OSError as error:
        raise LinkError(f"cannot connect to {host}:{port}: {error}") from None


def _reply_text(action: str, values: tuple[object, ...]) -> str:
    name = action.split(maxsplit=1)[0]
    value = values[0] if len(values) == 1 else None
    if name == "AskLoc" and isinstance(value, str):
        return value
    if name == "Sense" and isinstance(value, list) and all(type(v) is int for v in value):
        return " ".join(map(str, value))
    if name not in ("AskLoc", "Sense") and isinstance(value, bool):
        return "1" if value else "0"
    raise FrameError(f"unknown reply to '{action}': {values!r:.80}")
