"""The spatial lexicon (``lexicon.toml``), and relations as (axis, sign) (``algebra.toml``).

>>> converse("left"), opposed("inside", "outside"), same_side("里", "内", "盒子")
('right', True, True)
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from translators.space.tables import table

_MARKERS = ("localiser", "preposition", "directional", "deixis")


@cache
def _entries() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return class and sense of every word, of each of its meanings."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for kind, senses in table("lexicon").items():
        for name, words in senses.items():
            found |= {word: (*found.get(word, ()), (kind, name)) for word in words}
    return found


def is_a(kind: str, word: str) -> bool:
    """Say whether ``word`` is of class ``kind``."""
    return any(own == kind for own, _ in _entries().get(word, ()))


def sense(kind: str, word: str) -> str:
    """Return the first sense of a word in a class, ``""`` if it is none of it."""
    return next((name for own, name in _entries().get(word, ()) if own == kind), "")


def labels(word: str) -> tuple[str, ...]:
    """Return all ``class:sense`` labels of a word."""
    return tuple(f"{kind}:{name}" for kind, name in _entries().get(word, ()))


@cache
def markers() -> frozenset[str]:
    """Return the words that may tell a place or a path."""
    return frozenset(word for word in _entries() if any(is_a(kind, word) for kind in _MARKERS))


def axis_of(sense: str) -> tuple[str, int] | None:
    """Return the axis and the sign of a sense, ``None`` if it has none."""
    found = table("algebra")["sense"].get(sense)
    return (str(found[0]), int(found[1])) if found else None


def called(sense: str) -> str:
    """Return how an explanation calls a sense, ``""`` where it says nothing about a place."""
    found = table("algebra")["sense"].get(sense)
    return str(found[2]) if found else ""


def converse(sense: str) -> str:
    """Return the sense with the other sign on the same axis (itself if there is none).

    If A is on the left of B, then B is on the right of A (in one frame of reference).
    """
    return next((str(other) for other in table("algebra")["sense"] if opposed(sense, other)), sense)


def opposed(first: str, second: str) -> bool:
    """Say whether two senses contradict each other: one axis, two signs."""
    a, b = axis_of(first), axis_of(second)
    return a is not None and b is not None and a[0] == b[0] and a[1] != b[1]


def interchangeable(first: str, second: str, noun: str) -> bool:
    """Say whether two sides of a reference object describe one scene (上 and 里 of a car)."""
    return any({first, second} == {*senses.split()} and noun.endswith(tuple(nouns))
               for senses, nouns in table("algebra")["neutral"].items())


def empty_complement(first: str, second: str, verbs: Collection[str]) -> bool:
    """Say whether two complements of one of ``verbs`` say nothing about space (写出, 写下)."""
    empty = table("algebra")["complement"]
    return {first, second} <= {*empty["words"]} and bool({*verbs} & {*empty["verbs"]})


def one_place(first: str, second: str, verbs: Collection[str]) -> bool:
    """Say whether a verb of covering, containing or contact makes two senses one place."""
    contact = ["CONTACT"] if any(is_a("contact", v) for v in verbs) else []
    return first != second and any(
        {first, second} <= {*rule["senses"]} and {*verbs, *contact} & {*rule["verbs"]}
        for rule in table("algebra")["around"])


def same_side(first: str, second: str, noun: str) -> bool:
    """Say whether two words for a side (or two prepositions) say the same about ``noun``."""
    senses = [tuple(sense(kind, w) for w in (first, second))
              for kind in ("localiser", "directional", "deixis")]
    both = next(((a, b) for a, b in senses if a and b), None)
    if both and first != second:
        return both[0] == both[1] or interchangeable(*both, noun)
    return first == second or any({first, second} <= {*words} for words in table("algebra")["same"])
