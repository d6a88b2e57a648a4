"""The REST protocol of planning services, as planutils, PaaS and editors speak it.

``docs/service.md`` has the table of requests. Browsers of other sites are kept out: only the
names of this machine are answered to, and only JSON is taken.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from planner.errors import PlannerError, UsageError
from planner.service.jobs import Bounds, Busy, Job, Jobs
from planner.service.replies import checked, manifests, plain_solve, synchronous

BODY_S = 30.0
PATIENCE = 8
"""A body is read up to this multiple of its limit."""
_KNOWN = ("domain", "problem", "time_limit", "memory_limit", "optimal")


def application(bounds: Bounds, hosts: list[str] | None = None) -> Starlette:
    """Return the service as an ASGI application; ``hosts`` are names it also answers to."""
    service = _Service(bounds)
    return Starlette(
        routes=service.routes(), lifespan=service.lifespan,
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=[
                "localhost", "127.0.0.1", "[::1]", *(hosts or [])]),
            Middleware(_OneSlash)],
        exception_handlers={HTTPException: _refused, PlannerError: _refused})


class _Reply(JSONResponse):
    """JSON in ASCII: half a surrogate pair that a request brought has no other form."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, allow_nan=False).encode()


class _OneSlash:
    """Read ``//check/ID`` as ``/check/ID``: planutils puts a slash before the path it was given."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("//"):
            scope = {**scope, "path": "/" + scope["path"].lstrip("/")}
        await self.app(scope, receive, send)


class _Service:
    """The requests, each a short method."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.packages = manifests()
        self.jobs = Jobs(bounds)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        async with self.jobs:
            yield

    def routes(self) -> list[Route]:
        return [
            Route("/", self.status), Route("/status", self.status),
            Route("/package", self.all_packages),
            Route("/package/{name}", self.one_package),
            Route("/package/{name}/solve", self.one_package, methods=["GET"]),
            Route("/package/{name}/solve", self.submit, methods=["POST"]),
            Route("/check/{number}", self.check, methods=["GET", "POST"]),
            Route("/check/{number}", self.cancel, methods=["DELETE"]),
            Route("/cancel/{number}", self.cancel, methods=["POST"]),
            Route("/solve", self.solve, methods=["POST"]),
        ]

    async def status(self, _: Request) -> Response:
        return _Reply({"service": "planner", "engines": list(self.packages), **self.jobs.status()})

    async def all_packages(self, _: Request) -> Response:
        return _Reply(self.packages)

    async def one_package(self, request: Request) -> Response:
        return _Reply(self.packages[self._name(request)])

    async def submit(self, request: Request) -> Response:
        job = self._job(self._name(request), await self._body(request))
        if request.query_params.get("wait", "") not in ("", "0", "false"):
            return _Reply(synchronous(await self._wait(request, job)))
        return _Reply({"result": f"/check/{job.number}?external=True"})

    async def solve(self, request: Request) -> Response:
        job = self._job("auto", await self._body(request))
        return _Reply(plain_solve(await self._wait(request, job)))

    async def check(self, request: Request) -> Response:
        if request.method == "POST" and (
                wanted := (await self._body(request, empty=True)).get("adaptor")):
            raise HTTPException(400, f"there is no adaptor {str(wanted)[:80]!r} here; ask without")
        job = self._known(request)
        return _Reply(checked(job.answer, job.state))

    async def cancel(self, request: Request) -> Response:
        job = self._known(request)
        return _Reply({"cancelled": self.jobs.cancel(job)})

    def _known(self, request: Request) -> Job:
        job = self.jobs.known.get(request.path_params["number"])
        if job is None:
            raise HTTPException(404, "there is no such request, or its answer is no longer kept")
        return job

    def _job(self, name: str, body: dict[str, Any]) -> Job:
        for key in ("domain", "problem"):
            if not isinstance(body.get(key), str) or not body[key].strip():
                raise HTTPException(200, f"Required argument, {key} was not provided")
        wanted = {key: body[key] for key in _KNOWN if key in body}
        ignored = sorted(str(key)[:40] for key in set(body) - set(_KNOWN))[:20]
        return self.jobs.submit("solve", {**wanted, "engine": name, "ignored": ignored})

    def _name(self, request: Request) -> str:
        name = str(request.path_params["name"])
        if name not in self.packages:
            raise HTTPException(200, "That package does not exist")
        return name

    async def _body(self, request: Request, *, empty: bool = False) -> dict[str, Any]:
        """Read a JSON object of bounded size, in bounded time."""
        data = await self._read(request)
        if empty and not data.strip():
            return {}
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise HTTPException(415, "send JSON with Content-Type: application/json")
        try:
            body = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise HTTPException(400, f"not JSON: {str(error)[:200]}") from None
        if not isinstance(body, dict):
            raise HTTPException(400, "a JSON object is expected")
        return body

    async def _read(self, request: Request) -> bytes:
        """Read a body.

        Of one that is too long some more is read: a client still writes when it is answered.
        """
        most, data, length = self.bounds.body_mb << 20, b"", 0
        try:
            async with asyncio.timeout(BODY_S):
                async for chunk in request.stream():
                    length += len(chunk)
                    data = data + chunk if length <= most else b""
                    if length > PATIENCE * most:
                        break
        except TimeoutError:
            raise HTTPException(408, f"the request did not arrive within {BODY_S:g} s") from None
        except ClientDisconnect:
            raise HTTPException(400, "the connection ended before the request") from None
        if length > most:
            raise HTTPException(413, f"more than {self.bounds.body_mb} MB in one request")
        return data

    async def _wait(self, request: Request, job: Job) -> dict[str, Any]:
        """Wait for the answer; a client that leaves takes its request back."""
        while job.answer is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(job.done.wait(), 0.5)
            if job.answer is None and await request.is_disconnected():
                self.jobs.cancel(job)
        return job.answer


async def _refused(_: Request, error: Exception) -> Response:
    """Return an error under every key that a client looks at."""
    why, code = str(error), 200
    if isinstance(error, HTTPException):
        why, code = error.detail, error.status_code
    elif isinstance(error, Busy | UsageError):
        code = 429 if isinstance(error, Busy) else 400
    headers = {"Retry-After": "1"} if code == 429 else None
    return _Reply({"Error": why, "error": why, "status": "error",
                   "result": {"error": why, "stdout": "", "stderr": why}},
                  status_code=code, headers=headers)
