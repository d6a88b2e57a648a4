"""What a clue says: terms, places and formulas, independent of wording and of the layout.

Terms denote a slot (a seat, a floor, a rank): an entity, or whoever is at a place. Places are sets
of slots that may depend on other terms. Formulas are built from ``At``, comparisons and counts
with the usual connectives. All of them are frozen, so that equal readings compare equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "And",
    "Apart",
    "At",
    "Between",
    "Block",
    "Conditional",
    "Count",
    "Entity",
    "EqualGap",
    "Formula",
    "Iff",
    "Not",
    "OneOf",
    "Or",
    "Place",
    "PlaceOr",
    "Ratio",
    "Relative",
    "Spot",
    "Term",
    "The",
    "Xor",
    "conjunction",
    "entities_of",
]


@dataclass(frozen=True, slots=True)
class Entity:
    """Entity number ``index`` of the cast."""

    index: int


@dataclass(frozen=True, slots=True)
class The:
    """Whoever is at ``place``."""

    place: Place


Term: TypeAlias = Entity | The


@dataclass(frozen=True, slots=True)
class Relative:
    """A place seen from ``of``.

    ``kind``: ``side`` (in ``direction``, near or anywhere as the reading says), ``step`` (exactly
    ``steps`` in ``direction``), ``beyond`` (anywhere in ``direction``), ``beside`` (adjacent),
    ``opposite``, ``diagonal`` (opposite, but one aside; with ``direction`` on that side), ``gap``
    (``steps`` slots in some direction), ``row`` / ``column`` (the same), ``self``.
    """

    kind: str
    of: Term
    direction: str = ""
    steps: int = 1


@dataclass(frozen=True, slots=True)
class Between:
    """A place between two terms; ``middle`` asks for the same distance to both."""

    left: Term
    right: Term
    middle: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A place by itself: ``kind`` and what belongs to it.

    ``extreme`` (outermost in ``direction``), ``end``, ``middle``, ``corner``, ``ordinal`` (number
    ``number`` counted from ``direction``), ``odd``, ``even``, ``row``, ``column``, ``half`` (the
    ``direction`` side of a layout with sides), ``cell`` (row ``number``, column ``second``),
    ``slot`` (slot ``number`` itself), ``nth`` (``number`` counted from ``direction`` in its row).
    """

    kind: str
    direction: str = ""
    number: int = 0
    second: int = 0


@dataclass(frozen=True, slots=True)
class PlaceOr:
    """One of several places."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class PlaceAnd:
    """All of several places at once."""

    places: tuple[Place, ...]


Place: TypeAlias = Relative | Between | Spot | PlaceOr | PlaceAnd


@dataclass(frozen=True, slots=True)
class At:
    """``term`` is at ``place``."""

    term: Term
    place: Place


@dataclass(frozen=True, slots=True)
class Apart:
    """Exactly ``count`` slots lie between the two terms (either way around a ring)."""

    left: Term
    right: Term
    count: int


@dataclass(frozen=True, slots=True)
class Count:
    """``count`` slots lie beyond ``term`` in ``direction``."""

    term: Term
    direction: str
    count: int


@dataclass(frozen=True, slots=True)
class Block:
    """The terms occupy neighbouring slots, in any order."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Ratio:
    """The number of ``left`` is ``factor`` times the number of ``right`` plus ``offset``."""

    left: Term
    right: Term
    factor: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class EqualGap:
    """The pair ``a``, ``b`` is as far apart as the pair ``c``, ``d``."""

    a: Term
    b: Term
    c: Term
    d: Term


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary."""

    part: Formula


@dataclass(frozen=True, slots=True)
class And:
    """All parts."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Xor:
    """Exactly one of two parts."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly ``count`` of the parts."""

    parts: tuple[Formula, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Conditional:
    """If ``condition`` then ``consequence``."""

    condition: Formula
    consequence: Formula


@dataclass(frozen=True, slots=True)
class Iff:
    """Both or neither."""

    left: Formula
    right: Formula


Formula: TypeAlias = (
    At | Apart | Count | Block | Ratio | EqualGap | Not | And | Or | Xor | OneOf | Conditional | Iff
)


def conjunction(parts: list[Formula]) -> Formula:
    """Return the one part, or ``And`` of all."""
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def entities_of(value: object) -> frozenset[int]:
    """Return the numbers of all entities that ``value`` speaks of."""
    if isinstance(value, Entity):
        return frozenset({value.index})
    if isinstance(value, tuple):
        return frozenset().union(*(entities_of(v) for v in value)) if value else frozenset()
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is None:
        return frozenset()
    return frozenset().union(*(entities_of(getattr(value, name)) for name in fields))
