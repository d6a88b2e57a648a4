"""Earley parsing that keeps only what the next words allow.

Lark reads the grammar and shapes the trees; its own Earley parser, however, follows every rule that
may stand somewhere, several hundred at the start of a clause, of which the words that follow
contradict nearly all. :class:`Lookahead` asks which words stand at a position before it predicts a
rule or goes on with one, so that only what can be gone on with is kept. Where a text has several
trees, the one with the highest priorities is taken, then the rule that is written first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.lexer import Lexer

from translators.mapthor.effort import Effort
from translators.mapthor.lexicon import initials

__all__ = ["Lookahead", "Misfit", "Unlexed"]

_END = 1
"""The bit that stands for the end of the text among the bits of the word classes."""
_ANY = -1


class Misfit(Exception):
    """A text is none of the grammar: where it stops to be, and the word classes expected there."""

    def __init__(self, chart: _Chart, start: str) -> None:
        super().__init__("the grammar has no reading for this")
        self._chart, self._start = chart, start

    @cached_property
    def _read(self) -> _Chart:
        """Read once more, to tell all that was expected where it stopped."""
        self._chart.read(self._start, self._chart.end)
        return self._chart

    @property
    def position(self) -> int:
        """Where nothing of the grammar goes on."""
        return self._read.stopped

    @property
    def expected(self) -> frozenset[str]:
        """The word classes that could stand there."""
        return frozenset(self._read.expected)


class Unlexed(Lexer):
    """Tells Lark not to compile the word classes: they are matched here, all in one pattern."""

    def __init__(self, _: Any) -> None: ...

    def lex(self, *_: Any) -> Any:
        """Refuse: Lark's own parser is not used."""
        raise NotImplementedError


class _State:
    """A place within a rule: what comes next there, and the words that can begin it (bits)."""

    __slots__ = ("awaited", "begins", "following", "label", "number", "rule", "terminal")

    def __init__(self, number: int, rule: Any) -> None:
        self.number = number
        self.rule = rule
        self.label = number  # for a whole rule: of what it makes
        self.awaited = ""  # the symbol that comes next, if it is no word
        self.terminal = ""  # the class of the word that comes next
        self.begins = 0
        self.following: _State | None = None


class _Node:
    """What a stretch of text can be read as: its derivations, then the best of them."""

    __slots__ = ("best", "families", "priority", "tree")

    def __init__(self) -> None:
        self.families: list[tuple[Any, _Node | None, Any]] = []  # whole rule, before, last part
        self.best: tuple[Any, _Node | None, Any] | None = None
        self.priority: float | None = None
        self.tree: Any = None


_Item = tuple[_State, int, _Node | None]
"""A place within a rule, where the rule begins in the text, and what was read of it."""


class _Column:
    """What has been read up to one position, as far as the words there (bits) go on with it."""

    def __init__(self, here: int) -> None:
        self.here = here
        self.items: dict[tuple[int, int], _Item] = {}
        self.to_scan: dict[tuple[int, int], _Item] = {}
        self.waiting: dict[str, list[_Item]] = {}
        self.fresh: list[_Item] = []
        self._nodes: dict[tuple[int, int], _Node] = {}

    def keep(self, item: _Item) -> None:
        """Add an item unless it is there."""
        state, begin, _ = item
        number = state.number, begin
        if state.terminal:
            self.to_scan.setdefault(number, item)
        elif number not in self.items:
            self.items[number] = item
            self.fresh.append(item)
            if state.awaited:
                self.waiting.setdefault(state.awaited, []).append(item)

    def advance(self, item: _Item, part: _Node | Token) -> None:
        """Go on behind a part of a rule."""
        state, begin, before = item
        following = state.following
        assert following is not None
        if not following.begins & self.here:
            return
        key = following.label, begin
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = _Node()
        node.families.append((None if following.following else following.rule, before, part))
        self.keep((following, begin, node))


