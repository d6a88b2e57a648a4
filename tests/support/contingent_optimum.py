"""The least expected number of actions of any policy of a small contingent problem."""

from collections import deque
from collections.abc import Iterable, Mapping
from math import inf

from domains.contingent.belief import Belief, Worlds
from domains.contingent.model import Model


class TooLarge(Exception):
    """More beliefs than are looked at."""


class Optimum:
    """Between two observations that tell something one acts by a shortest path."""

    def __init__(self, model: Model, most: int = 60_000) -> None:
        self.model, self.most = model, most
        self.known: dict[Worlds, float] = {}

    def expected(self) -> float:
        return self._steps(Belief(self.model).worlds)

    def _steps(self, worlds: Worlds) -> float:
        if worlds not in self.known:
            if len(self.known) > self.most:
                raise TooLarge
            self.known[worlds] = self._least(worlds)
        return self.known[worlds]

    def _after(self, parts: Iterable[Mapping[int, float]], total: float, best: float) -> float:
        """Return the expected steps of what is seen, at least ``best`` where it is not better."""
        for part in parts:
            share = sum(part.values())
            if total < best:
                total += share * self._steps(tuple(sorted(
                    (s, round(w / share, 9)) for s, w in part.items())))
        return total

    def _least(self, worlds: Worlds) -> float:
        states, chances = tuple(s for s, _ in worlds), [w for _, w in worlds]
        best, queue, seen = inf, deque([(states, 0)]), {states}
        tried = set()
        while queue:
            now, steps = queue.popleft()
            if steps >= best:
                break
            if all(map(self.model.reached, now)):
                return min(best, float(steps))
            for act in self.model.acts:
                if not all(map(act.fits, now)):
                    continue
                if act.tells:
                    parts: dict[object, dict[int, float]] = {}
                    for state, w in zip(now, chances, strict=True):
                        part = parts.setdefault(act.seen(state), {})
                        part[state] = part.get(state, 0.0) + w
                    key = tuple(sorted(tuple(sorted(p.items())) for p in parts.values()))
                    if len(parts) > 1 and key not in tried:
                        tried.add(key)
                        best = min(best, self._after(parts.values(), steps + 1.0, best))
                else:
                    after = tuple(map(act.after, now))
                    if after not in seen:
                        seen.add(after)
                        queue.append((after, steps + 1))
        return best
