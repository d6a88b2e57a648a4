"""PDDL as data: what the judges and the feature check work on.

Formulas and effects are nested tuples whose first item is the operator:

``("atom", predicate, arguments)`` · ``("=", a, b)`` · ``("not", f)`` · ``("and", f…)`` ·
``("or", f…)`` · ``("imply", f, g)`` · ``("exists"|"forall", ((name, types)…), f)`` ·
``(">="|"<="|">"|"<"|"num=", x, y)``; effects add ``("when", f, e)`` and
``("increase"|"decrease"|"assign", fluent, x)``. Numbers are
``("number", value)`` (a :class:`~fractions.Fraction`), ``("fluent", name, arguments)`` or
``("+"|"-"|"*"|"/", x…)``. Variables start with ``?``. ``("preference", name, f)`` is read so
that it can be named; nothing here gives it a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from planner.errors import PlannerError, SourceError
from planner.pddl.sexp import Source

Formula = tuple[Any, ...]
Parameter = tuple[str, tuple[str, ...]]
"""Name and the alternative types (``either``)."""


_WHOLE = frozenset({"atom", "fluent", "number", "=", "continuous"})
_NAMED = frozenset({"exists", "forall", "preference"})


def parts(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas, effects and expressions that stand directly in one."""
    head = formula[0]
    return () if head in _WHOLE else formula[2:] if head in _NAMED else formula[1:]


def within(formula: Formula) -> Iterator[Formula]:
    """Yield a formula, and all that stand in it."""
    yield formula
    for part in parts(formula):
        yield from within(part)


def conjuncts(*formulas: Formula) -> Iterator[Formula]:
    """Yield formulas, of conjunctions their parts."""
    for formula in formulas:
        if formula[0] == "and":
            yield from conjuncts(*formula[1:])
        else:
            yield formula


def objects_in(formula: Formula) -> set[str]:
    """Return the objects and variables that the atoms of a formula name."""
    return {word for part in within(formula) if part[0] == "atom" for word in part[2]}


