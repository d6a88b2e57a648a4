"""Actions as rules over their parameters, and what can be done some day as ground operators."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from planner.engines.joint.agents import acting
from planner.engines.joint.deadline import Deadline
from planner.engines.joint.grounding.derived import Meanings
from planner.engines.joint.grounding.reach import Reach, Rule, picker
from planner.pddl import PDDLTask
from planner.pddl.conditions import TRUE, Atom, expand, guarded, joined
from planner.pddl.model import CHANGES, ActionSchema, Formula, rebuilt, within
from planner.pddl.normal_forms import condition_of, terms
from planner.plan import Step

TERMS = 20_000
"""Conjunctions that a condition is multiplied out to, at most."""
OBJECT = "@object"
"""Holds of every object."""
Literal = tuple[bool, Atom]
Variables = Mapping[str, Collection[str]]


@dataclass(frozen=True, slots=True)
class Effect:
    """A literal that comes true where all of ``condition`` holds (empty: always)."""

    condition: tuple[int, ...]
    literal: int


@dataclass(frozen=True, slots=True)
class Operator:
    """A ground action with one of the conjunctions under which it can be done.

    Literals are atom numbers from 1 on, negative for "does not hold".
    """

    action: Step
    agents: tuple[int, ...]
    needs: frozenset[int]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class _Part:
    """A conjunction as a rule, its literals, and what comes true or false where it holds."""

    rule: Rule
    needs: tuple[Literal, ...]
    effects: tuple[Literal, ...]


@dataclass
class Operators:
    """All atoms that can come true, and all operators that can be done, nothing being deleted.

    Derived atoms are not among them: they are written out, as ``meanings`` has them. ``examples``
    has an operator for each way in which one may look, but for its objects.
    """

    task: PDDLTask
    agents: Mapping[str, int]
    deadline: Deadline
    limit: int
    atoms: tuple[Atom, ...] = ()
    found: list[Operator] = field(default_factory=list)
    examples: dict[object, Operator] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Ground the task."""
        plain = expand(self.task)
        schemas = [one for a in plain.domain.actions.values() for one in _schemas(plain, a)]
        axioms = [part for k, a in enumerate(plain.domain.axioms) for part, in _schemas(
            plain, ActionSchema(f"axiom {k} of {a.predicate}", a.parameters, a.condition, (
                "atom", a.predicate, tuple(name for name, _ in a.parameters))))]
        facts = [*sorted(plain.problem.init), *((OBJECT, (name,)) for name in plain.objects)]
        reach = Reach([part.rule for parts in (*schemas, axioms) for part in parts], facts,
                      self.deadline, self.limit)
        own, derived = (sorted((name, words) for name in names & reach.atoms.keys()
                               for words in reach.atoms[name]) for names in (
            plain.domain.predicates.keys() - plain.domain.derived, plain.domain.derived))
        self.atoms = tuple(own)
        self.number = {atom: n for n, atom in enumerate((*own, *derived), start=1)}
        self.meanings = Meanings(self.number)
        for part in axioms:
            for _, needs, (head,) in self._filled(part, reach):
                self.meanings.bodies.setdefault(head, []).append(needs)
        for parts in schemas:
            self._add(parts, reach)
        self.found.sort(key=lambda o: (o.action.name, o.action.arguments, sorted(o.needs)))

    def _add(self, parts: tuple[_Part, ...], reach: Reach) -> None:
        """Add the operators of an action; the effects of its parts follow those of the first."""
        main, *others = parts
        more: dict[tuple[str, ...], list[Effect]] = {}
        for part in others:
            for words, needs, effects in self._filled(part, reach):
                more.setdefault(words[:len(main.rule.variables)], []).extend(
                    Effect(tuple(sorted(set(needs))), x) for x in effects)
        for words, needs, effects in self._filled(main, reach):
            step = Step(main.rule.about, words)
            agents = {self.agents[a] for a in acting(self.task.domain, self.agents, step)}
            known = effects_of([*(Effect((), x) for x in effects), *sorted((
                Effect(term, e.literal) for e in more.get(words, ())
                for term in self.meanings.terms(e.condition)),
                key=lambda e: (-e.literal, e.condition))])
            row = (*main.rule.constants, *words)
            for term in self.meanings.terms(needs):
                operator = Operator(step, tuple(sorted(agents)), frozenset(term), known)
                self.found.append(operator)
                shape = self._shape(operator) if others or self.meanings.bodies else (
                    main.rule.name, *map(row.index, row))
                self.examples.setdefault(shape, operator)

    def _filled(self, part: _Part, reach: Reach) -> Iterator[Any]:
        """Yield each instance of a rule, with its literals but for those that never hold."""
        rule, number = part.rule, self.number
        said = (*rule.constants, *rule.variables)
        needs, effects = ([(1 if sign else -1, name, picker([said.index(w) for w in words]))
                           for sign, (name, words) in some] for some in (part.needs, part.effects))
        for words in reach.atoms[rule.name]:
            row = rule.constants + words
            filled = ([sign * n for sign, name, pick in some
                       if (n := number.get((name, pick(row))))] for some in (needs, effects))
            yield (words, *filled)

    def _shape(self, operator: Operator) -> object:
        """Return what operators have in common that differ in nothing but the objects' names."""
        place: dict[str, int] = {}

        def said(literals: Iterable[int]) -> tuple[object, ...]:
            return tuple((x > 0, name, *(place.setdefault(w, len(place)) for w in words))
                         for x in literals for name, words in [self.atoms[abs(x) - 1]])

        return said(sorted(operator.needs)), tuple(
            (said(e.condition), said([e.literal])) for e in operator.effects)


