"""What a household instruction asks for, independent of the words it was said in.

A :class:`Goal` is a conjunction of subgoals about the final state. Selections are quantified over
object types, since the objects themselves may not have been seen yet:

* ``all``: every instance in the room, so a team has to look for more of them;
* ``the``: at least one instance must be found, and every instance that was seen counts
  (MAP-THOR's checker asks for all duplicates of a definite noun as well);
* ``some``: any ``count`` instances.

A selection's ``states`` and ``located`` are judged when an object is first met: "move everything
on the table" means what lay there, also after it has been moved.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from domains.household.states import word_for

Quantifier = Literal["all", "the", "some"]
Relation = Literal["in", "on", "near", "home", "at"]

BASINS = ("Sink", "SinkBasin", "Bathtub", "BathtubBasin")
"""Types that a tap may belong to; AI2-THOR does not say which, so it is the nearest one."""
TAP_M = 1.1
"""How far (m, horizontally) a tap may be from its basin: 1.04 at most in the 120 floor plans."""

STATIONS: Mapping[str, tuple[str, ...]] = {
    "Microwave": ("Microwave",), "Toaster": ("Toaster",), "CoffeeMachine": ("CoffeeMachine",),
    "StoveKnob": ("StoveBurner",), "Faucet": ("SinkBasin", "Sink", "BathtubBasin"),
}
"""Device → places whose contents it works on (AI2-THOR's contextual rules)."""
SNAPPING = ("StoveBurner", "CoffeeMachine", "Toaster", "TowelHolder", "HandTowelHolder",
            "ToiletPaperHanger")
"""Places that hold one thing of whatever size."""


@dataclass(frozen=True)
class Location:
    """A place as a filter or target: in, on or near the ``place``; ``home`` has no place.

    A tap is ``at`` the basin of :data:`BASINS` that it is nearest to.

    ``nearest`` asks for the closest such place. ``homes`` maps an object type to the place types
    it belongs in, best first (relation ``home``), ``spare`` to those that will do in a room that
    has none of them; ``avoid`` are place types that do not count. What lies in ``kept`` may stay
    there, too: it belongs there, but the simulator lets nobody put it there.

    With ``each``, every place that is meant gets that many things ("one pillow on each bed").
    """

    relation: Relation
    place: Selection | None = None
    nearest: bool = False
    homes: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    avoid: tuple[str, ...] = ()
    spare: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    kept: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    each: int = 0

    def homes_of(self, kind: str, there: Container[str]) -> tuple[str, ...]:
        """Return where a type belongs, best first, in a room with places of the types ``there``."""
        homes = self.homes.get(kind, ())
        return homes if any(p in there for p in homes) else (*homes, *self.spare.get(kind, ()))

    def describe(self) -> str:
        """Say the place in words."""
        if self.relation == "home":
            return "where it belongs" + (f" (not {', '.join(self.avoid)})" if self.avoid else "")
        words = self.place.describe() if self.place else "?"
        if self.place and self.place.holding and len(self.place.types) > 6:
            return f"where {self.place.holding.describe()} was"
        shares = f"{self.each} " if self.each else ""
        return f"{shares}{self.relation} {'the closest of ' if self.nearest else ''}{words}"


@dataclass(frozen=True)
class Selection:
    """Which objects are meant; ``types`` empty means that no robot can perceive such a thing.

    Where one of the conditions ``when`` is not met, none is meant. ``apart``: those that no other
    subgoal means ("one in the sink, the rest in the cabinet"). What one of ``but`` means is not
    meant; of ``some`` there, that many are left over, no matter which ("all the mugs but one").
    A ``share`` of (1, 2) means half of them, rounded up, no matter which.
    A place may be known by what it is ``holding`` when that is first seen ("where the phone is"),
    or ``by_then`` ("in the same drawer").
    With ``hearsay`` it is only said to be ``located`` there: where none is, any other will do; as
    what ``substitutes`` name will where the room has none of a type.
    """

    types: tuple[str, ...]
    quantifier: Quantifier = "the"
    count: int = 1
    states: tuple[tuple[str, bool | str], ...] = ()
    located: Location | None = None
    central: bool = False
    words: str = ""
    substitutes: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    when: tuple[Condition, ...] = ()
    apart: bool = False
    but: tuple[Selection, ...] = ()
    holding: Selection | None = None
    by_then: bool = False
    hearsay: bool = False
    share: tuple[int, int] = (1, 1)

    @property
    def partly(self) -> bool:
        """Whether some of what is meant are left over, no matter which."""
        return self.share != (1, 1) or any(s.quantifier == "some" for s in self.but)

    def among(self, number: int) -> int:
        """Return how many of ``number`` such things are meant, no matter which.

        >>> Selection(("Fork",), "all", share=(1, 2)).among(5)
        3
        """
        part, whole = self.share
        return max(0, -(-number * part // whole) - sum(
            s.count for s in self.but if s.quantifier == "some"))

    def describe(self) -> str:
        """Say the selection in words, e.g. ``every Pen | Pencil that is dirty``."""
        kinds = " | ".join(self.types) if len(self.types) <= 6 else f"{len(self.types)} types"
        head = {"all": "every", "the": "the", "some": "a" if self.count == 1 else str(self.count)}
        if self.apart:
            head = {"all": "every other", "the": "the other",
                    "some": "another" if self.count == 1 else f"{self.count} other"}
        text = f"{head[self.quantifier]} {'central ' if self.central else ''}{kinds or self.words}"
        if self.share != (1, 1):
            text = f"{self.share[0]}/{self.share[1]} of {text}"
        for key, value in self.states:
            text += f" that is {word_for(key, value)}"
        text += f" {self.located.describe()}" if self.located else ""
        if self.holding:
            text += f" that {'then ' * self.by_then}holds {self.holding.describe()}"
        for one in self.but:
            text += f" but {one.count if one.quantifier == 'some' else one.describe()}"
        return text + "".join(f" (if {c.describe()})" for c in self.when)


@dataclass(frozen=True)
class Condition:
    """Whether the room has ``count`` or more things of a kind as it is first seen; or has not.

    Or one of the ``others`` is met: "if the lamp or the television is on".
    """

    what: Selection
    count: int = 1
    exists: bool = True
    others: tuple[Condition, ...] = ()

    @property
    def alone(self) -> tuple[Condition, ...]:
        """The condition by itself, and each of the others."""
        return (replace(self, others=()), *self.others)

    def describe(self) -> str:
        """Say the condition in words, e.g. ``no Mug on the Desk``."""
        counted = replace(self.what, quantifier="some", count=self.count).describe()
        own = counted if self.exists else "no " + counted.removeprefix("a ")
        if not self.exists and self.count > 1:
            own = f"fewer than {counted}"
        return " or ".join((own, *(c.describe() for c in self.others)))


def opposite(conditions: Sequence[Condition]) -> tuple[Condition, ...] | None:
    """Return what holds where some of the conditions do not; None where that takes nesting.

    >>> mug, cup = (Condition(Selection((k,))) for k in ("Mug", "Cup"))
    >>> [c.describe() for c in opposite([mug, cup])]
    ['no Mug or no Cup']
    """
    if len(conditions) == 1:
        return tuple(replace(c, exists=not c.exists) for c in conditions[0].alone)
    if any(c.others for c in conditions) or not conditions:
        return None
    first, *others = (replace(c, exists=not c.exists) for c in conditions)
    return (replace(first, others=tuple(others)),)


def exclude(one: Selection, other: Selection) -> bool:
    """Say whether two selections are never both meant: "if it is open, …, otherwise …"."""
    if one.apart != other.apart or any(
            set(opposite([c]) or ()) <= set(b.when) for a, b in ((one, other), (other, one))
            for c in a.when):
        return True
    if any((b.types, b.states, b.located) == (s.types, s.states, s.located)
           for a, b in ((one, other), (other, one)) for s in a.but if s.quantifier != "some"):
        return True
    return any(
        not c.exists and not c.others and (c.what.types, c.what.states, c.what.located) == (
            b.types, b.states, b.located) for a, b in ((one, other), (other, one)) for c in a.when)


@dataclass(frozen=True)
class Placed:
    """Subgoal: every selected object is at the target."""

    what: Selection
    target: Location

    def describe(self) -> str:
        """Say the subgoal in words."""
        return f"{self.what.describe()} -> {self.target.describe()}"


@dataclass(frozen=True)
class HasState:
    """Subgoal: every selected object has metadata ``state`` equal to ``value``."""

    what: Selection
    state: str
    value: bool | str

    def describe(self) -> str:
        """Say the subgoal in words."""
        return f"{self.what.describe()}: {word_for(self.state, self.value)}"

    def opposes(self, other: HasState) -> bool:
        """Whether one thing cannot be in both states: open and closed, empty and full of water."""
        if self.state == other.state:
            return self.value != other.value
        both = {self.state: self.value, other.state: other.value}
        return "fillLiquid" in both and both.get("isFilledWithLiquid") is False


@dataclass(frozen=True)
class Held:
    """Subgoal: a robot holds the selected object ("bring me the apple"), perhaps near another."""

    what: Selection
    near: Selection | None = None

    def describe(self) -> str:
        """Say the subgoal in words."""
        return f"{self.what.describe()} -> in hand" + (
            f" near {self.near.describe()}" if self.near else "")


Subgoal = Placed | HasState | Held


@dataclass(frozen=True)
class Goal:
    """A conjunction of subgoals with the sentence they came from and remarks on how it was read.

    Subgoals of one stage may be worked on in any order and by any robot; a later stage starts when
    the earlier ones were achieved ("… then …", or the same thing wanted in two places in turn).
    """

    text: str
    stages: tuple[tuple[Subgoal, ...], ...]
    remarks: tuple[str, ...] = ()

    @property
    def subgoals(self) -> tuple[Subgoal, ...]:
        """All subgoals, stage by stage."""
        return tuple(subgoal for stage in self.stages for subgoal in stage)

    @property
    def passing(self) -> tuple[bool, ...]:
        """For each of :attr:`subgoals`: whether a later stage undoes it.

        "Wash the apple, then put it in the bowl": it need not be in the sink at the end.
        """
        return tuple(any(_undoes(later, subgoal) for stage in self.stages[number + 1:]
                         for later in stage)
                     for number, here in enumerate(self.stages) for subgoal in here)

    @property
    def lasting(self) -> tuple[Subgoal, ...]:
        """The subgoals that should hold at the end."""
        return tuple(w for w, passes in zip(self.subgoals, self.passing, strict=True) if not passes)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that subgoals depend on, each once."""
        return tuple(dict.fromkeys(c for w in self.subgoals for c in w.what.when))

    @property
    def origins(self) -> tuple[Selection, ...]:
        """The things by which places are known ("where the phone is"), each once."""
        places = [s for w in self.subgoals for s in (w.what, *w.what.but)]
        places += [w.target.place for w in self.subgoals
                   if isinstance(w, Placed) and w.target.place is not None]
        places += [s.located.place for s in places if s.located and s.located.place]
        return tuple(dict.fromkeys(
            p.holding for p in places if p.holding is not None and not p.by_then))

    def left_to(self, subgoal: Subgoal) -> tuple[Subgoal, ...]:
        """List the subgoals to which one leaves the things that both are about.

        "Clear the table and tidy up": where what lay on the table goes the first part says.
        """
        if subgoal.what.apart:
            return tuple(w for w in self.subgoals if not w.what.apart
                         and set(w.what.types) & set(subgoal.what.types))
        if not _puts_home(subgoal) or subgoal.target.avoid:  # type: ignore[union-attr]
            return ()
        return tuple(other for stage in self.stages if subgoal in stage for other in stage
                     if other is not subgoal and _puts_home(other)
                     and other.target.avoid)  # type: ignore[union-attr]

    def describe(self) -> str:
        """Say the whole goal in words: subgoals joined by ``;``, stages by ``; then``."""
        return "; then ".join("; ".join(w.describe() for w in stage) for stage in self.stages)


def _puts_home(subgoal: Subgoal) -> bool:
    return isinstance(subgoal, Placed) and subgoal.target.relation == "home"


def _undoes(later: Subgoal, earlier: Subgoal) -> bool:
    """Whether a subgoal takes the same things elsewhere or into another state.

    Or switches off what they were put on because it was on.
    """
    place = earlier.target.place if isinstance(earlier, Placed) else None
    if place is not None and isinstance(later, HasState) and any(
            set(STATIONS.get(k, ())) & set(place.types) for k in later.what.types):
        return (later.state, not later.value) in place.states
    if not set(earlier.what.types) & set(later.what.types) or exclude(earlier.what, later.what):
        return False
    if isinstance(earlier, HasState) and isinstance(later, HasState):
        return later.opposes(earlier)
    return isinstance(earlier, Placed | Held) and isinstance(later, Placed | Held)
