"""Cuts: a thing that ends elsewhere needs a way there over the robot's legs.

They are added when a solution breaks them, for the legs alone do not know their order: a place
that is only visited before a thing is fetched cannot be where the thing is put.
"""

from __future__ import annotations

from collections.abc import Callable

from domains.competition.search.relaxed.frame import Frame, Term
from domains.competition.search.relaxed.things import Thing, Things

__all__ = ["demand_ways"]


def demand_ways(frame: Frame, things: Things, value: Callable[[Term], int]) -> bool:
    """Add the cuts that a solution breaks; tell whether there was any.

    Nothing is put down after a last leg with a full hand, so that leg is no way to any end.
    """
    last = [
        ((thing.place, q), literal) for thing in things.all for q, literal in thing.last.items()
    ]
    taken = [leg for leg, literal in last if value(literal)]
    ways: dict[int, set[int]] = {}
    for (p, q), count in frame.legs.travelled.items():
        if value(count) > taken.count((p, q)):
            ways.setdefault(p, set()).add(q)
    broken = False
    for thing in things.all:
        if thing.place < 0 or not value(thing.away):
            continue
        reached = _reached(ways, thing.place)
        outside = _ends_outside(thing, reached)
        if not any(value(literal) for literal in outside):
            continue
        broken = True
        leaving = sum(
            count for (p, q), count in frame.legs.travelled.items()
            if p in reached and q not in reached
        )
        useless = [x for (p, q), x in last if p in reached and q not in reached]
        frame.model.add(leaving - sum(useless) >= sum(outside))
    return broken


def _ends_outside(thing: Thing, places: frozenset[int]) -> list[Term]:
    return [v for end, v in thing.static().items() if thing.place_of(end) not in places]


def _reached(ways: dict[int, set[int]], start: int) -> frozenset[int]:
    found, fringe = {start}, [start]
    while fringe:
        for place in ways.get(fringe.pop(), ()):
            if place not in found:
                found.add(place)
                fringe.append(place)
    return frozenset(found)