class Lookahead:
    """Parses with a Lark grammar (``earley``, :class:`Unlexed`) in which no rule is empty."""

    def __init__(self, lark: Lark) -> None:
        parser: Any = lark.parser
        earley = parser.parser
        assert not earley.NULLABLE, f"empty rules: {earley.NULLABLE}"
        self.callbacks = earley.callbacks
        self.words = _WordClasses(lark.terminals, {t.name for t in earley.TERMINALS},
                                  lark.ignore_tokens)
        bits = self.words.bits
        first = {s: sum(bits.get(t.name, 0) for t in ts) for s, ts in earley.FIRST.items()}
        follow = _follow(list(earley.callbacks), first)
        labels = {s: -1 - n for n, s in enumerate(earley.NON_TERMINALS | earley.predictions.keys())}
        self._numbers = 0
        begun = {rule: self._states(rule, first, follow, labels) for rule in earley.callbacks}
        self.predicted = {symbol.name: [begun[rule] for rule in rules]
                          for symbol, rules in earley.predictions.items()}
        self.start_label = {str(s.name): label for s, label in labels.items()}
        self.begun = lru_cache(20000)(self._begun)

    def _states(self, rule: Any, first: dict[Any, int], follow: dict[Any, int],
                labels: dict[Any, int]) -> _State:
        """Return the beginning of a rule, linked to the places behind it."""
        state = _State(self._numbers, rule)
        state.label, state.begins = labels[rule.origin], follow[rule.origin]
        self._numbers += 1
        for symbol in reversed(rule.expansion):
            behind, state = state, _State(self._numbers, rule)
            self._numbers += 1
            state.following, state.begins = behind, first[symbol]
            if symbol.is_term:
                state.terminal = symbol.name
            else:
                state.awaited = symbol.name
        return state

    def classes(self, word: str) -> frozenset[str]:
        """Return the word classes that a whole word may belong to."""
        ends = self.words.ends(word.lower(), 0)
        return frozenset(name for name, end in ends.items() if end == len(word))

    def _begun(self, symbol: str, here: int) -> list[_State]:
        """Return the beginnings of the rules that a symbol can begin with where words stand."""
        return [s for s in self.predicted[symbol] if s.begins & here]

    def parse(self, text: str, start: str = "start", effort: Effort | None = None) -> Tree[Any]:
        """Parse a text.

        Raises:
            Misfit: with everything that was expected where the text stops to fit.
            LimitError: it takes more than ``effort`` allows.
        """
        chart = _Chart(self, text, effort or Effort())
        found = chart.read(start, len(text) + 1)
        if found is None:
            raise Misfit(chart, start)
        return _best_tree(found, self.callbacks)


def _follow(rules: list[Any], first: dict[Any, int]) -> dict[Any, int]:
    """Return the words that can stand behind each symbol."""
    follow: dict[Any, int] = defaultdict(int)
    for rule in rules:
        if rule.origin.name == "start":
            follow[rule.origin] |= _END
        for symbol, behind in zip(rule.expansion, rule.expansion[1:], strict=False):
            follow[symbol] |= first[behind]
    grown = True
    while grown:
        grown = False
        for rule in rules:
            more = follow[rule.expansion[-1]] | follow[rule.origin]
            grown = grown or more != follow[rule.expansion[-1]]
            follow[rule.expansion[-1]] = more
    return follow


class _WordClasses:
    """All word classes of a grammar, and which of them stand where in a text."""

    def __init__(self, terminals: Iterable[Any], used: set[str], ignored: list[str]) -> None:
        patterns = {t.name: t.pattern.value for t in terminals}
        self.bits = {name: 2 << n for n, name in enumerate(sorted(used))}
        for name in self.bits:
            if re.search(r"(?<!\\)[A-Z]", patterns[name]):
                raise ValueError(f"word class {name}: words are spelt in lower case")
        self._classes = [(name, re.compile(patterns[name]).match, initials(patterns[name]))
                         for name in self.bits]
        self._by_initial: dict[str, list[tuple[str, Any]]] = {}
        self.blank = re.compile("|".join(patterns[n] for n in ignored) or "(?!)")

    def ends(self, text: str, position: int) -> dict[str, int]:
        """Return where each word class that stands at a position ends."""
        initial = text[position:position + 1]
        if initial not in self._by_initial:
            self._by_initial[initial] = [(name, match) for name, match, initials in self._classes
                                         if initial and (not initials or initial in initials)]
        found = ((name, match(text, position)) for name, match in self._by_initial[initial])
        return {name: m.end() for name, m in found if m and m.end() > position}


