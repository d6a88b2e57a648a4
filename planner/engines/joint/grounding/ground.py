"""Ground operators of a domain over its objects, kept for every initial state that they cover."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from planner.engines.joint.deadline import NEVER, Deadline
from planner.engines.joint.grounding.derived import Meanings
from planner.engines.joint.grounding.invariants import groups_of
from planner.engines.joint.grounding.operators import Operator, Operators
from planner.errors import UsageError
from planner.pddl import Domain
from planner.pddl.conditions import Atom
from planner.pddl.features import FEATURES, features
from planner.pddl.model import task_of

MAX_ATOMS = 400_000
"""Atoms and actions of a grounding at most (about 1 GB)."""
REFUSED = ("numeric", "durative-actions", "derived-predicates", "preferences", "timed-literals",
           "trajectory-constraints")
"""Features without a joint-step meaning here."""


@dataclass(frozen=True, eq=False)
class Grounding:
    """All operators that relaxed reachability from ``start`` leaves.

    They cover each initial state made of ``atoms`` alone: it can reach no more than these.
    ``groups`` are sets of atoms of which no action makes a further one true: at most one of them
    holds wherever at most one held at first. ``meanings`` are conditions for derived atoms, too.
    """

    atoms: tuple[Atom, ...]
    operators: tuple[Operator, ...]
    groups: tuple[frozenset[int], ...]
    start: frozenset[Atom]
    meanings: Meanings

    @cached_property
    def number(self) -> Mapping[Atom, int]:
        """Return the number of each atom, from 1 on."""
        return {atom: n for n, atom in enumerate(self.atoms, start=1)}

    @cached_property
    def changing(self) -> frozenset[int]:
        """Return the atoms that some operator changes."""
        return frozenset(abs(e.literal) for o in self.operators for e in o.effects)

    def covers(self, init: Collection[Atom]) -> bool:
        """Say whether the operators are enough for an initial state."""
        return all(atom in self.number for atom in init)


def ground(
    domain: Domain, objects: Mapping[str, tuple[str, ...]], agents: Sequence[str],
    start: Collection[Atom], *, deadline: Deadline = NEVER, limit: int = MAX_ATOMS,
    axioms: bool = False,
) -> Grounding:
    """Ground a domain for all initial states within what ``start`` can reach.

    With ``axioms`` derived atoms are written out. Raises :class:`UsageError` naming a feature that
    has no meaning here, and :class:`LimitError` where time or size run out.
    """
    task = task_of(domain, objects, start)
    used = features(task)
    refused = [FEATURES[name].words for name in REFUSED if name in used
               and not (axioms and name == "derived-predicates")]
    if refused:
        raise UsageError(f"joint steps are not defined for {', '.join(refused)}")
    place = {name: n for n, name in enumerate(agents)}
    made = Operators(task, place, deadline, limit)
    groups = groups_of(made.atoms, list(made.examples.values()))
    return Grounding(made.atoms, tuple(made.found), groups, frozenset(start), made.meanings)
