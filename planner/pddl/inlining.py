"""Derived predicates written out: each atom becomes the condition that defines it.

What follows from facts that no action changes is such a fact itself. A predicate whose definition
leads back to it is written out over the objects: within the definition of an atom the same atom is
false, since a least derivation has none below itself. What would grow too long is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from math import prod

from planner.errors import UnsupportedError
from planner.pddl.conditions import (
    FALSE,
    TRUE,
    Atom,
    Binding,
    bindings,
    ground,
    joined,
    negated,
    substituted,
)
from planner.pddl.model import Domain, Formula, PDDLTask, rebuilt, within
from planner.pddl.simulate import initial_state

__all__ = ["inlined"]

MOST = 1_000_000
"""Conditions that a recursive definition may lead to …"""
TERMS = 2_000
"""… and conjunctions to which a condition may be multiplied out."""


def inlined(task: PDDLTask) -> PDDLTask:
    """Return a task without axioms whose plans are the same.

    Its conditions hold in every state that the initial one leads to, also where the initial state
    has fewer of the facts that no action changes. Raises :class:`UnsupportedError` at a recursive
    definition that is too long.
    """
    domain = task.domain
    if not domain.axioms:
        return task
    fixed = _fixed(domain)
    known = frozenset(a for a in initial_state(task).atoms if a[0] in fixed)
    own = frozenset(a for a in task.problem.init if a[0] not in domain.derived)
    loose = replace(domain, axioms=tuple(a for a in domain.axioms if a.predicate not in fixed))
    problem = replace(task.problem, init=own | known)
    written = _Inlining(replace(task, domain=loose, problem=problem))
    return replace(task, domain=replace(loose, axioms=()).rebuilt(written.out),
                   problem=replace(problem, goal=written.out(problem.goal)))


def _fixed(domain: Domain) -> frozenset[str]:
    """Return the derived predicates that no action has an effect on."""
    loose = domain.changed
    while True:
        found = loose | {axiom.predicate for axiom in domain.axioms
                         if loose & _mentioned(axiom.condition)}
        if found == loose:
            return domain.derived - loose
        loose = found


def _mentioned(formula: Formula) -> frozenset[str]:
    return frozenset(part[1] for part in within(formula) if part[0] == "atom")


class _Inlining:
    """Definitions of derived predicates, each with variables of its own wherever it is used."""

    def __init__(self, task: PDDLTask) -> None:
        self.task, self.domain = task, task.domain
        self.recursive = frozenset(filter(self._leads_back, self.domain.derived))
        self.fresh = count()
        self.looked = 0

    def _leads_back(self, predicate: str) -> bool:
        seen: set[str] = set()
        waiting = [predicate]
        while waiting:
            name = waiting.pop()
            found = {other for axiom in self.domain.axioms if axiom.predicate == name
                     for other in _mentioned(axiom.condition) & self.domain.derived} - seen
            seen |= found
            waiting += found
        return predicate in seen

    def out(self, formula: Formula, wanted: bool = True) -> Formula:
        """Return a condition or effect with all derived atoms written out.

        ``wanted``: it is wanted that it holds.
        """
        head = formula[0]
        if head == "atom" and formula[1] in self.recursive:
            return self._over_objects(formula[1], formula[2], wanted)
        if head == "atom" and formula[1] in self.domain.derived:
            return joined("or", [self.out(substituted(self._renamed(condition), binding), wanted)
                                  for condition, binding in self._cases(formula[1], formula[2])])
        if head == "imply":
            return (head, self.out(formula[1], not wanted), self.out(formula[2], wanted))
        return rebuilt(formula, lambda part: self.out(part, wanted is not (head == "not")))

    def _cases(self, predicate: str, words: Sequence[str]) -> Iterator[tuple[Formula, Binding]]:
        for axiom in self.domain.axioms:
            if axiom.predicate == predicate:
                yield axiom.condition, {name: word for (name, _), word in
                                        zip(axiom.parameters, words, strict=True)}

    def _renamed(self, formula: Formula) -> Formula:
        """Give bound variables names that nothing else has."""
        if formula[0] not in ("exists", "forall"):
            return rebuilt(formula, self._renamed)
        names = {name: f"{name}_{next(self.fresh)}_" for name, _ in formula[1]}
        inner = substituted(self._renamed(formula[2]), names)
        return (formula[0], tuple((names[name], kinds) for name, kinds in formula[1]), inner)

    def _over_objects(self, predicate: str, words: tuple[str, ...], wanted: bool) -> Formula:
        """Return when an atom holds, for each way to put objects for its variables."""
        self.looked = 0
        kinds = {word: kinds for word, (_, kinds) in
                 zip(words, self.domain.predicates[predicate], strict=True) if word[0] == "?"}
        cases = []
        for binding in bindings(self.task, tuple(kinds.items()), {}):
            holds = self._derived((predicate, ground(words, binding)), frozenset())
            same = [("=", word, binding[word]) for word in kinds]
            cases.append(joined("and", [*same, holds]))
        written = joined("or", cases)
        if _terms(written, wanted) > TERMS:
            raise self._refusal(predicate)
        return written

    def _derived(self, atom: Atom, above: frozenset[Atom]) -> Formula:
        if atom in above:
            return FALSE
        return joined("or", (self._instance(condition, binding, above | {atom})
                              for condition, binding in self._cases(*atom)))

    def _instance(self, formula: Formula, binding: Binding, above: frozenset[Atom]) -> Formula:
        """Return a condition over objects, as far as it is not settled by what never changes."""
        def inner(part: Formula, bound: Binding = binding) -> Formula:
            return self._instance(part, bound, above)

        head = formula[0]
        self.looked += 1
        if self.looked > MOST:
            raise self._refusal(min(self.recursive & {name for name, _ in above}))
        if head == "atom":
            atom = (formula[1], ground(formula[2], binding))
            if atom[0] in self.domain.derived:
                return self._derived(atom, above)
            possible = atom[0] in self.domain.changed or atom in self.task.problem.init
            return ("atom", *atom) if possible else FALSE
        if head == "=":
            first, second = ground(formula[1:], binding)
            return TRUE if first == second else FALSE
        if head == "not":
            return negated(inner(formula[1]))
        if head == "imply":
            return joined("or", [negated(inner(formula[1])), inner(formula[2])])
        if head in ("exists", "forall"):
            return joined("or" if head == "exists" else "and", (
                inner(formula[2], bound) for bound in bindings(self.task, formula[1], binding)))
        soonest = sorted(formula[1:], key=lambda part: not self.recursive.isdisjoint(
            _mentioned(part)))  # what settles the rest before definitions that lead back
        return joined(head, map(inner, soonest))

    def _refusal(self, predicate: str) -> UnsupportedError:
        return UnsupportedError(
            f"derived predicate '{predicate}' is defined by itself, and written out over these "
            "objects it is too long for joint steps: fewer objects or connections help; other "
            "engines plan one action at a time (--engine fast-downward)")


def _terms(formula: Formula, wanted: bool) -> int:
    """Return how many conjunctions a condition (or that it does not hold) is multiplied out."""
    if formula[0] == "not":
        return _terms(formula[1], not wanted)
    if formula[0] not in ("and", "or"):
        return 1
    many = [_terms(part, wanted) for part in formula[1:]]
    return prod(many) if (formula[0] == "and") == wanted else sum(many)
