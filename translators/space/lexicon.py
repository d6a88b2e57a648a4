"""The spatial lexicon (``lexicon.toml``), and relations as (axis, sign) (``algebra.toml``).

>>> converse("left"), opposed("inside", "outside"), same_side("里", "内", "盒子")
('right', True, True)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from translators.space.tables import table

_MARKERS = ("localiser", "preposition", "directional", "deixis")


@dataclass(frozen=True)
class Lexicon:
    """Words by class; ``senses[word]`` lists ``class:sense`` labels, longest words first."""

    classes: Mapping[str, Mapping[str, tuple[str, ...]]]
    senses: Mapping[str, tuple[str, ...]]
    markers: frozenset[str]

    def has(self, kind: str, word: str) -> bool:
        """Say whether ``word`` is of class ``kind``."""
        return any(word in words for words in self.classes[kind].values())

    def sense(self, kind: str, word: str) -> str:
        """Return the sense of a word in a class, ``""`` if it is none of it."""
        return next((s for s, words in self.classes[kind].items() if word in words), "")

    def labels(self, word: str) -> tuple[str, ...]:
        """Return all ``class:sense`` labels of a word."""
        return self.senses.get(word, ())


@cache
def lexicon() -> Lexicon:
    """Return the lexicon of the package."""
    classes = {k: {s: tuple(w) for s, w in v.items()} for k, v in table("lexicon").items()}
    senses: dict[str, tuple[str, ...]] = {}
    for kind, groups in classes.items():
        for sense, words in groups.items():
            for word in words:
                senses[word] = (*senses.get(word, ()), f"{kind}:{sense}")
    return Lexicon(classes, senses, frozenset(w for k in _MARKERS for ws in classes[k].values() for w in ws))


def axis_of(sense: str) -> tuple[str, int] | None:
    """Return the axis and the sign of a sense, ``None`` if it has none."""
    found = table("algebra")["axis"].get(sense)
    return (str(found[0]), int(found[1])) if found else None


def called(sense: str) -> str:
    """Return how an explanation calls a sense."""
    return str(table("algebra")["words"].get(sense, sense))


def converse(sense: str) -> str:
    """Return the sense with the other sign on the same axis (itself if there is none).

    If A is on the left of B, then B is on the right of A (in one frame of reference).
    """
    return next((str(other) for other in table("algebra")["axis"] if opposed(sense, other)), sense)


def opposed(first: str, second: str) -> bool:
    """Say whether two senses contradict each other: one axis, two signs."""
    a, b = axis_of(first), axis_of(second)
    return a is not None and b is not None and a[0] == b[0] and a[1] != b[1]


def interchangeable(first: str, second: str, noun: str) -> bool:
    """Say whether two sides of a reference object describe one scene (上 and 里 of a car)."""
    return any({first, second} == {*rule["senses"]} and noun.endswith(tuple(rule["nouns"]))
               for rule in table("algebra")["neutral"])


def empty_complement(first: str, second: str, verbs: Collection[str]) -> bool:
    """Say whether two complements of one of ``verbs`` say nothing about space (写出, 写下)."""
    return any({first, second} <= {*rule["words"]} and {*verbs} & {*rule["verbs"]}
               for rule in table("algebra")["complement"])


def one_place(first: str, second: str, verbs: Collection[str]) -> bool:
    """Say whether a verb of covering, containing or contact makes two senses one place."""
    contact = ["CONTACT"] if any(lexicon().has("contact", v) for v in verbs) else []
    return first != second and any(
        {first, second} <= {*rule["senses"]} and {*verbs, *contact} & {*rule["verbs"]}
        for rule in table("algebra")["around"])


def same_side(first: str, second: str, noun: str) -> bool:
    """Say whether two words for a side (or two prepositions) say the same about ``noun``."""
    senses = [tuple(lexicon().sense(kind, w) for w in (first, second))
              for kind in ("localiser", "directional", "deixis")]
    both = next(((a, b) for a, b in senses if a and b), None)
    if both and first != second:
        return both[0] == both[1] or interchangeable(*both, noun)
    return first == second or any({first, second} <= {*rule["words"]} for rule in table("algebra")["same"])
