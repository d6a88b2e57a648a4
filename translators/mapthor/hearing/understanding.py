"""What somebody means: the ways to say a text are tried from as written to ever more freely.

A text is read as it stands; with its slips mended, its talk left out, in other words; without what
it forbids; order by order, whatever the order of its words; without the words that keep it from
being read. Each liberty is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from heapq import heappop, heappush

from domains.household.goal import Goal
from planner.errors import PlannerError, SourceError, Span
from translators.mapthor.chunks.reading import UNLIKELY, chunked
from translators.mapthor.effort import PER_CHARACTER, Effort, bounded
from translators.mapthor.hearing.clauses import sentences
from translators.mapthor.hearing.doing.errands import by_errand
from translators.mapthor.hearing.doing.notes import noted
from translators.mapthor.hearing.doing.scraps import scraps
from translators.mapthor.hearing.doing.scripts import by_script
from translators.mapthor.hearing.forbearing import forbears, forborne, is_mishap, retracted
from translators.mapthor.hearing.hints import hinted
from translators.mapthor.hearing.plain import plainer, written
from translators.mapthor.hearing.sparing.asides import orders_of
from translators.mapthor.hearing.sparing.skimming import skimmed
from translators.mapthor.hearing.supposing.supposed import supposed
from translators.mapthor.read import MAX_CHARACTERS, parse, reads, tree_of
from translators.mapthor.tree import Phrase, typed

__all__ = ["understood"]

MOST_WAYS = 40
"""So many ways to say one text are tried at most."""
MOST_FORBIDDEN = 4
"""So many things may be forbidden in one text: each is tried with and without all others."""
MOST_SKIMMED = 16
"""So many times words are left out of one text."""
MOST_CUT = 40
"""So many ways to leave words out of one sentence are tried."""

_HEADED = re.compile(r"\w:\s")

Meaning = Callable[[str, str, Phrase], Goal]
"""Compiles controlled English: text, its source, its tree."""


def understood(text: str, source: str, effort: Effort, meaning: Meaning) -> Goal:
    """Return what a text asks for; ``effort`` is the current one.

    Raises:
        SourceError: with the words that were not understood and what was expected.
        LimitError: the text is too long.
    """
    plain = supposed(text) if len(text) <= MAX_CHARACTERS else None
    if plain is not None:
        try:
            goal = _freely(plain[0], source, effort, meaning)
        except SourceError:
            effort.left = Effort().left
        else:
            return replace(goal, text=text, remarks=(*plain[1], *goal.remarks))
    return _freely(text, source, effort, meaning)


def _freely(text: str, source: str, effort: Effort, meaning: Meaning) -> Goal:
    """Read a text as it stands, or without the words that keep it from being read."""
    try:
        return _whole(text, source, effort, meaning)
    except SourceError as error:
        goal = None if retracted(text) else (
            _hinted(text, source, effort, meaning)
            or _skimmed(text, source, effort, error, meaning))
        if goal is None:
            raise
        return goal


def _whole(text: str, source: str, effort: Effort, meaning: Meaning) -> Goal:
    return by_script(text, lambda said: by_errand(
        said, lambda plain: _as_note(plain, source, effort, meaning)))


def _as_note(text: str, source: str, effort: Effort, meaning: Meaning) -> Goal:
    """Read a note item by item, anything else as it stands."""
    said, slips = written(text)
    ways = [noted, scraps]
    if reads(said):
        try:
            return _read(text, source, effort, meaning)
        except SourceError:
            if not _HEADED.search(said):
                raise
            ways = [noted]  # "fridge: egg in" is no sentence although its words are in order
    for note in filter(None, (way(said) for way in ways)):
        try:
            goal = _read(note[0], source, effort, meaning)
        except PlannerError:
            continue
        else:
            return replace(goal, text=text, remarks=(*slips, *note[1], *goal.remarks))
    return _read(text, source, effort, meaning)


@bounded
def _read(text: str, source: str, effort: Effort, meaning: Meaning) -> Goal:
    refused: list[PlannerError] = []
    tried: dict[str, None] = {}
    for said, remarks in plainer(text):
        if len(tried) == MOST_WAYS or effort.spent:
            break
        if said in tried:
            continue
        tried[said] = None
        effort.left -= PER_CHARACTER * len(said)
        tree = tree_of(said)
        if tree is None:
            continue
        try:
            goal = meaning(said, source, typed(tree))
        except PlannerError as error:
            outside = isinstance(error, SourceError) and error.span.column > len(text)
            if not outside and not any("left out" in r for r in remarks):
                refused.append(error)
            continue
        freely = remarks and len(tried) > 1  # what was not said so is not meant so
        if not (freely and _impossible(goal)):
            return replace(goal, text=text, remarks=(*remarks, *goal.remarks))
    other = (_abstaining(text, source, effort, meaning)
             or _by_chunks(text, source, effort, meaning))
    if other is not None:
        return other
    if refused:  # by the way nearest to the words as they were written
        raise refused[0]
    effort = Effort()  # for what is wrong, else …
    goal = meaning(text, source, typed(parse(text, source, effort)))
    first = next(iter(tried), text)
    return goal if first == text else meaning(first, source, typed(parse(first, source)))


def _impossible(goal: Goal) -> bool:
    """Whether a goal asks for what no robot can do, or for what cannot be so at once."""
    return any(r.startswith("no robot can carry") or "cannot hold at once" in r
               for r in goal.remarks)


def _abstaining(text: str, source: str, effort: Effort, meaning: Meaning) -> Goal | None:
    """Read a text without what it forbids, where nothing it asks for does that."""
    ways = list(forborne(text))
    for rest, order, said in ways if len(ways) <= MOST_FORBIDDEN else ():
        if effort.spent:
            break
        try:
            goal = _read(rest, source, effort, meaning)
            harmless = is_mishap(order) or forbears(goal, _read(
                f"{rest.rstrip(' .,;!')}. {order}", source, effort, meaning))
        except PlannerError:
            continue
        if harmless:
            return replace(goal, text=text, remarks=(
                *goal.remarks, f"'{said}' is left out: nothing here does that"))
    return None


def _by_chunks(text: str, source: str, effort: Effort, meaning: Meaning) -> Goal | None:
    """Read a text order by order, whatever the order of its words, where that is no guess."""
    said, slips = written(text)
    if effort.spent or reads(said):
        return None  # what it means is known, and why it cannot be
    goals: list[Goal] = []
    cheapest = 0.0
    for cost, english, remarks in chunked(said):
        if goals and cost > cheapest + UNLIKELY:
            break
        tree = tree_of(english)
        if tree is None:
            continue
        try:
            goal = meaning(english, source, typed(tree))
        except PlannerError:
            continue
        if _impossible(goal):
            continue
        cheapest = cheapest if goals else cost
        goals.append(replace(goal, text=text, remarks=(*slips, *remarks, *goal.remarks)))
    alike = goals and all(g.describe() == goals[0].describe() for g in goals)
    return goals[0] if alike and not effort.spent else None


def _hinted(text: str, source: str, effort: Effort, meaning: Meaning) -> Goal | None:
    """Read what is only hinted at: "the lamp is blinding me"."""
    said, slips = written(text)
    for order, remarks in hinted(said):
        try:
            goal = _whole(order, source, effort, meaning)
        except PlannerError:
            continue
        if not _impossible(goal):
            return replace(goal, text=text, remarks=(*slips, *remarks, *goal.remarks))
    return None


def _skimmed(
    text: str, source: str, effort: Effort, error: SourceError, meaning: Meaning
) -> Goal | None:
    """Read a text without the words that keep it from being read, the fewest first."""
    said, slips = written(text)
    bare, left = orders_of(said)
    starts = [(bare, (*slips, *left))] if left and bare else []
    for rest, remarks in (*starts, (said, slips)):
        goal = _by_gist(rest, remarks, source, effort, meaning) or _searched(
            rest, remarks, source, effort, error, meaning)
        if goal is not None:
            return replace(goal, text=text)
    return None


def _by_gist(text: str, remarks: tuple[str, ...], source: str, effort: Effort, meaning: Meaning
             ) -> Goal | None:
    found = _gist(text, remarks, source)
    if found is not None:
        with suppress(PlannerError):
            goal = _whole(found[0], source, effort, meaning)
            if not _impossible(goal):
                return replace(goal, remarks=(*found[1], *goal.remarks))
    return None


def _gist(text: str, remarks: tuple[str, ...], source: str) -> tuple[str, tuple[str, ...]] | None:
    """Leave words out of each sentence until it is read."""
    kept: list[str] = []
    for sentence in sentences(text):
        found = _least(sentence, source)
        if found is None:
            return None
        kept.append(found[0].rstrip(" .;!?,"))
        remarks = (*remarks, *found[1])
    return ". ".join(kept), remarks


def _least(sentence: str, source: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the way to say a sentence that is read and leaves least out."""
    queue: list[tuple[float, int, str, tuple[str, ...]]] = [(0.0, 0, sentence, ())]
    seen = {sentence}
    while queue and len(seen) <= MOST_CUT:
        cost, _, said, remarks = heappop(queue)
        way = next((more for way, more in plainer(said) if reads(way)), None)
        if way is not None:
            return said, remarks
        try:
            parse(said, source)
        except SourceError as why:
            for far, rest, remark in skimmed(said, _offset(said, why.span)):
                if rest not in seen:
                    seen.add(rest)
                    heappush(queue, (cost + far, len(seen), rest, (*remarks, remark)))
        except PlannerError:
            return None
    return None


def _searched(text: str, remarks: tuple[str, ...], source: str, effort: Effort, error: SourceError,
              meaning: Meaning) -> Goal | None:
    """Leave out words around what is refused, in the whole text."""
    queue: list[tuple[float, int, str, tuple[str, ...], SourceError]] = [
        (0.0, 0, text, remarks, error)]
    seen = {text}
    while queue:
        cost, _, said, remarks, error = heappop(queue)
        for far, rest, remark in skimmed(said, _offset(said, error.span)):
            if rest in seen:
                continue
            if len(seen) > MOST_SKIMMED or effort.spent:
                return None
            seen.add(rest)
            more = (*remarks, remark)
            try:
                goal = _whole(rest, source, effort, meaning)
            except SourceError as why:
                heappush(queue, (cost + far, len(seen), rest, more, why))
            except PlannerError:
                continue
            else:
                if not _impossible(goal):
                    return replace(goal, remarks=(*more, *goal.remarks))
    return None


def _offset(text: str, span: Span) -> int:
    return sum(map(len, text.splitlines(keepends=True)[:span.line - 1])) + span.column - 1
