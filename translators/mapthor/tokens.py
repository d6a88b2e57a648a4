"""Text → words with where they stand: the signs of lists, slips of the pen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from translators.english.spelling import Token, near, pieces
from translators.english.words import is_english
from translators.mapthor.vocabulary import vocabulary

STOPS = frozenset(".;!?:/")
_SLIP = 0.15
_MOST_SPELLINGS = 4


def tokens(text: str) -> list[Token]:
    """Cut a text into words and signs.

    >>> [t.word for t in tokens("Don't open it; what's up? 1. mug -> sink")]
    ['do', 'not', 'open', 'it', ';', 'what', 'is', 'up', '?', '.', 'mug', ':', 'sink']
    """
    return _listed(pieces(text))


def _listed(found: list[Token]) -> list[Token]:
    """Read the signs of a list, "1." or "a)" or "-" in front, as full stops; "x-y" as two words."""
    kept: list[Token] = []
    for n, token in enumerate(found):
        begins = not kept or kept[-1].word in STOPS
        follows = found[n + 1].word if n + 1 < len(found) else ""
        number = token.word.isdigit() or (len(token.word) == 1 and token.word != "i")
        step = bool(kept) and kept[-1].word == "step"
        if number and follows in (".", ")", "-", ":" if step else ")") and n + 2 < len(found) and (
                begins or step or follows == ")" or found[0].word == "1"):
            kept.append(replace(token, word="."))
            kept += [replace(token, word="then")] * (token.word not in ("1", "a"))
        elif token.word in (".", ")", "-") and kept and kept[-1].word == "." and (
                token.word == "-" or kept[-1].end == token.start):
            continue
        elif token.word == "-" and begins:
            kept.append(replace(token, word="."))
        elif token.word == "-" and 0 < n < len(found) - 1 and (
                found[n - 1].end == token.start and token.end == found[n + 1].start):
            continue
        else:
            kept.append(token)
    return kept[1:] if kept and kept[0].word == "." else kept


@lru_cache(4096)
def _mended(word: str) -> tuple[str, ...]:
    """Return what a word may have been meant to be, likeliest first; nothing for a right one."""
    known = vocabulary()
    if word in known.confused:
        return (word, known.confused[word])
    if word in known.known or len(word) < 3 or not word.isalpha() or is_english(word):
        return ()
    split = [f"{word[:i]} {word[i:]}" for i in range(2, len(word) - 1)
             if word[:i] in known.known and word[i:] in known.known and len(word) > 5]
    squeezed = "".join(c for i, c in enumerate(word) if i < 1 or c != word[i - 1])
    long = (squeezed,) * (squeezed in known.known)
    close = near(word, known.slips) if len(word) > 3 or not set("aeiou") & set(word) else ()
    return tuple(dict.fromkeys((*long, *close, *split)))[:3]


def spellings(said: list[Token]) -> Iterator[list[Token]]:
    """Yield readings of the spelling, likeliest first: the words with slips mended in one way."""
    runs = [[*g] for _, g in groupby(said, lambda t: t.word if t.word.isalpha() else t.start)]
    if len(runs) < len(said):  # "the the mug"
        yield from spellings([
            replace(r[0], end=r[-1].end, slip=_SLIP * (len(r) > 1)) for r in runs])
    ways = [_mended(t.word) for t in said]
    first = [_as(t, w[0]) if w else [t] for t, w in zip(said, ways, strict=True)]
    yield [t for group in first for t in group]
    others = [(n, w) for n, way in enumerate(ways)
        for w in (*way[1:], *([said[n].word] if way else []))]
    for n, other in others[:_MOST_SPELLINGS]:
        changed = [*first[:n], _as(said[n], other), *first[n + 1:]]
        yield [t for group in changed for t in group]


def _as(token: Token, word: str) -> list[Token]:
    if word == token.word:
        return [token]
    return [replace(token, word=w, slip=0.0 if n else _SLIP) for n, w in enumerate(word.split())]
