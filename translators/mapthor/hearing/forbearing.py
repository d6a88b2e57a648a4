"""What a text says should not be done, beside what should: left out where nothing would do it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from domains.household.goal import Goal, HasState, Held, Placed, Subgoal
from translators.mapthor.hearing.words import words_of
from translators.mapthor.lexicon import base, uses
from translators.mapthor.ontology import noun_pattern, ontology
from translators.mapthor.read import verbs
from translators.mapthor.references import specific

__all__ = ["forbears", "forborne", "is_mishap", "retracted"]

_NOT = re.compile(
    r"(?:^|[,.;:!?–—]+\s*|\s+)(?:(?:and|but|also|please|just|so|though|only)[\s,]+)*"
    r"(?:(?:you |robots? )?(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|"
    r"need not|needn't|no need to|avoid|without|(?:be )?careful not to|try not to|take care not to|"
    r"(?:make sure|mind|see)(?: that)? you (?:don't|do not))) (?:ever |even |actually )?"
    r"(?P<order>\w[^.;,!?]*?)(?=\s*(?:$|[.;,!?]|\bbut (?!\w+ing\b)))",
    re.IGNORECASE)
_TOUCH = re.compile(r"^(?:touch|move|disturb|touching|moving|disturbing|bother(?: with)?|"
                    r"worry about)\b", re.I)
_RETRACTED = re.compile(
    r"(?:^|[.,;:!?–—-]\s*|\b(?:but|no|oh|actually)\s+)(?:never ?mind|(?:don't|do not)(?: bother)?|"
    r"(?:forget|cancel|drop) (?:it|that|about it)|scratch that)\W*$", re.I)
_BACK_OUT = uses("back_out") | {"mind"}
_MISHAPS = uses("mishap")
_STATES = uses("state")


@cache
def _further() -> re.Pattern[str]:
    return re.compile(rf"\band (?:then )?(?:{'|'.join(map(re.escape, verbs()))})\b", re.I)


def forborne(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield a text without what it forbids, that as an order, and the words that were left out.

    >>> next(forborne("Wash the mug, but don't put it away."))
    ('Wash the mug.', 'put it away', "but don't put it away")
    """
    for found in _NOT.finditer(text):
        if _further().search(found["order"]):
            continue  # "never wash the mug and put it away": both, or is the second an order?
        order = _TOUCH.sub("pick up", found["order"].strip())
        said = found.group().strip(" ,.;:!?–—")
        before, after = text[:found.start()], text[found.end():]
        if before.strip():
            yield before + after, order, said
            continue
        after = re.sub(r"^[\s,.;:!?–—]*(?:(?:but|just|instead|rather|and|only)[\s,]+)*", "", after)
        if after:
            yield after, order, said
            named = re.search(rf"\b(?:(?:the|my|our|your|a|an)\s+)?{noun_pattern()}", order, re.I)
            if named:
                yield f"{named.group()}, {after}", order, said


def retracted(text: str) -> bool:
    """Whether the last words take everything back: "wash it. No, don't"."""
    return bool(_RETRACTED.search(text))


def is_mishap(order: str) -> bool:
    """Whether what is forbidden is nothing that a robot does: "spill it", "let it go cold".

    >>> is_mishap("burn them"), is_mishap("close it")
    (True, False)
    """
    words = words_of(order)
    first = base(words[0].text)
    if first in _BACK_OUT and len(words) == 1:
        return False  # "never mind"
    if first in ("let", "leave") and len(words) > 2:
        words = words[2:]
        first = base(words[0].text)
    rest = words[1:]
    return (first not in verbs() or (first in _MISHAPS and len(words) < 4)) and all(
        w.forms for w in words) and not any(w.text in _STATES or (
            base(w.text) in verbs() and not w.forms & {"noun", "determiner", "preposition"})
            for w in rest)


def forbears(goal: Goal, more: Goal) -> bool:
    """Whether a goal does nothing of what ``more`` has beside it.

    Robots open what they have to, and close what they work with.
    """
    extra = [w for w in more.subgoals if w not in goal.subgoals]
    known = ontology()
    if any(known.places(w.what.types) and not set(w.what.types) & set(
            known.properties["pickupable"]) for w in extra) and any(
            not specific(g.what) for g in goal.subgoals):
        return False  # "tidy up, but don't touch the bed": what lies on it
    return bool(extra) and not any(
        (isinstance(w, HasState) and w.state == "isOpen" and (
            w.value is True or bool(set(w.what.types) & set(goal.types()))))
        or any(_does(g, w) for g in goal.subgoals) for w in extra)


def _does(subgoal: Subgoal, forbidden: Subgoal) -> bool:
    if not set(subgoal.what.types) & set(forbidden.what.types):
        return False
    if isinstance(forbidden, HasState):
        return isinstance(subgoal, HasState) and (subgoal.state, subgoal.value) == (
            forbidden.state, forbidden.value)
    if isinstance(forbidden, Held):
        return isinstance(subgoal, (Placed, Held))
    return isinstance(subgoal, Placed) and subgoal.target == forbidden.target
