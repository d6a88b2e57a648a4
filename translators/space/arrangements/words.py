"""Tables of a language (``words.zh.toml``, ``grammar.en.toml`` …) and tokens of its clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from translators.space import tables
from translators.space.arrangements.names import FIRST_SIGN, NAME, NUMERALS, number_of

# what a word may be: token type → value; type "" means that it may be left out
Token = Mapping[str, str]


class Unread(Exception):
    """A text outside the tables; ``why`` says what stood in the way, ``part`` where."""

    def __init__(self, why: str, part: str = "") -> None:
        self.why, self.part = why, part
        super().__init__(f"{why}: {part}" if part else why)


def table(name: str, language: str = "zh") -> dict[str, Any]:
    """Return a table of a language; ``{N}`` in it is any name, ``{signs}`` the range of its signs."""
    return tables.table(f"arrangements/{name}.{language}", N=NAME, signs=NAME[1:-1])


def simplified(text: str) -> str:
    """Return a text with simplified characters for traditional ones.

    >>> simplified("圓桌對面")
    '圆桌对面'
    """
    data = table("script")
    return text.translate(str.maketrans(data["traditional"], data["simplified"]))


def language_of(text: str) -> str:
    """Return ``en`` if most letters of a text are Latin, else ``zh``."""
    latin = sum(c.isascii() and c.isalpha() for c in text)
    return "en" if latin > 4 * sum("\u4e00" <= c <= "\u9fff" for c in text) and latin > 20 else "zh"


def say(language: str, key: str, **parts: object) -> str:
    """Return a message of the program in a language (the key itself where there is none)."""
    text: str = table("messages", language).get(key, key)
    return text.format(**parts)


def _entries(words: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield word, type and value of every entry of a table of words."""
    for word in words["drop"]:
        yield word, "", ""
    for kind, entries in words["tokens"].items():
        for entry in entries:
            word, stated, value = entry.partition(">")
            yield word, kind, value if stated else word
    for kind, values in words["values"].items():
        for value, entries in values.items():
            for word in entries:
                yield word, kind, value
    for rule in words.get("product", ()):
        for chosen in product(*(_part(part, words) for part in rule["parts"])):
            cut = [part.partition(">") for part in chosen]
            yield "".join(c[0] for c in cut), rule["type"], "".join(c[2] for c in cut)


def _part(stated: str | list[str], words: Mapping[str, Any]) -> list[str]:
    """Return a list of a product, given by itself or by names of lists."""
    if isinstance(stated, str):
        return [word for name in stated.split("+") for word in words["parts"][name]]
    return stated


@cache
def _vocabulary(language: str) -> tuple[dict[str, dict[str, str]], int]:
    found: dict[str, dict[str, str]] = {}
    for word, kind, value in _entries(table("words", language)):
        found.setdefault(word, {}).setdefault(kind, value)
    return found, max(map(len, found))


def split_words(text: str, language: str) -> list[Token]:
    """Split a veiled clause by longest match; raise ``Unread`` where no known word begins."""
    words, longest = _vocabulary(language)
    text = re.sub(table("words", language)["joins"], "", text.lower())
    found: list[Token] = []
    place = 0
    while place < len(text):
        number = re.match(NUMERALS[language], text[place:])
        digits = number.end() if number else 0
        size = next((n for n in range(min(longest, len(text) - place), 0, -1)
                     if text[place : place + n] in words and not re.match(
                         "[a-z]{2}", text[place + n - 1 : place + n + 1])), 0)
        if FIRST_SIGN <= ord(text[place]) < FIRST_SIGN + 0x1000:
            found.append({"N": text[place]})
            size = 1
        elif digits and (digits >= size or text[place - 1 : place] == "第"):
            found.append({"NUM": str(number_of(text[place : place + digits]))})
            size = digits
        elif size:
            found.append(words[text[place : place + size]])
        elif text[place] == " ":
            size = 1
        else:
            raise Unread("unknown word", text[place : place + (4 if language == "zh" else 16)])
        place += size
    return [t for t in found if set(t) != {""}]
