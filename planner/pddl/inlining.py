"""Derived predicates written out: each atom becomes the condition that defines it.

That is exact where no definition leads back to itself; one that does is refused by name.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from planner.errors import UnsupportedError
from planner.pddl.conditions import substituted
from planner.pddl.model import Domain, Formula, rebuilt

__all__ = ["Inlining", "inlined"]


def inlined(domain: Domain) -> tuple[Domain, Inlining]:
    """Return a domain without axioms, and what writes a goal out in the same way.

    Raises :class:`UnsupportedError` at a predicate that is defined by itself.
    """
    written = Inlining(domain)
    if not domain.axioms:
        return domain, written
    return replace(domain, axioms=()).rebuilt(written.out), written


class Inlining:
    """Definitions of derived predicates, each with variables of its own wherever it is used."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.fresh = count()
        self.within: list[str] = []

    def out(self, formula: Formula) -> Formula:
        """Return a condition or effect with all derived atoms written out."""
        if formula[0] == "atom" and formula[1] in self.domain.derived:
            return self._defined(formula[1], formula[2])
        return rebuilt(formula, self.out)

    def _defined(self, predicate: str, words: tuple[str, ...]) -> Formula:
        if predicate in self.within:
            raise UnsupportedError(f"derived predicate '{predicate}' is defined by itself: joint "
                                   "steps are not defined for it")
        self.within.append(predicate)
        cases = []
        for axiom in self.domain.axioms:
            if axiom.predicate == predicate:
                binding = {name: word for (name, _), word in
                           zip(axiom.parameters, words, strict=True)}
                renamed = self._renamed(axiom.condition)
                cases.append(self.out(substituted(renamed, binding)))
        self.within.pop()
        return cases[0] if len(cases) == 1 else ("or", *cases)

    def _renamed(self, formula: Formula) -> Formula:
        """Give bound variables names that nothing else has."""
        if formula[0] not in ("exists", "forall"):
            return rebuilt(formula, self._renamed)
        names = {name: f"{name}_{next(self.fresh)}_" for name, _ in formula[1]}
        inner = substituted(self._renamed(formula[2]), names)
        return (formula[0], tuple((names[name], kinds) for name, kinds in formula[1]), inner)
