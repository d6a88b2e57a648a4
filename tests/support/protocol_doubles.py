"""Stand-ins for the two ends of the protocol: a judge that counts, a server that misbehaves."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from domains.competition.referee.server import Case, PlatformServer, SessionResult


class CountingJudge:
    """Accepts everything; the score is the number of actions (negative time: 0)."""

    def __init__(self) -> None:
        self.acts: list[str] = []

    def act(self, text: str) -> str:
        self.acts.append(text)
        name = text.split(maxsplit=1)[0]
        return {"Sense": "14 15 2", "AskLoc": "at(15,2)", "Open": "0"}.get(name, "1")

    def score(self, seconds: float) -> tuple[int, int]:
        if not 0 <= seconds <= 5:
            return 0, 0
        return len(self.acts) + 2 * int((5 - seconds) * 10), len(self.acts)


class ScriptedPlayer:
    """Performs a fixed list of actions and remembers the replies."""

    def __init__(self, actions: list[str]) -> None:
        self.actions = [*actions, "Stop"]
        self.replies: list[str] = []

    def first(self) -> str:
        return self.actions.pop(0)

    def next(self, reply: str) -> str:
        self.replies.append(reply)
        return self.actions.pop(0)


def cases(count: int = 2, task: str = "(:ins (r&ed <x>))") -> list[Case]:
    """Problems with a bare ampersand in the text."""
    return [Case(f"{i:02}.xml", "(:domain (at 0 1))", task, CountingJudge) for i in range(count)]


@contextmanager
def serving(server: PlatformServer, sessions: int = 1) -> Iterator[list[SessionResult]]:
    """Serve in a thread; leave only when all sessions are over."""
    results: list[SessionResult] = []

    def run() -> None:
        for _ in range(sessions):
            result = server.serve_one(wait_s=5.0)
            if result is not None:
                results.append(result)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield results
        thread.join(20)
    finally:
        server.close()
        thread.join(20)
        assert not thread.is_alive()


@contextmanager
def fake_platform(behave: Callable[[socket.socket], None]) -> Iterator[int]:
    """Listen once on a free port and let ``behave`` treat the client as it likes."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(5.0)

    def run() -> None:
        connection, _ = listener.accept()
        connection.settimeout(5.0)
        with connection:
            try:
                behave(connection)
            except OSError:
                return

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        thread.join(10)
        listener.close()
