"""A* over packed states: best bound first, deepest first among equals.

A* meets the best plan only just before its proof; so beam searches of growing width are thrown
in, each repeated from the middle of its plan. They also prune what A* still has to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from domains.competition.search.beam import Beams
from domains.competition.search.bound import Bound
from domains.competition.search.costs import HANDLE, LEG
from domains.competition.search.goals import Goals
from domains.competition.search.layout import Layout
from domains.competition.search.moves import Move, Successors
from domains.competition.search.truths import Rules

Beam = tuple[int, int, int]
"""After how many expansions to run a beam search of which width and trust in the bound."""

_BEAMS: tuple[Beam, ...] = (
    (40, 2, 100), (160, 8, 100), (400, 12, 60), (700, 24, 100), (1_200, 24, 30), (3_000, 100, 70),
    (3_400, 128, 100), (6_000, 100, 30), (20_000, 600, 70), (25_000, 600, 30), (30_000, 600, 100),
)
_NEVER: Beam = (1 << 60, 0, 0)
_START: Final = -1


class SearchResult(NamedTuple):
    """Best plan found, its value, an upper bound, and effort. Proven if value equals bound."""

    moves: tuple[Move, ...]
    value: int
    bound: int
    expanded: int
    generated: int


class _Search:
    """The open list, costs and parents of one A* run, and the best plan so far.

    The start is not a state: nothing is derived there and no constraint judged, so a plan may well
    come back to the state that looks like it.
    """

    def __init__(self, idle: int, ceiling: int) -> None:
        self.value = idle
        self.top = ceiling & ~1
        self.cost: dict[int, int] = {}
        self.parent: dict[int, tuple[int, Move]] = {}
        self.layers: dict[int, list[int]] = {self.top: [_START]}
        self.last: int | None = None
        self.moves: tuple[Move, ...] = ()

    def lower(self) -> bool:
        """Go down to the best layer that is not empty; tell whether it is worth a look."""
        while self.top > self.value and not self.layers.get(self.top):
            self.layers.pop(self.top, None)
            self.top -= 2
        return self.top > self.value

    def plan(self) -> tuple[Move, ...]:
        """Return the moves of the best plan."""
        if self.last is None:
            return self.moves
        moves = []
        state = self.last
        while state != _START:
            state, move = self.parent[state]
            moves.append(move)
        return tuple(reversed(moves))


def search(  # noqa: C901, the compiled inner loop
    layout: Layout, idle: int, ceiling: int, stop: Callable[[int, int], bool],
    schedule: Sequence[Beam] = _BEAMS, wide: int = 0,
) -> SearchResult:
    """Search from the start of a layout for the most valuable state to stop in.

    ``idle`` is the value of doing nothing, ``ceiling`` that of earning everything: the first
    action may still repair what the bound takes for lost, so the start itself is not bounded.
    ``stop(gap, states)`` is asked now and then and ends the search early; ``schedule`` says when
    beams are thrown in, if the gap is ``wide`` points or more.
    """
    start, rules, goals = layout.initial(), Rules(layout), Goals(layout)
    successors, bound = Successors(layout, rules), Bound(layout, rules, goals)
    run = _Search(idle, ceiling)
    closed: set[int] = set()
    cost, parent, layers = run.cost, run.parent, run.layers
    waiting = iter((*schedule, _NEVER))
    due, width, trust = next(waiting)
    beams = Beams(start, idle, successors, goals, bound,
                  lambda value, states: stop(run.top - value, states))
    expanded = generated = 0
    while run.lower():
        if expanded >= due:
            beams.value = run.value
            worthwhile = run.top - run.value >= wide
            if worthwhile and beams.improve(width, trust) and beams.best is not None:
                run.value, run.last, run.moves = beams.value, None, beams.best.moves()
            due, width, trust = next(waiting)
            continue
        state = layers[run.top].pop()
        if state in closed:
            continue
        closed.add(state)
        expanded += 1
        if expanded & 15 == 0 and stop(run.top - run.value, generated):
            break
        if state == _START:
            spent, children = 0, successors.first(start)
        else:
            spent, (before, move) = cost[state], parent[state]
            children = successors.after(state, move[0] == "Move" and before != _START)
        for move, after, price in children:
            total = spent + price
            known = cost.get(after)
            if known is not None:
                if known <= total:
                    continue
                closed.discard(after)
            generated += 1
            cost[after] = total
            parent[after] = (state, move)
            reach = min(run.top, (bound(after, run.value + total) - total) & ~1)
            if reach <= run.value:
                continue  # not even stopping here is worth more
            here = goals.value(after) - total
            if here > run.value:
                run.value, run.last = here, after
            if reach > run.value:
                layers.setdefault(reach, []).append(after)
    generated += beams.generated
    moves = run.plan()
    value = run.value if run.last is None else (  # a shorter way to it may have been found since
        goals.value(run.last) - sum(LEG if m[0] == "Move" else HANDLE for m in moves))
    return SearchResult(moves, value, max(run.top, value), expanded, generated)
