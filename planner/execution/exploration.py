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
from random import Random
from typing import Generic, TypeVar

__all__ = ["Look", "PositionBelief", "Target", "best_looks", "draws",
           "gains_later"]

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
        return self.share(seen) / self.mass if self.mass > 0 else 0.0

    @cached_property
    def likely(self) -> tuple[float, ...]:
        """Return the probability of each variant by now (all 0: contradiction)."""
        whole = self.size * self.mass
        return tuple(w * p.bit_count() / whole if whole > 0 else 0.0
                     for w, p in zip(self.weights, self.possible, strict=True))

    def news(self, seen: Cells) -> float:
        """Return the probability that a look shows anything that was still possible."""
        return sum(chance for chance, p, s in zip(self.likely, self.possible, seen, strict=True)
                   if p & s)

    def share(self, seen: Cells) -> float:
        """Return the prior probability of what is still possible and seen by a look."""
        found = sum(w * (p & s).bit_count()
                    for w, p, s in zip(self.weights, self.possible, seen, strict=True) if w)
        return found / self.size


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
    """A look chosen for a robot, with what it adds to the gain of those chosen before."""

    robot: str
    look: Look[K]
    gain: float


def best_looks(
    beliefs: Sequence[PositionBelief], choices: Mapping[str, Sequence[Look[K]]],
    discount: float = 0.0, samples: int = 1,
) -> list[Target[K]]:
    """Choose one look for each robot, best first; later ones see what earlier ones leave.

    With a ``discount`` above 0 the look that can follow counts, too, by that factor. A look with
    several outcomes is drawn ``samples`` times (evenly, always the same way), so that the next
    robots are judged by what it leaves on average; with one sample it is taken to leave
    everything. Robots without any look are left out.
    """
    worlds = [tuple(beliefs)]
    known = worlds[0]
    whole = [b.mass for b in beliefs]
    open_robots = {r: list(looks) for r, looks in choices.items() if looks}
    later = {r: gains_later(looks, known, discount) for r, looks in open_robots.items()}
    gains = {r: _gains(looks, worlds, whole) for r, looks in open_robots.items()}
    chosen: list[Target[K]] = []
    while gains:
        best = {r: max(range(len(found)), key=lambda i: found[i] + later[r][i])
                for r, found in gains.items()}
        robot = max(gains, key=lambda r: gains[r][best[r]] + later[r][best[r]])
        look = open_robots[robot][best[robot]]
        chosen.append(Target(robot, look, gains.pop(robot)[best[robot]]))
        sure = len(look.outcomes) == 1
        if sure or samples > 1:
            worlds = _seen(worlds, look, samples, len(chosen))
            gains = {r: _gains(open_robots[r], worlds, whole) for r in gains}
        if sure:
            known = tuple(b.without(look.outcomes[0][1]) for b in known)
            later = {r: gains_later(open_robots[r], known, discount) for r in gains}
    return chosen


def _gains(looks: Sequence[Look[K]], worlds: Sequence[Sequence[PositionBelief]],
           whole: Sequence[float]) -> list[float]:
    """Return what each look finds on average over equally likely worlds."""
    found = []
    for look in looks:
        total = sum(p * b.share(seen) / mass for world in worlds for p, seen in look.outcomes
                    for b, mass in zip(world, whole, strict=True) if mass > 0)
        found.append(total / len(worlds))
    return found


def gains_later(looks: Sequence[Look[K]], beliefs: Sequence[PositionBelief], discount: float
                ) -> list[float]:
    """Return the discounted gain of the look that follows each look."""
    return [look.worth(beliefs, discount) - look.gain(beliefs) if discount else 0.0
            for look in looks]


def _seen(worlds: Sequence[tuple[PositionBelief, ...]], look: Look[K], samples: int, turn: int
          ) -> list[tuple[PositionBelief, ...]]:
    """Return equally likely worlds after a look; a random one is drawn evenly."""
    if len(look.outcomes) == 1:
        return [tuple(b.without(look.outcomes[0][1]) for b in world) for world in worlds]
    drawn = draws(look, samples, turn)
    every = worlds if len(worlds) > 1 else [worlds[0]] * samples
    return [tuple(b.without(seen) for b in world)
            for world, seen in zip(every, drawn, strict=True)]


def draws(look: Look[K], samples: int, turn: int) -> list[Cells]:
    """Return what a look shows in each sample: drawn evenly, shuffled alike for the same turn."""
    if len(look.outcomes) == 1:
        return [look.outcomes[0][1]] * samples
    drawn = [_draw(look, (i + 0.5) / samples) for i in range(samples)]
    Random(turn).shuffle(drawn)
    return drawn


def _draw(look: Look[K], level: float) -> Cells:
    """Return what a look shows in the outcome at which the summed probability passes a level."""
    for p, seen in look.outcomes:
        level -= p
        if level <= 0:
            return seen
    return look.outcomes[-1][1]
