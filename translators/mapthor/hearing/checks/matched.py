"""Whether what a text says of one thing, first or on a condition is what its goal has of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from domains.household.goal import Goal, HasState, Placed, Subgoal
from translators.mapthor.hearing.checks.said import MANY, Said, begins, said, where

__all__ = ["mismatched"]

_MEANT = re.compile(r"\b(?:its|ones?|those|these|respectively|others?|same|there|swap|exchange|"
                    r"vice|either|rest)\b", re.IGNORECASE)
"""Words that may mean what is named elsewhere."""
_PRONOUNS = {"it", "them", "they"}
_LOOSE = frozenset({"SWING", "PULL", "MADE", "MAKE", "UPWARDS", "DOWN", "GOING", "WATER", "CLEAR",
                    "TIDY"})
"""Classes of words that stand for much else, too."""
_OTHERWISE = re.compile(r"\b(?:otherwise|if not|or else)\b", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:not|no|none|nothing|nobody|neither|nor|unless|without|otherwise|else|"
                     r"except|all|every|both|each|only|empty|full|fewer|less|most|gone)\b|n't\b",
                     re.IGNORECASE)
_FURTHER = re.compile(r"\b(?:after (?:that|which)|afterwards|then|finally|lastly|subsequently|"
                      r"followed by|(?<=[.;!,] )next)\b|^\W*(?:first|firstly|start by)\b",
                      re.IGNORECASE)
_SOONER = re.compile(r"\b(?:before (?:that|you do)|beforehand|but first|first of all)\b",
                     re.IGNORECASE)
_BEFORE = re.compile(r"\bbefore\b(?! that| you do)", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:as soon as|when you have|having|(?:once|after)(?! that| which| it|"
                    r" they))\b", re.IGNORECASE)


def mismatched(goal: Goal, text: str) -> Iterator[str]:
    """Yield remarks on things, steps and conditions that may have been exchanged.

    >>> from dataclasses import replace
    >>> from translators.mapthor.compile import compile_instruction
    >>> goal = compile_instruction("Wash the mug, then open the box")
    >>> list(mismatched(replace(goal, stages=goal.stages[::-1]), goal.text))
    ["'then' may be read the wrong way round"]
    """
    words = said(text)
    if not _MEANT.search(text):
        yield from _exchanged(goal, words)
    yield from _reordered(goal, words, text)
    yield from _denied(goal, text)


# -- which thing, which place -------------------------------------------------------------------


def _exchanged(goal: Goal, words: Sequence[Said]) -> Iterator[str]:
    """Know two things of which each is nearer to what is said of the other."""
    filled = {t for w in goal.subgoals if isinstance(w, Placed) and w.target.place
              for t in w.target.place.types}  # "heat it in the microwave" switches that on
    spots = [(w, _mentions(words, w), _said_of(w, words)) for w in goal.subgoals[:8]
             if len(w.what.types) <= MANY and not (
                 isinstance(w, HasState) and filled & set(w.what.types))]
    for (one, things, place), (other, more, there) in combinations(spots, 2):
        apart = {*things, *place}.isdisjoint((*more, *there))
        if not (things and place and more and there and apart) or (
                set(one.what.types) & set(other.what.types)):
            continue
        if replace(other, what=one.what) in goal.subgoals or (
                replace(one, what=other.what) in goal.subgoals):
            continue  # both are done to both
        read = _far(things, place) + _far(more, there)
        if _far(things, there) + _far(more, place) < read:
            yield (f"what is done to '{one.what.words}' and what to '{other.what.words}' may be "
                   "exchanged")


def _mentions(words: Sequence[Said], subgoal: Subgoal) -> list[int]:
    """Return where the thing of a subgoal is named, or may be meant by a pronoun."""
    found = where(words, subgoal.what.types)
    for n, word in enumerate(words):
        if word.text.lower() in _PRONOUNS and any(m < n for m in found):
            found.append(n)
    return found


def _said_of(subgoal: Subgoal, words: Sequence[Said]) -> list[int]:
    """Return where the words stand for a place or a state."""
    if isinstance(subgoal, Placed):
        place = subgoal.target.place
        return where(words, place.types) if place and len(place.types) <= MANY else []
    if isinstance(subgoal, HasState):
        says = begins((subgoal.state, subgoal.value)) - _LOOSE
        return [n for n, w in enumerate(words) if w.classes & says and not w.types]
    return []


def _far(some: Sequence[int], others: Sequence[int]) -> int:
    return min(abs(a - b) for a in some for b in others)


# -- order --------------------------------------------------------------------------------------


def _reordered(goal: Goal, words: Sequence[Said], text: str) -> Iterator[str]:
    """Know a step that the text has on the other side of a word for the order of steps."""
    if len(goal.stages) != 2:
        return
    first, second = ([n for w in stage for n in _spoken_of(w, goal, words)]
                     for stage in goal.stages)
    if not first or not second:
        return
    start = text.lower().find(words[min(*first, *second)].text.lower())
    ways: dict[bool, str] = {}
    for pattern, rises in ((_FURTHER, True), (_SOONER, False), (_BEFORE, True), (_AFTER, False)):
        found = pattern.search(text)
        if found:
            ahead = pattern in (_BEFORE, _AFTER) and found.start() < start
            ways[rises != ahead] = found.group().strip()
    if len(ways) == 1:
        ((rises, word),) = ways.items()
        if (min(first) > max(second)) if rises else (max(first) < min(second)):
            yield f"'{word}' may be read the wrong way round"


def _spoken_of(subgoal: Subgoal, goal: Goal, words: Sequence[Said]) -> list[int]:
    """Return where a subgoal is told: its thing, or what is said of it where that is said twice."""
    types = set(subgoal.what.types)
    alone = all(w is subgoal or not set(w.what.types) & types for w in goal.subgoals)
    if len(types) > MANY:
        return []
    return where(words, types) if alone else _said_of(subgoal, words)


# -- conditions ---------------------------------------------------------------------------------


def _denied(goal: Goal, text: str) -> Iterator[str]:
    """Know a condition that is there in the wrong sense, or for one of two orders only."""
    exist = {c.exists for s in goal.subgoals for c in s.what.when if not c.others}
    narrow = any(s.what.states for s in goal.subgoals)
    other = _OTHERWISE.search(text)
    if not _DENIES.search(text) and False in exist:
        yield "a condition may be read as its opposite"
    elif other and exist and not narrow and (
            len(exist) == 1 or any(not s.what.when for s in goal.subgoals)):
        yield f"'{other.group()}' may be read as its opposite"
