"""Stand-ins for the two ends of the protocol: a judge that counts, a server that misbehaves."""

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.referee.environment import Referee
from domains.competition.referee.game import ROBOT, STOP, Game, Sent
from domains.competition.referee.server import Case, PlatformServer, SessionResult
from domains.competition.world.scoring import Score
from planner.environment import Briefing, Decision, Observation, Policy


class CountingJudge(Referee):
    """Accepts everything; the score is the number of actions (negative time: 0)."""

    def __init__(self) -> None:
        self.log = []

    def act(self, text: str) -> str:
        name = text.split(maxsplit=1)[0]
        reply = {"Sense": "14 15 2", "AskLoc": "at(15,2)", "Open": "0"}.get(name, "1")
        self.log.append((text, reply))
        return reply

    def score(self, seconds: float | None = None) -> Score:
        if seconds is None or not 0 <= seconds <= 5:
            return Score(0, 0, 0, 0, (), ())
        count = len(self.log)
        return Score(count, count, 2 * int((5 - seconds) * 10), 0, (), ())


class Scripted:
    """A policy that performs the same actions in every problem; it keeps what it was sent."""

    name = "scripted"

    def __init__(self, actions: list[str]) -> None:
        self.script = actions
        self.sent: list[str] = []

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        self.left = list(self.script)
        self.sent.append("|".join(map(str, (
            briefing.facts["name"], briefing.facts["told"], briefing.instruction))))

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        action = self.left.pop(0) if self.left else "Done"
        return Decision({ROBOT: action}, done=action == "Done")


class Talk:
    """A problem told to a policy reply by reply: what stands on the other side is the test."""

    def __init__(self, policy: Policy, env: str, task: str, language: str = "auto") -> None:
        self.policy, self._seen = policy, {ROBOT: {"reply": ""}}
        game = Game(Sent("x", env, task), lambda action: "", language=language)
        policy.reset(game.briefing(), self._seen)

    def first(self) -> str:
        action = self.policy.decide(self._seen).actions[ROBOT]
        return STOP if action == "Done" else action

    def next(self, reply: str) -> str:
        self._seen = {ROBOT: {"reply": reply}}
        return self.first()


def hear(belief: WorldBelief, played: str) -> None:
    """Let a belief see actions and what they were answered: ``Move 2=1; Sense=2 4``."""
    for step in played.split("; "):
        action, _, reply = step.partition("=")
        belief.observe(action, reply)


def cases(count: int = 2, task: str = "(:ins (r&ed <x>))") -> list[Case]:
    """Problems with a bare ampersand in the text."""
    return [Case(f"{i:02}.xml", "(:domain (at 0 1))", task, CountingJudge) for i in range(count)]


@contextmanager
def serving(server: PlatformServer, sessions: int = 1) -> Iterator[list[SessionResult]]:
    """Serve in a thread; leave only when all sessions are over."""
    results: list[SessionResult] = []

    def run() -> None:
        clients = (server.accept(5.0) for _ in range(sessions))
        results.extend(server.serve(client) for client in clients if client is not None)

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
