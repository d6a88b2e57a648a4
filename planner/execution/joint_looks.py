"""Looks for a whole team at once: what is found, and who shows something new.

Robots act one after the other. A look is *fresh* if it shows something that none of the looks
before it has shown. What random looks show is drawn a few times, evenly and always the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from planner.execution.exploration import (
    Cells,
    Look,
    PositionBelief,
    Target,
    best_looks,
    draws,
    gains_later,
)

__all__ = ["Aims", "joint_looks"]

K = TypeVar("K")
SWEEPS = 3
"""Rounds in which every robot may change its look."""


@dataclass(frozen=True)
class Aims:
    """What looks are good for besides finding, in things found.

    ``fresh`` is what each fresh look counts; ``even`` what it counts that all robots end with
    equally much useful work: the least over the greatest of ``totals`` (steps of each robot of
    the team without the looks to come), fresh looks added. ``discount`` is the factor for what
    the look after next finds.
    """

    fresh: float = 0.0
    even: float = 0.0
    totals: Mapping[str, float] | None = None
    discount: float = 0.0


def joint_looks(
    beliefs: Sequence[PositionBelief], choices: Mapping[str, Sequence[Look[K]]], aims: Aims,
    samples: int = 16,
) -> list[Target[K]]:
    """Choose one look for each robot; ``choices`` are in the order in which the robots act.

    Starting from :func:`best_looks`, one robot after the other changes its look while that raises
    what is found on average and what ``aims`` count. Gains are those of the first choice.

    >>> belief = PositionBelief.uniform((1.0,), 0b11)
    >>> wide, narrow = Look("wide", ((1.0, (0b11,)),)), Look("narrow", ((1.0, (0b01,)),))
    >>> team = {"first": [wide, narrow], "last": [wide]}
    >>> [t.look.key for t in joint_looks([belief], team, Aims(fresh=0.1))]
    ['narrow', 'wide']
    """
    first = {t.robot: t for t in best_looks(beliefs, choices, aims.discount, samples)}
    team = {r: list(choices[r]) for r in choices if r in first}
    if not team:
        return []
    drawn = {r: [draws(look, samples, turn) for look in looks]
             for turn, (r, looks) in enumerate(team.items())}
    later = {r: gains_later(looks, beliefs, aims.discount) for r, looks in team.items()}
    taken = {r: looks.index(first[r].look) for r, looks in team.items()}
    best = _value(beliefs, aims, drawn, later, taken)
    for _ in range(SWEEPS):
        before = dict(taken)
        for robot, looks in team.items():
            for option in range(len(looks)):
                other = taken | {robot: option}
                value = _value(beliefs, aims, drawn, later, other)
                if value > best + 1e-9:
                    best, taken = value, other
        if taken == before:
            break
    return [Target(r, looks[taken[r]], first[r].gain if looks[taken[r]] is first[r].look
                   else looks[taken[r]].gain(beliefs)) for r, looks in team.items()]


def _value(beliefs: Sequence[PositionBelief], aims: Aims,
           drawn: Mapping[str, Sequence[Sequence[Cells]]], later: Mapping[str, Sequence[float]],
           taken: Mapping[str, int]) -> float:
    """Return what looks are worth on average, and what may follow them."""
    shown = {r: drawn[r][option] for r, option in taken.items()}
    samples = len(next(iter(shown.values())))
    found = 0.0
    for sample in range(samples):
        seen = (0,) * len(beliefs[0].weights)
        for look in shown.values():
            seen = _both(seen, look[sample])
        found += sum(b.share(seen) / b.mass for b in beliefs if b.mass > 0)
    total = found / samples + sum(later[r][option] for r, option in taken.items())
    if aims.fresh or aims.even:
        news = _news(beliefs, shown, samples)
        total += aims.fresh * sum(news.values())
        if aims.even and aims.totals:
            ends = [steps + news.get(r, 0.0) for r, steps in aims.totals.items()]
            total += aims.even * min(ends) / max(1.0, *ends)
    return total


def _news(beliefs: Sequence[PositionBelief], shown: Mapping[str, Sequence[Cells]], samples: int
          ) -> dict[str, float]:
    """Return for each robot how likely its look is fresh, on average over the things."""
    news = dict.fromkeys(shown, 0.0)
    for belief, times in Counter(beliefs).items():
        part = times / (len(beliefs) * samples)
        for sample in range(samples):
            left = list(belief.possible)
            for robot, look in shown.items():
                for i, cells in enumerate(look[sample]):
                    if left[i] & cells:
                        news[robot] += part * belief.likely[i]
                        left[i] &= ~cells
    return news


def _both(one: Cells, two: Cells) -> Cells:
    return tuple(a | b for a, b in zip(one, two, strict=True))
