"""Derived predicates of a grounding: each atom of them is a condition on atoms that actions change.

What follows from facts that no action changes is such a fact itself. Any other derived atom holds
where one of the instances of its axioms does. Within the definition of an atom the same atom is
false, since a least derivation has none below itself. What would grow too long is refused by name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from planner.errors import UsageError
from planner.pddl.conditions import Atom
from planner.pddl.model import Domain, PDDLTask, within
from planner.pddl.normal_forms import FALSE, Condition, junction, negation, terms
from planner.pddl.simulate import initial_state

MOST = 50_000
"""Derived atoms that a definition may lead to …"""
TERMS = 2_000
"""… and conjunctions to which a condition may be multiplied out."""


def with_fixed(task: PDDLTask) -> PDDLTask:
    """Return the task with what follows from facts that no action changes as such facts.

    Its initial state has no other derived atoms.
    """
    domain = task.domain
    fixed = _fixed(domain)
    known = frozenset(a for a in initial_state(task).atoms if a[0] in fixed)
    own = frozenset(a for a in task.problem.init if a[0] not in domain.derived)
    loose = tuple(a for a in domain.axioms if a.predicate not in fixed)
    return replace(task, domain=replace(domain, axioms=loose),
                   problem=replace(task.problem, init=own | known))


def _fixed(domain: Domain) -> frozenset[str]:
    loose = domain.changed
    while True:
        found = loose | {axiom.predicate for axiom in domain.axioms if any(
            part[0] == "atom" and part[1] in loose for part in within(axiom.condition))}
        if found == loose:
            return domain.derived - loose
        loose = found


class Meanings:
    """What each atom means: its number, or of a derived one the condition that it stands for.

    ``bodies`` are the conjunctions of literals that make a derived atom true.
    """

    def __init__(self, number: Mapping[Atom, int]) -> None:
        self.number = number
        self.bodies: dict[int, list[Collection[int]]] = {}
        self._looked = 0

    def of(self, atom: Atom) -> Condition | None:
        """Return what an atom means, None where it never holds."""
        self._looked = 0
        return self._of(self.number[atom], frozenset()) if atom in self.number else None

    def terms(self, literals: Collection[int]) -> list[tuple[int, ...]]:
        """Return conjunctions, without derived atoms, of which one holds where all literals do."""
        about = {abs(x) for x in literals} & self.bodies.keys()
        if not about:
            return [tuple(literals)]
        self._looked = 0
        whole = junction(True, (self._of(x, frozenset()) for x in literals))
        try:
            return terms(whole, TERMS, "")
        except UsageError:
            raise self._refusal(about) from None

    def _of(self, literal: int, above: frozenset[int]) -> Condition:
        if abs(literal) not in self.bodies:
            return literal
        if literal < 0:
            return negation(self._of(-literal, above))
        if literal in above:
            return FALSE
        self._looked += 1
        if self._looked > MOST:
            raise self._refusal({literal})
        inner = above | {literal}
        return junction(False, (junction(True, (self._of(x, inner) for x in body))
                                for body in self.bodies[literal]))

    def _refusal(self, about: Collection[int]) -> UsageError:
        names = sorted({name for (name, _), n in self.number.items() if n in about})
        return UsageError(
            f"what is derived ({', '.join(names)}) is too long for joint steps when it is written "
            "out over these objects: fewer objects or connections help; other engines plan one "
            "action at a time (--engine fast-downward)")
