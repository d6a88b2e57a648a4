"""Slips of the pen: which known words were meant.

A word that nobody knows here stands for the nearest known one; letters left out, doubled, swapped,
beside each other on the keyboard or alike in sound are near. Words run together are parted, words
torn apart joined. Where several are as near, that is meant with which the grammar reads the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate, islice, pairwise, product

from translators.mapthor.hearing.liberties import liberty_words
from translators.mapthor.hearing.rewording import rewording_words
from translators.mapthor.lexicon import forms, is_english, uses
from translators.mapthor.ontology import ontology
from translators.mapthor.read import MAX_CHARACTERS, WORD, reads, verbs, vocabulary, word_classes
from translators.mapthor.recipes import recipe_words

__all__ = ["mended"]

_FURTHEST = {3: 0.65, 4: 0.85, 5: 1.0, 6: 1.4, 7: 1.4}
"""How far a slip of so many letters may be from what is meant; longer words 1.9."""
_ALIKE = 0.25
"""Words not further apart than this are weighed by whether the text can be read with them."""
_WAYS = 8
"""So many ways to mend one text are tried."""
_LONG = 160
"""In a text of so many characters each slip is mended by itself."""
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SOUNDS = ("aeiouy", "ck", "cs", "sz", "mn", "gj", "kq")
_SHORT = {"in", "on", "to", "of", "up", "it", "is", "me", "my", "at", "an", "by", "tv"}
_CLOSED = {"preposition", "determiner", "conjunction", "modal", "be", "auxiliary", "pronoun"}


@lru_cache(64)
def mended(text: str) -> tuple[str, tuple[str, ...]]:
    """Mend slips of the pen; returns the text and a remark on each word that was changed.

    A word that is English as it stands is none, but for "form" or "putt" where that cannot be
    read and "from" or "put" can.

    >>> mended("Put teh aple inthe frigde")[0]
    'Put the apple in the fridge'
    """
    if len(text) > MAX_CHARACTERS:
        return text, ()
    text, joined = _joined(text)
    found = list(WORD.finditer(text))
    ways = [_ways(m.group(), _named(text, m)) for m in found]
    open_ = [n for n, w in enumerate(ways) if len(w) > 1] if len(text) < _LONG else []
    chosen = [w[0] if w else "" for w in ways]
    for some in islice(product(*(ways[n] for n in open_)), _WAYS) if open_ else ():
        tried = list(chosen)
        for n, word in zip(open_, some, strict=True):
            tried[n] = word
        if reads(_written(text, found, tried)):
            chosen = tried
            break
    else:
        for n in open_:
            word = found[n].group().lower()
            chosen[n] = "" if is_english(word) or word in _all_words() else ways[n][0]
    remarks = [f"'{m.group()}' is read as '{word}'" for m, word in zip(found, chosen, strict=True)
               if word and word != m.group().lower()]
    return _written(text, found, chosen), (*joined, *dict.fromkeys(remarks))


def _written(text: str, found: list[re.Match[str]], words: list[str]) -> str:
    for match, word in reversed(list(zip(found, words, strict=True))):
        if word and word != match.group().lower():
            text = text[:match.start()] + word + text[match.end():]
    return text


def _named(text: str, word: re.Match[str]) -> bool:
    """Whether a word looks like somebody's name: a capital within a sentence."""
    before = text[:word.start()].rstrip()
    return word.group()[0].isupper() and word.group()[1:].islower() and bool(
        re.search(r"[a-z,]$", before)) and not text.istitle()


def _ways(word: str, named: bool) -> tuple[str, ...]:
    """Return what a word may stand for, likeliest first; nothing where it is as it should be."""
    word = word.lower()
    meant = _meant(word) if len(word) < 30 else ()
    if not meant:
        return ()
    best = meant[0][0]
    if named and best > 0.6:
        return ()
    return tuple(w for cost, w in meant if cost <= best + _ALIKE)


