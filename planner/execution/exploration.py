"""Where to look next: expected gain over unknown positions.

Positions are numbered cells; a set of cells is an integer with one bit per cell, so beliefs over
ten thousand cells cost microseconds. A *variant* is an assumption about how well the hidden
thing is seen (its radius, say); each variant has its own set of cells that are still possible.
What a look from somewhere would reveal is given per variant, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Generic, TypeVar

K = TypeVar("K")
Cells = tuple[int, ...]
"""Per variant the set of cells, as bits."""
Place = tuple[int, int]


@dataclass(frozen=True)
class PositionBelief:
    """What is believed about one hidden position; immutable.

    ``weights`` are the prior weights of the variants, ``possible`` their remaining cells, and
    ``size`` the number of cells each variant started with. All cells of a variant are equally
    likely.

    >>> belief = PositionBelief.uniform((1.0,), 0b1111)
    >>> belief.share((0b0011,)), belief.without((0b0001,)).mass
    (0.5, 0.75)
    """

    weights: tuple[float, ...]
    possible: Cells
    size: int

    @classmethod
    def uniform(cls, weights: Sequence[float], cells: int) -> PositionBelief:
        """Start with the same cells possible under every variant."""
        return cls(tuple(weights), (cells,) * len(weights), max(1, cells.bit_count()))

    @cached_property
    def mass(self) -> float:
        """Return the prior probability of what is still possible (0: contradiction)."""
        counts = (p.bit_count() for p in self.possible)
        return sum(w * n for w, n in zip(self.weights, counts, strict=True)) / self.size

    def without(self, seen: Cells) -> PositionBelief:
        """Return the belief after a look that did not show the thing."""
        left = tuple(p & ~s for p, s in zip(self.possible, seen, strict=True))
        return PositionBelief(self.weights, left, self.size)

    def news(self, seen: Cells) -> float:
        """Return the probability that a look shows anything that was still possible."""
        whole = self.size * self.mass or inf  # a contradiction tells nothing
        return sum(w * p.bit_count() / whole
                   for w, p, s in zip(self.weights, self.possible, seen, strict=True) if p & s)

    def share(self, seen: Cells) -> float:
        """Return the prior probability of what is still possible and seen by a look."""
        found = sum(w * (p & s).bit_count()
                    for w, p, s in zip(self.weights, self.possible, seen, strict=True) if w)
        return found / self.size


Things = tuple[tuple[PositionBelief, float], ...]
"""What is believed of each hidden thing, with its mass at first."""


@dataclass(frozen=True)
class Look(Generic[K]):
    """One way to look: for each outcome its probability and what it would show.

    A look with a certain course has one outcome; a random walk has several. ``ends`` says for
    each outcome where it leads, if anything can follow from there.
    """

    key: K
    outcomes: tuple[tuple[float, Cells], ...]
    ends: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Target(Generic[K]):
    """A look chosen for a robot, with what it adds to the gain of those chosen before."""

    robot: str
    look: Look[K]
    gain: float


def best_looks(
    beliefs: Sequence[PositionBelief], choices: Mapping[str, Sequence[Look[K]]],
    following: Callable[[Place], Sequence[Look[K]]] = lambda _: (),
) -> list[Target[K]]:
    """Choose one look for each robot, best first; later ones see what earlier ones leave.

    The best is the one that finds most together with the best look ``following`` from its end.
    Gains are shares of what was believed at first. A look with several outcomes is taken to leave
    everything. Robots without any look are left out.
    """
    things = tuple((b, b.mass) for b in beliefs if b.mass > 0)
    left = {robot: list(looks) for robot, looks in choices.items() if looks}
    chosen: list[Target[K]] = []
    while left:
        robot, look = max(
            ((robot, look) for robot, looks in left.items() for look in looks),
            key=lambda option: _found(option[1], things) + _next(option[1], things, following))
        chosen.append(Target(robot, look, _found(look, things)))
        del left[robot]
        if len(look.outcomes) == 1:
            things = _without(look.outcomes[0][1], things)
    return chosen


def _next(look: Look[K], things: Things, following: Callable[[Place], Sequence[Look[K]]]) -> float:
    """Return what the best look after this one finds on average."""
    return sum(chance * max((_found(later, _without(seen, things)) for later in following(end)),
                            default=0.0)
               for (chance, seen), end in zip(look.outcomes, look.ends, strict=False))


def _without(seen: Cells, things: Things) -> Things:
    return tuple((b.without(seen), mass) for b, mass in things)


def _found(look: Look[K], things: Things) -> float:
    return sum(p * b.share(seen) / mass for p, seen in look.outcomes for b, mass in things)
