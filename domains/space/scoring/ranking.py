"""Rank systems by the mean of their standard scores over the subtasks.

A standard score is (score - mean) / standard deviation over the systems compared; the deviation
divides by their number. Where all systems are equal every standard score is 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, pstdev

from planner.errors import InputError

__all__ = ["Place", "rank_systems"]


@dataclass(frozen=True, slots=True)
class Place:
    """One row of the ranking; equal means share a place."""

    place: int
    system: str
    mean: float
    standard_scores: Mapping[str, float]
    missing: tuple[str, ...] = ()


def rank_systems(
    scores: Mapping[str, Mapping[str, float]], *, missing: str = "zero"
) -> list[Place]:
    """Return the systems, best first.

    ``missing`` says what a subtask without answer counts: ``zero`` (score 0, a system that hands
    in nothing gets nothing) or ``skip`` (left out of that system's mean).
    """
    if len(scores) < 2:
        raise InputError("a ranking needs at least two systems")
    tasks = sorted({task for row in scores.values() for task in row})
    if not tasks:
        raise InputError("no system has a score")
    standard = {task: _standard(task, scores, missing) for task in tasks}
    rows = []
    for system, row in scores.items():
        values = {t: standard[t][system] for t in tasks if system in standard[t]}
        gaps = tuple(t for t in tasks if t not in row)
        rows.append((fmean(values.values()) if values else float("-inf"), system, values, gaps))
    rows.sort(key=lambda r: (-r[0], r[1]))
    means = [row[0] for row in rows]
    return [
        Place(means.index(mean) + 1, system, mean, values, gaps)
        for mean, system, values, gaps in rows
    ]


def _standard(
    task: str, scores: Mapping[str, Mapping[str, float]], missing: str
) -> dict[str, float]:
    column = {
        name: row.get(task, 0.0)
        for name, row in scores.items()
        if task in row or missing == "zero"
    }
    mean = fmean(column.values())
    spread = pstdev(column.values())
    return {name: (value - mean) / spread if spread else 0.0 for name, value in column.items()}
