"""What is it worth to know where a thing is? Ask, look, or go and see.

The cost of not knowing is the expected cost of finding the thing, by the best mix of asking
(2 points, truthful about six times in ten) and visiting places in turn. It is computed by a
short look ahead over replies; its base case is the cost of searching alone or of asking about as
often as the entropy demands, whichever is less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from domains.competition.beliefs import Place, WorldBelief
from planner.execution.belief import Categorical, search_order

__all__ = ["ASK_COST", "SENSE_COST", "Finder"]

ASK_COST = 2.0
SENSE_COST = 1.0
_BITS_PER_ANSWER = 1.9
_NEGLIGIBLE = 0.004


@dataclass
class Finder:
    """Expected cost of finding one thing; ``visit`` prices a look at a place in vain."""

    belief: WorldBelief
    visit: Callable[[Place], float]
    depth: int = 2
    _memo: dict[tuple[tuple[Place, ...], tuple[int, ...], int], float] = field(
        default_factory=dict)

    def cost(self, fact: Categorical[Place], depth: int | None = None) -> float:
        """Return the expected cost of getting to the thing over going straight there."""
        depth = self.depth if depth is None else depth
        if fact.confidence > 0.999:
            return 0.0
        key = (tuple(fact), tuple(round(200 * p) for _, p in fact.items()), depth)
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = min(self.go(fact, depth), self.ask(fact, depth))
        return known

    def go(self, fact: Categorical[Place], depth: int) -> float:
        """Return the expected cost if the likeliest place is visited next."""
        best = max(fact, key=lambda p: fact[p] / (0.5 + self.visit(p)))
        return self.look(fact, best, depth)

    def look(self, fact: Categorical[Place], place: Place, depth: int) -> float:
        """Return the expected cost if ``place`` is visited next."""
        missing = 1.0 - fact[place]
        if missing < 1e-9:
            return 0.0
        rest = fact.without([place])
        after = self.cost(rest, depth - 1) if depth > 0 else self.rough(rest)
        return missing * (self.visit(place) + after)

    def ask(self, fact: Categorical[Place], depth: int) -> float:
        """Return the expected cost if the next thing done is to ask."""
        if depth <= 0:
            return self.rough(fact)
        return ASK_COST + self.after_reply(fact, lambda f: self.cost(f, depth - 1), self.rough)

    def after_reply(
        self, fact: Categorical[Place], loss: Callable[[Categorical[Place]], float],
        unchanged: Callable[[Categorical[Place]], float] | None = None,
    ) -> float:
        """Return the expected ``loss`` after one more answer.

        Answers that say nothing (and negligible ones) leave ``unchanged(fact)``.
        """
        total = seen = 0.0
        for joint, chance in self._replies(fact):
            if chance >= _NEGLIGIBLE:
                seen += chance
                total += chance * loss(joint)
        return total + max(0.0, 1.0 - seen) * (unchanged or loss)(fact)

    def rough(self, fact: Categorical[Place]) -> float:
        """Estimate the cost without looking ahead."""
        if fact.confidence > 0.999:
            return 0.0
        _, walk = search_order(fact, lambda p: max(0.1, self.visit(p)))
        walk -= sum(p * self.visit(v) for v, p in fact.items())
        return min(walk, ASK_COST * fact.entropy / _BITS_PER_ANSWER)

    def _replies(self, fact: Categorical[Place]) -> list[tuple[Categorical[Place], float]]:
        """Return the beliefs after each answer that names a possible place, with its chance."""
        out = []
        for answer in fact:
            joint = {v: p * self.belief.answer_likelihood(answer, v) for v, p in fact.items()}
            out.append((Categorical(joint), float(sum(joint.values()))))
        return out

    def gain_of_sense(self, fact: Categorical[Place], shown: Callable[[Place], float]) -> float:
        """Return how much a look around here lowers the cost of finding the thing.

        ``shown(place)`` is the probability that the thing would be seen if it were there.
        """
        now = self.cost(fact)
        if now <= 0.0:
            return 0.0
        after = 0.0
        for seen in (True, False):
            joint = {v: p * (shown(v) if seen else 1.0 - shown(v)) for v, p in fact.items()}
            chance = sum(joint.values())
            if chance > 1e-6:
                after += chance * self.cost(Categorical(joint))
        return now - after
