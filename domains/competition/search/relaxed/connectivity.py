"""Cuts: what comes after something else needs a way from there over the robot's legs.

The cuts are added when a solution breaks them, for the legs alone do not know their order: a place
that is only visited before a thing is fetched cannot be where the thing is put.
"""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx

from domains.competition.search.relaxed.movables import Movables
from domains.competition.search.relaxed.skeleton import Skeleton, Term


def demand_connectivity(skeleton: Skeleton, things: Movables, value: Callable[[Term], int]) -> bool:
    """Add the cuts that a solution breaks; tell whether there was any.

    Nothing is put down after a last leg with a full hand, and nothing fetched before a first one:
    these legs are not ways for others.
    """
    travelled, full = skeleton.legs.travelled, _with_full_hand(things)
    taken = [leg for leg, literal in full if value(literal)]
    links: nx.DiGraph[int] = nx.DiGraph()
    links.add_nodes_from(skeleton.places)
    links.add_edges_from(leg for leg, count in travelled.items() if value(count) > taken.count(leg))
    broken = False
    for thing in things.all:
        if thing.place < 0 or thing.begins_carried or not value(thing.away):
            continue
        near = {thing.place, *nx.descendants(links, thing.place)}
        outside = [v for end, v in thing.static().items() if thing.place_of(end) not in near]
        if any(value(literal) for literal in outside):
            broken = True
            ways = sum(n for (p, q), n in travelled.items() if p in near and q not in near)
            useless = sum(x for (p, q), x in full if p in near and q not in near)
            skeleton.model.add(ways - useless >= sum(outside))
    return broken


def _with_full_hand(things: Movables) -> list[tuple[tuple[int, int], Term]]:
    """Return the last legs of what ends in the hand, and the first of what begins there."""
    return [((thing.place, q), literal) for thing in things.all for q, literal in
            (thing.straight if thing.source[0] == "hand" else thing.last).items()]
