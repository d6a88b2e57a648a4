"""Where things belong."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cache

from domains.household.goal import Location, Selection
from domains.household.thor.bodies.allowed import placement_rules
from translators.mapthor.ontology import ontology

__all__ = ["fitting", "home"]


@cache
def home(avoid: tuple[str, ...] = ()) -> Location:
    """Return "where things belong"; with places to ``avoid``, any other storage will do."""
    known = ontology()
    homes = {k: _taking(k, places, avoid) for k, places in known.homes.items()}
    spare = {k: _taking(k, (*known.elsewhere, *known.elsewhere_also.get(k, ())), avoid)
             for k in homes}
    if avoid:
        homes = {k: tuple(dict.fromkeys((*v, *spare[k]))) for k, v in homes.items()}
    kept = {k: tuple(p for p in places if p not in homes[k]) for k, places in known.homes.items()}
    return Location("home", homes=homes, avoid=avoid, spare={} if avoid else spare, kept=kept)


def _taking(kind: str, places: Iterable[str], avoid: Collection[str]) -> tuple[str, ...]:
    """Keep the places that take a type by the simulator's rules (a fridge takes anything)."""
    rules = placement_rules().get(kind)
    return tuple(p for p in ontology().places(places) if p not in avoid and (
        rules is None or p in rules or p == "Fridge"))


def fitting(what: Selection, where: Location) -> Location:
    """Keep the places of several kinds that take a thing: a toilet roll's holder, not a towel's."""
    spot, rules = where.place, [placement_rules().get(t) for t in what.types]
    if spot is None or where.relation not in ("in",
        "on") or not 1 < len(spot.types) < 7 or spot.holding:
        return where
    kept = tuple(t for t in spot.types if t == "Fridge" or any(r is None or t in r for r in rules))
    kept = tuple(t for t in spot.types if t in ontology().places(kept))
    return replace(where, place=replace(spot, types=kept)) if kept else where
