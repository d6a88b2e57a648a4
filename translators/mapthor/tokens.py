"""The words of a text as they may have been meant: slips of the pen mended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from translators.english.spelling import Token, near
from translators.english.words import is_english
from translators.mapthor.vocabulary import vocabulary

_SLIP = 0.15
_MOST_SPELLINGS = 4


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
