"""What is mended or left out of a sentence before it is read; remarks tell what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from translators.mapthor.hearing.liberties import corrected, corrects, freer, steady
from translators.mapthor.hearing.owners import uncompounded, unowned
from translators.mapthor.hearing.rewording import reworded
from translators.mapthor.hearing.slips import mended
from translators.mapthor.hearing.sparing.broken import broken
from translators.mapthor.hearing.talk import heard
from translators.mapthor.naming.brief import in_full
from translators.mapthor.read import MAX_CHARACTERS

__all__ = ["plainer", "written"]


@lru_cache(64)
def written(text: str) -> tuple[str, tuple[str, ...]]:
    """Mend slips, and leave out what no other order in a text depends on, with remarks."""
    if len(text) > MAX_CHARACTERS:
        return mended(text)
    text, spelt = freer(steady(text), "spelt")
    text, slips = mended(text)
    text, stays = freer(text, "stays")
    text, owners = unowned(text)
    text, brief = in_full(text)
    return text, (*spelt, *slips, *stays, *owners, *brief)


def plainer(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield plainer ways to say a text, with remarks: slips mended, talk left out.

    >>> [t.strip() for t, _ in plainer("Since the fridge is open, close it")][:2]
    ['Since the fridge is open, close it', 'close the fridge']
    """
    text, slips = written(text)
    if len(text) > MAX_CHARACTERS:
        yield text, slips
        return
    for said, dropped in broken(text):
        yield said, (*slips, *dropped)
        yield from _ways(said, (*slips, *dropped))
    if corrects(text):  # what is taken back must not be left out or read on its own
        yield from _corrections(text, slips)
        return
    yield text, slips
    plain, compounds = uncompounded(text)
    if compounds:
        yield plain, (*slips, *compounds)
    if "(" in text:
        aside = re.sub(r"\s*\)", ",", re.sub(r"\s*\(", ", ", text))
        yield re.sub(r",(?=\s*(?:[.!?]|$))", "", aside), slips
    yield from _ways(text, slips)
    free, liberties = freer(text)
    if free != text:
        yield free, (*slips, *liberties)
        yield from _ways(free, (*slips, *liberties))
    yield from _corrections(text, slips)


def _corrections(text: str, slips: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for said, taken_back in corrected(text):
        yield said, (*slips, *taken_back)
        free, liberties = freer(said)
        yield free, (*slips, *taken_back, *liberties)
        yield from _ways(free, (*slips, *taken_back, *liberties))


def _ways(text: str, slips: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a text without the talk around its orders, and reworded."""
    for ways in (heard(text), reworded(text)):
        yield from ((said, (*slips, *changes)) for said, changes in ways)
