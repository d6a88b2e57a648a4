"""How words are written: texts cut into words, contractions spelt out, spellings near others."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from translators.english.words import listed

MAX_WORD = 40
STOPS = frozenset(".;!?:/")
_PIECE = re.compile(
    r"[^\W\d_](?:\.[^\W\d_])+\b(?:\.(?=\s+[a-z]))?|\d+(?:\.\d+)?|[^\W\d_]+(?:['’`][^\W\d_]+)*|-+>|=+>|→|…|\.{2,}|--+|\n|\S")
_SIGNS = {"\n": ";", "•": ".", "*": ".", "–": "-", "—": "-", "&": "and", "+": "and", "→": ":",
          "…": ".", "[": "(", "]": ")", "{": "(", "}": ")", "|": ";"}
_QUOTES = frozenset("\"'`“”‘’«»„_#~^")
_ENDS = {"ll": "will", "re": "are", "ve": "have", "d": "would", "m": "am", "em": "them"}
_IS = {"it", "that", "there", "what", "he", "she", "who", "everything", "whatever", "here", "this",
       "where", "everyone", "nothing", "one", "how", "which", "something", "anything", "nobody"}


def edit_distance(one: str, other: str, limit: int = MAX_WORD) -> int:
    """Count insertions, deletions, substitutions and swaps of neighbours (at most limit + 1).

    >>> edit_distance("bule", "blue"), edit_distance("cup", "bottle", 2)
    (1, 3)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            swapped = i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted
            row.append(min(cost, older[j - 2] + 1) if swapped else cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def cuts(word: str) -> set[str]:
    """Return the word and what is left of it without one letter."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}


def deletions(known: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Index words by what is left of them without one letter."""
    found: dict[str, set[str]] = defaultdict(set)
    for word in known:
        for cut in cuts(word):
            found[cut].add(word)
    return {cut: frozenset(words) for cut, words in found.items()}


def near(word: str, index: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """Return the known words one slip away, likelier slips first.

    Swapped letters are likelier than a letter too few or too many, that than a wrong one; the
    first letter is seldom wrong.

    >>> near("aplpe", deletions(["apple", "maple"])), near("pen", deletions(["ten"]))
    (('apple',), ('ten',))
    """
    close = {known for cut in cuts(word) for known in index.get(cut, ())}
    ranked = [(word[0] != k[0], sorted(word) != sorted(k), len(word) == len(k), k)
              for k in close if edit_distance(word, k, 1) <= 1]
    return tuple(k for *_, k in sorted(ranked))


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is read, and the place in the text where it stands."""

    word: str
    start: int
    end: int
    slip: float = 0.0


def tokens(text: str) -> list[Token]:
    """Cut a text into words and signs.

    >>> [t.word for t in tokens("Don't open it; what's up? 1. mug -> sink at 8 a.m.")][7:]
    ['up', '?', '.', 'mug', ':', 'sink', 'at', '8', 'am', '.']
    """
    found: list[Token] = []
    for piece in _PIECE.finditer(text):
        found += [Token(word, *piece.span()) for word in _words(piece[0], found)]
    return _listed(found)


def _words(piece: str, before: list[Token]) -> Iterator[str]:
    said = piece.lower().replace("’", "'").replace("`", "'")
    if said[:1] in "-=" and said[-1:] == ">":
        yield ":"
    elif said[:2] in ("--", ".."):
        yield said[0]
    elif not said[0].isalnum():
        sign = _SIGNS.get(said, said)
        if sign in _QUOTES:
            if said == "'" and before and before[-1].word.endswith("s"):
                yield "'s"
            return
        yield sign
    else:
        yield from spelt_out(said if said[0].isdigit() else said.replace(".", ""))


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


@cache
def _short() -> dict[str, str]:
    data = resources.files(__package__).joinpath("shortened.toml").read_text("utf-8")
    return dict(pair.split("=") for pair in listed(tomllib.loads(data)["short"]))


def spelt_out(said: str) -> Iterator[str]:
    """Yield the words that a contraction or a shortened word stands for, or the word itself.

    >>> [[*spelt_out(w)] for w in ("don't", "it's", "mug's", "gonna", "mug")]
    [['do', 'not'], ['it', 'is'], ['mug', "'s"], ['going', 'to'], ['mug']]
    """
    short = _short()
    head, sign, tail = said.partition("'")
    if said in short:
        yield from short[said].split()
    elif said.endswith("n't"):
        yield from (said[:-3], "not")
    elif sign and tail in _ENDS:
        yield from (*short.get(head, head).split(), _ENDS[tail])
    elif sign and tail == "s":
        yield from (head, "is" if head in _IS else "'s")
    else:
        yield said
