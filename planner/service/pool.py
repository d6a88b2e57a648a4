"""Worker processes: one request at a time each, under a watch on time and memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Mapping
from typing import Any

from planner.origin import child_command, child_environment
from planner.sandbox import resident_mb

LINE_BYTES = 64_000_000
WATCH_S = 0.1
GRACE_S = 2.0
"""For ending an engine and answering, beyond the limit on all of a request …"""
START_S = 120.0
"""… and for a worker that has to be started first."""


class Ended(Exception):
    """A worker was ended in the middle of a request; the text says why."""


class Worker:
    """One worker process; started when first asked, started anew after it was ended."""

    def __init__(self, memory_mb: int) -> None:
        self.memory_mb = memory_mb
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> asyncio.subprocess.Process:
        """Return the running process."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *child_command("planner.service.answers", str(os.getpid())),
                env=child_environment(), stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                limit=LINE_BYTES, start_new_session=True)
        return self._process

    async def ask(self, request: Mapping[str, Any], wall_s: float) -> dict[str, Any]:
        """Return the answer; raises :class:`Ended` at a limit and where the worker is lost.

        The worker has ``wall_s`` from when it begins, and two seconds. When the waiting is
        cancelled it is ended.
        """
        process = await self.start()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(dict(request)).encode() + b"\n")
            found = await self._answer(process, wall_s)
        except (OSError, ValueError) as error:
            await self.end()
            raise Ended("the process that worked on it was lost") from error
        except BaseException:
            await asyncio.shield(self.end())
            raise
        return found

    async def _answer(self, process: asyncio.subprocess.Process, wall_s: float) -> dict[str, Any]:
        """Return the answer, after the lines that tell of stages; raise at a limit."""
        assert process.stdout is not None
        clock = asyncio.get_running_loop().time
        stage, until = "starting", clock() + START_S
        while True:
            line = asyncio.ensure_future(process.stdout.readline())
            try:
                while not (await asyncio.wait({line}, timeout=WATCH_S))[0]:
                    self._check(process.pid, stage, wall_s, clock() >= until)
            finally:
                line.cancel()
            found: dict[str, Any] = json.loads(line.result())
            if "stage" not in found:
                return found
            until = clock() + wall_s + GRACE_S if stage == "starting" else until
            stage = found["stage"]

    def _check(self, pid: int, stage: str, wall_s: float, late: bool) -> None:
        if late:
            raise Ended(f"time limit of {wall_s:g} s exceeded while {stage}")
        if resident_mb(pid) > self.memory_mb:
            raise Ended(f"memory limit of {self.memory_mb:,} MB exceeded while {stage}")

    async def end(self) -> None:
        """End the process; its engine and their folder go with it."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
