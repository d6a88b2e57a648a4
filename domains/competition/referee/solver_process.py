"""Anybody's solver, started by a command, that speaks the line protocol (specification §12)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
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
        self._runner = asyncio.Runner()
        try:
            self._process = self._runner.run(asyncio.create_subprocess_exec(
                *(shlex.split(command) or [""]), stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, limit=MAX_LINE, start_new_session=True))
        except (OSError, ValueError) as error:
            self._runner.close()
            raise ComponentError(f"the solver {command!r} cannot be started: {error}") from None
        self._until = time.monotonic() + START_S

    def __enter__(self) -> SolverProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(ProcessLookupError):  # what it started, too, if that outlives it
            os.killpg(self._process.pid, signal.SIGKILL)
        assert self._process.stdin is not None
        self._process.stdin.close()
        with contextlib.suppress(TimeoutError):  # others may hold its output open
            self._runner.run(asyncio.wait_for(self._process.communicate(), 1.0))
        self._runner.close()

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
        try:
            line = self._runner.run(asyncio.wait_for(
                self._answer(text.encode()), self._until - time.monotonic()))
        except (TimeoutError, ValueError):
            return ""
        return line.decode("utf-8", "replace").strip()

    async def _answer(self, text: bytes) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(text)  # it may not read: nobody waits for that
        return await self._process.stdout.readline()
