"""What a final state is worth."""

from __future__ import annotations

from domains.competition.search.layout import Layout
from domains.competition.search.literals import sort_literal
from domains.competition.search.truths import Truths
from domains.competition.world.scoring import CONSTRAINT_POINTS, TASK_POINTS


class Goals:
    """Value of stopping in a state: 40 per task, 20 per constraint kept if a task holds."""

    def __init__(self, layout: Layout) -> None:
        self.tests = [tuple(sort_literal(layout, literal) for literal in task.literals)
                      for task in layout.found.tasks]
        self.constraints = len(layout.found.constraints)
        self._lost_at, self._live = layout.lost_at, (1 << self.constraints) - 1
        flat = [test for tests in self.tests for test in tests]
        self._truths = Truths(layout, [(test, 1 << k) for k, test in enumerate(flat)])
        masks, bit = [], 0
        for tests in self.tests:
            masks.append(((1 << len(tests)) - 1) << bit)
            bit += len(tests)
        self._single = sum(m for m in masks if m.bit_count() == 1)
        self._multiple = [m for m in masks if m.bit_count() > 1]

    def value(self, state: int) -> int:
        """Return the points of stopping, without costs, in a state reached by an action."""
        holds = self._truths.of_state(state)
        done = (holds & self._single).bit_count()
        for mask in self._multiple:
            done += holds & mask == mask
        if not done:
            return 0
        lost = (state >> self._lost_at & self._live).bit_count()
        return TASK_POINTS * done + CONSTRAINT_POINTS * (self.constraints - lost)
