"""Which goals are out of reach whatever the unknowns are: the only ground for "impossible".

All values of all unknowns, and what may come true by itself, hold at once, and none of them holds;
actions take nothing away. What is out of reach then is out of reach in every world. Without a
relaxation (its grounding took too long, say) nothing is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from planner.engines.joint.grounding.relaxation import Relaxation
from planner.execution.actor.contract import Assumption, Atom, Believed

Relaxed = Callable[[Believed], Relaxation | None]
"""Gives the delete relaxation of a believed problem."""


def hopeless(believed: Believed, relaxed: Relaxed) -> frozenset[Atom]:
    """Return goals that no world allows; none where a bridge does not say all it imagines."""
    return frozenset() if believed.open else _lost(believed, (), relaxed)


def core(
    believed: Believed, assumed: Sequence[Assumption], relaxed: Relaxed
) -> frozenset[Assumption]:
    """Return values under which no plan exists whatever the other unknowns are, few of these.

    All of them where the delete relaxation does not tell that there is none.
    """
    kept = list(assumed)
    for one in assumed if _lost(believed, kept, relaxed) else ():
        rest = [a for a in kept if a is not one]
        kept = rest if _lost(believed, rest, relaxed) else kept
    return frozenset(kept)


def _lost(believed: Believed, assumed: Sequence[Assumption], relaxed: Relaxed) -> frozenset[Atom]:
    """Return goals out of reach with some values; all others of other unknowns may hold."""
    relaxation = relaxed(believed) if believed.goal - believed.facts else None
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
