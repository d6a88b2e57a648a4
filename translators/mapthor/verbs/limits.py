"""How many at most: "exactly one lamp", "no more than two mugs", "only one", "fewer than three"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lark import Token

from domains.household.goal import Condition, HasState, Location, Placed, Selection, Subgoal
from translators.mapthor.places import home
from translators.mapthor.references import Told, numeral

__all__ = ["asked_limit", "limit", "limited_to"]

_LEAST = {"more than": 1, "no fewer than": 0, "no less than": 0, "not less than": 0}
_MOST = {"no more than": 0, "not more than": 0, "at most": 0, "fewer than": -1, "less than": -1}
"""What is said before a number → how much more than it there may be."""


def limit(words: Iterable[Token], told: Told) -> tuple[int, int | None] | None:
    """Return how many there have to be and may be at most, where a limit is said; once only."""
    said = list(words)
    found = [n for n, t in enumerate(said) if t.type == "LIMIT"]
    if not found:
        return None
    if len(found) > 1:
        told.fail("two limits in one clause are not understood", said[found[1]], "one of them")
    word, number = (" ".join(str(t).lower().split()) for t in said[found[0]:found[0] + 2])
    count = 1 if said[found[0] + 1].type == "A" else numeral(Token("NUMBER", number))
    if word in _LEAST:
        return count + _LEAST[word], None
    if word in _MOST:
        return 0, count + _MOST[word]
    return count, count


def asked_limit(
    what: Selection, allowed: tuple[int, int | None], *, negated: bool
) -> tuple[Condition, ...]:
    """Return the conditions that so many things are there, or not so many."""
    least, most = allowed
    few = [Condition(what, least)] if least else []
    many = [] if most is None else [Condition(what, most + 1, exists=False)]
    asks = (*few, *many)
    if not negated:
        return asks
    first, *others = (replace(c, exists=not c.exists) for c in asks)
    return (replace(first, others=tuple(others)),)


def limited_to(
    subgoals: Iterable[Subgoal], allowed: tuple[int, int | None], word: Token, told: Told
) -> list[Subgoal]:
    """Let the others not be so: "exactly one lamp should be on"."""
    least, most = allowed
    kept: list[Subgoal] = []
    for subgoal in subgoals:
        what = replace(subgoal.what, quantifier="some", count=least)
        every = replace(what, quantifier="all", count=1)
        if least:
            kept.append(replace(subgoal, what=what))
        if most is None:
            continue
        if not most and least:
            told.fail("none at all is nothing to do", word, "1 or more")
        spare = replace(every, apart=True) if least else replace(
            every, but=(replace(what, count=most),) if most else ())
        if isinstance(subgoal, HasState) and isinstance(subgoal.value, bool):
            kept.append(replace(subgoal, what=spare, value=not subgoal.value))
        elif isinstance(subgoal, Placed) and subgoal.target.place is not None and (
                subgoal.target.relation in ("in", "on")):
            there = Location(subgoal.target.relation, subgoal.target.place)
            left = replace(spare, located=there, but=tuple(
                replace(s, located=there) for s in spare.but))
            kept.append(Placed(left, home(subgoal.target.place.types)))
        else:
            told.fail("how many at most cannot be said of this", word, "'exactly one … is on'")
    return kept
