"""Listen for HTTP requests until a signal ends it."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
from collections.abc import Callable

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from planner.errors import UsageError
from planner.service.jobs import Bounds
from planner.service.rest import application

MOST_CONNECTIONS = 2000
HEADERS_S = 10.0
"""A connection that has not sent the headers of a request by then is closed."""
_EVERYWHERE = ("0.0.0.0", "::")


def listen(bounds: Bounds, host: str, port: int, say: Callable[[str], None]) -> None:
    """Serve; ``say`` is given the address once it is bound.

    Raises :class:`UsageError` where the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        bound = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError) as error:
        raise UsageError(f"cannot listen on {host}:{port}: {error}") from None
    names = ["*"] if host in _EVERYWHERE else [host]
    named = f"[{host}]" if family == socket.AF_INET6 else host
    _more_files()
    server = uvicorn.Server(uvicorn.Config(
        application(bounds, names), http=_Impatient, log_level="warning", access_log=False,
        limit_concurrency=MOST_CONNECTIONS, timeout_keep_alive=20, server_header=False,
        timeout_graceful_shutdown=2))
    say(f"http://{named}:{bound.getsockname()[1]}")
    with bound:
        server.run(sockets=[bound])


class _Impatient(H11Protocol):
    """Close connections on which a request begins and does not go on."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Start the clock where no request is at work, stop it where one is."""
        working = self.cycle is not None and not self.cycle.response_complete
        if working and self._late is not None:
            self._late.cancel()
            self._late = None
        elif not working and self._late is None:
            self._late = self.loop.call_later(HEADERS_S, self._close)

    def _close(self) -> None:
        self._late = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()


def _more_files() -> None:
    """Let this process hold as many connections as it takes."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + 500
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (
            wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
