"""What may be on the robot's plate where no fact speaks of it: one thing at most."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping

from domains.competition.belief.opening import priors
from domains.competition.world.model import UNSAID, Place

ON_PLATE: Place = ("plate", 0)
"""The place of what the robot has on its plate."""


class Plate:
    """Odds of each thing to be on the plate against being anywhere else.

    Without things there is nothing to find out.
    """

    def __init__(self, things: Collection[int], told: Mapping[int, Place]) -> None:
        odds = priors()["plate"]
        self._none = float(odds["none"])
        self._odds = {n: float(odds["told" if n in told else "untold"]) for n in things}

    def chance(self, thing: int) -> float:
        """Return the probability that the thing is on the plate."""
        mine = self._odds.get(thing, 0.0)
        if math.isinf(mine):
            return 1.0
        return mine / (self._none + sum(self._odds.values())) if mine else 0.0

    def learn(self, thing: int, likelihood: Callable[[Place], float], elsewhere: float) -> None:
        """Apply Bayes' rule; ``elsewhere`` is the evidence's chance if it is not on the plate."""
        if thing in self._odds:
            here = likelihood(ON_PLATE)
            certain = math.inf if here > 0.0 and self._odds[thing] > 0.0 else 0.0
            self._odds[thing] = self._odds[thing] * here / elsewhere if elsewhere else certain

    def taken(self) -> None:
        """Take in that it is not empty."""
        self._none = 0.0

    def exclude(self, thing: int) -> None:
        """Take in that the thing is not on it."""
        self._odds.pop(thing, None)

    def otherwise(self) -> int:
        """Return what to plan with if no thing is likely on it: 0 (empty), or UNSAID (taken)."""
        return 0 if self._none >= sum(self._odds.values()) and self._none else UNSAID

    def settle(self) -> None:
        """Forget it: what is on the plate is known."""
        self._odds = {}
