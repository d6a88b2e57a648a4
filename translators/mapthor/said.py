"""What a text says, before anything is looked up in a room: things, places, clauses, conditions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from translators.mapthor.vocabulary import Verb

State = tuple[str, bool | str]


@dataclass(frozen=True, slots=True)
class Note:
    """A liberty that a reading takes with the words from ``start`` to ``end``.

    Kinds: ``left out``, ``manner``, ``aside``, ``any one`` (which one cannot be told), ``taken
    back``, ``read as``, ``spared``, ``unknown``, ``refused``, ``senseless``; the last three make
    a refusal. The cost is what the liberty adds to that of the reading.
    """

    kind: str
    start: int
    end: int
    detail: str = ""
    cost: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Thing:
    """A noun phrase.

    ``kind``: ``name``, ``every`` ("everything"), ``pron``, ``ones`` ("the dirty one"), ``slice``.
    ``quant`` is the class of its quantifier in ``words.toml``, ``number`` with a ``count``.
    """

    kind: str
    words: str
    start: int
    end: int
    types: tuple[str, ...] = ()
    plural: bool = False
    quant: str = ""
    count: int = 0
    states: tuple[State, ...] = ()
    at: Where | None = None
    but: tuple[Thing, ...] = ()
    holding: tuple[Thing, ...] = ()
    laden: bool = False
    nearest: bool = False
    central: bool = False
    other: bool = False
    after: bool = False
    limit: str = ""
    head: int = 0


@dataclass(frozen=True, slots=True)
class Things:
    """Noun phrases joined by ``and`` or ``or``."""

    members: tuple[Thing, ...]
    joint: str = "and"

    def __bool__(self) -> bool:
        return bool(self.members)


NOTHING = Things(())
IT = Things((Thing("pron", "it", 0, 0),))
"""What a text does not name: "wash the mug if dirty"."""
NO_VERB = Verb("", "", "", "")


def pronoun(what: Things, at: int) -> Things:
    """Return "it" or "them" for what has been named."""
    many = len(what.members) > 1 or what.members[0].plural
    return Things((Thing("pron", "them" if many else "it", at, at, plural=many),))


@dataclass(frozen=True, slots=True)
class Where:
    """A place phrase: the kind of its preposition, or ``home``, ``there``, ``where``, ``me``."""

    kind: str
    start: int
    end: int
    spots: Things = NOTHING
    moving: bool = False
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """A condition: ``is`` (things are so), ``exists``; ``holds`` is False for "unless"."""

    kind: str
    what: Things
    pred: Any
    holds: bool
    start: int
    end: int
    also: bool = False
    plain: bool = False


@dataclass(frozen=True)
class Clause:
    """One clause: an act of ``effects.py`` with what it is about.

    ``ordered``: it waits for those before; ``swap``: it comes before the one said last.
    """

    act: str
    start: int
    end: int
    verb: Verb = NO_VERB
    what: Things = NOTHING
    wheres: tuple[Where, ...] = ()
    preds: tuple[Any, ...] = ()
    other: Things = NOTHING
    extra: str = ""
    when: tuple[Given, ...] = ()
    ordered: bool = False
    swap: bool = False
    joined: bool = False
    apart: bool = False
    inner: tuple[Clause, ...] = ()

    @property
    def orders(self) -> bool:
        """Whether it asks for something."""
        return self.act not in ("", "fact", "forbid", "spare")
