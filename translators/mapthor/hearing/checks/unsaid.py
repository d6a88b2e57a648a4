"""What a goal has and its text does not say: nothing is added without a remark.

The other side of ``lost.py``: a state, an act, a number or "all" that no word stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from domains.household.goal import (
    STATE_WORDS,
    STATIONS,
    Goal,
    HasState,
    Held,
    Location,
    Placed,
    Selection,
)
from translators.mapthor.hearing.checks.said import MANY, Said, begins, said, where
from translators.mapthor.references import numeral

__all__ = ["unsaid"]

_NOT = re.compile(r"\b(?:not|never|no|none|nothing|nobody|neither|nor|without|instead|rather|"
                  r"avoid|stop|any longer|any more|most)\b|n't\b|\bdont\b", re.IGNORECASE)
_HELD = frozenset({"TAKE", "HOLD", "GATHER", "PUT", "GIVE", "WANT", "HAVE_ME", "EXAMINE", "IN_HAND",
                   "PICKED_UP", "PUT_DONE", "THROW", "FIND", "HAVE", "WILL_DO", "POUR", "MAKE"})
"""What begins an order to take a thing."""
_NEAR = frozenset({"NEAR", "BETWEEN"})
_WITHIN = frozenset({"THE", "THEIR", "OF", "DIRTY", "CLEAN", "OPEN", "CLOSED", "EMPTY", "FULL",
                     "SLICED", "COOKED", "HOT", "COLD"})
"""Between "all" and what there is of it."""
_SOME = re.compile(r"\b(?:couple|pair|both|dozen|few|some|several|another|more|people|guests?)\b",
                   re.IGNORECASE)
"""Words for how many that are no numbers."""


def unsaid(goal: Goal, text: str) -> Iterator[str]:
    """Yield remarks on what a goal has beside its text, and no remark tells.

    >>> from dataclasses import replace
    >>> from translators.mapthor.compile import compile_instruction
    >>> goal = compile_instruction("Open the box")
    >>> closed = replace(goal.subgoals[0], value=False)
    >>> list(unsaid(replace(goal, stages=((closed,),)), goal.text))
    ["nothing in this says that 'box' should be closed"]
    """
    words = said(text)
    known = [*words, *said(" ".join(goal.remarks))]
    if not _NOT.search(text):
        yield from _states(goal, known)
    yield from _numbers(goal, known, text)
    yield from _quantifiers(goal, words)
    if not any(w.classes & _NEAR for w in known):
        yield from (f"nothing in this says 'next to {p.place.words}'" for p in _places(goal)
                    if p.relation == "near" and p.place is not None)


def _states(goal: Goal, known: Sequence[Said]) -> Iterator[str]:
    """Know states, and things to be taken, for which no word stands."""
    classes = frozenset(c for w in known for c in w.classes)
    works = {t for w in goal.subgoals if isinstance(w, Placed) and w.target.place
             for t in w.target.place.types}
    switched = {k for k, places in STATIONS.items() if works & set(places)}
    for subgoal in goal.subgoals:
        if isinstance(subgoal, Held) and not _HELD & classes:
            yield f"nothing in this says that '{subgoal.what.words}' should be taken"
        if not isinstance(subgoal, HasState):
            continue
        key, types = (subgoal.state, subgoal.value), set(subgoal.what.types)
        derived = bool(types & switched) or (key == ("isToggled", False) and types & set(STATIONS))
        switched |= types if key == ("isToggled", True) else set()
        if begins(key) and not derived and not begins(key) & classes:
            yield f"nothing in this says that '{subgoal.what.words}' should be {STATE_WORDS[key]}"


def _numbers(goal: Goal, known: Sequence[Said], text: str) -> Iterator[str]:
    """Know how many of a thing are meant where that number is not said."""
    if _SOME.search(text):
        return
    numbers = {numeral(w.number) for w in known if w.number}
    for subgoal in goal.subgoals:
        what = subgoal.what
        if what.quantifier == "some" and what.count > 1 and what.count not in numbers and numbers:
            yield f"nothing in this says that '{what.words}' are {what.count}"


def _quantifiers(goal: Goal, words: Sequence[Said]) -> Iterator[str]:
    """Know "every mug" where one will do, and "a mug" where all are meant."""
    chosen: list[Selection] = []
    for subgoal in goal.subgoals:
        chosen += _parts(subgoal.what)
        if isinstance(subgoal, Placed) and subgoal.target.place:
            chosen += _parts(subgoal.target.place)
    for what in (s.what for s in goal.subgoals):
        for n in where(words, what.types) if len(what.types) <= MANY else ():
            start = n - 1
            while start >= 0 and words[start].classes & _WITHIN:
                start -= 1  # "all of the dirty mugs"
            alike = [s for s in chosen if set(s.types) & words[n].types]
            if start >= 0 and words[start].classes & {"ALL", "EVERY"} and all(
                    s.quantifier != "all" for s in alike):
                yield f"'all' of '{words[n].text}' is not part of what is done"


def _parts(what: Selection) -> Iterator[Selection]:
    yield what
    if what.located and what.located.place:
        yield from _parts(what.located.place)
    for part in (*what.but, *(c.what for c in what.when)):
        yield from _parts(part)


def _places(goal: Goal) -> Iterator[Location]:
    yield from (w.target for w in goal.subgoals if isinstance(w, Placed))
    yield from (w.what.located for w in goal.subgoals if w.what.located)
