"""What a final state is worth."""

from __future__ import annotations

from domains.competition.search.layout import Layout
from domains.competition.search.literals import Test, sort_literal, unary_truth
from domains.competition.world.scoring import CONSTRAINT_POINTS, TASK_POINTS

__all__ = ["Goals"]


class Goals:
    """Value of stopping in a state: 40 per task, 20 per constraint kept if a task holds."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tests = [
            tuple(sort_literal(layout, literal) for literal in task.literals)
            for task in layout.found.tasks
        ]
        self.constraints = len(layout.found.constraints)
        self._codes: list[dict[int, int]] = [{} for _ in layout.objects]
        self._doors_at, self._statuses_at = layout.doors_at, layout.statuses_at
        self._open = (1 << len(layout.containers)) - 1
        self._lost_at, self._live = layout.lost_at, (1 << self.constraints) - 1
        flat = [test for tests in self.tests for test in tests]
        self._by_thing = [
            [(k, t) for k, t in enumerate(flat) if t.kind == "unary" and t.first == i]
            for i in range(len(layout.objects))
        ]
        self._tested = [i for i, tests in enumerate(self._by_thing) if tests]
        self._by_place = [
            sum(1 << k for k, t in enumerate(flat) if t.kind == "robot" and t.mask >> p & 1)
            for p in range(len(layout.places))
        ]
        self._by_door = [
            [
                sum(
                    1 << k
                    for k, t in enumerate(flat)
                    if t.kind == "door" and t.first == c and t.value == opened
                )
                for opened in (False, True)
            ]
            for c in range(len(layout.containers))
        ]
        self._always = sum(
            1 << k for k, t in enumerate(flat) if t.kind == "constant" and t.value
        )
        self._joint = [(k, t) for k, t in enumerate(flat) if t.kind in ("meeting", "pair")]
        masks, bit = [], 0
        for tests in self.tests:
            masks.append(((1 << len(tests)) - 1) << bit)
            bit += len(tests)
        self._single = sum(m for m in masks if m.bit_count() == 1)
        self._multiple = [m for m in masks if m.bit_count() > 1]

    def tasks_done(self, state: int) -> int:
        """Count the tasks that hold in a state reached by at least one action."""
        holds = self._holds(state)
        done = (holds & self._single).bit_count()
        for mask in self._multiple:
            done += holds & mask == mask
        return done

    def value(self, state: int) -> int:
        """Return the points of stopping here, without costs."""
        done = self.tasks_done(state)
        if not done:
            return 0
        lost = (state >> self._lost_at & self._live).bit_count()
        return TASK_POINTS * done + CONSTRAINT_POINTS * (self.constraints - lost)

    def _holds(self, state: int) -> int:
        place = state & 255
        holds = self._always | self._by_place[place]
        doors = state >> self._doors_at & self._open
        for c, masks in enumerate(self._by_door):
            holds |= masks[doors >> c & 1]
        codes = (state >> self._statuses_at).to_bytes(len(self._codes), "little")
        for i in self._tested:
            table, key = self._codes[i], codes[i] | place << 8
            found = table.get(key)
            if found is None:
                found = table[key] = self._of_thing(self._by_thing[i], codes[i], place)
            holds |= found
        for k, test in self._joint:
            holds |= self._joint_truth(test, state) << k
        return holds

    def _of_thing(self, tests: list[tuple[int, Test]], code: int, place: int) -> int:
        at, inside, carried = self.layout.statuses[code]
        at = 1 << place if carried else at
        return sum(
            1 << k for k, t in tests if unary_truth(t.form, t.mask, at, inside, carried)
        )

    def _joint_truth(self, test: Test, state: int) -> bool:
        at, carried = self._where(test.first, state)
        if test.kind == "meeting":
            return bool(at >> (state & 255) & 1)
        there, _ = self._where(test.second, state)
        return bool(at & there) and not (test.form == "beside" and carried)

    def _where(self, thing: int, state: int) -> tuple[int, int]:
        layout = self.layout
        at, _, carried = layout.statuses[state >> layout.status_at(thing) & 255]
        return (1 << (state & 255) if carried else at), carried
