"""Tokens of clues: longest match against ``wording.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from translators.space.puzzles.cast import FIRST_SIGN, number_of

__all__ = ["Unknown", "Word", "alarming", "split_words", "vocabulary", "words_of"]

_NUMERALS = frozenset("0123456789一二两三四五六七八九十")


@dataclass(frozen=True, slots=True)
class Word:
    """A token: its ``type``, its ``value``, and where it stood."""

    type: str
    value: str
    text: str
    start: int


class Unknown(Exception):
    """A character that begins no known word; ``start`` is its place in the clause."""

    def __init__(self, start: int) -> None:
        self.start = start
        super().__init__(start)


@cache
def words_of() -> dict[str, Any]:
    """Return the tables of ``wording.toml``."""
    path = Path(__file__).parent / "wording.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def vocabulary() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return ``{word: ((token type, value), …)}``; a word may have several types."""
    table = words_of()
    found: dict[str, list[tuple[str, str]]] = {}

    def add(word: str, kind: str, value: str) -> None:
        if (kind, value) not in found.setdefault(word, []):
            found[word].append((kind, value))

    for word in table["skip"]:
        add(word, "", "")
    for kind, entries in table["tokens"].items():
        for entry in entries:
            word, _, value = entry.partition(">")
            add(word, kind, value or word)
    directions = table["directions"]
    for base in directions["bases"]:
        for prefix in directions["prefixes"]:
            for suffix in directions["suffixes"]:
                add(prefix + base + suffix, "DIR", base)
        for tip in directions["tips"]:
            if tip != "角" or len(base) == 2:
                add(base + tip, "TIP", base)
                add("最" + base + tip, "TIP", base)
    for word, base in directions["words"].items():
        add(word, "DIR", base)
    for word, base in table["near"].items():
        add(word, "NEAR", base)
    for word, base in table["extremes"].items():
        add(word, "EXTREME", base)
    for word, rank in table["ranks"].items():
        add(word, "RANK", str(rank))
    for kind, units in table["units"].items():
        for unit in units:
            add(unit, "UNIT", kind)
    for end, sign in (("first", "+"), ("last", "-")):
        for word in table["adjectives"][end]:
            add(word, "ADJ", sign + word)
            for joint in ("于", "过"):
                add(word + joint, "CMP", sign + word)
    for number, day in enumerate("一二三四五六日天", 1):
        for week in ("周", "星期", "礼拜"):
            add(week + day, "DAY", str(min(number, 7)))
    for verb in table["attributes"]["verbs"]:
        add(verb, "AVERB", verb)
    for noun in table["attributes"]["nouns"]:
        add(noun, "NOUN", noun)
    return {word: tuple(kinds) for word, kinds in found.items()}


def split_words(text: str, *, limit: int = 400) -> list[tuple[Word, ...]]:
    """Split a veiled clause; each place holds all token types of its word, fillers are dropped.

    Raise ``Unknown`` at a character that begins no word, and for clauses beyond ``limit``.
    """
    if len(text) > limit:
        raise Unknown(limit)
    words, longest = vocabulary(), max(map(len, vocabulary()))
    found: list[tuple[Word, ...]] = []
    place = 0
    while place < len(text):
        if FIRST_SIGN <= ord(text[place]) < FIRST_SIGN + 0x1000:
            found.append((Word("NAME", text[place], text[place], place),))
            place += 1
            continue
        size = next((n for n in range(min(longest, len(text) - place), 0, -1)
                     if text[place : place + n] in words), 0)
        digits = 0
        while place + digits < len(text) and text[place + digits] in _NUMERALS:
            digits += 1
        if digits and digits >= size:
            value = str(number_of(text[place : place + digits]))
            found.append((Word("NUM", value, text[place : place + digits], place),))
            place += digits
            continue
        if not size:
            raise Unknown(place)
        surface = text[place : place + size]
        kinds = tuple(Word(k, v, surface, place) for k, v in words[surface])
        if not any(w.type == "" for w in kinds):
            found.append(kinds)
        elif len(kinds) > 1:
            found.append(tuple(kinds))
        place += size
    return found


def alarming(text: str) -> bool:
    """Say whether a clause speaks of space, so that skipping it would be wrong."""
    return any(word in text for word in words_of()["alarm"]["words"])
