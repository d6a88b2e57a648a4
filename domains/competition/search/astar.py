"""A* over packed states: best bound first, deepest first among equals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from domains.competition.search.bound import Bound
from domains.competition.search.goals import Goals
from domains.competition.search.moves import Move, Successors

__all__ = ["Outcome", "search"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Best plan found, its value, an upper bound, and effort. Proven if value equals bound."""

    moves: tuple[Move, ...]
    value: int
    bound: int
    expanded: int
    generated: int


def search(
    start: int,
    idle: int,
    ceiling: int,
    successors: Successors,
    goals: Goals,
    bound: Bound,
    stop: Callable[[int, int], bool],
) -> Outcome:
    """Search from ``start`` for the most valuable state to stop in.

    ``idle`` is the value of doing nothing, ``ceiling`` that of earning everything: the first
    action may still repair what the bound takes for lost, so the start itself is not bounded.
    ``stop(gap, nodes)`` is asked now and then and ends the search early.
    """
    value = idle
    last = -1
    cost = {start: 0}
    parent: dict[int, tuple[int, Move]] = {}
    root = ceiling & ~1
    layers: dict[int, list[int]] = {root: [start]}
    closed: set[int] = set()
    top = root
    expanded = generated = 0
    while layers:
        while top > value and not layers.get(top):
            layers.pop(top, None)
            top -= 2
        if top <= value or not layers:
            top = value
            break
        state = layers[top].pop()
        if state in closed:
            continue
        closed.add(state)
        expanded += 1
        if expanded & 31 == 0 and stop(top - value, generated):
            break
        spent = cost[state]
        if state == start:
            found = successors.first(state)
        else:
            found = successors.after(state, parent[state][1][0] == "Move")
        for move, after, price in found:
            total = spent + price
            known = cost.get(after)
            if known is not None and known <= total:
                continue
            generated += 1
            cost[after] = total
            parent[after] = (state, move)
            if known is not None:
                closed.discard(after)
            here = goals.value(after) - total
            if here > value:
                value, last = here, after
            reach = min(top, (bound(after, value + total) - total) & ~1)
            if reach > value:
                layers.setdefault(reach, []).append(after)
    moves: list[Move] = []
    while last in parent:
        last, move = parent[last]
        moves.append(move)
    return Outcome(tuple(reversed(moves)), value, max(top, value), expanded, generated)
