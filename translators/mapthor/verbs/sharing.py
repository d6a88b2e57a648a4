"""Things shared out over several places, or kept together: "one on each bed", "the same drawer"."""

from __future__ import annotations

from dataclasses import replace

from domains.household.goal import Location, Selection
from translators.mapthor.references import Told, numeral
from translators.mapthor.tree import Phrase
from translators.mapthor.whereabouts import shared

__all__ = ["dealt_out", "kept_together", "one_more", "share_out"]


def share_out(
    what: list[Selection], target: Location, node: Phrase, told: Told
) -> tuple[list[Selection], Location, Told]:
    """Tell how many of the things each of several places gets: "two forks on every plate"."""
    if not target.each:
        return what, target, told
    counts = {s.count if s.quantifier == "some" else 1 for s in what}
    if len(counts) > 1 or any(s.quantifier == "all" and node.words[0].type != "PER"
                              and node.words[-1].type != "PRONOUN" for s in what):
        told.fail("how many each place should get is not said", node.words[0],
                  "'one … on each …'")
    kept = [s if s.quantifier == "some" else replace(s, quantifier="some", count=1) for s in what]
    if kept != what:
        told = told.noting("each place gets one of them")
    return kept, replace(target, each=counts.pop()), told


def dealt_out(
    what: list[Selection], dealing: Phrase, target: Location, told: Told
) -> tuple[list[Selection], tuple[Phrase, Location], Told]:
    """Read "the pillows on the beds, one on each"."""
    number = next((numeral(t) for t in dealing.words if t.type == "NUMBER"), 1)
    kept = [replace(s, quantifier="some", count=number) for s in what]
    return kept, (dealing, shared(target)), told


def kept_together(
    what: list[Selection], target: Location, node: Phrase, told: Told
) -> list[tuple[Selection, Location]]:
    """Tell which of the places "the same drawer" is: the one with what was put there before."""
    spot = target.place
    if spot is None or not spot.by_then or spot.holding is not None:
        return [(s, target) for s in what]
    plain = replace(target, place=replace(spot, by_then=False))
    first = what[0] if len(what) > 1 else next(iter(told.put_there), None)
    if first is None or first.quantifier == "all" or any(
            set(first.types) & set(s.types) for s in what[len(what) > 1:]):
        told.fail("'the same' as which? no single thing was put anywhere before", node.words[0],
                  "'the pen in a drawer and the pencil in the same drawer'")
    with_it = replace(target, place=replace(spot, holding=first))
    return [(s, plain if s is first else with_it) for s in what]


def one_more(what: Selection, target: Location) -> Selection:
    """Read "one more cup" at a place as one that is not there already."""
    if not what.words.startswith("more ") or what.located is not None:
        return what
    there = replace(what, quantifier="all", count=1, located=target, but=())
    return replace(what, but=(*what.but, there))
