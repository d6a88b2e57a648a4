"""Earley parsing that predicts only what the next word can begin.

Lark's Earley parser predicts every rule that may stand somewhere: at the start of a clause several
hundred, nearly all of which the next word contradicts. :class:`Lookahead` asks before predicting
which words stand at the position; rules that begin with none of them could never be completed, so
trees and their order stay the same. Built on the internals of the Lark release that is pinned.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any

from lark import Lark, Tree
from lark.exceptions import UnexpectedInput

__all__ = ["Lookahead"]

Symbol = Any
Match = Callable[[Symbol, str, int], re.Match[str] | None]


class Lookahead:
    """Parses with a Lark grammar (``earley``, ``dynamic``), errors as Lark reports them."""

    def __init__(self, lark: Lark) -> None:
        frontend: Any = lark.parser
        self._parser = frontend.parser
        self._rules = {symbol: [(rule, self._first(rule)) for rule in rules]
                       for symbol, rules in self._parser.predictions.items()}

    def _first(self, rule: Any) -> frozenset[str]:
        """Return the names of the terminals a rule can begin with; no rule here is empty."""
        symbol = rule.expansion[0]
        return frozenset(s.name for s in self._parser.FIRST[symbol])

    def parse(self, text: str, start: str = "start") -> Tree[Any]:
        """Parse a text; raises Lark's ``UnexpectedInput`` with everything that was expected."""
        words = _Words(text, self._parser)
        try:
            return self._run(words, start, len(text) + 1)
        except UnexpectedInput:
            return self._run(words, start, words.end)  # to tell all that was expected there

    def _run(self, words: _Words, start: str, until: int) -> Tree[Any]:
        parser = copy.copy(self._parser)  # a parse keeps its position in it
        predicted = _Predictions(words, self._rules, until)
        usual = parser.predict_and_complete

        def predict_and_complete(position: int, to_scan: Any, columns: Any, *rest: Any) -> None:
            predicted.position = position
            if columns[position]:
                words.furthest = position
            usual(position, to_scan, columns, *rest)

        parser.predict_and_complete = predict_and_complete
        parser.predictions = predicted
        parser.term_matcher = words.match
        tree: Tree[Any] = parser.parse(words.text, start)
        return tree


class _Words:
    """What stands where in one text; each terminal is tried once per position."""

    def __init__(self, text: str, parser: Any) -> None:
        self.text = text
        self.furthest = 0
        self._match: Match = parser.term_matcher
        self._ignored = parser.ignore
        self._terminals = sorted(parser.TERMINALS, key=lambda t: str(t.name))
        self._seen: dict[tuple[str, int], re.Match[str] | None] = {}
        self._beginning: dict[int, frozenset[str]] = {}

    @property
    def end(self) -> int:
        """Where the last word ends that could be read."""
        end = self.furthest
        while end and any(self.match(i, self.text, end - 1) for i in self._ignored):
            end -= 1
        return end

    def match(self, terminal: Symbol, text: str, position: int = 0) -> re.Match[str] | None:
        """Match a terminal at a position, as Lark asks it."""
        key = (terminal.name, position)
        if key not in self._seen:
            self._seen[key] = self._match(terminal, text, position)
        return self._seen[key]

    def beginning(self, position: int) -> frozenset[str]:
        """Return the terminals that stand at a position or after the blanks there."""
        if position not in self._beginning:
            places = {position}
            for ignored in self._ignored:
                blank = self.match(ignored, self.text, position)
                if blank:
                    places.add(blank.end())
            self._beginning[position] = frozenset(
                t.name for t in self._terminals for p in places if self.match(t, self.text, p))
        return self._beginning[position]


class _Predictions(Mapping[Symbol, list[Any]]):
    """Rules by the symbol they make, without those the words at ``position`` contradict."""

    def __init__(
        self, words: _Words, rules: Mapping[Symbol, list[tuple[Any, frozenset[str]]]], until: int
    ) -> None:
        self.position = 0
        self._words = words
        self._rules = rules
        self._until = until
        self._chosen: dict[tuple[str, int], list[Any]] = {}

    def __getitem__(self, symbol: Symbol) -> list[Any]:
        key = (symbol.name, self.position)
        if key not in self._chosen:
            here = self._words.beginning(self.position) if self.position < self._until else None
            self._chosen[key] = [rule for rule, first in self._rules[symbol]
                                 if here is None or first & here]
        return self._chosen[key]

    def __iter__(self) -> Any:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)
