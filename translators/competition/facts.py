"""Read environment facts and build worlds from them (specification §2.2–2.3, §4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domains.competition.world.model import UNSAID, Fact, World
from translators.competition.expressions import LOWER_CASE, NAME, Reader
from translators.competition.instructions import ATTRIBUTES
from translators.competition.source import SourceText

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


_IMPLIED = {"hold": "small", "plate": "small", "opened": "container", "closed": "container"}


def _implied(fact: Fact) -> Iterator[tuple[int, str]]:
    """Yield the objects a fact is about, and the words it says or implies of them, if any."""
    predicate, first, second = fact.predicate, int(fact.arguments[0]), fact.arguments[-1]
    word = str(second) if SHAPES[predicate] == "nw" else _IMPLIED.get(predicate, "")
    if first or word != "small":
        yield first, word
    if predicate in ("inside", "on", "near"):
        yield int(second), "container" * (predicate == "inside")


def build_world(facts: Iterable[Fact]) -> World:
    """Build the world the facts describe, with what they imply about objects.

    Numbers are objects of the file; the robot is 0 and no container. Of several ``hold`` or
    ``plate`` facts the last one that names a thing counts.
    """
    words: dict[int, set[str]] = {}
    said: dict[str, list[tuple[int, ...]]] = {predicate: [] for predicate in SHAPES}
    declared = set()
    for fact in facts:
        for number, word in _implied(fact):
            words.setdefault(number, set()).update([word] if word else ())
        if SHAPES[fact.predicate] != "nw":
            said[fact.predicate].append(tuple(map(int, fact.arguments)))
        elif fact.predicate == "type" and fact.arguments[1] == "container":
            declared.add(int(fact.arguments[0]))
    words.pop(0, None)
    at = [(thing, place) for thing, place in said["at"]]
    last = dict(at)
    hand, plate = (next((n for (n,) in reversed(said[name]) if n), 0 if said[name] else UNSAID)
                   for name in ("hold", "plate"))
    return World(
        at=frozenset(at),
        inside=frozenset((thing, box) for thing, box in said["inside"] if thing and box),
        doors_opened=frozenset(n for (n,) in said["opened"] if n),
        doors_closed=frozenset(n for (n,) in said["closed"] if n),
        hand=hand,
        plate=plate,
        words={n: frozenset(words[n]) for n in sorted(words)},
        locations=frozenset(place for _, place in at),
        declared_containers=frozenset(declared),
        last_places={n: last[n] for n in sorted({n for n, place in at if place != last[n]})},
    )
