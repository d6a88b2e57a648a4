"""Worker processes: one request at a time each."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Mapping
from typing import Any

from planner.errors import ComponentError
from planner.origin import child_command, child_environment

LINE_BYTES = 64_000_000


class Worker:
    """One worker process; started when first asked, started anew after it was ended."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> asyncio.subprocess.Process:
        """Return the running process."""
        before = self._process
        if before is None or before.stdout is None or before.stdout.at_eof():  # it has ended
            self._process = await asyncio.create_subprocess_exec(
                *child_command("planner.service.answers", str(os.getpid())),
                env=child_environment(), stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                limit=LINE_BYTES, start_new_session=True)
            return self._process
        return before

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer; raises :class:`ComponentError` where the worker is lost.

        When the waiting is cancelled it is ended.
        """
        try:
            if not (out := await self._begun(request)):  # it had ended while nobody asked it
                out = await self._begun(request)
            found: dict[str, Any] = json.loads(await out.readline() if out else b"")
        except (OSError, ValueError) as error:
            await self.end()
            raise ComponentError("the process that worked on it was lost") from error
        except BaseException:
            await asyncio.shield(self.end())
            raise
        return found

    async def _begun(self, request: Mapping[str, Any]) -> asyncio.StreamReader | None:
        """Hand a request over; return where its answer is to come, None if it is not begun."""
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(dict(request)).encode() + b"\n")
        return process.stdout if await process.stdout.readline() else None

    async def end(self) -> None:
        """End the process; its engine and their folder go with it."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
