"""Slips of the pen: how far two spellings are apart, and the known words near one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

MAX_WORD = 40


def edit_distance(one: str, other: str, limit: int = MAX_WORD) -> int:
    """Count insertions, deletions, substitutions and swaps of neighbours (at most limit + 1).

    >>> edit_distance("bule", "blue"), edit_distance("cup", "bottle", 2)
    (1, 3)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            swapped = i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted
            row.append(min(cost, older[j - 2] + 1) if swapped else cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def cuts(word: str) -> set[str]:
    """Return the word and what is left of it without one letter."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}


def deletions(known: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Index words by what is left of them without one letter."""
    found: dict[str, set[str]] = defaultdict(set)
    for word in known:
        for cut in cuts(word):
            found[cut].add(word)
    return {cut: frozenset(words) for cut, words in found.items()}


def near(word: str, index: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """Return the known words one slip away, likelier slips first.

    Swapped letters are likelier than a letter too few or too many, that than a wrong one; the
    first letter is seldom wrong.

    >>> near("aplpe", deletions(["apple", "maple"])), near("pen", deletions(["ten"]))
    (('apple',), ('ten',))
    """
    close = {known for cut in cuts(word) for known in index.get(cut, ())}
    ranked = [(word[0] != k[0], sorted(word) != sorted(k), len(word) == len(k), k)
              for k in close if edit_distance(word, k, 1) <= 1]
    return tuple(k for *_, k in sorted(ranked))