class _Chart:
    """One text: what has been read up to each position."""

    def __init__(self, grammar: Lookahead, text: str, effort: Effort) -> None:
        self.grammar = grammar
        self.text = text
        self._effort = effort
        low = text.lower()
        self._low = low if len(low) == len(text) else "".join(
            c.lower() if len(c.lower()) == 1 else c for c in text)
        self._ends: dict[int, dict[str, int]] = {}
        self._here: dict[int, int] = {}
        self._furthest = 0
        self.stopped = 0
        self.expected: set[str] = set()

    # -- words --------------------------------------------------------------------------------

    def _words(self, position: int) -> dict[str, int]:
        if position not in self._ends:
            self._ends[position] = self.grammar.words.ends(self._low, position)
        return self._ends[position]

    def _behind_blanks(self, position: int) -> int:
        found = self.grammar.words.blank.match(self._low, position)
        return found.end() if found else position

    def _standing(self, position: int) -> int:
        """Return the bits of the words at a position or behind the blanks there."""
        if position not in self._here:
            bits, behind = self.grammar.words.bits, self._behind_blanks(position)
            here = sum(bits[name] for name in {*self._words(position), *self._words(behind)})
            self._here[position] = here | (_END if behind == len(self.text) else 0)
        return self._here[position]

    @property
    def end(self) -> int:
        """Where the last word ends that could be read."""
        end = self._furthest
        while end and self.grammar.words.blank.match(self._low, end - 1):
            end -= 1
        return end

    # -- rules --------------------------------------------------------------------------------

    def read(self, start: str, until: int) -> _Node | None:
        """Read the text; returns all its derivations, or None if there are none.

        From ``until`` on every rule is followed, whatever stands there.
        """
        label = self.grammar.start_label[start]
        self._columns: dict[int, _Column] = {}
        self._arrivals: dict[int, list[tuple[_Item, Token | None]]] = {0: []}
        while True:
            position = min(self._arrivals)
            here = self._standing(position) if position < until else _ANY
            column = self._columns[position] = _Column(here)
            if not position:
                self._begin(start, column, position)
            self._arrive(column, position)
            self._complete(column, position)
            whole = [i for i in column.items.values()
                     if i[0].following is None and i[0].label == label]
            if position < len(self.text):
                self._scan(column, position, whole)
            if not self._arrivals:
                self.stopped = position
                self.expected = {state.terminal for state, _, _ in column.to_scan.values()}
                return whole[0][2] if whole and position == len(self.text) else None

    def _begin(self, symbol: str, column: _Column, position: int) -> None:
        """Predict what a symbol can begin with."""
        for state in self.grammar.begun(symbol, column.here):
            column.keep((state, position, None))

    def _arrive(self, column: _Column, position: int) -> None:
        """Go on behind the words and blanks that end at a position."""
        for item, token in self._arrivals.pop(position):
            if token is not None:
                assert item[0].following is not None
                if not item[0].following.terminal:
                    self._furthest = max(self._furthest, position)
                column.advance(item, token)
            elif item[0].begins & column.here:
                column.keep(item)

    def _complete(self, column: _Column, position: int) -> None:
        """Go on behind what is whole, and begin with what may come next."""
        done: set[tuple[int, int]] = set()
        begun: set[str] = set()
        while column.fresh:
            state, begin, node = column.fresh.pop()
            if state.awaited:
                if state.awaited not in begun:
                    begun.add(state.awaited)
                    self._begin(state.awaited, column, position)
            elif node is not None and (state.label, begin) not in done:
                done.add((state.label, begin))
                waiting = self._columns[begin].waiting.get(state.rule.origin.name, ())
                self._effort.spend(len(waiting))
                for over in waiting:
                    column.advance(over, node)

    def _scan(self, column: _Column, position: int, whole: list[_Item]) -> None:
        """Read the words at a position, or go over the blanks there."""
        ends = self._words(position)
        tokens = {name: Token(name, self.text[position:end], position, 1, position + 1, 1,
                              end + 1, end) for name, end in ends.items()}
        for item in column.to_scan.values():
            token = tokens.get(item[0].terminal)
            if token is not None:
                self._arrivals.setdefault(ends[token.type], []).append((item, token))
        behind, carried = self._behind_blanks(position), [*column.to_scan.values(), *whole]
        if behind > position and carried:
            self._arrivals.setdefault(behind, []).extend((i, None) for i in carried)


def _best_tree(root: _Node, callbacks: dict[Any, Any]) -> Tree[Any]:
    """Choose the best derivation of everything and shape its tree."""
    _choose(root)
    order: list[tuple[_Node, list[Any], Any]] = []
    stack = [root]
    while stack:
        node = stack.pop()
        assert node.best is not None
        rule, before, last = node.best
        parts = [last]
        while before is not None:
            assert before.best is not None
            _, before, last = before.best
            parts.append(last)
        order.append((node, parts[::-1], rule))
        stack += [p for p in parts if isinstance(p, _Node)]
    for node, parts, rule in reversed(order):
        node.tree = callbacks[rule]([p.tree if isinstance(p, _Node) else p for p in parts])
    tree: Tree[Any] = root.tree
    return tree


def _choose(root: _Node) -> None:
    """Find for each node its best derivation, those of its parts before it."""
    stack, entered = [root], set()
    while stack:
        node = stack[-1]
        if node.priority is not None:
            stack.pop()
        elif id(node) not in entered:
            entered.add(id(node))
            stack += [part for family in node.families for part in family[1:]
                      if isinstance(part, _Node) and part.priority is None]
        else:
            stack.pop()
            best: tuple[float, int] | None = None
            for family in node.families:
                rule, before, last = family
                priority = (rule.options.priority or 0) if rule else 0
                for part in (before, last):
                    if isinstance(part, _Node):
                        priority += -1e9 if part.priority is None else part.priority  # a circle
                if best is None or (-priority, rule.order if rule else 0) < best:
                    best = -priority, rule.order if rule else 0
                    node.best = family
            assert best is not None
            node.priority = -best[0]
