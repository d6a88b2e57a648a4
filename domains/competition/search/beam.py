"""Beam search: a good plan soon, without a proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from domains.competition.search.bound import Bound
from domains.competition.search.goals import Goals
from domains.competition.search.moves import Move, Successors

__all__ = ["Found", "beam_search"]

_LONGEST = 250

Chain = tuple["Chain", Move] | None
"""The moves that led to a state, last first."""


@dataclass(frozen=True, slots=True)
class Found:
    """The best state met, as a value and its moves; states generated."""

    value: int
    moves: tuple[Move, ...]
    generated: int


def beam_search(
    start: int,
    value: int,
    width: int,
    trust: int,
    successors: Successors,
    goals: Goals,
    bound: Bound,
    stop: Callable[[int], bool],
) -> Found | None:
    """Search for a state worth more than ``value``, keeping ``width`` states per step.

    States are ranked by a mean of the bound (weight ``trust`` per cent) and what stopping there
    is worth: where goals conflict the bound promises too much, and what is earned counts more.
    Returns None if nothing better is found.
    """
    doubt = 100 - trust
    best: tuple[int, Chain] | None = None
    seen = {start: 0}
    level: list[tuple[int, int, Chain]] = [(start, 0, None)]
    generated = 0
    for _ in range(_LONGEST):
        ranked: list[tuple[int, int, int, int, Chain]] = []
        for state, spent, chain in level:
            if chain is None:
                found = successors.first(state)
            else:
                found = successors.after(state, chain[1][0] == "Move" and chain[0] is not None)
            for move, after, price in found:
                total = spent + price
                if seen.get(after, total + 1) <= total:
                    continue
                seen[after] = total
                generated += 1
                here = goals.value(after) - total
                if here > value:
                    value = here
                    best = (here, (chain, move))
                reach = bound(after, value + total) - total
                if reach > value:
                    rank = trust * reach + doubt * here
                    ranked.append((rank, here, after, total, (chain, move)))
        if not ranked or stop(generated):
            break
        ranked.sort(key=_rank, reverse=True)
        level = [(after, total, chain) for _, _, after, total, chain in ranked[:width]]
    if best is None:
        return None
    return Found(best[0], _moves(best[1]), generated)


def _rank(entry: tuple[int, int, int, int, Chain]) -> tuple[int, int]:
    return entry[0], entry[1]


def _moves(chain: Chain) -> tuple[Move, ...]:
    moves = []
    while chain is not None:
        chain, move = chain
        moves.append(move)
    return tuple(reversed(moves))
