"""Where two texts differ, widened to phrases of the same place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from translators.space.anomaly.candidates import clause_bounds
from translators.space.lexicon import lexicon
from translators.space.segment import Token, tokens_of

__all__ = ["Difference", "difference_of"]


@dataclass(frozen=True)
class Difference:
    """The differing strings and, around them, the phrases ``c1`` and ``c2``.

    Cutting ``c1`` and ``c2`` out of the texts leaves equal rests. ``tokens1`` / ``tokens2`` are
    the words of the phrases, ``clause`` the words of the clause in the first text.
    """

    d1: str
    d2: str
    c1: str
    c2: str
    tokens1: tuple[Token, ...]
    tokens2: tuple[Token, ...]
    clause1: tuple[Token, ...]
    clause2: tuple[Token, ...]


def difference_of(text1: str, text2: str) -> Difference | None:
    """Return the difference of two texts, ``None`` if they are equal."""
    if text1 == text2:
        return None
    shortest = min(len(text1), len(text2))
    head = next((i for i in range(shortest) if text1[i] != text2[i]), shortest)
    tail = next((i for i in range(shortest - head) if text1[-1 - i] != text2[-1 - i]),
                shortest - head)
    left, right = _widen(text1, head, len(text1) - tail)
    left2, right2 = _widen(text2, head, len(text2) - tail)
    before = max(head - left, head - left2)
    after = max(right - (len(text1) - tail), right2 - (len(text2) - tail))
    start, end1, end2 = head - before, len(text1) - tail + after, len(text2) - tail + after
    return Difference(
        text1[head : len(text1) - tail], text2[head : len(text2) - tail],
        text1[start:end1], text2[start:end2],
        _inside(text1, start, end1), _inside(text2, start, end2),
        _clause(text1, head), _clause(text2, head),
    )


def _widen(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the phrase around ``start``…``end``: whole words, noun, preposition."""
    tokens = tokens_of(text)
    words = lexicon()
    inside = [i for i, t in enumerate(tokens) if t.end > start and t.start < max(end, start + 1)]
    if not inside:
        return start, end
    first, last = inside[0], inside[-1]
    begin, stop = clause_bounds(tokens, first)
    localiser = words.has("localiser", tokens[last].text)
    if localiser and first == last:
        while first - 1 >= begin and tokens[first - 1].tag[:1] in "nrsamqbu" and last - first < 5:
            first -= 1
        if first - 1 >= begin and words.has("preposition", tokens[first - 1].text):
            first -= 1
    elif words.has("directional", tokens[first].text) and first - 1 >= begin:
        if tokens[first - 1].tag[:1] == "v":
            first -= 1
    elif words.has("preposition", tokens[first].text):
        while last + 1 < stop and tokens[last + 1].tag[:1] in "nrsfmq" and last - first < 6:
            last += 1
    elif tokens[last].tag[:1] in "nr" and last + 1 < stop and words.has(
            "localiser", tokens[last + 1].text):
        last += 1
    return min(start, tokens[first].start), max(end, tokens[last].end)


def _inside(text: str, start: int, end: int) -> tuple[Token, ...]:
    return tuple(t for t in tokens_of(text) if t.end > start and t.start < end)


def _clause(text: str, place: int) -> tuple[Token, ...]:
    tokens: Sequence[Token] = tokens_of(text)
    index = next((i for i, t in enumerate(tokens) if t.end > place), len(tokens) - 1)
    if index < 0:
        return ()
    first, last = clause_bounds(tokens, index)
    return tuple(tokens[first:last])
