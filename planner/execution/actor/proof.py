"""Which goals are out of reach whatever the unknowns are: the only ground for "impossible"."""

from __future__ import annotations

import time

from planner.engines.joint.grounding.ground import Grounding, ground
from planner.errors import PlannerError
from planner.execution.actor.contract import Atom, Believed
from planner.pddl import Domain
from planner.states.relaxation import Relaxation

__all__ = ["Prover"]

SECONDS = 2.0
"""For grounding what everything that may be true can lead to; without it nothing is proven."""


class Prover:
    """Prove that goals cannot be reached in any world that fits what is believed.

    All values of all unknowns, and what may come true by itself, hold at once, and none of them
    holds; actions take nothing away. What is out of reach then is out of reach in every world.
    """

    def __init__(self, domain: Domain, robots: frozenset[str]) -> None:
        self.domain, self.robots = domain, sorted(robots)
        self.kept: tuple[frozenset[tuple[str, str]], Relaxation] | None = None

    def hopeless(self, believed: Believed) -> frozenset[Atom]:
        """Return goals that no world allows; none where a bridge does not say all it imagines."""
        open_goals = believed.goal - believed.facts
        if believed.open or not open_goals:
            return frozenset()
        relaxation = self._relaxation(believed)
        if relaxation is None:
            return frozenset()
        perhaps = (believed.imaginable | believed.possible) - believed.facts
        start = relaxation.literals(believed.facts, perhaps)
        reached, _ = relaxation.costs(start)
        number = relaxation.grounding.number
        return frozenset(a for a in open_goals if number.get(a, 0) not in reached)

    def _relaxation(self, believed: Believed) -> Relaxation | None:
        key = frozenset(believed.objects.items())
        start = believed.imaginable | believed.possible
        if self.kept is not None and self.kept[0] == key and (
                self.kept[1].grounding.covers(start)):
            return self.kept[1]
        try:
            found = self._ground(believed, start)
        except PlannerError:
            return None
        self.kept = key, Relaxation(found)
        return self.kept[1]

    def _ground(self, believed: Believed, start: frozenset[Atom]) -> Grounding:
        objects = {name: (kind,) for name, kind in believed.objects.items()}
        return ground(self.domain, objects, self.robots, start,
                      deadline=time.monotonic() + SECONDS)
