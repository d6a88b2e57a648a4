"""Split the points of tasks over what decides them: the additive part of the bound.

Any split is admissible: a task that holds pays all its parts, one that does not may pay some.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from domains.competition.search.goals import Goals
from domains.competition.search.layout import Layout
from domains.competition.search.literals import Test
from domains.competition.world.scoring import TASK_POINTS

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
    def of(cls, layout: Layout, goals: Goals) -> Shares:
        """Split every task that is still possible evenly over its deciders."""
        constant = 0
        things: list[list[Share]] = [[] for _ in layout.objects]
        doors: list[list[Share]] = [[] for _ in layout.containers]
        robot: list[Share] = []
        for tests in goals.tests:
            if any(t.kind == "constant" and not t.value for t in tests):
                continue
            if len({t.first for t in tests if t.form == "carried"}) > _HANDS:
                continue
            deciders = _deciders(tests)
            if not deciders:
                constant += TASK_POINTS
                continue
            part, rest = divmod(TASK_POINTS, len(deciders))
            for n, ((kind, index), together) in enumerate(deciders.items()):
                share = (tuple(together), part + rest * (n == 0))
                if kind == "robot":
                    robot.append(share)
                else:
                    (doors if kind == "door" else things)[index].append(share)
        return cls(constant, tuple(map(tuple, things)), tuple(robot), tuple(map(tuple, doors)))


def _deciders(tests: Sequence[Test]) -> dict[tuple[str, int], list[Test]]:
    """Group the tests of a task by what decides them: ``thing``, ``door`` or ``robot``."""
    deciders: dict[tuple[str, int], list[Test]] = {}
    for test in tests:
        if test.kind != "constant":
            kind = test.kind if test.kind in ("door", "robot") else "thing"
            deciders.setdefault((kind, test.first), []).append(test)
    return deciders
