"""A buffered connection for the platform's protocol: tags first, then frames.

Text up to a marker and frames share one buffer, so it does not matter how the network splits or
merges segments. Every wait has a limit; too much text is refused.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable, Sequence

from domains.competition.referee.frames import FrameError, split_frame
from planner.errors import ComponentError

MAX_TEXT = 4 << 20
"""Longest text message accepted, bytes."""


class LinkError(ComponentError):
    """Report a connection that closed, fell silent or sent what cannot be read."""


class Link:
    """One connection; ``clock`` in seconds."""

    def __init__(
        self, connection: socket.socket, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.connection = connection
        self.buffer = bytearray()
        self.clock = clock
        with contextlib.suppress(OSError):  # the other side may have gone already
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, data: bytes, *, timeout_s: float = 10.0) -> None:
        """Send all of ``data`` in one write. Raises :class:`LinkError`."""
        try:
            self.connection.settimeout(timeout_s)
            self.connection.sendall(data)
        except OSError as error:
            raise LinkError(f"the connection broke while sending: {error}") from None

    def read_until(
        self, markers: Sequence[bytes], *, timeout_s: float, limit: int = MAX_TEXT
    ) -> bytes:
        """Return the text up to and including the first of ``markers``.

        Raises :class:`LinkError` on silence, end of stream, or more than ``limit`` bytes.
        """
        deadline = self.clock() + timeout_s
        searched = 0
        longest = max(map(len, markers))
        while True:
            found = [
                (place + len(m)) for m in markers if (place := self.buffer.find(m, searched)) >= 0
            ]
            if found:
                return self._take(min(found))
            if len(self.buffer) > limit:
                raise LinkError(f"more than {limit} bytes without {_names(markers)}")
            searched = max(0, len(self.buffer) - longest)
            self._receive(deadline, _names(markers))

    def read_frame(self, *, timeout_s: float) -> bytes:
        """Return the payload of the next frame. Raises :class:`LinkError`."""
        deadline = self.clock() + timeout_s
        while True:
            try:
                payload, used = split_frame(self.buffer)
            except FrameError as error:
                raise LinkError(f"{error}; the stream cannot be followed any further") from None
            if payload is not None:
                self._take(used)
                return payload
            self._receive(deadline, "a frame")

    def forget_frames(self) -> None:
        """Drop frames that arrived unasked, e.g. a reply sent twice: they answer nothing."""
        with contextlib.suppress(FrameError):
            while used := split_frame(self.buffer)[1]:
                self._take(used)

    def close(self) -> None:
        """Close the connection; never raises."""
        with contextlib.suppress(OSError):
            self.connection.close()

    def _take(self, size: int) -> bytes:
        taken = bytes(self.buffer[:size])
        del self.buffer[:size]
        return taken

    def _receive(self, deadline: float, wanted: str) -> None:
        remaining = deadline - self.clock()
        if remaining <= 0:
            raise LinkError(f"silence while waiting for {wanted}")
        try:
            self.connection.settimeout(remaining)
            chunk = self.connection.recv(65536)
        except TimeoutError:
            raise LinkError(f"silence while waiting for {wanted}") from None
        except OSError as error:
            raise LinkError(f"the connection broke while waiting for {wanted}: {error}") from None
        if not chunk:
            half = f" ({len(self.buffer)} bytes of it arrived)" if self.buffer else ""
            raise LinkError(f"the other side closed while {wanted} was expected{half}")
        self.buffer += chunk


def _names(markers: Sequence[bytes]) -> str:
    return " or ".join(m.decode("ascii", "replace") for m in markers)
