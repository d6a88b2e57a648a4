"""Beam search and its repetition from the middle of a plan: a good plan soon, without a proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from domains.competition.search.bound import Bound
from domains.competition.search.goals import Goals
from domains.competition.search.moves import Move, Successors

_LONGEST: Final = 250
_PATIENCE: Final = 14
"""Steps without a better state than before after which a search ends."""
_FAR: Final = 1_000_000


@final
class Chain:
    """The state after a move, what was spent until then, and the ``depth`` steps that led to it."""

    __slots__ = ("before", "depth", "move", "spent", "state")

    def __init__(self, before: Chain | None, move: Move, state: int, spent: int) -> None:
        self.before, self.move, self.state, self.spent = before, move, state, spent
        self.depth: int = 1 if before is None else before.depth + 1

    def back_to(self, depth: int) -> Chain | None:
        """Return the chain of the first steps; None of none."""
        chain: Chain | None = self
        while chain is not None and chain.depth > depth:
            chain = chain.before
        return chain

    def moves(self) -> tuple[Move, ...]:
        """Return the moves, first first."""
        found = []
        chain: Chain | None = self
        while chain is not None:
            found.append(chain.move)
            chain = chain.before
        return tuple(reversed(found))


class Beams:
    """Beam searches from one start; ``value`` and ``best`` are of the best plan found so far."""

    def __init__(
        self, start: int, value: int, successors: Successors, goals: Goals, bound: Bound,
        stop: Callable[[int, int], bool],
    ) -> None:
        self.start, self.value = start, value
        self.best: Chain | None = None
        self.generated = 0
        self._successors, self._goals, self._bound, self._stop = successors, goals, bound, stop

    def improve(self, width: int, trust: int) -> bool:
        """Search from the start, then from the middle of what was found.

        States are ranked by a mean of the bound (weight ``trust`` per cent) and what stopping
        there is worth: where goals conflict the bound promises too much, and what is earned
        counts more. Tell whether something better was found.
        """
        before = self.value
        if self._search(None, width, trust):
            for eighths in (7, 5):
                assert self.best is not None
                middle = self.best.back_to(self.best.depth * eighths // 8)
                self._search(middle, max(2, width // 2), 100)
        return self.value > before

    def _search(self, first: Chain | None, width: int, trust: int) -> bool:
        """Search from the end of ``first``; keep what is better than the best so far."""
        before = self.value
        seen = {} if first is None else {first.state: first.spent}
        level: list[Chain | None] = [first]
        record, idle = -_FAR, 0
        for _ in range(_LONGEST):
            ranked: list[tuple[int, int, Chain]] = []
            idle += 1
            for chain in level:
                spent = 0 if chain is None else chain.spent
                for move, after, price in self._children(chain):
                    total = spent + price
                    if seen.get(after, total + 1) <= total:
                        continue
                    seen[after] = total
                    self.generated += 1
                    here = self._goals.value(after) - total
                    link = Chain(chain, move, after, total)
                    if here > record:
                        record, idle = here, 0
                        if here > self.value:
                            self.value, self.best = here, link
                    reach = self._bound(after, self.value + total) - total
                    if reach > self.value:
                        ranked.append((trust * reach + (100 - trust) * here, here, link))
            if not ranked or idle > _PATIENCE or self._stop(self.value, self.generated):
                break
            ranked.sort(key=_rank, reverse=True)
            level = [link for _, _, link in ranked[:width]]
        return self.value > before

    def _children(self, chain: Chain | None) -> list[tuple[Move, int, int]]:
        if chain is None:
            return self._successors.first(self.start)
        return self._successors.after(chain.state, chain.move[0] == "Move" and chain.depth > 1)


def _rank(entry: tuple[int, int, Chain]) -> tuple[int, int]:
    return entry[0], entry[1]
