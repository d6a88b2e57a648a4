"""Requests: they wait, are answered, may be cancelled, and their answers are kept for a while."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from planner.errors import PlannerError, UsageError
from planner.service.pool import Worker

MOST_MB = 2048
"""For reading, preparing and judging; engines have the request's own limit."""


class Busy(PlannerError):
    """The queue is full."""


@dataclass(frozen=True)
class Bounds:
    """What the service gives: seconds and MB per request, requests at a time and in the queue.

    ``body_mb`` bounds a request, ``kept`` and ``kept_mb`` the finished answers.
    """

    time_limit: float = 60.0
    memory_mb: int = 4096
    workers: int = 2
    waiting: int = 64
    body_mb: int = 8
    kept: int = 1000
    kept_mb: int = 256


@dataclass(eq=False)
class Job:
    """One request; ``answer`` is None until it is done. ``state`` is PENDING, RUNNING or DONE."""

    request: Mapping[str, Any]
    number: str = field(default_factory=lambda: uuid.uuid4().hex)
    state: str = "PENDING"
    answer: dict[str, Any] | None = None
    size: int = 0
    done: asyncio.Event = field(default_factory=asyncio.Event)
    work: asyncio.Task[None] | None = None


class Jobs:
    """The requests of a service and the workers that answer them; used as a context."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.counts = {"submitted": 0, "answered": 0, "failed": 0, "cancelled": 0, "refused": 0}
        self.known: dict[str, Job] = {}
        self._workers = [Worker() for _ in range(bounds.workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._since = time.monotonic()

    async def __aenter__(self) -> Jobs:
        for worker in self._workers:
            await worker.start()
            self._free.put_nowait(worker)
        return self

    async def __aexit__(self, *error: object) -> None:
        begun = [job.work for job in self.known.values() if job.work is not None]
        for work in begun:
            work.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        for worker in self._workers:
            await worker.end()

    def submit(self, what: str, request: Mapping[str, Any]) -> Job:
        """Queue a request; raises :class:`Busy`, and :class:`UsageError` for wrong limits."""
        limits = self._limits(request)
        waiting = sum(job.state == "PENDING" for job in self.known.values())
        if waiting >= self.bounds.waiting:
            self.counts["refused"] += 1
            raise Busy(f"busy: {waiting} requests are waiting; try again later")
        job = Job({**request, **limits, "what": what})
        self.known[job.number] = job
        self.counts["submitted"] += 1
        job.work = asyncio.create_task(self._work(job))
        return job

    async def answer(self, what: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Queue a request and wait for its answer."""
        job = self.submit(what, request)
        try:
            await job.done.wait()
        except asyncio.CancelledError:
            self.cancel(job)
            raise
        assert job.answer is not None
        return job.answer

    def cancel(self, job: Job) -> bool:
        """End a job that is not done; say whether there was something to end."""
        if job.state == "DONE":
            return False
        self.counts["cancelled"] += 1
        if job.work is not None:
            job.work.cancel()
        self._finish(job, {"error": "cancelled", "kind": "Cancelled", "exit": 130})
        return True

    def status(self) -> dict[str, Any]:
        """Return what is going on, as data."""
        states = [job.state for job in self.known.values()]
        return {"running": states.count("RUNNING"), "waiting": states.count("PENDING"),
                "kept": states.count("DONE"), "counts": dict(self.counts),
                "limits": vars(self.bounds) | {}, "up_s": round(time.monotonic() - self._since, 1)}

    def _limits(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the limits of a request: what it asks for, at most what is given; and the proof.

        Clients that keep options as texts send ``"false"``.
        """
        proof = str(request.get("optimal") or False).lower()
        if proof not in ("true", "false"):
            raise UsageError(f"optimal: {proof[:60]!r} is not true or false")
        bounds = self.bounds
        wall = _number(request, "time_limit", bounds.time_limit)
        memory = _number(request, "memory_limit", bounds.memory_mb)
        return {"optimal": proof == "true", "time_limit": min(wall, bounds.time_limit),
                "memory_mb": int(min(memory, bounds.memory_mb)),
                "process_mb": min(bounds.memory_mb, MOST_MB)}

    async def _work(self, job: Job) -> None:
        """Let the first worker that is free answer a job; whoever waits longest comes first."""
        worker = await self._free.get()
        try:
            job.state = "RUNNING"
            answer = await worker.ask(job.request)
        except Exception as error:
            answer = {"error": str(error) or type(error).__name__, "kind": "Crash", "exit": 5}
        finally:
            self._free.put_nowait(worker)
        self._finish(job, answer)

    def _finish(self, job: Job, answer: dict[str, Any]) -> None:
        if job.state == "DONE":
            return
        job.state, job.answer, job.request = "DONE", answer, {}
        job.size = len(json.dumps(answer))
        self.counts["failed" if "error" in answer else "answered"] += 1
        job.done.set()
        done = [j for j in self.known.values() if j.state == "DONE"]
        most = self.bounds.kept_mb << 20
        while len(done) > 1 and (len(done) > self.bounds.kept or sum(j.size for j in done) > most):
            del self.known[done.pop(0).number]


def _number(request: Mapping[str, Any], key: str, default: float) -> float:
    """Read a limit, a number or its text; raises :class:`UsageError`."""
    found = request.get(key)
    if found in (None, ""):
        return default
    try:
        value = float(found) if isinstance(found, int | float | str) else 0.0
    except (ValueError, OverflowError):
        value = 0.0
    least = 16 if key == "memory_limit" else 0
    if isinstance(found, bool) or not least < value < float("inf"):
        raise UsageError(f"{key}: {str(found)[:60]!r} is not a positive number" + (
            " of at least 16" if least else ""))
    return value
