"""The spatial lexicon (``lexicon.toml``) as look-up tables."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["Lexicon", "lexicon"]

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
    table = tomllib.loads((Path(__file__).parent / "lexicon.toml").read_text(encoding="utf-8"))
    classes = {k: {s: tuple(w) for s, w in v.items()} for k, v in table.items()}
    senses: dict[str, tuple[str, ...]] = {}
    for kind, groups in classes.items():
        for sense, words in groups.items():
            for word in words:
                senses[word] = (*senses.get(word, ()), f"{kind}:{sense}")
    return Lexicon(classes, senses, frozenset(w for k in _MARKERS for ws in classes[k].values() for w in ws))
