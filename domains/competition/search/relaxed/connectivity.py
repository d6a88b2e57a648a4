"""Cuts: what comes after something else needs a way from there over the robot's legs.

The cuts are added when a solution breaks them, for the legs alone do not know their order: a place
that is only visited before a thing is fetched cannot be where the thing is put.
"""

from __future__ import annotations

from collections.abc import Callable

from domains.competition.search.relaxed.movables import Movable, Movables
from domains.competition.search.relaxed.skeleton import Skeleton, Term

__all__ = ["demand_connectivity"]


def demand_connectivity(skeleton: Skeleton, things: Movables, value: Callable[[Term], int]) -> bool:
    """Add the cuts that a solution breaks; tell whether there was any.

    Nothing is put down after a last leg with a full hand, and nothing fetched before a first one:
    these legs are not ways for others.
    """
    taken = [leg for leg, literal in _with_full_hand(things) if value(literal)]
    links: dict[int, set[int]] = {}
    for (p, q), count in skeleton.legs.travelled.items():
        if value(count) > taken.count((p, q)):
            links.setdefault(p, set()).add(q)
    broken = False
    for thing in things.all:
        if thing.place < 0 or thing.begins_carried or not value(thing.away):
            continue
        reached = _reached(links, thing.place)
        outside = _ends_outside(thing, reached)
        if not any(value(literal) for literal in outside):
            continue
        broken = True
        useless = [
            x for (p, q), x in _with_full_hand(things) if p in reached and q not in reached
        ]
        skeleton.model.add(_leaving(skeleton, reached) - sum(useless) >= sum(outside))
    return broken


def _leaving(skeleton: Skeleton, places: frozenset[int]) -> Term:
    """Return how many legs lead out of a set of places."""
    return sum(
        count for (p, q), count in skeleton.legs.travelled.items()
        if p in places and q not in places
    )


def _with_full_hand(things: Movables) -> list[tuple[tuple[int, int], Term]]:
    """Return the last legs of what ends in the hand, and the first of what begins there."""
    return [
        ((thing.place, q), literal)
        for thing in things.all
        for q, literal in (thing.straight if thing.source[0] == "hand" else thing.last).items()
    ]


def _ends_outside(thing: Movable, places: frozenset[int]) -> list[Term]:
    return [v for end, v in thing.static().items() if thing.place_of(end) not in places]


def _reached(links: dict[int, set[int]], start: int) -> frozenset[int]:
    found, fringe = {start}, [start]
    while fringe:
        for place in links.get(fringe.pop(), ()):
            if place not in found:
                found.add(place)
                fringe.append(place)
    return frozenset(found)
