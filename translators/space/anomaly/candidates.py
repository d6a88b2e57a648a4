"""Candidate words of an anomaly: every spatial marker of a text with its surroundings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from translators.space.lexicon import lexicon
from translators.space.segment import Token, tokens_of

__all__ = ["Candidate", "Surroundings", "candidates_of", "clause_bounds", "surroundings"]

_STOPS = frozenset("，。；：！？、…—,.;:!?\n“”‘’（）()《》")
_ENDS = frozenset("。！？；…\n!?;")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Token number ``index`` of a text, a spatial marker."""

    index: int
    token: Token


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a marker in its clause (empty texts where there is nothing)."""

    before: str
    before2: str
    after: str
    after2: str
    noun: str
    verb: str
    verb_after: str
    preposition: str


def candidates_of(text: str) -> list[Candidate]:
    """Return the markers of a text in order."""
    words = lexicon()
    return [
        Candidate(i, token)
        for i, token in enumerate(tokens_of(text))
        if token.text in words.markers
    ]


def clause_bounds(tokens: Sequence[Token], index: int, *, sentence: bool = False) -> tuple[int, int]:
    """Return the first token of the clause (or sentence) around ``index`` and the one after it."""
    stops = _ENDS if sentence else _STOPS
    first = index
    while first > 0 and tokens[first - 1].text[-1] not in stops:
        first -= 1
    last = index
    while last < len(tokens) and tokens[last].text[-1] not in stops:
        last += 1
    return first, last


def surroundings(tokens: Sequence[Token], index: int) -> Surroundings:
    """Describe the place of a marker: neighbours, noun before it, verbs, governing preposition."""
    first, last = clause_bounds(tokens, index)
    words = lexicon()

    def at(i: int) -> str:
        return tokens[i].text if 0 <= i < len(tokens) else ""

    noun = next((tokens[i].text for i in range(index - 1, first - 1, -1)
                 if tokens[i].tag[:1] in "nrs"), "")
    verb = next((tokens[i].text for i in range(index - 1, first - 1, -1)
                 if tokens[i].tag[:1] == "v"), "")
    after = next((tokens[i].text for i in range(index + 1, last) if tokens[i].tag[:1] == "v"), "")
    preposition = next((tokens[i].text for i in range(index - 1, max(first, index - 8) - 1, -1)
                        if words.has("preposition", tokens[i].text)), "")
    return Surroundings(at(index - 1), at(index - 2), at(index + 1), at(index + 2), noun, verb,
                        after, preposition)
