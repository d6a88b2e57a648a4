"""Which goals are out of reach whatever the unknowns are: the only ground for "impossible"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from planner.engines.joint.grounding.ground import Grounding
from planner.engines.joint.grounding.relaxation import Relaxation
from planner.errors import PlannerError
from planner.execution.actor.contract import Assumption, Atom, Believed

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
        return frozenset() if believed.open else self._lost(believed, ())

    def core(self, believed: Believed, assumed: Sequence[Assumption]) -> frozenset[Assumption]:
        """Return values under which no plan exists whatever the other unknowns are, few of these.

        All of them where the delete relaxation does not tell that there is none.
        """
        kept = list(assumed)
        for one in assumed if self._lost(believed, kept) else ():
            rest = [a for a in kept if a is not one]
            kept = rest if self._lost(believed, rest) else kept
        return frozenset(kept)

    def _lost(self, believed: Believed, assumed: Sequence[Assumption]) -> frozenset[Atom]:
        """Return goals out of reach with some values; all others of other unknowns may hold."""
        relaxation = self.relaxation(believed) if believed.goal - believed.facts else None
        if relaxation is None:
            return frozenset()
        chosen = {a.key for a in assumed}
        others = replace(believed, unknowns=tuple(
            u for u in believed.unknowns if u.key not in chosen))
        facts = believed.facts.union(*(a.atoms for a in assumed))
        perhaps = (others.imaginable | believed.possible) - facts
        reached, _ = relaxation.costs(relaxation.literals(facts, perhaps))
        number = relaxation.grounding.number
        return frozenset(a for a in believed.goal - facts if number.get(a, 0) not in reached)

    def relaxation(self, believed: Believed) -> Relaxation | None:
        """Return the delete relaxation of a problem, whatever the unknowns are."""
        try:
            found = self.grounding(believed, SECONDS)
        except PlannerError:
            return None
        if self.kept is None or self.kept.grounding is not found:
            self.kept = Relaxation(found)
        return self.kept