@cache
def _all_words() -> frozenset[str]:
    """Return every word that may be meant or that has a reason of its own to be refused."""
    gerunds = {f"{v.removesuffix('e')}ing" for v in verbs()} | {
        f"{v}{v[-1]}ing" for v in verbs() if re.fullmatch("[^aeiou]*[aeiou][bdgmnpt]", v)} | {
        f"{v.removesuffix('e')}ed" for v in verbs()}
    return (vocabulary() | ontology().manner | ontology().refused.keys() | recipe_words()
            | uses("kin") | gerunds | ontology().participles.keys() | rewording_words()
            | liberty_words())


@cache
def _usual() -> frozenset[str]:
    """Return the words of the grammar and of AI2-THOR's types: "toaster", not "tater"."""
    known = ontology()
    types = {t.lower() for n in known.nouns.values() for t in n.types}
    phrases = [p for group in word_classes().values() for p in group]
    names = [n for n in known.nouns if n.replace(" ", "") in types]
    names += [p for n in names for p in known.plurals.get(n, ())]
    return frozenset(types | {w for p in (*phrases, *names) for w in p.split()})


@lru_cache(4096)
def _meant(word: str) -> tuple[tuple[float, str], ...]:
    """List the words that a slip of the pen may stand for with how far they are, nearest first."""
    if word in ontology().short:
        return ((0.0, ontology().short[word]),)
    if word in ontology().confused:
        return tuple((0.0, w) for w in (word, *ontology().confused[word]))
    known = _all_words()
    if word in known or not word.isalpha():
        return ()
    if is_english(word):
        swapped = [w for w in known if abs(len(w) - len(word)) < 2
                   and word not in ontology().no_slips and _slipped(word, w)]
        return ((0.0, word), *((0.0, w) for w in swapped)) if swapped else ()
    if word.endswith("s") and ontology().plurals.get(word[:-1]):
        return ((0.1, ontology().plurals[word[:-1]][0]),)  # "knifes"
    if word.endswith("nt") and f"{word[:-1]}'t" in known:
        return ((0.1, f"{word[:-1]}'t"),)
    if len(word) > 2 and not set(word) & set("aeiou"):  # "ktchn", "tbl"
        full = [w for w in sorted(vocabulary()) if w[0] == word[0] and _consonants(w) == word]
        if full:
            return tuple((0.2, w) for w in full)
    limit = _FURTHEST.get(len(word), 1.9 if len(word) > 7 else 0.0)
    near = [(cost + (0.0 if w in _usual() else 0.1), w) for w in known
            if abs(len(w) - len(word)) < 3 and len(w) > 2
            and len(set(w) ^ set(word)) < 5 and not _too_short(word, w)
            and (cost := _distance(word, w)) <= limit]
    parted = _parted(word)
    return tuple(sorted([*near, *([parted] if parted else [])])[:4])


def _slipped(word: str, known: str) -> bool:
    """Whether an English word that cannot be read may stand for another: "pease", "putt"."""
    if (forms(known) & _CLOSED or known in verbs()) and not _too_short(word, known) and (
            _distance(word, known) <= 0.6):
        return True
    around = word[0] == known[0] and word[-1] == known[-1]
    return around and len(known) == len(word) + 1 > 5 and any(
        known[:n] + known[n + 1:] == word for n in range(len(known)))


def _too_short(word: str, known: str) -> bool:
    """Whether a wrong letter leaves too little of a word: "gran" is no "grab"."""
    if not len(word) == len(known) < 5 or sorted(word) == sorted(known):
        return False
    wrong = [(a, b) for a, b in zip(word, known, strict=True) if a != b]
    inside = len(wrong) == 1 and word[0] == known[0] and len(word) == 4
    return not inside or frozenset(wrong[0]) not in _beside()


def _consonants(word: str) -> str:
    """Leave out the vowels of a word, and one of two equal letters in a row."""
    return re.sub(r"(.)\1", r"\1", re.sub("[aeiou]", "", word))


