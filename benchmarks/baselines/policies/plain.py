"""Policies without model or plan: controls (idle, random, explore only), greedy, nearest first."""

from __future__ import annotations

import math
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
        return Decision({a: self.pick(a, view(observations[a], self.briefing), observations[a])
                         for a in self.briefing.agents})

    def pick(self, agent: str, shown: View, observation: Observation) -> str:
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

    def pick(self, agent: str, shown: View, observation: Observation) -> str:
        """Return a look or a walk."""
        looks = [a for a in shown.actions if re.split(r"\W", a)[0].lower() in LOOKS]
        if not looks:
            return "Idle"
        least = min(self.done[a] for a in looks)
        chosen = self.rng.choice([a for a in looks if self.done[a] == least])
        self.done[chosen] += 1
        return chosen


class GreedyPolicy(RandomPolicy):
    """Take the first promising action that wasn't tried at this place: use before fetch before go.

    A fixed order of verbs stands in for a plan; a failed action is not repeated until the agent
    has moved.
    """

    name = "greedy-any"
    order = ("DropOff", "UseSupply", "Visit", "PutObject", "Carry", "PickupObject", "OpenObject",
             "GetSupply", "NavigateTo", "Explore", "Move")

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Forget what was tried."""
        super().reset(briefing, observations)
        self.tried: dict[str, dict[str, int]] = {a: {} for a in briefing.agents}

    def pick(self, agent: str, shown: View, observation: Observation) -> str:
        """Return the best-ranked action, the least tried first among equals."""
        tried = self.tried[agent]
        usable = [a for a in shown.actions
                  if a.partition("(")[0] in self.order and self.sensible(a, observation)]
        if not usable:
            return "Idle"
        best = min(usable, key=lambda a: (tried.get(a, 0) + self.cost(a, observation),
                                          self.order.index(a.partition("(")[0])))
        tried[best] = tried.get(best, 0) + 1
        return best

    def sensible(self, action: str, observation: Observation) -> bool:
        """Leave out what the agent's own hands rule out."""
        held: Mapping[str, Any] = observation.get("inventory", {}) if isinstance(
            observation.get("inventory"), Mapping) else {}
        if action.startswith("UseSupply"):
            return any(held.get(s, 0) and s in action for s in ("Sand", "Water"))
        if action.startswith(("GetSupply", "Carry")):
            return not any(held.values()) and "Deposit" not in action
        if action.startswith("DropOff"):
            return bool(observation.get("holding"))
        return True

    def cost(self, action: str, observation: Observation) -> float:
        """Weigh an action beyond how often it was tried."""
        return 0.0


class NearestPolicy(GreedyPolicy):
    """Like greedy, but among places go to the nearest first."""

    name = "nearest-first"

    def cost(self, action: str, observation: Observation) -> float:
        """Return the distance to the action's object, scaled below one try."""
        here = observation.get("position")
        for record in observation.get("global_obs", ()):
            if f"({record['name']}" in action and isinstance(here, Mapping):
                there = record["position"]
                return math.hypot(there["x"] - here["x"], there["y"] - here["y"]) / 100
        return 0.0
