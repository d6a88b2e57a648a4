"""Tokens of clauses: longest match against ``words.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from translators.space.arrangements.names import FIRST_SIGN, number_of

__all__ = ["Token", "Unknown", "alarming", "split_words", "table"]

# what a word may be: token type → value; type "" means that it may be left out
Token = Mapping[str, str]
NUMERALS = frozenset("0123456789一二两三四五六七八九十")


class Unknown(Exception):
    """A character that begins no known word; ``start`` is its place in the clause."""

    def __init__(self, start: int) -> None:
        self.start = start
        super().__init__(start)


@cache
def table(name: str) -> dict[str, Any]:
    """Return a data file of this room."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def _vocabulary() -> tuple[dict[str, dict[str, str]], int]:
    words = table("words")
    found: dict[str, dict[str, str]] = {}

    def add(word: str, kind: str, value: str = "") -> None:
        found.setdefault(word, {}).setdefault(kind, value or word)

    for word in words["drop"]:
        add(word, "")
    for kind, entries in words["tokens"].items():
        for entry in entries:
            word, _, value = entry.partition(">")
            add(word, kind, value)
            if kind == "COUNTED" and word[0] in "往向" and word[-1] == "数" and len(word) < 5:
                add(word, "D", word[1])
    directions = words["directions"]
    for base in directions["bases"]:
        for prefix in directions["prefixes"]:
            for suffix in directions["suffixes"]:
                add(prefix + base + suffix, "D", ("正" if prefix == "正" else "") + base)
        for tip in directions["tips"]:
            if tip != "角" or len(base) == 2:
                add(base + tip, "TIP", base)
                add("最" + base + tip, "TIP", base)
    for section, kind in (("other_directions", "D"), ("near", "NEAR"), ("extremes", "EXTREME")):
        for value, entries in words[section].items():
            for word in entries:
                add(word, kind, value)
    for word, rank in words["ranks"].items():
        add(word, "RANK", str(rank))
    for end, sign in (("first", "+"), ("last", "-")):
        for word in words["adjectives"][end]:
            add(word, "ADJ", sign + word)
            for joint in ("于", "过"):
                add(word + joint, "CMP", sign + word)
    for number, day in enumerate("一二三四五六日天", 1):
        for week in ("周", "星期", "礼拜"):
            add(week + day, "DAY", str(min(number, 7)))
    return found, max(map(len, found))


def split_words(text: str) -> list[Token]:
    """Split a veiled clause; raise ``Unknown`` at a character that begins no word."""
    words, longest = _vocabulary()
    found: list[Token] = []
    place = 0
    while place < len(text):
        digits = 0
        while place + digits < len(text) and text[place + digits] in NUMERALS:
            digits += 1
        size = next((n for n in range(min(longest, len(text) - place), 0, -1)
                     if text[place : place + n] in words), 0)
        if FIRST_SIGN <= ord(text[place]) < FIRST_SIGN + 0x1000:
            found.append({"N": text[place]})
            place += 1
        elif digits and (digits >= size or text[place - 1 : place] == "第"):
            found.append({"NUM": str(number_of(text[place : place + digits]))})
            place += digits
        elif size:
            found.append(words[text[place : place + size]])
            place += size
        else:
            raise Unknown(place)
    return [t for t in found if set(t) != {""}]


def alarming(text: str) -> bool:
    """Say whether a clause speaks of space, so that skipping it would be wrong."""
    return any(word in text for word in table("words")["alarm"]["words"])
