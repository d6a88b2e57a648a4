"""Slips of the pen: which known word was meant."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from translators.mapthor.hearing.liberties import liberty_words
from translators.mapthor.hearing.rewording import rewording_words
from translators.mapthor.lexicon import is_english
from translators.mapthor.ontology import ontology
from translators.mapthor.read import MAX_CHARACTERS, WORD, verbs, vocabulary
from translators.mapthor.recipes import recipe_words

__all__ = ["mended"]


def mended(text: str) -> tuple[str, tuple[str, ...]]:
    """Mend slips of the pen; returns the text and a remark on each word that was changed.

    A slip is one letter missing, doubled or (in longer words) too many or wrong, or two letters
    swapped, where a single known word is meant; the first letter is taken to be right. A word that
    is English as it stands is none.

    >>> mended("Put teh aple in the fridge")[0]
    'Put the apple in the fridge'
    """
    if len(text) > MAX_CHARACTERS:
        return text, ()
    remarks: list[str] = []

    def mend(found: re.Match[str]) -> str:
        word = found.group()
        meant = _meant(word.lower()) if len(word) < 30 else ""
        if not meant:
            return word
        remarks.append(f"'{word}' is read as '{meant}'")
        return meant

    return WORD.sub(mend, text), tuple(dict.fromkeys(remarks))


@cache
def _all_words() -> frozenset[str]:
    """Return every word that may be meant or that has a reason of its own to be refused."""
    gerunds = {f"{v.removesuffix('e')}ing" for v in verbs()} | {
        f"{v}{v[-1]}ing" for v in verbs() if re.fullmatch("[^aeiou]*[aeiou][bdgmnpt]", v)}
    return (vocabulary() | ontology().manner | ontology().refused.keys() | recipe_words()
            | gerunds | ontology().participles.keys() | rewording_words() | liberty_words())


@lru_cache(4096)
def _meant(word: str) -> str:
    """Return the one word a slip of the pen stands for, nothing where there is none."""
    known = _all_words()
    if word in ontology().short:
        return ontology().short[word]
    if word in known or not word.isalpha() or is_english(word):
        return ""
    if len(word) > 2 and not set(word) & set("aeiou"):  # "ktchn", "tbl"
        full = [w for w in sorted(vocabulary()) if w[0] == word[0] and _consonants(w) == word]
        if len(full) == 1:
            return full[0]
    close = [w for w in known if abs(len(w) - len(word)) < 2 and _slip(word, w)]
    near = [w for w in close if len(w) != len(word) or sorted(w) == sorted(word)] or close
    return near[0] if len(near) == 1 else ""


def _consonants(word: str) -> str:
    """Leave out the vowels of a word, and one of two equal letters in a row."""
    return re.sub(r"(.)\1", r"\1", re.sub("[aeiou]", "", word))


def _slip(word: str, known: str) -> bool:
    """Whether one slip turns a known word into another; a plural for a singular is none."""
    if len(word) == len(known):
        wrong = [i for i, (a, b) in enumerate(zip(word, known, strict=True)) if a != b]
        swapped = (len(wrong) == 2 and wrong[1] == wrong[0] + 1
                   and sorted(word) == sorted(known))
        return swapped or (len(wrong) == 1 and wrong[0] > 0 and len(word) > 6)
    longer, shorter = sorted((word, known), key=len, reverse=True)
    if len(shorter) < 3 or (longer == shorter + "s" and longer[-2:] != "ss") or word[0] != known[0]:
        return False
    found = [i for i in range(len(longer)) if longer[:i] + longer[i + 1:] == shorter]
    if len(shorter) < 4:  # "putt"
        return word == longer and len(found) > 1
    return bool(found) and (word == shorter or len(found) > 1 or len(word) > 7)
