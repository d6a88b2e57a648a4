"""What ground actions need and do, and whether a joint plan can be acted out at all.

The semantics are those of the independent simulator (:mod:`planner.pddl.simulate`), so that no
plan is acted on that only its engine believes in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import isfinite

from planner.engines.joint.check import problems
from planner.execution.actor.contract import Atom, Believed, GroundAction, JointSteps, valued
from planner.pddl.conditions import State, read_by, substituted
from planner.pddl.model import Domain, task_of, within
from planner.pddl.printer import atom_text, without_costs
from planner.pddl.simulate import advance, closed

Facts = frozenset[Atom]
NUMBERS: Atom = ("=", ())
"""Stands for all numbers, where it is asked whether actions touch the same."""


def costless(domain: Domain) -> Domain:
    """Return a domain without action costs: the loop counts steps, and numbers take their time.

    A domain whose conditions speak of numbers stays as it is.
    """
    plain = without_costs(domain)
    numeric = any(part[0] == "fluent" for formula in (*plain.conditions, *plain.effects)
                  for part in within(formula))
    return domain if numeric else replace(plain, functions={})


def flaw(domain: Domain, believed: Believed) -> str:
    """Say what is wrong with a believed problem (an undeclared name, a wrong type), or nothing."""
    objects: Mapping[str, tuple[str, ...]] = {
        **domain.constants, **{n: (kind,) for n, kind in believed.objects.items()}}
    for name, kind in believed.objects.items():
        if kind != "object" and kind not in domain.types:
            return f"object {name!r} has the type {kind!r}, which the domain does not declare"
    bad = [f"{atom_text(a)} is {n}" for a, n in believed.numbers.items() if not isfinite(n)]
    if bad:
        return bad[0]
    atoms = [a for a in believed.imaginable | believed.goal if a[0] != NUMBERS[0]]
    stated = [(a, domain.predicates, "predicate") for a in atoms]
    stated += [(a, domain.functions, "function") for a in believed.numbers]
    for (name, words), declared, kind in stated:
        shape, text = declared.get(name), atom_text((name, words))
        if shape is None:
            return f"{text}: no {kind} {name!r} in the domain"
        if len(shape) != len(words):
            return f"{text}: takes {len(shape)} objects"
        for word, (_, wanted) in zip(words, shape, strict=True):
            if not any(domain.is_a(kind, wanted) for kind in objects.get(word, ())):
                return f"{text}: {word!r} is not a {'/'.join(wanted)}"
    return ""


class Model:
    """A domain with the objects and robots of the moment."""

    def __init__(self, domain: Domain, objects: Mapping[str, str], robots: Iterable[str]) -> None:
        self.objects = dict(objects)
        self.robots = frozenset(robots)
        self.task = task_of(domain, {n: (kind,) for n, kind in objects.items()})

    def who(self, action: GroundAction) -> frozenset[str]:
        """Return the robots that an action names; one that is no object of the task does all."""
        alone = len(self.robots) == 1 and not self.robots & self.objects.keys()
        return self.robots if alone else self.robots.intersection(action.arguments)

    def after(self, facts: Facts, action: GroundAction) -> Facts | None:
        """Return the facts after an action; None if it does not fit."""
        after, _ = advance(self.task, closed(self.task, State(*_parted(facts))), action)
        if after is None:
            return None
        return frozenset(a for a in after.atoms if a[0] not in self.task.domain.derived).union(
            valued(term, n) for term, n in after.values.items())

    def effects(self, facts: Facts, action: GroundAction) -> tuple[Facts, Facts]:
        """Return what an action makes true and false; nothing if it does not fit."""
        after = self.after(facts, action)
        return (frozenset(), frozenset()) if after is None else (after - facts, facts - after)

    def reads(self, action: GroundAction) -> Facts:
        """Return the atoms that an action's precondition speaks of; of numbers :data:`NUMBERS`."""
        schema = self.task.domain.actions[action.name]
        condition = substituted(schema.precondition, schema.bound(action.arguments))
        found = frozenset(read_by(self.task, condition))
        return found | {NUMBERS} if self.task.domain.functions else found

    def objection(self, facts: Facts, steps: JointSteps, goal: Facts) -> str:
        """Say why a joint plan cannot be acted out from these facts, or nothing."""
        wanted = ("and", *(("atom", *atom) for atom in sorted(goal)))
        atoms, values = _parted(facts)
        problem = replace(self.task.problem, init=atoms, values=values, goal=wanted)
        return problems(replace(self.task, problem=problem), steps, self.robots)


def _parted(facts: Facts) -> tuple[Facts, dict[Atom, Fraction]]:
    numbers = {a for a in facts if a[0] == NUMBERS[0]}
    return facts - numbers, {(name, tuple(words)): Fraction(value) for _, (term, value) in numbers
                             for name, *words in [term.strip("()").split()]}
