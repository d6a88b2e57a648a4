"""Listen for HTTP requests until told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from planner.errors import UsageError
from planner.service.jobs import Bounds
from planner.service.rest import application

__all__ = ["listen"]

MOST_CONNECTIONS = 500
_EVERYWHERE = ("0.0.0.0", "::")


def listen(bounds: Bounds, host: str, port: int, say: Callable[[str], None]) -> None:
    """Serve; ``say`` is given the address once it is bound.

    Raises :class:`UsageError` where the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        bound = socket.create_server((host, port), family=family, backlog=256)
    except (OSError, OverflowError) as error:
        raise UsageError(f"cannot listen on {host}:{port}: {error}") from None
    names = ["*"] if host in _EVERYWHERE else [host]
    named = f"[{host}]" if family == socket.AF_INET6 else host
    server = uvicorn.Server(uvicorn.Config(
        application(bounds, names), log_level="warning", access_log=False,
        limit_concurrency=MOST_CONNECTIONS, timeout_keep_alive=20, server_header=False,
        timeout_graceful_shutdown=2))
    say(f"http://{named}:{bound.getsockname()[1]}")
    with bound:
        server.run(sockets=[bound])
