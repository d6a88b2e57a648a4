"""Where two texts differ, widened to phrases of the same place."""

from __future__ import annotations

from dataclasses import dataclass

from translators.space.features import clause_bounds, phrase_start
from translators.space.lexicon import lexicon
from translators.space.segment import Token, tokens_of

__all__ = ["Difference", "Side", "difference_of"]

Tokens = tuple[Token, ...]


@dataclass(frozen=True)
class Side:
    """What one text has: the differing string, the phrase around it, its words, its clause."""

    differing: str
    phrase: str
    tokens: Tokens
    clause: Tokens

    @property
    def words(self) -> list[str]:
        """Return the words of the phrase."""
        return [t.text for t in self.tokens]


@dataclass(frozen=True)
class Difference:
    """Both sides; cutting their phrases out of the texts leaves equal rests."""

    one: Side
    two: Side


def difference_of(text1: str, text2: str) -> Difference | None:
    """Return the difference of two texts, ``None`` if they are equal."""
    if text1 == text2:
        return None
    shortest = min(len(text1), len(text2))
    head = next((i for i in range(shortest) if text1[i] != text2[i]), shortest)
    tail = next((i for i in range(shortest - head) if text1[-1 - i] != text2[-1 - i]), shortest - head)
    ends = [len(text1) - tail, len(text2) - tail]
    widened = [_widen(t, head, e) for t, e in zip((text1, text2), ends, strict=True)]
    start = min(left for left, _ in widened)
    after = max(right - e for (_, right), e in zip(widened, ends, strict=True))
    return Difference(_side(text1, start, head, ends[0], after), _side(text2, start, head, ends[1], after))


def _side(text: str, start: int, head: int, end: int, after: int) -> Side:
    tokens = tokens_of(text)
    index = next((i for i, t in enumerate(tokens) if t.end > head), len(tokens) - 1)
    first, last = clause_bounds(tokens, index) if index >= 0 else (0, 0)
    return Side(text[head:end], text[start : end + after],
                tuple(t for t in tokens if t.end > start and t.start < end + after), tokens[first:last])


def _widen(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the phrase around ``start``…``end``: whole words, noun, preposition."""
    tokens, words = tokens_of(text), lexicon()
    inside = [i for i, t in enumerate(tokens) if t.end > start and t.start < max(end, start + 1)]
    if not inside:
        return start, end
    first, last = inside[0], inside[-1]
    begin, stop = clause_bounds(tokens, first)
    if first == last and words.has("localiser", tokens[last].text):
        first = phrase_start(tokens, first)
    elif words.has("directional", tokens[first].text) and first - 1 >= begin:
        first -= tokens[first - 1].tag[:1] == "v"
    elif words.has("preposition", tokens[first].text):
        while last + 1 < stop and tokens[last + 1].tag[:1] in "nrsfmq" and last - first < 6:
            last += 1
    elif tokens[last].tag[:1] in "nr" and last + 1 < stop:
        last += words.has("localiser", tokens[last + 1].text)
    return min(start, tokens[first].start), max(end, tokens[last].end)
