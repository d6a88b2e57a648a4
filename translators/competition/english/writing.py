"""Say an instruction in controlled English (specification §9.3); patterns in sentences.toml."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

from domains.competition.world.model import Instruction
from planner.errors import UsageError
from planner.files import read_toml

_FIRST: Callable[[Sequence[str]], str] = itemgetter(0)
OPPOSITE = {"opened": "closed", "closed": "opened"}


def say(item: Instruction, rng: random.Random | None = None) -> str:
    """Return a sentence for ``item``; with ``rng`` one of all patterns, else the plainest.

    Raises ``UsageError`` for ``hold`` relations, of which no sentence of the rules speaks.

    >>> from domains.competition.world.model import Attribute
    >>> cond = (Attribute("sort", "X", "can"), Attribute("color", "X", "red"))
    >>> say(Instruction("cons_not", "plate", ("X",), cond))
    'The red can must not be on the plate.'
    """
    choose = _FIRST if rng is None else rng.choice
    patterns = _patterns()
    nouns = [*dict.fromkeys(item.variables)]
    if item.inner == "task":
        text = choose(patterns["task"][item.predicate])
        text = f"do not {text}" if item.kind == "cons_not" else text
    elif item.predicate in patterns["relation"]:
        group = "door" if item.predicate in OPPOSITE else "statement"
        text = choose(patterns[group][item.kind])
        relation = choose(patterns["relation"][item.predicate])
        text = text.replace("{R}", relation).replace("{N}", OPPOSITE.get(item.predicate, ""))
        if "{x:R}" in text:
            phrase = f"{relation} {_phrase(item, nouns[0], rng)}"
            text = text.replace("{x:R}", _with_article(phrase))
    else:
        raise UsageError(f"no sentence of the rules says ({item.predicate} ...)")
    for name, variable in zip("XY", nouns, strict=False):
        text = text.replace(f"{{{name}}}", f"the {_phrase(item, variable, rng)}")
    text = text.replace("{x}", _with_article(_phrase(item, nouns[0], rng)))
    return f"{text[0].upper()}{text[1:]}."


@cache
def _patterns() -> dict[str, Any]:
    return read_toml(Path(__file__).with_name("sentences.toml"))


def _phrase(item: Instruction, variable: str, rng: random.Random | None) -> str:
    """Say a thing by the attributes of its variable; where the colour stands is drawn."""
    said = {a.name: a.word for a in item.cond if a.variable == variable}
    size, color, sort = said.get("size", ""), said.get("color", ""), said.get("sort", "thing")
    late = color and rng is not None and rng.random() < 0.15
    words = (size, sort, "which is", color) if late else (size, color, sort)
    return " ".join(filter(None, words))


def _with_article(phrase: str) -> str:
    return ("an " if phrase[0] in "aeiou" else "a ") + phrase
