"""Places told by what they hold ("where the phone is"), homes, and places that get their share."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from lark import Token

from domains.household.goal import Location, Selection
from domains.household.thor.bodies.allowed import placement_rules
from translators.mapthor.ontology import ontology
from translators.mapthor.references import Told, specific
from translators.mapthor.tree import Phrase, Things

__all__ = ["carries", "done_in", "fitting", "held_by", "home", "no_surface", "poured", "shared",
           "stands", "where_now", "where_they_belong"]

_STANDING = {"CoffeeMachine", "DeskLamp", "Desktop", "HousePlant", "Microwave", "Television",
             "Toaster"}
"""What is not carried and stands on tables."""


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


def held_by(node: Things, told: Told) -> tuple[Selection, Told]:
    """Read the one thing a place is told by: "where the phone is", "the box that holds it"."""
    assert told.reads is not None
    mentioned, needed = told.mentioned, told.needed
    found, told = told.reads(node, replace(told, needed=frozenset()))
    if len(found) != 1 or not specific(found[0]):
        told.fail("a place can be told by one thing only", node.words[0],
                  "'where the phone is', 'the box with the keys in it'")
    return found[0], replace(told, mentioned=mentioned, needed=needed)


def where_now(held: Selection) -> Location:
    """Return the target "where the phone is", as it is at first."""
    spots = tuple(sorted(ontology().surfaces - {"Floor", *held.types}))
    return Location("on", Selection(spots, words=f"where the {held.words} is", holding=held))


def shared(where: Location) -> Location:
    """Let every such place get one of the things; "each of two chairs": two of them."""
    assert where.place is not None
    some = where.place.quantifier == "some" and where.place.count > 1
    spots = where.place if some else replace(where.place, quantifier="all", count=1)
    return replace(where, place=spots, each=1)


def where_they_belong(
    node: Phrase, what: list[Selection], targets: list[tuple[Phrase, Location]], told: Told
) -> tuple[list[Selection], list[tuple[Phrase, Location]], Told]:
    """Read "the kettle on the hob where it belongs" as a kettle for the hob.

    "The pens on the floor back where they belong" are those that lie there.
    """
    (*before, (last, target)), words = targets, node.words
    place, here = target.place, target.place.holding if target.place else None
    own = here is not None and any(here.types == s.types for s in what)
    if any(s.quantifier != "the" for s in what):
        return what, targets, told
    if own and place is not None and target.relation in ("in", "on") and len(place.types) <= 3:
        place = replace(place, holding=None)  # "the drawer where it lives"
        return what, [*before, (last, replace(target, place=place))], told.noting(
            f"'{here.words if here else ''}' need not be there before")
    said = [w for _, w in before] or [s.located for s in what[:1] if s.located]
    first = words.index(last.words[0])
    if not (own or target.relation == "home") or len(said) != 1 or (
            not str(last.words[0]).lower().startswith("where")
            or said[0].relation not in ("in", "on") or words[first - 1].type == "BACK"):
        return what, targets, told
    what = [replace(s, located=None) for s in what]
    return what, [(before[0][0] if before else last, said[0])], told.noting(
        f"'{' '.join(map(str, last.words))}' says no more than '{said[0].describe()}'")


def done_in(node: Phrase, kinds: Iterable[str]) -> tuple[Phrase, tuple[str, ...]]:
    """Split "heat the cup from the sink in the microwave": where it lies, and where it is done."""
    named = node.first("located_things")
    wheres = list(named.all("located_at", "from_place", "near")) if named else []
    if len(wheres) < 2:
        return node, ()
    last = wheres[-1]
    spot = last.first("place", "places")
    nouns = [ontology().find(str(m.noun)) for m in spot.members] if spot else []
    types = tuple(t for n in nouns if n for t in n.types)
    if not types or not set(types) <= set(kinds):
        return node, ()
    here = replace(named, parts=tuple(p for p in named.parts if p is not last))
    return replace(node, parts=tuple(here if p is named else p for p in node.parts)), types


def no_surface(word: Token, named: Things | None) -> bool:
    """Whether things are brought to what nothing lies on: "take the book to the lamp"."""
    if named is None or word.type not in ("TO", "ONTO") or str(word).split()[-1].lower() not in (
            "to", "toward", "towards"):
        return False
    nouns = [ontology().find(str(m.noun)) for m in named.members if m.noun is not None]
    return bool(nouns) and all(n and n.types and not ontology().places(n.types) for n in nouns)


def carries(where: Location) -> bool:
    """Whether a place can itself be carried ("the bowl on the table")."""
    portable = set(ontology().properties["pickupable"])
    return where.place is not None and bool(portable & set(where.place.types))


def poured(what: list[Selection], into_what: Selection) -> bool:
    """Whether what goes into a vessel is the wine, as no bottle goes in there."""
    known = ontology().properties
    return all(s.types == ("WineBottle",) and "bottle" not in s.words for s in what) and set(
        into_what.types) <= set(known["fillable"]) & set(known["pickupable"])


def stands(where: Location) -> bool:
    """Whether a place is next to what itself stands on furniture: "by the lamp on the desk"."""
    return where.relation == "near" and where.place is not None and bool(
        set(where.place.types) & _STANDING)


def fitting(what: Selection, where: Location) -> Location:
    """Keep the places of several kinds that take a thing: a toilet roll's holder, not a towel's."""
    spot, rules = where.place, [placement_rules().get(t) for t in what.types]
    if spot is None or where.relation not in ("in", "on") or len(spot.types) < 2:
        return where
    kept = tuple(t for t in spot.types if t == "Fridge" or any(r is None or t in r for r in rules))
    kept = tuple(t for t in spot.types if t in ontology().places(kept))
    return replace(where, place=replace(spot, types=kept)) if kept else where