def effects_of(effects: Collection[Effect]) -> tuple[Effect, ...]:
    """Return effects without those that others make idle: what is added is not deleted."""
    always = {e.literal for e in effects if e.literal > 0 and not e.condition}
    return tuple(dict.fromkeys(e for e in effects if abs(e.literal) not in always or (
        e.literal > 0 and not e.condition)))


def _schemas(task: PDDLTask, action: ActionSchema) -> Iterator[tuple[_Part, ...]]:
    """Yield an action under each conjunction, its conditional effects in parts of their own."""
    variables = {name: task.of_type(kinds) for name, kinds in action.parameters}
    together: dict[tuple[tuple[str, ...], Formula], list[Literal]] = {((), TRUE): []}
    owned: dict[str, Collection[str]] = {}
    for own, conditions, changes in guarded(action.effect):
        literals = [(sign, (atom[1], atom[2])) for sign, atom in (
            (False, c[1]) if c[0] == "not" else (True, c) for c in changes if c[0] not in CHANGES)]
        if literals:
            key = tuple(name for name, _ in own), joined("and", conditions)
            together.setdefault(key, []).extend(literals)
            owned |= {name: task.of_type(kinds) for name, kinds in own}
    plain, *others = together.items()
    for n, term in enumerate(_terms(action.precondition)):
        name = f"@{action.name} {n}"
        parts = [_part(name, action.name, variables, term, plain[1])]
        for (own_names, condition), literals in others:
            known = {**variables, **{own: owned[own] for own in own_names}}
            parts += [_part(f"{name} {len(parts) + k}", action.name, known, more, literals,
                            (name, tuple(variables)))
                      for k, more in enumerate(_terms(condition))]
        yield tuple(parts)


def _part(name: str, about: str, variables: Variables, term: Collection[Literal],
          effects: Sequence[Literal], within_: Atom | None = None) -> _Part:
    needs = tuple(literal for literal in term if literal[1][0] != "=")
    body = [*([within_] if within_ else ()), *(atom for sign, atom in needs if sign)]
    named = {word for _, words in body for word in words}
    body += [(OBJECT, (v,)) for v in variables if v not in named]
    same = tuple((sign, words[0], words[1]) for sign, (name, words) in term if name == "=")
    head = tuple(atom for sign, atom in effects if sign)
    words = dict.fromkeys(w for _, (_, words) in (*term, *effects) for w in words)
    constants = tuple(w for w in words if w not in variables)
    return _Part(Rule(name, about, variables, tuple(body), same, head, constants), needs,
                 tuple(effects))


def _terms(formula: Formula) -> list[tuple[Literal, ...]]:
    """Return conjunctions of literals, equalities among them, of which one has to hold."""
    named = _named(formula)
    atoms = list(dict.fromkeys(part[1:] for part in within(named) if part[0] == "atom"))
    number = {atom: n for n, atom in enumerate(atoms, start=1)}
    return [tuple((x > 0, atoms[abs(x) - 1]) for x in term)
            for term in terms(condition_of(named, number.get), TERMS, "a condition")]


def _named(formula: Formula) -> Formula:
    return ("atom", "=", formula[1:]) if formula[0] == "=" else rebuilt(formula, _named)
