"""Where to look next: expected gain over unknown positions.

Positions are numbered cells; a set of cells is an integer with one bit per cell, so beliefs over
ten thousand cells cost microseconds. A *variant* is an assumption about how well the hidden
thing is seen (its radius, say); each variant has its own set of cells that are still possible.
What a look from somewhere would reveal is given per variant, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

__all__ = ["Look", "PositionBelief", "Target", "best_looks", "chance_to_find"]

K = TypeVar("K")
Cells = tuple[int, ...]
"""Per variant the set of cells, as bits."""


@dataclass(frozen=True)
class PositionBelief:
    """What is believed about one hidden position; immutable.

    ``weights`` are the prior weights of the variants, ``possible`` their remaining cells, and
    ``size`` the number of cells each variant started with. All cells of a variant are equally
    likely.

    >>> belief = PositionBelief.uniform((1.0,), 0b1111)
    >>> belief.chance((0b0011,)), belief.without((0b0001,)).chance((0b0010,)) > 0.3
    (0.5, True)
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

    def chance(self, seen: Cells) -> float:
        """Return the probability that a look shows the thing."""
        mass = self.mass
        if mass <= 0:
            return 0.0
        found = sum(w * (p & s).bit_count()
                    for w, p, s in zip(self.weights, self.possible, seen, strict=True))
        return found / self.size / mass


@dataclass(frozen=True)
class Look(Generic[K]):
    """A way to look: each outcome's probability and what it would show.

    A look with a certain course has one outcome; a random walk has several. ``after`` gives for
    each outcome the look that could follow from where it ends, if that matters.
    """

    key: K
    outcomes: tuple[tuple[float, Cells], ...]
    after: tuple[Callable[[], Look[K]], ...] = ()

    def gain(self, beliefs: Iterable[PositionBelief]) -> float:
        """Return the expected number of things found by this look."""
        things = tuple(beliefs)
        return sum(p * b.chance(seen) for p, seen in self.outcomes for b in things)

    def worth(self, beliefs: Sequence[PositionBelief], discount: float) -> float:
        """Return the gain, and the discounted gain of the look that follows each outcome."""
        total = 0.0
        for (p, seen), follow in zip(self.outcomes, self.after or _nothing(self), strict=True):
            found = sum(b.chance(seen) for b in beliefs)
            total += p * found
            if follow is not None and discount:
                left = [b.without(seen) for b in beliefs]
                total += p * discount * max(0.0, 1 - found) * follow().gain(left)
        return total


def _nothing(look: Look[K]) -> tuple[None, ...]:
    return (None,) * len(look.outcomes)


@dataclass(frozen=True)
class Target(Generic[K]):
    """A look chosen for a robot, with the gain it promised when it was chosen."""

    robot: str
    look: Look[K]
    gain: float


def best_looks(
    beliefs: Sequence[PositionBelief], choices: Mapping[str, Sequence[Look[K]]],
    discount: float = 0.0,
) -> list[Target[K]]:
    """Choose one look for each robot, best first; later ones see what earlier ones leave.

    With a ``discount`` above 0 the look that can follow counts, too, by that factor.

    A look with one outcome is removed from the belief the next robots are judged by; a random
    one is not, since where it leads is not known. Robots without any look are left out.
    """
    left = list(beliefs)
    open_robots = {r: list(looks) for r, looks in choices.items() if looks}
    worth = {r: _best(looks, left, discount) for r, looks in open_robots.items()}
    chosen: list[Target[K]] = []
    while worth:
        robot = max(worth, key=lambda r: worth[r][0])
        look = worth.pop(robot)[1]
        chosen.append(Target(robot, look, look.gain(left)))
        if len(look.outcomes) == 1:
            left = [b.without(look.outcomes[0][1]) for b in left]
            worth = {r: _best(open_robots[r], left, discount) for r in worth}
    return chosen


def _best(
    looks: Sequence[Look[K]], beliefs: Sequence[PositionBelief], discount: float
) -> tuple[float, Look[K]]:
    return max(((look.worth(beliefs, discount), look) for look in looks), key=lambda e: e[0])


def chance_to_find(gains: Iterable[float], rounds: int = 1) -> float:
    """Return the chance that independent looks find something within some rounds."""
    miss = 1.0
    for gain in gains:
        miss *= 1.0 - min(1.0, max(0.0, gain))
    return float(1.0 - miss**rounds)
