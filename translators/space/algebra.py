"""Relations as (axis, sign): converse, opposition, and what says the same.

>>> converse("left"), opposed("inside", "outside"), same_side("里", "内", "盒子")
('right', True, True)
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from translators.space.lexicon import lexicon

__all__ = ["axis_of", "called", "compose", "converse", "interchangeable", "opposed", "same_side"]


@cache
def _table() -> dict[str, Any]:
    path = Path(__file__).parent / "algebra.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def axis_of(sense: str) -> tuple[str, int] | None:
    """Return the axis and the sign of a sense, ``None`` if it has none."""
    found = _table()["axis"].get(sense)
    return (str(found[0]), int(found[1])) if found else None


def called(sense: str) -> str:
    """Return how an explanation calls a sense."""
    return str(_table()["words"].get(sense, sense))


def converse(sense: str) -> str:
    """Return the sense with the other sign on the same axis (itself if there is none).

    If A is on the left of B, then B is on the right of A (in one frame of reference).
    """
    axis = axis_of(sense)
    if axis is None:
        return sense
    for other, (name, sign) in _table()["axis"].items():
        if name == axis[0] and sign == -axis[1]:
            return str(other)
    return sense


def opposed(first: str, second: str) -> bool:
    """Say whether two senses contradict each other: one axis, two signs."""
    a, b = axis_of(first), axis_of(second)
    return a is not None and b is not None and a[0] == b[0] and a[1] != b[1]


def compose(first: str, second: str) -> str | None:
    """Return the relation of A to C from A to B and B to C; ``None`` where nothing follows.

    Order relations on one axis are transitive; containment is too (inside of inside).
    """
    if first == second and axis_of(first) is not None and first not in (
            "beside", "opposite", "between", "outside", "end"):
        return first
    return None


def interchangeable(first: str, second: str, noun: str) -> bool:
    """Say whether two sides of a reference object describe one scene (上 and 里 of a car)."""
    for rule in _table()["neutral"]:
        if {first, second} == set(rule["senses"]) and any(noun.endswith(n) for n in rule["nouns"]):
            return True
    return False


def empty_complement(first: str, second: str, verbs: Collection[str]) -> bool:
    """Say whether two complements of one of ``verbs`` say nothing about space (写出, 写下)."""
    return any({first, second} <= {*rule["words"]} and {*verbs} & {*rule["verbs"]}
               for rule in _table()["complement"])


def one_place(first: str, second: str, verbs: Collection[str]) -> bool:
    """Say whether a verb of covering, containing or contact makes two senses one place."""
    words = lexicon()
    known = {*verbs, *(["CONTACT"] if any(words.has("contact", v) for v in verbs) else [])}
    return first != second and any(
        {first, second} <= {*rule["senses"]} and known & {*rule["verbs"]}
        for rule in _table()["around"])


def same_side(first: str, second: str, noun: str) -> bool:
    """Say whether two words for a side (or two prepositions) say the same about ``noun``."""
    if first == second:
        return True
    words = lexicon()
    for kind in ("localiser", "directional", "deixis"):
        a, b = words.sense(kind, first), words.sense(kind, second)
        if a and b:
            return a == b or interchangeable(a, b, noun)
    return any(first in rule["words"] and second in rule["words"] for rule in _table()["same"])
