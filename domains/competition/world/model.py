"""Worlds and instructions of the competition as plain data.

Numbers are the file's object and location numbers: the robot is object 0, the human object 1.
Words are lower case. A name beginning with a capital letter is a variable (``X``, ``Y``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from planner.errors import Span

_COLOURS = ("black", "blue", "green", "red", "white", "yellow")
UNSAID = -1
"""Value of ``World.hand`` and ``World.plate`` where no ``hold`` or ``plate`` fact is given."""

Place = tuple[str, int]
"""``("at", location)``, ``("inside", container)`` or :data:`ON_PLATE`."""
ON_PLATE: Place = ("plate", 0)
"""The place of what the robot has on its plate."""
Kind = Literal["task", "info", "cons_not", "cons_notnot"]
PREDICATES = {
    "task": {
        **dict.fromkeys(("goto", "putdown", "pickup", "give", "open", "close"), 1),
        **dict.fromkeys(("puton", "putin", "takeout"), 2),
    },
    "info": {
        **dict.fromkeys(("plate", "opened", "closed", "hold"), 1),
        **dict.fromkeys(("on", "near", "inside"), 2),
    },
}
"""Variables that a predicate takes; ``give`` has the word ``human`` before its one."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One environment fact, e.g. ``(at 4 2)`` is ``Fact("at", (4, 2))``; words stay strings."""

    predicate: str
    arguments: tuple[int | str, ...]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class World:
    """State and attributes of a flat (specification §2.2–2.3, §4); the laws make new ones of it.

    ``at`` relates objects (the robot is 0) to locations; ``inside`` small objects to containers,
    independently of ``at``. ``hand`` and ``plate`` are 0 when empty and :data:`UNSAID` when no
    fact speaks of them: in a stated world that means unknown, in the true world the platform takes
    the hand for neither empty nor holding, so that all but Move fails. ``words`` gives the
    attribute words of each object (sort, colour, size, ``container``). ``locations`` are the second
    arguments of the ``at`` facts. ``doors_opened`` and ``doors_closed`` hold containers; a
    container may be in neither. Degenerate facts (several ``at`` of one object) are kept;
    ``last_places`` then names the place said last, the one that remains after an action.

    ``words`` has an entry for every object but the robot, and includes the words a fact implies
    (``small`` for a held or plated thing, ``container`` for what has a door or a thing inside);
    ``declared_containers`` are those with a ``(type c container)`` fact of their own.
    """

    at: frozenset[tuple[int, int]]
    inside: frozenset[tuple[int, int]]
    doors_opened: frozenset[int]
    doors_closed: frozenset[int]
    hand: int
    plate: int
    words: Mapping[int, frozenset[str]] = field(hash=False)
    locations: frozenset[int]
    declared_containers: frozenset[int] = frozenset()
    last_places: Mapping[int, int] = field(default_factory=dict, hash=False)

    def things(self, *words: str) -> tuple[int, ...]:
        """Return the objects that have all of these words, whatever attribute they belong to."""
        wanted = set(words)
        return tuple(n for n, known in self.words.items() if wanted <= known)

    def whereabouts(self, thing: int) -> list[Place]:
        """Return every place that facts give a thing, those beside things before those inside."""
        beside = [("at", place) for n, place in sorted(self.at) if n == thing]
        return beside + [("inside", box) for n, box in sorted(self.inside) if n == thing]

    def door(self, container: int) -> str:
        """Return ``opened`` or ``closed`` as facts say; empty where none does, or both do."""
        opened, closed = container in self.doors_opened, container in self.doors_closed
        return "" if opened == closed else "opened" if opened else "closed"

    def bindings(self, item: Instruction) -> tuple[tuple[int, ...], ...]:
        """Return every choice of objects for the variables of a predicate, in their order (§7.2).

        Two variables may denote the same object (the platform does not keep them apart). A variable
        that occurs in the cond only must have a match, but is not part of the binding.
        """
        used = tuple(dict.fromkeys(item.variables))
        fitting = {name: self.things(*(a.word for a in item.cond if a.variable == name))
                   for name in (*used, *(attribute.variable for attribute in item.cond))}
        if not all(fitting.values()):
            return ()
        choices = product(*(fitting[name] for name in used))
        return tuple(tuple(one[used.index(name)] for name in item.variables) for one in choices)

    def meant(self, item: Instruction) -> tuple[int, ...]:
        """Return the things of an instruction with one binding; none if there are more or none."""
        found = self.bindings(item)
        return found[0] if len(found) == 1 else ()


@dataclass(frozen=True, slots=True)
class Attribute:
    """One restriction of a cond, e.g. ``(sort X cup)``: ``Attribute("sort", "X", "cup")``."""

    name: str
    variable: str
    word: str


@dataclass(frozen=True, slots=True)
class Instruction:
    """One item of ``(:ins …)``.

    ``kind`` is the wrapper, or ``task`` or ``info`` where there is none. ``variables`` are those
    the predicate is about, in its order. ``text`` is the source text (instruction or English
    sentence), ``span`` its place.
    """

    kind: Kind
    predicate: str
    variables: tuple[str, ...]
    cond: tuple[Attribute, ...]
    text: str = field(default="", compare=False)
    span: Span | None = field(default=None, compare=False)

    @property
    def inner(self) -> str:
        """Whether it is about a ``task`` or an ``info``."""
        return "task" if self.predicate in PREDICATES["task"] else "info"


def thing_name(words: Mapping[int, frozenset[str]], thing: int) -> str:
    """Return colour, sort and number of a thing, for people.

    >>> thing_name({4: frozenset({"small", "cup", "red"})}, 4)
    'red cup 4'
    """
    said = words.get(thing, frozenset({"thing"})) - {"small", "big", "container"}
    return " ".join([*sorted(said, key=lambda word: (word not in _COLOURS, word)), str(thing)])
