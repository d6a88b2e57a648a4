"""Anybody's solver, started by a command, that speaks the line protocol (specification §12)."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Mapping
from types import TracebackType

from domains.competition.referee.game import LIMIT_S, ROBOT, STOP
from domains.competition.referee.stdio import MAX_LINE
from planner.environment import Briefing, Decision, Observation
from planner.errors import ComponentError

START_S = 30.0
"""Longest time until the first action, seconds: starting a program is not part of playing."""


class SolverProcess:
    """A policy for one problem, with the limit of 5 s from its first action on.

    It stops when the process ends, is silent too long, or says so.

    Raises :class:`ComponentError` if the command cannot be started or says nothing at all.
    """

    name = "process"

    def __init__(self, command: str) -> None:
        self.command = command
        self._sent = ""
        self._buffer = b""
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                start_new_session=True)
        except (OSError, ValueError) as error:
            raise ComponentError(f"the solver {command!r} cannot be started: {error}") from None
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)  # a program may not read what it gets
        self._until = time.monotonic() + START_S

    def __enter__(self) -> SolverProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):  # what was not sent any more
                    stream.close()
        with contextlib.suppress(ProcessLookupError):  # what it started, too, if that outlives it
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Take the two texts."""
        env, items = (" ".join(text.split())
                      for text in (str(briefing.facts["told"]), briefing.instruction))
        self._sent = f"NAME {briefing.facts['name']}\nENV {env}\nTASK 1\n{items}\n"

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Send the problem, later the reply; return the next action."""
        first, self._sent = self._sent, ""
        action = self._exchange(first or f"{observations[ROBOT]['reply']}\n")
        if first:
            if not action:
                raise ComponentError(
                    f"the solver {self.command!r} sent no action in {START_S:g} s")
            self._until = time.monotonic() + LIMIT_S
        stopped = action in ("", STOP)
        return Decision({ROBOT: "Done" if stopped else action}, done=stopped)

    def _exchange(self, text: str) -> str:
        """Send text and return the next line; empty if there is none in time."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        unsent, to, source = text.encode(), self._process.stdin.fileno(), self._process.stdout
        with selectors.DefaultSelector() as waiting:
            waiting.register(source, selectors.EVENT_READ)
            waiting.register(to, selectors.EVENT_WRITE)
            while b"\n" not in self._buffer and len(self._buffer) < MAX_LINE:
                left = self._until - time.monotonic()
                ready = waiting.select(left) if left > 0 else []
                if not ready:
                    return ""
                for key, _ in ready:
                    if key.fd == to:
                        try:
                            unsent = unsent[os.write(to, unsent):]
                        except OSError:  # it reads no more, but may have said something
                            unsent = b""
                        if not unsent:
                            waiting.unregister(to)
                    else:
                        found = os.read(source.fileno(), 65_536)
                        if not found:
                            return ""
                        self._buffer += found
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", "replace").strip()
