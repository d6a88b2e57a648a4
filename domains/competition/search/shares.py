"""Split the points of tasks over what decides them: the additive part of the bound.

Any split is admissible: a task that holds pays all its parts, one that does not may pay some.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domains.competition.search.goals import Goals
from domains.competition.search.layout import Layout
from domains.competition.search.literals import Test
from domains.competition.world.scoring import TASK_POINTS

__all__ = ["Share", "Shares", "deciders_of"]

_HANDS: Final = 2

Share = tuple[tuple[Test, ...], int]
"""Tests that one decider has to pass together, and the points for it."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Points of the tasks, split over what decides them: movable things, the robot, doors."""

    constant: int
    things: tuple[tuple[Share, ...], ...]
    robot: tuple[Share, ...]
    doors: tuple[tuple[Share, ...], ...]

    @classmethod
    def of(
        cls,
        layout: Layout,
        goals: Goals,
        weights: Mapping[tuple[int, str, int], int] | None = None,
    ) -> Shares:
        """Split every task that is still possible over its deciders.

        ``weights`` gives what each decider's part costs at the start, by (task, kind, index): who
        has to do more gets more of the points, so that half a task promises nothing. Without
        weights the points are split evenly.
        """
        constant = 0
        things: list[list[Share]] = [[] for _ in layout.objects]
        doors: list[list[Share]] = [[] for _ in layout.containers]
        robot: list[Share] = []
        for number, tests in enumerate(goals.tests):
            if any(t.kind == "constant" and not t.value for t in tests):
                continue
            if len({t.first for t in tests if t.form == "carried"}) > _HANDS:
                continue
            deciders = deciders_of(tests)
            if not deciders:
                constant += TASK_POINTS
                continue
            costs = [(weights or {}).get((number, *who), 1) for who in deciders]
            points = _split(costs)
            for part, ((kind, index), together) in zip(points, deciders.items(), strict=True):
                share = (tuple(together), part)
                if kind == "robot":
                    robot.append(share)
                else:
                    (doors if kind == "door" else things)[index].append(share)
        return cls(constant, tuple(map(tuple, things)), tuple(robot), tuple(map(tuple, doors)))


def deciders_of(tests: Sequence[Test]) -> dict[tuple[str, int], list[Test]]:
    """Group the tests of a task by what decides them: ``thing``, ``door`` or ``robot``."""
    deciders: dict[tuple[str, int], list[Test]] = {}
    for test in tests:
        if test.kind != "constant":
            kind = test.kind if test.kind in ("door", "robot") else "thing"
            deciders.setdefault((kind, test.first), []).append(test)
    return deciders


def _split(costs: Sequence[int]) -> list[int]:
    """Split a task's points: in proportion to the costs, or evenly what they leave over."""
    total = sum(costs)
    if total >= TASK_POINTS:
        points = [cost * TASK_POINTS // total for cost in costs]
    else:
        points = [cost + (TASK_POINTS - total) // len(costs) for cost in costs]
    points[max(range(len(costs)), key=costs.__getitem__)] += TASK_POINTS - sum(points)
    return points