def rebuilt(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """Return a formula with a change made to each that stands directly in it."""
    inside = parts(formula)
    return (*formula[:len(formula) - len(inside)], *map(change, inside))


CHANGES = ("increase", "decrease", "assign")
COST: Formula = ("fluent", "total-cost", ())
"""What actions cost so far."""
DURATION = "?duration"
"""The number of a durative action's own duration, as a fluent without arguments."""
Timed = tuple[str, Formula]
"""``start``, ``all`` or ``end``, and the condition or effect of that time."""


def _literals(effect: Formula, sign: bool) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    if effect[0] == "atom":
        yield sign, effect[1], effect[2]
    for part in effect[2:] if effect[0] == "when" else parts(effect):
        yield from _literals(part, sign is (effect[0] != "not"))


class Durative(NamedTuple):
    """What a durative action says: limits ``=``, ``<=``, ``>=`` of its duration, and its parts.

    What changes while time passes is an effect of the time ``all``: read so that it can be named.
    """

    limits: tuple[tuple[str, Formula], ...]
    conditions: tuple[Timed, ...]
    effects: tuple[Timed, ...]


@dataclass(frozen=True)
class ActionSchema:
    """A lifted action; a durative one has nothing in ``precondition`` and ``effect``.

    ``agent`` is the parameter that acts, where MA-PDDL says which.
    """

    name: str
    parameters: tuple[Parameter, ...]
    precondition: Formula
    effect: Formula
    durative: Durative | None = None
    agent: str = ""

    def bound(self, objects: Sequence[str]) -> dict[str, str]:
        """Return the objects of a call by the names of the parameters."""
        return dict(zip((name for name, _ in self.parameters), objects, strict=True))

    @property
    def conditions(self) -> list[Formula]:
        """Return the conditions of all times."""
        timed = self.durative.conditions if self.durative else ()
        return [self.precondition, *(condition for _, condition in timed)]

    @property
    def effects(self) -> list[Formula]:
        """Return the effects of all times."""
        timed = self.durative.effects if self.durative else ()
        return [self.effect, *(effect for _, effect in timed)]

    @property
    def literals(self) -> list[tuple[bool, str, tuple[str, ...]]]:
        """Return sign, predicate and arguments of all literals of the effects."""
        return [literal for effect in self.effects for literal in _literals(effect, True)]


@dataclass(frozen=True)
class Axiom:
    """A rule for a derived predicate: it holds of ``parameters`` where ``condition`` does.

    ``offset`` is its place in the domain text.
    """

    predicate: str
    parameters: tuple[Parameter, ...]
    condition: Formula
    offset: int = field(compare=False)


@dataclass(frozen=True)
class Domain:
    """A PDDL domain; ``types`` maps each type to its parents (``object`` at the root)."""

    name: str
    source: Source
    requirements: frozenset[str]
    types: Mapping[str, tuple[str, ...]]
    constants: Mapping[str, tuple[str, ...]]
    predicates: Mapping[str, tuple[Parameter, ...]]
    functions: Mapping[str, tuple[Parameter, ...]]
    actions: Mapping[str, ActionSchema]
    axioms: tuple[Axiom, ...] = ()
    constraints: bool = False

    @cached_property
    def derived(self) -> frozenset[str]:
        """Return the predicates that axioms define."""
        return frozenset(axiom.predicate for axiom in self.axioms)

    @property
    def conditions(self) -> list[Formula]:
        """Return the conditions of axioms and actions."""
        return [*(axiom.condition for axiom in self.axioms),
                *(part for action in self.actions.values() for part in action.conditions)]

    @property
    def effects(self) -> list[Formula]:
        """Return the effects of actions."""
        return [part for action in self.actions.values() for part in action.effects]

    @cached_property
    def changed(self) -> frozenset[str]:
        """Return the predicates that actions change."""
        return frozenset(name for a in self.actions.values() for _, name, _ in a.literals)

    def rebuilt(self, change: Callable[[Formula], Formula],
                effects: Callable[[Formula], Formula] | None = None) -> Domain:
        """Return the domain with a change made to every condition, and it or another to effects."""
        other = effects or change

        def timed(many: tuple[Timed, ...], how: Callable[[Formula], Formula]) -> tuple[Timed, ...]:
            return tuple((time, how(part)) for time, part in many)

        actions = {name: replace(
            a, precondition=change(a.precondition), effect=other(a.effect),
            durative=a.durative and Durative(
                a.durative.limits, timed(a.durative.conditions, change),
                timed(a.durative.effects, other)))
            for name, a in self.actions.items()}
        axioms = tuple(replace(axiom, condition=change(axiom.condition)) for axiom in self.axioms)
        return replace(self, actions=actions, axioms=axioms)

    def is_a(self, kind: str, wanted: tuple[str, ...]) -> bool:
        """Say whether type ``kind`` is one of ``wanted`` or below it."""
        return "object" in wanted or reaches(self.types, (kind,), wanted)


def reaches(parents: Mapping[str, tuple[str, ...]], kinds: Iterable[str], wanted: Collection[str]
            ) -> bool:
    """Say whether one of some types, or of their ancestors below ``object``, is wanted."""
    seen: set[str] = set()
    waiting = [*kinds]
    while waiting:
        current = waiting.pop()
        if current in wanted:
            return True
        if current not in seen and current != "object":
            seen.add(current)
            waiting += parents.get(current, ())
    return False


def joined(first: Domain, second: Domain) -> Domain:
    """Return a domain with the types, predicates and actions of both; the name is the first's.

    Raises :class:`PlannerError` where both declare a name and mean different things by it.
    """
    for here, there in ((first.types, second.types), (first.constants, second.constants),
                        (first.functions, second.functions), (first.actions, second.actions),
                        (_shapes(first), _shapes(second))):
        for name in here.keys() & there.keys():
            if here[name] != there[name]:
                raise PlannerError(f"domains {first.name!r} and {second.name!r} mean different "
                                   f"things by {name!r}")
    return replace(
        first, requirements=first.requirements | second.requirements,
        types={**first.types, **second.types}, constants={**first.constants, **second.constants},
        predicates={**second.predicates, **first.predicates},
        functions={**first.functions, **second.functions},
        actions={**first.actions, **second.actions}, axioms=first.axioms + second.axioms,
        constraints=first.constraints or second.constraints)


def _shapes(domain: Domain) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {name: tuple(kinds for _, kinds in parameters)
            for name, parameters in domain.predicates.items()}


@dataclass(frozen=True)
class Problem:
    """A PDDL problem; ``metric`` is ``("minimize"|"maximize", expression)`` or None.

    ``timed`` are the initial literals that come true or false later. ``total-time`` in the metric
    is a fluent that nothing declares: without durative actions it is the number of steps
    (PDDL 2.1).
    """

    name: str
    source: Source
    objects: Mapping[str, tuple[str, ...]]
    init: frozenset[tuple[str, tuple[str, ...]]]
    values: Mapping[tuple[str, tuple[str, ...]], Fraction]
    goal: Formula
    metric: tuple[str, Formula] | None = None
    timed: tuple[tuple[Fraction, Formula], ...] = ()
    constraints: bool = False


@dataclass(frozen=True)
class PDDLTask:
    """A domain with one of its problems."""

    domain: Domain
    problem: Problem

    @cached_property
    def objects(self) -> Mapping[str, tuple[str, ...]]:
        """Return the objects and the domain's constants with their types."""
        return {**self.domain.constants, **self.problem.objects}

    @property
    def notes(self) -> tuple[SourceError, ...]:
        """Return what was read though PDDL does not allow it."""
        return (*self.domain.source.notes, *self.problem.source.notes)

    @property
    def standard(self) -> bool:
        """Say whether the texts are PDDL that others read, too."""
        return not self.notes and not any(a.agent for a in self.domain.actions.values())

    @cached_property
    def _members(self) -> dict[tuple[str, ...], dict[str, None]]:
        return {}

    def of_type(self, types: tuple[str, ...]) -> Mapping[str, None]:
        """Return all objects and constants of one of the given types, in file order."""
        if types not in self._members:
            self._members[types] = {
                name: None
                for name, kinds in self.objects.items()
                if any(self.domain.is_a(kind, types) for kind in kinds)
            }
        return self._members[types]


def task_of(
    domain: Domain, objects: Mapping[str, tuple[str, ...]],
    init: Collection[tuple[str, tuple[str, ...]]] = (), goal: Formula = ("and",),
) -> PDDLTask:
    """Return a task of a domain; ``objects`` without the domain's constants."""
    return PDDLTask(domain, Problem("task", Source("task", ""), objects, frozenset(init), {}, goal))
