"""Plan for the likeliest world by the reward search, and keep the plan while that world stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domains.competition.policy.options import PlayOptions
from domains.competition.policy.reliance import Wanted
from domains.competition.policy.tracking import Tracker
from domains.competition.search import plan as best_plan
from domains.competition.world.model import Place

Basis = tuple[Mapping[int, Place], Mapping[int, str]]
"""What a plan rests on: places and doors."""


class RewardPlanner:
    """The present plan: ``steps`` are left of it, ``replans`` counts the plans made."""

    def __init__(
        self, tracker: Tracker, wanted: Wanted, options: PlayOptions, clock: Callable[[], float]
    ) -> None:
        self.tracker, self.wanted, self.options, self.clock = tracker, wanted, options, clock
        self.steps: list[str] = []
        self.replans = 0
        self._basis: Basis | None = None
        self._setbacks = 0

    def plan(self, places: Mapping[int, Place], left_s: float) -> bool:
        """Make a plan for these places unless the present one was; say whether it was made."""
        doors = self.wanted.doors()
        if not self.outdated(places):
            return False
        found = best_plan(
            self.tracker.belief.world(places, doors), self.tracker.instructions,
            lost=self.tracker.lost,
            deadline_s=min(self.options.plan_s, max(0.02, left_s / 4)),
            second=self.options.second / self.options.hope, clock=self.clock,
            share=1.0 - (1.0 - self.options.brief) * self.tracker.belief.unreliable,
        )
        self.steps = list(found.actions)
        self._basis, self._setbacks = self._rests_on(places), self.tracker.setbacks
        self.replans += 1
        return True

    def outdated(self, places: Mapping[int, Place]) -> bool:
        """Tell whether the plan was made for another world; the robot's own doing is not news."""
        if self._basis is None or self._setbacks != self.tracker.setbacks:
            return True
        basis, touched = self._rests_on(places), self.tracker.touched
        same = all(before.get(n, now) == now
                   for before, after in zip(self._basis, basis, strict=True)
                   for n, now in after.items() if n not in touched)
        if same:
            self._basis = basis
        return not same

    def _rests_on(self, places: Mapping[int, Place]) -> Basis:
        stand = {n: ("at", home) for n, home in self.tracker.belief.home.items()}
        return {**stand, **places}, self.wanted.doors()
