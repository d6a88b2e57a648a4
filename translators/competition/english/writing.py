"""Say an instruction in controlled English (specification §9.3); patterns in sentences.toml."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from domains.competition.world.model import Instruction
from planner.errors import UsageError
from translators.competition.instructions import variables

__all__ = ["OPPOSITE", "say"]

OPPOSITE = {"opened": "closed", "closed": "opened"}


def say(item: Instruction, rng: random.Random | None = None) -> str:
    """Return a sentence for ``item``; with ``rng`` one of all patterns, else the plainest.

    Raises ``UsageError`` for ``hold`` relations, of which no sentence of the rules speaks.

    >>> from domains.competition.world.model import Attribute
    >>> cond = (Attribute("sort", "X", "can"), Attribute("color", "X", "red"))
    >>> say(Instruction("cons_not", "info", "plate", ("X",), cond))
    'The red can must not be on the plate.'
    """
    sentence = _sentence(item, rng)
    return sentence[0].upper() + sentence[1:] + "."


@cache
def _patterns() -> dict[str, Any]:
    path = Path(__file__).with_name("sentences.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _sentence(item: Instruction, rng: random.Random | None) -> str:
    patterns = _patterns()
    nouns = {name: _Phrase(item, name) for name in variables(item)}
    if item.inner == "task":
        text = _pick(patterns["task"][item.predicate], rng)
        text = f"do not {text}" if item.kind == "cons_not" else text
        return _fill(text, nouns, rng)
    if item.predicate not in patterns["relation"]:
        raise UsageError(f"no sentence of the rules says ({item.predicate} ...)")
    group = "door" if item.predicate in OPPOSITE else "statement"
    text = _pick(patterns[group][item.kind], rng)
    relation = _pick(patterns["relation"][item.predicate], rng)
    text = text.replace("{R}", relation).replace("{N}", OPPOSITE.get(item.predicate, ""))
    if "{x:R}" in text:
        first = next(iter(nouns.values()))
        text = text.replace("{x:R}", _with_article(f"{relation} {first.bare(rng)}"))
    return _fill(text, nouns, rng)


def _fill(text: str, nouns: dict[str, _Phrase], rng: random.Random | None) -> str:
    for name, phrase in zip("XY", nouns.values(), strict=False):
        text = text.replace(f"{{{name}}}", phrase.definite(rng))
    first = next(iter(nouns.values()))
    return text.replace("{x}", first.indefinite(rng))


class _Phrase:
    """A noun phrase made of the attributes of one variable."""

    def __init__(self, item: Instruction, variable: str) -> None:
        attributes = {a.name: a.word for a in item.cond if a.variable == variable}
        self._sort = attributes.get("sort", "thing")
        self._size = attributes.get("size", "")
        self._color = attributes.get("color", "")

    def bare(self, rng: random.Random | None) -> str:
        if self._color and rng is not None and rng.random() < 0.15:
            return " ".join(w for w in (self._size, self._sort, "which is", self._color) if w)
        return " ".join(w for w in (self._size, self._color, self._sort) if w)

    def definite(self, rng: random.Random | None) -> str:
        return f"the {self.bare(rng)}"

    def indefinite(self, rng: random.Random | None) -> str:
        return _with_article(self.bare(rng))


def _with_article(phrase: str) -> str:
    return ("an " if phrase[0] in "aeiou" else "a ") + phrase


def _pick(choices: Sequence[str], rng: random.Random | None) -> str:
    return choices[0] if rng is None else rng.choice(choices)
