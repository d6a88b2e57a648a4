"""Worker processes: one request at a time each, under a watch on time and memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Mapping
from typing import Any

import psutil

__all__ = ["Ended", "Worker"]

LINE_BYTES = 64_000_000
WATCH_S = 0.1
GRACE_S = 15.0
"""For reading, preparing and judging, beyond the engine's own limit."""


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
                sys.executable, "-m", "planner.service.worker", str(os.getpid()),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LINE_BYTES, start_new_session=True)
        return self._process

    async def ask(self, request: Mapping[str, Any], wall_s: float) -> dict[str, Any]:
        """Return the answer; raises :class:`Ended` at a limit and where the worker is lost.

        The worker has ``wall_s`` and some seconds. When the waiting is cancelled it is ended.
        """
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(dict(request)).encode() + b"\n")
            line = asyncio.ensure_future(process.stdout.readline())
            await self._watch(process, line, wall_s + GRACE_S)
            found: dict[str, Any] = json.loads(line.result())
        except (OSError, ValueError) as error:
            await self.end()
            raise Ended("the process that worked on it was lost") from error
        except BaseException:
            await asyncio.shield(self.end())
            raise
        return found

    async def _watch(
        self, process: asyncio.subprocess.Process, line: asyncio.Future[bytes], wall_s: float
    ) -> None:
        """Wait for the answer; raise at a limit."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + wall_s
        try:
            while not (await asyncio.wait({line}, timeout=WATCH_S))[0]:
                if clock() >= deadline:
                    raise Ended(f"no answer within {wall_s:g} s: reading, preparing or judging "
                                "takes too long")
                if _resident_mb(process.pid) > self.memory_mb:
                    raise Ended(f"reading or preparing it needs more than {self.memory_mb} MB")
        finally:
            if not line.done():
                line.cancel()

    async def end(self) -> None:
        """End the process; its engine and their folder go with it."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _resident_mb(pid: int) -> float:
    with contextlib.suppress(psutil.Error):
        return float(psutil.Process(pid).memory_info().rss) / 2**20
    return 0.0
