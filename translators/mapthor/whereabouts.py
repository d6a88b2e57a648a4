"""Places told by what they hold ("where the phone is"), and places that all get their share."""

from __future__ import annotations

from dataclasses import replace

from domains.household.goal import Location, Selection
from translators.mapthor.ontology import ontology
from translators.mapthor.references import Told, specific
from translators.mapthor.tree import Things

__all__ = ["held_by", "shared", "where_now"]


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
