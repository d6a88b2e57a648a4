"""What has to be found yet: objects of the subgoals, and places to put them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from domains.household.goal import Placed, Selection
from domains.household.policy.goals import Tracker

__all__ = ["SearchTarget", "is_general", "search_targets"]

SURE_ALL = 0.03
"""Look on for "all X" while another one is more likely than this."""
SURE_THE = 0.45
"""The same for "the X" when one is known already."""
SURE_ANY = 0.01
"""The same while none is known at all."""
SURE_SPARE = 0.25
"""The same when something else would do as well, and for further places to take things from."""
EVERYTHING = "everything"
"""What is needed to be seen where all there is in the room is meant."""
SURE_EVERYTHING = 0.1
"""The same for everything in the room: so much of it may stay unseen."""
GENERAL = 20
"""Types from which on a selection is "everything"."""


def is_general(what: Selection) -> bool:
    """Say whether a selection means all there is, whatever it is."""
    return len(what.types) > GENERAL


@dataclass(frozen=True)
class SearchTarget:
    """Something to look for: a type, how many are known, and how sure one wants to be.

    ``presupposed``: who says "all the pens" takes it that there are some. ``every``: none must
    be overlooked.
    """

    kind: str
    known: int
    stop_below: float
    presupposed: bool = False
    every: bool = False


def search_targets(
    tracker: Tracker, allowed: Mapping[str, frozenset[str]] | None = None
) -> list[SearchTarget]:
    """Return what the goal's present stage needs found, one per type, in its subgoals' order.

    ``allowed``: which types may be put where. A holder for towels is none for a roll of paper.
    """
    targets: dict[str, SearchTarget] = {}
    for subgoal in tracker.subgoals:
        for what in tracker.wanted(subgoal):
            _add(tracker, targets, what, asked=tracker.due(subgoal) is None)
            if what.located is not None and what.located.place is not None:
                _add_place(tracker, targets, what.located.place.types, named=True)
                if what.quantifier == "all" and not what.located.place.central:
                    _add_more(tracker, targets, what.located.place)
        if not tracker.due(subgoal):
            continue
        place = subgoal.target.place if isinstance(subgoal, Placed) else None
        if place is not None and place.holding is None:
            kinds = [k for k in place.types if any(
                k in (allowed or {}).get(t, (k,)) for t in subgoal.what.types)]
            _add_place(tracker, targets, tuple(kinds) or place.types, named=True)
            if isinstance(subgoal, Placed) and subgoal.target.each and place.quantifier == "all":
                _add_more(tracker, targets, place)
        if isinstance(subgoal, Placed) and subgoal.target.relation == "home":
            for kind in dict.fromkeys(i.kind for i in tracker.members(subgoal)):
                _add_place(tracker, targets, subgoal.target.homes.get(kind, ()))
    return list(targets.values())


def _add(
    tracker: Tracker, targets: dict[str, SearchTarget], what: Selection, *, asked: bool = False
) -> None:
    """Look for what is meant; ``asked``: only to know whether a condition is met."""
    kinds = what.types
    if set(kinds) <= tracker.absent:
        kinds = (*kinds, *(t for k in kinds for t in what.substitutes.get(k, ())))
    at = what.located if what.located and (what.located.relation == "at" or (
        what.quantifier == "some" and not asked)) else None
    known = {k: sum(not i.lost and (at is None or i.touched or tracker.at(i, at))
                    for i in tracker.belief.of([k])) for k in kinds}
    any_known = sum(known.values())
    if what.quantifier == "some" and any_known >= what.count:
        return
    if is_general(what):  # places are searched, not types
        if what.located is None:
            targets.setdefault(EVERYTHING, SearchTarget(
                EVERYTHING, 0, SURE_EVERYTHING, presupposed=True, every=True))
        return
    for kind, count in known.items():
        if what.quantifier == "all":
            sure = SURE_ALL
        elif any_known == 0 or what.quantifier == "some":
            sure = SURE_ANY if len(what.types) == 1 else 0.05
            sure = SURE_SPARE if kind in what.substitutes else sure
        else:
            sure = SURE_THE if count else 1.0
        presupposed = any_known == 0 and len(kinds) <= 2
        if presupposed and what.quantifier == "all":
            spare = tracker.belief.of(what.substitutes.get(kind, ()))
            sure = SURE_SPARE if spare else SURE_ALL
        targets.setdefault(kind, SearchTarget(kind, count, sure, presupposed,
                                    every=what.quantifier == "all"))


def _add_place(
    tracker: Tracker, targets: dict[str, SearchTarget], places: tuple[str, ...], *,
    named: bool = False,
) -> None:
    """Look for places of which none is known; who names one takes it that there is one."""
    if not tracker.belief.of(places) and not tracker.belief.marks(places):
        for kind in places:
            targets.setdefault(kind, SearchTarget(kind, 0, 0.02, named and len(places) <= 2))


def _add_more(tracker: Tracker, targets: dict[str, SearchTarget], place: Selection) -> None:
    """"Everything on the tables": there may be further ones."""
    for kind in place.types:
        known = len(tracker.belief.of([kind])) + len(tracker.belief.marks([kind]))
        targets.setdefault(kind, SearchTarget(kind, known, SURE_SPARE))
