"""Read environment facts and build worlds from them (specification §2.2–2.3, §4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from domains.competition.world.model import UNSAID, Fact, World
from planner.errors import SourceError, Span
from translators.competition.expressions import LOWER_CASE, NAME, Reader
from translators.competition.instructions import ATTRIBUTES
from translators.competition.source import SourceText

__all__ = ["MAX_NUMBER", "MAX_OBJECTS", "SHAPES", "build_world", "fact_of", "read_fact"]

MAX_NUMBER = 2**32 - 1
"""The platform's numbers are 32 bits wide."""
MAX_OBJECTS = 500

SHAPES = {
    **dict.fromkeys(("hold", "plate", "opened", "closed"), "n"),
    **dict.fromkeys(("at", "inside", "on", "near"), "nn"),
    **dict.fromkeys(ATTRIBUTES, "nw"),
}
"""What the arguments of a fact are: ``n`` a number, ``w`` a word."""


def read_fact(text: SourceText, start: int, end: int) -> Fact:
    """Read the fact that begins at ``start`` and ends before ``end``."""
    reader = Reader(text, start, end)
    reader.open()
    predicate = reader.one_of(SHAPES)
    arguments = tuple(
        reader.number(MAX_NUMBER) if kind == "n" else
        reader.take(NAME.fullmatch, LOWER_CASE) for kind in SHAPES[predicate])
    return Fact(predicate, arguments, text.span(start, reader.close()))


def fact_of(words: Sequence[str], span: Span) -> Fact | None:
    """Return the fact that words in lower case say, if they say one."""
    said = f"({' '.join(words)})"
    try:
        return replace(read_fact(SourceText.plain(said, ""), 0, len(said)), span=span)
    except SourceError:
        return None


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
