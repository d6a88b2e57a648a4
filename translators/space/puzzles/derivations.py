"""Derivations of a clause under ``clues.lark``, and access to what stands in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, product
from pathlib import Path
from typing import Any

from translators.space.puzzles.wording import Word

MAX_WORDS = 40
MAX_DERIVATIONS = 48
SPOTS = ("in_row", "extreme", "end", "middle", "corner", "ordinal", "ordinal_bare", "ordinal_from",
         "ordinal_last", "rank", "odd", "even", "half", "cell", "most", "ordinal_adj")
TERMS = ("entity", "the", "the_near", "the_mutual")


class Unread(Exception):
    """A clause outside the grammar; ``why`` says what stood in the way, ``part`` where."""

    def __init__(self, why: str, part: str = "") -> None:
        self.why, self.part = why, part
        super().__init__(why)


@cache
def _grammar() -> Any:
    from lark import Lark
    from lark.lexer import Lexer, Token

    class Several(Token):
        kinds: tuple[Word, ...]

    class Words(Lexer):
        """Hand the words over; a word of several types matches each of them."""

        def __init__(self, lexer_conf: Any) -> None:
            del lexer_conf

        def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
            for kinds in data:
                token = Several(kinds[0].type, kinds[0].text)
                token.kinds = kinds
                yield token

    path = Path(__file__).parent / "clues.lark"
    lark = Lark(path.read_text(encoding="utf-8"), parser="earley", lexer=Words,
                ambiguity="explicit", keep_all_tokens=True, maybe_placeholders=False)
    frontend: Any = lark.parser
    frontend.parser.term_matcher = _matches
    return lark


def _matches(term: Any, token: Any) -> bool:
    return any(word.type == term.name for word in token.kinds)


def derivations_of(words: Sequence[tuple[Word, ...]]) -> list[Any]:
    """Return the derivations of a sequence of words, each with all its types; [] for none."""
    if not words or len(words) > MAX_WORDS:
        return []
    shape = tuple(tuple(w.type for w in kinds) for kinds in words)
    return [_bound(tree, words) for tree in _shapes(shape)]


@lru_cache(maxsize=4096)
def _shapes(shape: tuple[tuple[str, ...], ...]) -> list[Any]:
    """Return the derivations of a sequence of token types; clauses share them."""
    from lark.exceptions import LarkError

    words = [tuple(Word(t, "", "", i) for t in types) for i, types in enumerate(shape)]
    grammar = _grammar()
    grammar.parser.parser.predictions = _usable(frozenset(t for types in shape for t in types))
    try:
        return _derivations(grammar.parse(words))
    except (LarkError, RecursionError):
        return []


@lru_cache(maxsize=256)
def _usable(types: frozenset[str]) -> dict[Any, list[Any]]:
    """Return the rules of every symbol that words of these types alone can fill.

    The parser's own table holds, for every symbol, all rules reachable from it: hundreds of items
    for every place of the clause. It meets the same rules one level at a time, so the direct ones
    suffice, and those that want a word the clause hasn't got never match.
    """
    usable: dict[Any, list[Any]] = {rule.origin: [] for rule in _grammar().rules}
    filled: set[Any] = set()
    waiting = list(_grammar().rules)
    while True:
        left = []
        for rule in waiting:
            if all(s.name in types if s.is_term else s in filled for s in rule.expansion):
                usable[rule.origin].append(rule)
            else:
                left.append(rule)
        grown = filled | {origin for origin, rules in usable.items() if rules}
        if grown == filled:
            return usable
        waiting, filled = left, grown


def _derivations(tree: Any) -> list[Any]:
    """Return the derivations in an ambiguous tree, at most ``MAX_DERIVATIONS`` at every node."""
    from lark import Tree

    if not isinstance(tree, Tree):
        return [tree]
    if tree.data == "_ambig":
        found = [d for child in tree.children for d in _derivations(child)]
        return found[:MAX_DERIVATIONS]
    choices = product(*(_derivations(c) for c in tree.children))
    return [Tree(tree.data, list(c)) for c in islice(choices, MAX_DERIVATIONS)]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A word in a derivation, with all types it may have."""

    kinds: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A rule of the grammar in a derivation."""

    data: str
    children: tuple[Any, ...]


def _bound(tree: Any, words: Sequence[tuple[Word, ...]]) -> Any:
    """Put the words of a clause into a derivation of its shape."""
    if hasattr(tree, "kinds"):
        return Leaf(words[tree.kinds[0].start])
    return Node(str(tree.data), tuple(_bound(c, words) for c in tree.children))


def kind_types(token: Any) -> list[str]:
    """Return the types a word of a derivation may have."""
    return [w.type for w in token.kinds]


def words_of(tree: Any) -> list[Word]:
    """Return the words below a tree; of several types the ones the grammar may have used."""
    found: list[Word] = []
    for child in getattr(tree, "children", []):
        if hasattr(child, "kinds"):
            found.extend(child.kinds)
        else:
            found.extend(words_of(child))
    return found


def types_of(tree: Any) -> list[str]:
    """Return the types of all words below a node."""
    return [w.type for w in words_of(tree)]


def word_of(tree: Any, kind: str) -> Word:
    """Return the first word of type ``kind``, a direct child before any deeper one."""
    for child in tree.children:
        for word in getattr(child, "kinds", ()):
            if word.type == kind:
                return word  # type: ignore[no-any-return]
    return next(w for w in words_of(tree) if w.type == kind)


def some_child(tree: Any, *kinds: str) -> Any:
    """Return the first child whose rule is one of ``kinds``, or None."""
    return next((c for c in tree.children if getattr(c, "data", "") in kinds), None)


def one_child(tree: Any, *kinds: str) -> Any:
    """Return the first child whose rule is one of ``kinds``; raise ``Unread`` if there is none."""
    found = some_child(tree, *kinds)
    if found is None:
        raise Unread(f"no {kinds[0]}")
    return found


def last_term(tree: Any) -> Any:
    """Return the last child that is a term."""
    return next(c for c in reversed(tree.children)
                if getattr(c, "data", "") in TERMS)


def number_in(tree: Any) -> int:
    """Return the first number said below a node."""
    return next(int(w.value) for w in words_of(tree) if w.type == "NUM")
