"""Looks for a whole team at once: what is found, and who sees ground that nobody has seen yet.

Robots act one after the other. A look is *fresh* if it shows something that none of the looks
before it has shown. What random looks show is drawn a few times, evenly and always the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

__all__ = ["joint_looks"]

K = TypeVar("K")
SWEEPS = 3
"""Rounds in which every robot may change its look."""


def joint_looks(
    beliefs: Sequence[PositionBelief], choices: Mapping[str, Sequence[Look[K]]], *,
    ground: PositionBelief, fresh: float, discount: float = 0.0, samples: int = 16,
) -> list[Target[K]]:
    """Choose one look for each robot; ``choices`` are in the order in which the robots act.

    Starting from :func:`best_looks`, one robot after the other changes its look while that raises
    what is found on average plus ``fresh`` for each fresh look. ``ground`` tells what nobody has
    seen yet under each variant, with the variants' weights; beliefs and ground have the same
    variants, those of weight 0 do not count. Gains are those of the first choice.

    >>> ground = PositionBelief.uniform((1.0,), 0b11)
    >>> wide, narrow = Look("wide", ((1.0, (0b11,)),)), Look("narrow", ((1.0, (0b01,)),))
    >>> team = {"first": [wide, narrow], "last": [wide]}
    >>> [t.look.key for t in joint_looks([ground], team, ground=ground, fresh=0.1)]
    ['narrow', 'wide']
    """
    first = {t.robot: t for t in best_looks(beliefs, choices, discount, samples)}
    team = {r: list(choices[r]) for r in choices if r in first}
    if not team:
        return []
    drawn = {r: [draws(look, samples, turn) for look in looks]
             for turn, (r, looks) in enumerate(team.items())}
    later = {r: gains_later(looks, beliefs, discount) for r, looks in team.items()}
    taken = {r: looks.index(first[r].look) for r, looks in team.items()}
    best = _value(beliefs, ground, fresh, drawn, later, taken)
    for _ in range(SWEEPS):
        before = dict(taken)
        for robot, looks in team.items():
            for option in range(len(looks)):
                other = taken | {robot: option}
                value = _value(beliefs, ground, fresh, drawn, later, other)
                if value > best + 1e-9:
                    best, taken = value, other
        if taken == before:
            break
    return [Target(r, looks[taken[r]], first[r].gain if looks[taken[r]] is first[r].look
                   else looks[taken[r]].gain(beliefs)) for r, looks in team.items()]


def _value(beliefs: Sequence[PositionBelief], ground: PositionBelief, fresh: float,
           drawn: Mapping[str, Sequence[Sequence[Cells]]], later: Mapping[str, Sequence[float]],
           taken: Mapping[str, int]) -> float:
    """Return what looks are worth on average, and what may follow them."""
    shown = [drawn[r][option] for r, option in taken.items()]
    samples, total = len(shown[0]), 0.0
    for sample in range(samples):
        seen = [0] * len(ground.weights)
        for look in shown:
            for i, cells in enumerate(look[sample]):
                if ground.weights[i] and cells & ground.possible[i] & ~seen[i]:
                    total += fresh * ground.weights[i]
                seen[i] |= cells
        total += sum(b.share(tuple(seen)) / b.mass for b in beliefs if b.mass > 0)
    return total / samples + sum(later[r][option] for r, option in taken.items())
