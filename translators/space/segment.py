"""Words and tags, offline and quiet: jieba cuts, its dictionary gives the tags.

jieba joins localisers to nouns (桌上, 屋里); a final localiser is split off. Its guessing of new
words is off: it takes 水在 or 向南飞 for words. Tags are the most
frequent ones of the dictionary (PKU letters), so that a thousand texts take about a second;
unknown words get ``n`` or, for signs, ``w``, for numbers ``m``.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any

from planner.errors import MissingError, remedy
from translators.space.lexicon import is_a, markers
from translators.space.tables import table

MAX_TEXT = 20_000


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(table("segment")[name])


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its tag and the position of its first character."""

    text: str
    tag: str
    start: int

    @property
    def end(self) -> int:
        """Return the position after the last character."""
        return self.start + len(self.text)

    @property
    def positions(self) -> tuple[int, ...]:
        """Return the positions of all characters."""
        return tuple(range(self.start, self.end))


@lru_cache(maxsize=256)
def tokens_of(text: str) -> tuple[Token, ...]:
    """Split a text (at most ``MAX_TEXT`` characters are looked at)."""
    words = _tokenizer().tokenize(text[:MAX_TEXT], HMM=False)
    pieces = [piece for word, *_ in words for piece in _pieces(word)]
    starts = accumulate((len(p) for p in pieces), initial=0)
    return tuple(Token(p, _tag(p), start) for p, start in zip(pieces, starts, strict=False))


def _pieces(word: str) -> list[str]:
    """Split localisers and directional complements off a word."""
    if len(word) < 2 or word in _words("keep") or word in markers():
        return [word]
    if word[0] in "向往朝" and word[1] in "东南西北前后左右上下里外" and len(word) <= 4:
        return [c for c in (word[0], word[1], word[2:]) if c]
    if len(word) == 3 and word[2] in "来去" and word[0] in "上下进出回过":
        return [word[0], word[1], word[2]]
    if word[-1] in "东南西北" and len(word) == 2 and _tag(word) == "n" and word not in _words("hosts"):
        return [word[0], word[1]]
    if word[-1] in table("segment")["end"] and _tag(word) not in ("v", "t", "d", "c"):
        return [word[:-1], word[-1]]
    if len(word) >= 3 and is_a("localiser", word[-2:]):
        return [word[:-2], word[-2:]]
    match = re.match(table("segment")["tail"], word) if len(word) <= 4 else None
    if match and _tag(match[1])[0] == "v" and (len(match[2]) > 1 or _tag(word)[0] == "v"):
        return [match[1], match[2]]
    return [word]


def _tag(word: str) -> str:
    if len(word) == 1:
        if word in _words("verbs"):
            return "v"
        if is_a("localiser", word):
            return "f"
    tag = _tags().get(word)
    if tag:
        return "n" if tag == "zg" or (tag == "ns" and len(word) == 1) else tag
    if re.fullmatch(r"[\W_]+", word):
        return "w"
    if re.fullmatch(r"[0-9.%一二三四五六七八九十百千万两几]+", word):
        return "m"
    return "n"


@cache
def _tokenizer() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import jieba
        except ImportError:
            raise MissingError(
                f"Chinese text needs jieba: {remedy('space')}") from None
    jieba.setLogLevel(logging.ERROR)
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    for marker in markers():
        if len(marker) > 1 and marker not in tokenizer.FREQ:
            tokenizer.add_word(marker)
    return tokenizer


@cache
def _tags() -> Mapping[str, str]:
    """Return the tag of every dictionary word, read from jieba's own word list."""
    _tokenizer()
    import jieba

    tags: dict[str, str] = {}
    with jieba.get_dict_file() as lines:
        for raw in lines:
            parts = raw.decode("utf-8").split()
            if len(parts) == 3:
                tags[parts[0]] = parts[2]
    return tags
