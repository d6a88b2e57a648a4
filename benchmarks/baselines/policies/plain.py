"""Controls, policies without model or plan: idle, random, explore only."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from planner.domain import PolicyContext
from planner.environment import Briefing, Decision, Observation
from planner.execution.wording import View, view

LOOKS = ("explore", "navigateto", "move", "goto", "go", "walk", "visit", "rotate", "turn", "left",
         "right", "forward", "lookup", "lookdown", "look", "sense", "askloc")
"""Verbs, in small letters, that change nothing but where a robot is and what it has seen."""


class IdlePolicy:
    """Do nothing until the steps are over."""

    name = "idle"

    def __init__(self, case: Any, _: PolicyContext) -> None:
        self.seed = int(getattr(case, "seed", 0))

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Learn who is there."""
        self.briefing = briefing

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Let everybody idle."""
        return Decision(dict.fromkeys(self.briefing.agents, "Idle"))


class RandomPolicy(IdlePolicy):
    """Draw an admissible action for each agent; never says Done."""

    name = "random"

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Start the draws of an episode."""
        super().reset(briefing, observations)
        self.rng = random.Random(f"random/{self.seed}")

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Draw."""
        return Decision({a: self.pick(view(observations[a], self.briefing))
                         for a in self.briefing.agents})

    def pick(self, shown: View) -> str:
        """Return one agent's action."""
        actions = [a for a in shown.actions if a not in ("Done", "Idle", "ClearInventory()")]
        return self.rng.choice(actions) if actions else "Idle"


class ExplorePolicy(RandomPolicy):
    """Only look and walk: what was done least often comes first, drawn among equals."""

    name = "explore-only"

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Forget what was done."""
        super().reset(briefing, observations)
        self.done: Counter[str] = Counter()

    def pick(self, shown: View) -> str:
        """Return a look or a walk."""
        looks = [a for a in shown.actions if re.split(r"\W", a)[0].lower() in LOOKS]
        if not looks:
            return "Idle"
        least = min(self.done[a] for a in looks)
        chosen = self.rng.choice([a for a in looks if self.done[a] == least])
        self.done[chosen] += 1
        return chosen
