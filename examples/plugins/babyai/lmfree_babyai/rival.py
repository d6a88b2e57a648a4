"""The package's own symbolic bot as a policy, to be measured beside ``planned``.

The bot wants the game itself, though it uses only what was in its views: it plays a twin of the
level, and its actions are done in the level. In some levels it raises, or thinks for ever: then it
stops, which counts as failure.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from minigrid.utils.baby_ai_bot import BabyAIBot

from lmfree_babyai import ACTIONS, BabyAI, World
from planner import Briefing, Decision
from planner.domain import PolicyContext

PATIENCE = 10.0
"""Seconds of processor time for one decision; those it comes out of take milliseconds."""


class Bot:
    name = "bot"

    def __init__(self, case: BabyAI, _: PolicyContext) -> None:
        self.case = case

    def reset(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        (self.agent,) = briefing.agents
        self.twin, self.last = World(self.case), None
        self.bot = BabyAIBot(self.twin.game)

    def decide(self, observations: Mapping[str, Any]) -> Decision:
        try:
            with bounded():
                self.last = self.bot.replan(self.last)
        except Exception as error:  # whatever the package raises
            return Decision({self.agent: "Done"}, done=True, gave_up=True,
                            replan=f"the bot failed: {type(error).__name__}")
        if self.twin.over or self.last >= len(ACTIONS):
            return Decision({self.agent: "Done"}, done=True)
        self.twin.act(self.agent, ACTIONS[self.last])
        return Decision({self.agent: ACTIONS[self.last]})


@contextmanager
def bounded() -> Iterator[None]:
    """Raise :class:`TimeoutError` where what is done within takes too long."""
    def ring(*_: object) -> None:
        raise TimeoutError
    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