@cache
def _beside() -> frozenset[frozenset[str]]:
    """Return the pairs of letters beside each other on the keyboard."""
    pairs = {frozenset(row[i:i + 2]) for row in _ROWS for i in range(len(row) - 1)}
    below = {frozenset((upper[i], lower[j])) for upper, lower in ((_ROWS[0], _ROWS[1]),
                                                                (_ROWS[1], _ROWS[2]))
             for i in range(len(upper)) for j in (i - 1, i) if 0 <= j < len(lower)}
    return frozenset(pairs | below)


def _other(a: str, b: str) -> float:
    """Return how far one letter is from another."""
    if a == b:
        return 0.0
    if any(a in s and b in s for s in _SOUNDS):
        return 0.75
    return 0.85 if frozenset((a, b)) in _beside() else 1.2


def _extra(word: str, at: int, vowel: float, consonant: float) -> float:
    """Return how far a word is from itself without one letter."""
    first = 0.0 if at else 0.4
    if at and word[at] == word[at - 1]:
        return 0.4
    if at == len(word) - 1 and word[at] == "s" and word[-2:] != "ss":
        return 1.8  # a plural is no slip
    return first + (vowel if word[at] in "aeiou" else consonant)


def _distance(word: str, known: str) -> float:
    """Return how far a word is from a known one: letters are left out more often than added."""
    left_out = [_extra(known, b, 0.6, 0.75) for b in range(len(known))]
    before: list[float] = []
    row = [0.0, *accumulate(left_out)]
    for a in range(len(word)):
        added = _extra(word, a, 0.7, 0.9)
        last, row = row, [row[0] + added]
        for b in range(len(known)):
            other = _other(word[a], known[b])
            best = min(last[b] + other + (0.4 if other and not (a and b) else 0.0),
                       last[b + 1] + added, row[b] + left_out[b])
            if a and b and word[a] == known[b - 1] and word[a - 1] == known[b] != word[a]:
                best = min(best, before[b - 1] + 0.55)
            row.append(best)
        before = last
    return row[-1]


def _parted(word: str) -> tuple[float, str] | None:
    """Part words that run together: "appleinthe"."""
    if len(word) < 5:
        return None
    known = vocabulary()
    best: list[tuple[float, tuple[str, ...]] | None] = [(0.0, ()), *[None] * len(word)]
    for end in range(1, len(word) + 1):
        for begin in range(end):
            so_far, piece = best[begin], word[begin:end]
            if so_far is None or not (piece in _SHORT or (len(piece) > 2 and piece in known)):
                continue
            cost = so_far[0] + 0.35
            if best[end] is None or cost < best[end][0]:  # type: ignore[index]
                best[end] = cost, (*so_far[1], piece)
    whole = best[-1]
    return (whole[0], " ".join(whole[1])) if whole and 1 < len(whole[1]) < 5 else None


def _joined(text: str) -> tuple[str, tuple[str, ...]]:
    """Join what was torn apart: "lap top", "base ball bat"."""
    remarks: list[str] = []
    for first, second in _pairs(text):
        one = f"{first.group()}{second.group()}"
        said = text[first.start():second.end()]
        apart = ontology().find(said) is not None or all(
            w.group().lower() in vocabulary() - ontology().refused.keys() for w in (first, second))
        behind = WORD.match(text, second.end() + 1)
        whole = f"{one} {behind.group()}" if behind else one  # "base ball bat"
        if apart or not any(map(ontology().find, (one, whole))):
            continue
        text = f"{text[:first.start()]}{one}{text[second.end():]}"
        remarks.append(f"'{said}' is read as '{one}'")
    return text, tuple(remarks)


def _pairs(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    words = list(WORD.finditer(text))
    yield from ((a, b) for a, b in reversed(list(pairwise(words)))
                if text[a.end():b.start()] in (" ", "-"))
