"""Beam search and its repetition from the middle of a plan: a good plan soon, without a proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from domains.competition.search.bound import Bound
from domains.competition.search.goals import Goals
from domains.competition.search.moves import Move, Successors

__all__ = ["Beams", "Step", "Trail"]

_LONGEST: Final = 250
_PATIENCE: Final = 14
"""Steps without a better state than before after which a search ends."""
_FAR: Final = 1_000_000


class Step(NamedTuple):
    """A move, the state it led to, and what was spent until then."""

    move: Move
    state: int
    spent: int


Trail = tuple[Step, ...]


class Chain:
    """The steps that led to a state, last first."""

    __slots__ = ("before", "step")

    def __init__(self, before: Chain | None, step: Step) -> None:
        self.before = before
        self.step = step


class Beams:
    """Beam searches from one start; ``value`` and ``trail`` are the best found so far."""

    def __init__(
        self,
        start: int,
        value: int,
        successors: Successors,
        goals: Goals,
        bound: Bound,
        stop: Callable[[int, int], bool],
    ) -> None:
        self.start = start
        self.value = value
        self.trail: Trail | None = None
        self.generated = 0
        self._successors = successors
        self._goals = goals
        self._bound = bound
        self._stop = stop

    def improve(self, width: int, trust: int) -> bool:
        """Search from the start, then from the middle of what was found.

        States are ranked by a mean of the bound (weight ``trust`` per cent) and what stopping
        there is worth: where goals conflict the bound promises too much, and what is earned
        counts more. Tell whether something better was found.
        """
        before = self.value
        if self._search((), width, trust) and self.trail is not None:
            for eighths in (7, 5):
                cut = len(self.trail) * eighths // 8
                self._search(self.trail[:cut], max(2, width // 2), 100)
        return self.value > before

    def _search(self, prefix: Trail, width: int, trust: int) -> bool:
        """Search from the end of ``prefix``; keep what is better than the best so far."""
        best: Chain | None = None
        state, spent = (prefix[-1].state, prefix[-1].spent) if prefix else (self.start, 0)
        seen = {state: spent} if prefix else {}
        last = prefix[-1].move[0] if prefix else ""
        level: list[tuple[int, int, str, Chain | None]] = [(state, spent, last, None)]
        record, idle = -_FAR, 0
        for depth in range(_LONGEST):
            ranked: list[tuple[int, int, Chain]] = []
            idle += 1
            for state, spent, last, chain in level:
                found = self._children(state, last, len(prefix) + depth)
                for move, after, price in found:
                    total = spent + price
                    if seen.get(after, total + 1) <= total:
                        continue
                    seen[after] = total
                    self.generated += 1
                    here = self._goals.value(after) - total
                    link = Chain(chain, Step(move, after, total))
                    if here > record:
                        record, idle = here, 0
                        if here > self.value:
                            self.value, best = here, link
                    reach = self._bound(after, self.value + total) - total
                    if reach > self.value:
                        ranked.append((trust * reach + (100 - trust) * here, here, link))
            if not ranked or idle > _PATIENCE or self._stop(self.value, self.generated):
                break
            ranked.sort(key=_rank, reverse=True)
            level = [
                (link.step.state, link.step.spent, link.step.move[0], link)
                for _, _, link in ranked[:width]
            ]
        if best is None:
            return False
        self.trail = prefix + _unrolled(best)
        return True

    def _children(self, state: int, last: str, depth: int) -> list[tuple[Move, int, int]]:
        if depth == 0:
            return self._successors.first(state)
        return self._successors.after(state, last == "Move" and depth > 1)


def _rank(entry: tuple[int, int, Chain]) -> tuple[int, int]:
    return entry[0], entry[1]


def _unrolled(chain: Chain | None) -> Trail:
    steps = []
    while chain is not None:
        steps.append(chain.step)
        chain = chain.before
    return tuple(reversed(steps))
