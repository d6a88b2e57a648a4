"""One problem as a solver meets it, as an environment: an action line out, a reply line in.

Whatever stands on the other side (our referee, the line protocol, the official platform) is behind
``act``, out of a policy's reach.

============  ====================================================================
agents        ``robot``
actions       the platform's: ``Move 4``, ``PutIn 3 5``, ``AskLoc 3``, ``Sense``; ``Done`` stops
observation   ``reply`` to the last action (``1``, ``0``, ``?``, a place, object numbers),
              ``last_action``, ``success``, ``failure``
not observed  the true world, the referee
history       constraints once broken stay broken
limit         5 seconds from the reset (specification §6), and 1000 actions
============  ====================================================================
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from planner.environment import Briefing, Scorecard
from planner.spaces import TextActions

LIMIT_S = 5.0
"""Time limit of one problem, seconds (specification §6)."""
MAX_ACTIONS = 1000
ROBOT = "robot"
STOP = "Stop"
_PASSIVE = ("Idle", "Done", STOP)


@dataclass(frozen=True)
class Sent:
    """What a solver is sent for one problem: its name, the stated world, the task text."""

    name: str
    env: str
    task: str


class Game(TextActions):
    """One problem behind PettingZoo's parallel shape; ``act`` carries actions to a referee.

    ``played`` are the actions with their replies, ``seconds`` what they took; the limit is looked
    at between actions.
    """

    metadata: Mapping[str, Any] = {"name": "competition_v0", "render_modes": []}
    observed = ("reply", "last_action", "success")

    def __init__(
        self, sent: Sent, act: Callable[[str], str], *, language: str = "auto",
        limit_s: float = LIMIT_S, clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.sent, self.act, self.language = sent, act, language
        self.limit_s, self.clock = limit_s, clock
        self.possible_agents = [ROBOT]
        self.agents: list[str] = []
        self._start()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start; nothing here is drawn by ``seed``."""
        self._start()
        self.agents = list(self.possible_agents)
        return {ROBOT: _observation("", "")}, {ROBOT: {"success": True, "failure": ""}}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:
        """Execute an action line; the problem is over at ``Done``, or when its time is."""
        action = str(actions.get(ROBOT, "Idle"))
        reply = "" if action in _PASSIVE else self.act(action)
        if action not in _PASSIVE:
            self.played.append((action, reply))
        self.seconds = min(self.limit_s, self.clock() - self.started)
        stopped = action in ("Done", STOP)
        over = self.seconds >= self.limit_s or len(self.played) >= MAX_ACTIONS
        if stopped or over:
            self.agents = []
        seen = _observation(action, reply)
        info = {"success": seen["success"], "failure": seen["failure"]}
        return ({ROBOT: seen}, {ROBOT: 0.0}, {ROBOT: stopped}, {ROBOT: over and not stopped},
                {ROBOT: info})

    def briefing(self) -> Briefing:
        """Give the two texts a solver is sent."""
        return Briefing(self.sent.task, (ROBOT,), MAX_ACTIONS, {
            "name": self.sent.name, "told": self.sent.env, "language": self.language,
            "limit_s": self.limit_s})

    def scorecard(self) -> Scorecard:
        """Credit nothing: who is on the other side judges."""
        return Scorecard((), (), (), (), {}, {}, False)

    def close(self) -> None:
        """Hold nothing."""

    def _start(self) -> None:
        self.played: list[tuple[str, str]] = []
        self.seconds = 0.0
        self.started: float = self.clock()


def _observation(action: str, reply: str) -> dict[str, Any]:
    failure = {"0": "the platform answers false", "?": "not an action"}.get(reply, "")
    return {"reply": reply, "last_action": action, "success": not failure, "failure": failure}
