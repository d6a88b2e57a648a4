"""What is it worth to know where a thing is? Ask, look, or go and see.

The cost of not knowing is the expected cost of finding the thing over going straight to it, by
the best mix of asking (2 points, truthful about six times in ten) and visiting places in turn. It
is computed by looking one step ahead over replies; then counts the cost of searching alone or of
asking about as often as the entropy demands, whichever is less.

Numbers are kept in plain lists, parallel to the places of one thing: this runs before most steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.world.model import Place
from planner.execution.belief import Categorical

ASK_COST = 2.0
SENSE_COST = 1.0
_NEGLIGIBLE = 0.004
_SURE = 0.999


class Finder:
    """Expected costs of finding one thing; ``visit`` prices a look at a place in vain.

    ``chances`` of ``places`` are those believed, or those that an answer or a look would leave.
    """

    def __init__(
        self, belief: WorldBelief, fact: Categorical[Place], visit: Callable[[Place], float],
        bits: float = 1.9,
    ) -> None:
        self.bits = bits
        self.places = list(fact)
        self.chances = [p for _, p in fact.items()]
        self.visits = [max(0.1, visit(place)) for place in self.places]
        truth, self.lies = belief.answers.odds(self.places)
        self.truths = [truth + lie for lie in self.lies]

    def cost_of(self, chances: Sequence[float]) -> float:
        """Return the expected cost of finding the thing if it is where these chances say."""
        if max(chances) > _SURE:
            return 0.0
        return min(self.go(chances), self.ask(chances))

    def gain_of_sense(
        self, shown: Callable[[Place], float], loss: Callable[[Sequence[float]], float]
    ) -> float:
        """Return how much a look around here lowers a loss (its price not subtracted).

        ``shown(place)`` is the probability that the thing would be seen if it were there.
        """
        seen = [p * shown(place) for p, place in zip(self.chances, self.places, strict=True)]
        chance = math.fsum(seen)
        if chance < 1e-6:
            return 0.0
        hidden = [p - s for p, s in zip(self.chances, seen, strict=True)]
        after = 0.0
        for joint, weight in ((seen, chance), (hidden, 1.0 - chance)):
            if weight > 1e-6:
                after += weight * loss([p / weight for p in joint])
        return loss(self.chances) - after

    def go(self, chances: Sequence[float]) -> float:
        """Return the expected cost if the most promising place is visited next."""
        best = max(range(len(chances)), key=lambda i: chances[i] / (0.5 + self.visits[i]))
        missing = 1.0 - chances[best]
        if missing < 1e-9:
            return 0.0
        rest = [p / missing for p in chances]
        rest[best] = 0.0
        return missing * (self.visits[best] + self._rough(rest))

    def ask(self, chances: Sequence[float]) -> float:
        """Return the expected cost if the next thing done is to ask."""
        return ASK_COST + self.after_answer(chances, self._rough)

    def after_answer(
        self, chances: Sequence[float], loss: Callable[[Sequence[float]], float]
    ) -> float:
        """Return the expected ``loss`` (of chances parallel to ``places``) after an answer."""
        total = seen = 0.0
        for i, here in enumerate(chances):
            lie = self.lies[i]
            chance = here * self.truths[i] + (1.0 - here) * lie
            if chance < _NEGLIGIBLE:
                continue
            joint = [p * lie / chance for p in chances]
            joint[i] = here * self.truths[i] / chance
            seen += chance
            total += chance * loss(joint)
        return total + max(0.0, 1.0 - seen) * loss(chances)

    def _rough(self, chances: Sequence[float]) -> float:
        """Estimate the cost without looking ahead."""
        if max(chances) > _SURE:
            return 0.0
        visits = self.visits
        order = sorted((i for i, p in enumerate(chances) if p > 0.0),
                       key=lambda i: -chances[i] / visits[i])
        walk, left, bits = 0.0, 1.0, 0.0
        for i in order:
            p = chances[i]
            left -= p
            walk += left * visits[i]
            bits -= p * math.log2(p)
        return min(walk, ASK_COST * bits / self.bits)
