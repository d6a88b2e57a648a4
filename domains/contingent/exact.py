"""The least expected actions from a belief, where that is found with little effort.

Branch and bound over beliefs: between two observations one acts by a shortest path, in breadth
first; an observation is weighed by what follows each answer. What a world takes at least (h^max)
bounds what is still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf

from domains.contingent.belief import Worlds, answers
from domains.contingent.model import Act, Met, Model, States

SLACK = 1e-9
Way = tuple[tuple[Act, ...], bool]
"""Actions up to an observation or, where the second is true, to the goal."""


class Spent(Exception):
    """More states were looked at than allowed."""


class Exact:
    """One search: ``least`` says what a world takes at least, ``effort`` how much is looked at.

    What is counted are actions that are looked at, in each world of a belief by itself, whatever
    was found before: the same belief gets the same answer.
    """

    def __init__(self, model: Model, least: Callable[[int], float], effort: int) -> None:
        self.model, self.least, self.effort = model, least, effort
        self.known: dict[int, float] = {}
        self.value: dict[Worlds, float] = {}
        self.way: dict[Worlds, Way] = {}
        self.low: dict[Worlds, float] = {}

    def steps(self, worlds: Worlds, limit: float = inf) -> float:
        """Return the least expected actions, or a lower bound where that is not below ``limit``.

        Raises :class:`Spent`; infinite: from some world the goal cannot be reached for sure.
        """
        if worlds in self.value:
            return self.value[worlds]
        low = self._low(worlds)
        if low >= limit:
            return low
        found = _Search(self, worlds, limit).run()
        if found < limit:
            self.value[worlds] = found
            return found
        self.low[worlds] = max(low, limit)
        return self.low[worlds]

    def _low(self, worlds: Worlds) -> float:
        if worlds not in self.low:
            self.low[worlds] = sum(w * self.far(state) for state, w in worlds)
        return self.low[worlds]

    def far(self, state: int) -> float:
        """Return what a world takes at least."""
        if state not in self.known:
            self.spend(2 * len(self.model.acts))
            self.known[state] = self.least(state)
        return self.known[state]

    def spend(self, effort: int) -> None:
        """Count what is looked at; raise :class:`Spent` when that is all."""
        self.effort -= effort
        if self.effort < 0:
            raise Spent

    def after(self, parts: Sequence[Worlds], shares: Sequence[float], steps: float, limit: float
              ) -> float:
        """Return the expected actions by an observation, or a bound that is not below ``limit``."""
        lows = [self._low(part) for part in parts]
        total = steps + sum(s * low for s, low in zip(shares, lows, strict=True))
        for part, share, low in zip(parts, shares, lows, strict=True):
            if total >= limit:
                break
            total += share * (self.steps(part, low + (limit - total) / share + SLACK) - low)
        return total


class _Search:
    """The search from one belief up to the next observation."""

    def __init__(self, whole: Exact, worlds: Worlds, limit: float) -> None:
        self.whole, self.worlds, self.best = whole, worlds, limit
        self.chances = [w for _, w in worlds]
        self.tried: set[frozenset[Worlds]] = set()

    def run(self) -> float:
        """Return the least expected actions, at most the limit."""
        states = States.of([state for state, _ in self.worlds])
        layer: list[tuple[States, tuple[Act, ...]]] = [(states, ())]
        met, steps = Met(states), 0
        while layer and steps < self.best - SLACK:
            tests: list[tuple[float, int, Act, tuple[Act, ...], list[Worlds], list[float]]] = []
            following = []
            for now, path in layer:
                if self.whole.model.reached_in_all(now):
                    self._better(steps, path, ends=True)
                    break
                telling, acts = self.whole.model.fitting(now)
                self.whole.spend(len(now.rest) * (1 + len(telling) + len(acts)))
                for act, parts, shares in self._tests(now, telling):
                    low = sum(s * self.whole._low(p) for s, p in zip(shares, parts, strict=True))
                    tests.append((low, len(tests), act, path, parts, shares))
                for act, after in met.successors(now, acts):
                    if self.best == inf or steps + 1 + self._far(after) < self.best - SLACK:
                        following.append((after, (*path, act)))
            for _, _, act, path, parts, shares in sorted(tests, key=lambda t: t[:2]):
                self._better(self.whole.after(parts, shares, steps + 1.0, self.best), (*path, act))
            layer, steps = following, steps + 1
        return self.best

    def _better(self, value: float, path: Iterable[Act], *, ends: bool = False) -> None:
        if value < self.best - SLACK:
            self.best = value
            self.whole.way[self.worlds] = tuple(path), ends

    def _far(self, states: States) -> float:
        return sum(w * self.whole.far(s) for s, w in zip(states.whole, self.chances, strict=True))

    def _tests(self, states: States, acts: Sequence[Act]
               ) -> Iterator[tuple[Act, list[Worlds], list[float]]]:
        for act in (a for a in acts if a.told & states.unsure):
            found = answers((act,), zip(states.whole, self.chances, strict=True)).values()
            parts, shares = [part for part, _ in found], [share for _, share in found]
            if len(found) > 1 and frozenset(parts) not in self.tried:
                self.tried.add(frozenset(parts))
                yield act, parts, shares
