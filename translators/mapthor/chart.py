"""The chart: every way to read the words from some position on, each read once.

An :data:`Item` is an end, a cost, what is said and the notes on the liberties taken. Cheap items
come first; only the cheapest of a cell are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from translators.english.spelling import Token
from translators.mapthor.said import Note
from translators.mapthor.vocabulary import Node, Vocabulary, vocabulary

Item = tuple[int, float, Any, tuple[Note, ...]]
Items = Iterator[Item]
_KEPT = 24
"""So many readings of a cell are kept."""


def kept(read: Callable[[Any, int], Items]) -> Callable[[Any, int], list[Item]]:
    """Let what is read at a position be read once; the cheapest readings come first."""
    @wraps(read)
    def once(chart: Chart, i: int) -> list[Item]:
        key = (read.__name__, i)
        if key not in chart.cells:
            chart.cells[key] = []  # what is being read does not begin with itself
            best: dict[tuple[int, Any], Item] = {}
            for item in read(chart, i) if i < chart.size else ():
                same = best.get((item[0], item[2]))
                if same is None or item[1] < same[1]:
                    best[item[0], item[2]] = item
            chart.cells[key] = sorted(best.values(),
                key=lambda m: (round(m[1], 1), -m[0], m[1]))[:_KEPT]
        return chart.cells[key]
    return once


class Chart:
    """The words of a text and what has been read in them so far."""

    def __init__(self, said: list[Token]) -> None:
        self.tokens, self.words = said, [t.word for t in said]
        self.size = len(said)
        self.known: Vocabulary = vocabulary()
        self.cells: dict[tuple[str, int], list[Item]] = {}
        self._phrases: dict[tuple[str, int], list[tuple[int, str]]] = {}

    def word(self, i: int) -> str:
        """Return a word, nothing behind the last one."""
        return self.words[i] if 0 <= i < self.size else ""

    def says(self, i: int, *words: str) -> bool:
        """Whether one of some words stands at a position."""
        return i < self.size and self.words[i] in words

    def phrases(self, name: str, i: int) -> list[tuple[int, str]]:
        """Return where the phrases of a class end that begin at a position, longest first."""
        key = (name, i)
        if key not in self._phrases:
            verbs = name in ("cook", "tidy")
            found = [(m[0], m[2]) for m in self.rows(self.known.classes[name], i, forms=verbs)]
            self._phrases[key] = sorted(found, key=lambda m: -m[0])
        return self._phrases[key]

    def skipping(self, i: int, name: str) -> int:
        """Return where the longest phrase of a class ends, the position itself if there is none."""
        found = self.phrases(name, i)
        return found[0][0] if found else i

    def rows(self, trie: Node, i: int, *, forms: bool = False
             ) -> Iterator[tuple[int, float, Any, Any, Any]]:
        """Match the rows of a trie: end, cost, row, what the slots hold, notes."""
        todo: list[tuple[Node, int, float, tuple[Any, ...], tuple[Note, ...]]] = [
            (trie, i, 0.0, (), ())]
        while todo:
            node, at, cost, held, notes = todo.pop()
            yield from ((at, cost, row, dict(held), notes) for row in node.rows)
            todo += [(below, end, cost, held, notes)
                     for end, below in self._literals(node, at, forms=forms)]
            for name, below in node.slots:
                todo += [(below, end, cost + more, (*held, (name, value)), (*notes, *noted))
                         for end, more, value, noted in self.slot(name, at)]

    def _literals(self, node: Node, i: int, *, forms: bool) -> Iterator[tuple[int, Node]]:
        """Match the words that a row may go on with, where each ends."""
        said = self.word(i)
        others = sorted(self.known.base.get(said, ())) if forms else ()
        for word in dict.fromkeys((said, *others)):
            for rest, below in node.words.get(word, ()):
                end = i + 1 + len(rest)
                if tuple(self.words[i + 1:end]) == rest and (word == said or not rest):
                    yield end, below

    def slot(self, name: str, i: int) -> Iterable[Item]:
        """Return what may fill a slot of a row: here the phrases of a "<class>"."""
        return [(end, 0.0, value, ()) for end, value in self.phrases(name.strip("<>"), i)]
