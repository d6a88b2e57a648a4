"""Which goals are out of reach whatever the unknowns are: the only ground for "impossible"."""

from __future__ import annotations

from collections.abc import Callable

from planner.engines.joint.grounding.ground import Grounding
from planner.errors import PlannerError
from planner.execution.actor.contract import Atom, Believed
from planner.states.relaxation import Relaxation

__all__ = ["Prover"]

SECONDS = 2.0
"""For grounding what everything that may be true can lead to; without it nothing is proven."""


class Prover:
    """Prove that goals cannot be reached in any world that fits what is believed.

    ``grounding`` grounds a believed problem; what it raises means that nothing is proven.

    All values of all unknowns, and what may come true by itself, hold at once, and none of them
    holds; actions take nothing away. What is out of reach then is out of reach in every world.
    """

    def __init__(self, grounding: Callable[[Believed, float], Grounding]) -> None:
        self.grounding = grounding
        self.kept: Relaxation | None = None

    def hopeless(self, believed: Believed) -> frozenset[Atom]:
        """Return goals that no world allows; none where a bridge does not say all it imagines."""
        open_goals = believed.goal - believed.facts
        if believed.open or not open_goals:
            return frozenset()
        relaxation = self.relaxation(believed)
        if relaxation is None:
            return frozenset()
        perhaps = (believed.imaginable | believed.possible) - believed.facts
        start = relaxation.literals(believed.facts, perhaps)
        reached, _ = relaxation.costs(start)
        number = relaxation.grounding.number
        return frozenset(a for a in open_goals if number.get(a, 0) not in reached)

    def relaxation(self, believed: Believed) -> Relaxation | None:
        """Return the delete relaxation of a problem, whatever the unknowns are."""
        try:
            found = self.grounding(believed, SECONDS)
        except PlannerError:
            return None
        if self.kept is None or self.kept.grounding is not found:
            self.kept = Relaxation(found)
        return self.kept
