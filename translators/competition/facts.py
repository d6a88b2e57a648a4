"""Read environment facts and build worlds from them (specification §2.2–2.3, §4)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, cast

from domains.competition.world.model import UNSAID, Fact, World
from translators.competition.source import SourceText

if TYPE_CHECKING:
    from lark import Tree
    from lark.lexer import Token

__all__ = ["MAX_NUMBER", "MAX_OBJECTS", "TOLD", "build_world", "read_facts", "read_told"]

MAX_NUMBER = 2**32 - 1
"""The platform's numbers are 32 bits wide."""
MAX_OBJECTS = 500

_FACT = re.compile(
    r"""\s*\(\s*(?:(hold|plate|opened|closed)\s+(\d{1,9})
    |(at|inside|on|near)\s+(\d{1,9})\s+(\d{1,9})
    |(sort|color|size|type)\s+(\d{1,9})\s+([a-z][a-z0-9_]*))\s*\)""",
    re.VERBOSE | re.ASCII,
)
TOLD = re.compile(r"\s*\(\s*:domain\b")
_WHOLE = re.compile(TOLD.pattern + r"(.*)\)\s*", re.DOTALL)


def read_facts(text: SourceText) -> tuple[Fact, ...]:
    """Read a section of facts; raise ``SourceError`` at the first defect.

    Well-formed sections are read by one regular expression (the clock is part of the score);
    everything else goes through the grammar, which is the definition and knows what it expected.
    """
    facts, position = _scan(text, 0, len(text.text))
    if text.text[position:].strip():
        return _by_grammar(text, "facts")
    return facts


def read_told(text: SourceText) -> tuple[Fact, ...]:
    """Read the platform's ``(:domain …)`` text."""
    frame = _WHOLE.fullmatch(text.text)
    if frame is not None:
        facts, position = _scan(text, frame.start(1), frame.end(1))
        if not text.text[position : frame.end(1)].strip():
            return facts
    return _by_grammar(text, "told")


def _implied(fact: Fact) -> Iterator[tuple[int, Collection[str]]]:
    """Yield the objects a fact is about, and the words it says or implies of them."""
    predicate, first, second = fact.predicate, int(fact.arguments[0]), fact.arguments[-1]
    match predicate:
        case "hold" | "plate":
            if first:
                yield first, ("small",)
        case "opened" | "closed":
            yield first, ("container",)
        case "at" | "inside" | "on" | "near":
            yield first, ()
            if predicate != "at":
                yield int(second), ("container",) * (predicate == "inside")
        case _:
            yield first, (str(second),)


def build_world(facts: Iterable[Fact]) -> World:
    """Build the world the facts describe, with what they imply about objects.

    Numbers are objects of the file; the robot is 0 and no container. Of several ``hold`` or
    ``plate`` facts the last one that names a thing counts.
    """
    at: set[tuple[int, int]] = set()
    inside: set[tuple[int, int]] = set()
    doors: dict[str, set[int]] = {"opened": set(), "closed": set()}
    carried = {"hold": UNSAID, "plate": UNSAID}
    words: dict[int, set[str]] = {}
    declared: set[int] = set()
    last: dict[int, int] = {}
    for fact in facts:
        predicate, first, second = fact.predicate, int(fact.arguments[0]), fact.arguments[-1]
        for number, word in _implied(fact):
            words.setdefault(number, set()).update(word)
        match predicate:
            case "at":
                last[first] = int(second)
                at.add((first, last[first]))
            case "inside" if first and int(second):
                inside.add((first, int(second)))
            case "opened" | "closed":
                doors[predicate] |= {first} - {0}
            case "hold" | "plate" if first or carried[predicate] == UNSAID:
                carried[predicate] = first
            case "type" if second == "container":
                declared.add(first)
    words.pop(0, None)
    several = {n for n, place in at if place != last[n]}
    return World(
        at=frozenset(at),
        inside=frozenset(inside),
        doors_opened=frozenset(doors["opened"]),
        doors_closed=frozenset(doors["closed"]),
        hand=carried["hold"],
        plate=carried["plate"],
        words={n: frozenset(words[n]) for n in sorted(words)},
        locations=frozenset(place for _, place in at),
        declared_containers=frozenset(declared),
        last_places={n: last[n] for n in sorted(several)},
    )


def _scan(text: SourceText, start: int, end: int) -> tuple[tuple[Fact, ...], int]:
    """Read facts from ``start`` as long as they are well-formed; return them and the end."""
    facts = []
    position = start
    while match := _FACT.match(text.text, position, end):
        one, two, attribute = match[1], match[3], match[6]
        begin, position = match.span()
        span = text.span(text.text.index("(", begin), position)
        if two:
            facts.append(Fact(two, (int(match[4]), int(match[5])), span))
        elif one:
            facts.append(Fact(one, (int(match[2]),), span))
        else:
            facts.append(Fact(attribute, (int(match[7]), match[8]), span))
    return tuple(facts), position


def _by_grammar(text: SourceText, start: str) -> tuple[Fact, ...]:
    from translators.competition.grammar import parse_tree

    facts = []
    for node in cast("list[Tree[Token]]", parse_tree(text, start).children):
        predicate, *arguments = cast("list[Token]", node.children)
        values = tuple(
            _number(token, text) if token.type == "NUMBER" else str(token) for token in arguments
        )
        span = text.span(node.meta.start_pos, node.meta.end_pos)
        facts.append(Fact(str(predicate), values, span))
    return tuple(facts)


def _number(token: Token, text: SourceText) -> int:
    value = int(token) if len(token) <= 12 else MAX_NUMBER + 1
    if value > MAX_NUMBER:
        start = token.start_pos or 0
        raise text.error(
            "number too large", start, start + len(token), expected=f"at most {MAX_NUMBER}"
        )
    return value
