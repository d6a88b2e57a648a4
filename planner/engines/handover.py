"""The text that an engine gets: printed from what was read, in the form the engine takes.

Engines differ in what trips them up: nested ``and``, sections in another order, a metric they do
not know, fractions as costs. None of this changes which plans exist or which of them is cheapest.

Where something is of one of several types, types become static facts: ``?x - (either a b)`` is
``?x`` with the precondition ``(is-a-or-b ?x)``, which holds of all objects of these types. Actions
keep their names, so a plan is one of the original task, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import lcm
from typing import NamedTuple

from planner.engines.registry import EngineSpec
from planner.pddl import PDDLTask, features
from planner.pddl.conditions import TRUE, expand, joined
from planner.pddl.features import FEATURES
from planner.pddl.model import COST, ActionSchema, Formula, Parameter, rebuilt, within
from planner.pddl.printer import without_costs


def hand_over(task: PDDLTask, spec: EngineSpec) -> tuple[PDDLTask, frozenset[str]]:
    """Return a task in the form an engine takes, and the features it still uses.

    Costs are multiplied until none is a fraction; functions and metric are left out where the
    engine does not mind costs. Quantified conditions and effects are written out over the objects
    where the features that it accepts are without these, and where one is over no objects: Fast
    Downward leaves a quantifier out if its variable stands nowhere.
    """
    asked = (*task.domain.conditions, *task.domain.effects, task.problem.goal)
    hollow = any(not task.of_type(kinds) for formula in asked for part in within(formula)
                 if part[0] in ("exists", "forall") for _, kinds in part[1])
    plain = task if "quantified-preconditions" in spec.accepts and not hollow else expand(
        task, effects=hollow or "universal-effects" not in spec.accepts)
    plain = _without_alternatives(plain)
    ready = _without_idle(replace(plain, domain=plain.domain.rebuilt(_flat), problem=replace(
        plain.problem, goal=_flat(plain.problem.goal))))
    lasting = "durative-actions" in features(task)
    if task.problem.metric is not None and task.problem.metric[1] == _TIME and not lasting:
        ready = replace(ready, problem=replace(ready.problem, metric=None))
    used = features(ready)
    words = {":strips", ":typing", *(FEATURES[name].requirement for name in used)} - {""}
    if not spec.costs:
        words.discard(":action-costs")
    if not used & _NUMBERS:
        ready = _whole_costs(ready) if spec.costs else replace(  # no other numbers are used
            ready, domain=replace(without_costs(ready.domain), functions={}),
            problem=replace(ready.problem, values={}, metric=None))
    ready = replace(ready, domain=replace(ready.domain, requirements=frozenset(words)))
    return _with_a_fact(ready), used


def _with_a_fact(task: PDDLTask) -> PDDLTask:
    """Ask for a fact that always holds where nothing is asked for: LPG takes no empty lists."""
    domain = task.domain
    name = "always-so"
    while name in domain.predicates or name in domain.functions:
        name += "-too"
    fact: Formula = ("atom", name, ())
    actions = {}
    for key, action in domain.actions.items():
        if action.durative is None:
            asked = fact if action.precondition == TRUE else action.precondition
            actions[key] = replace(action, precondition=asked)
        else:
            timed = action.durative.conditions or (("start", fact),)
            actions[key] = replace(action, durative=action.durative._replace(conditions=timed))
    start = task.problem.init | {(name, ())}
    return replace(
        task, problem=replace(task.problem, init=start),
        domain=replace(domain, actions=actions, predicates={**domain.predicates, name: ()}))


def _without_idle(task: PDDLTask) -> PDDLTask:
    """Leave out the actions that change nothing but the cost, which never falls."""
    if features(task) & _NUMBERS:
        return task
    bare = without_costs(task.domain).actions
    actions = {name: action for name, action in task.domain.actions.items()
               if _flat(bare[name].effect) != TRUE}
    return replace(task, domain=replace(task.domain, actions=actions))


_TIME: Formula = ("fluent", "total-time", ())
_NUMBERS = {"numeric", "durative-actions"}
"""Features with numbers that are more than costs."""


def _flat(formula: Formula) -> Formula:
    """Take conjunctions and ``when`` out of their like, and the ``and`` off a single part."""
    if formula[0] == "and":
        return joined("and", map(_flat, formula[1:]))
    whole = rebuilt(formula, _flat)
    if whole[0] != "when" or all(part[0] != "when" for part in within(whole[2])):
        return whole
    inner = whole[2][1:] if whole[2][0] == "and" else whole[2:]
    return joined("and", (
        ("when", joined("and", (whole[1], part[1])), part[2]) if part[0] == "when" else
        ("when", whole[1], part) for part in inner))


def _whole_costs(task: PDDLTask) -> PDDLTask:
    """Multiply all costs by the least number that leaves no fraction."""
    values, domain = task.problem.values, task.domain
    found = [*values.values(), *(part[2][1] for action in domain.actions.values()
                                 for part in within(action.effect)
                                 if part[0] == "increase" and part[2][0] == "number")]
    factor = lcm(*(value.denominator for value in found))
    if factor == 1:
        return task
    scaled: Mapping[tuple[str, tuple[str, ...]], Fraction] = {
        key: value * factor for key, value in values.items()}
    return replace(task, domain=domain.rebuilt(partial(_scaled, factor)),
                   problem=replace(task.problem, values=scaled))


def _scaled(factor: int, effect: Formula) -> Formula:
    if effect[0] == "increase" and effect[1] == COST and effect[2][0] == "number":
        return (*effect[:2], ("number", effect[2][1] * factor))
    return rebuilt(effect, partial(_scaled, factor))


Kinds = tuple[str, ...]


def _without_alternatives(task: PDDLTask) -> PDDLTask:
    """Return a task in which a type has two parents, or something two types, without types."""
    if "either" not in features(task):
        return task
    domain, problem = task.domain, task.problem
    facts = _Facts(set(domain.predicates), {})
    written = domain.rebuilt(facts.formula, partial(facts.formula, effect=True))
    actions = {name: _plain_action(action, facts) for name, action in written.actions.items()}
    axioms = tuple(replace(a, parameters=_plain(a.parameters), condition=facts.guarded(
        a.parameters, a.condition)) for a in written.axioms)
    goal = facts.formula(problem.goal)
    true = {(name, (thing,)) for kinds, name in facts.names.items()
            for thing in task.of_type(kinds)}
    plain = replace(
        domain, actions=actions, axioms=axioms, types={"object": ()},
        constants=dict(_plain(domain.constants.items())),
        predicates={**{n: _plain(p) for n, p in domain.predicates.items()},
                    **dict.fromkeys(facts.names.values(), _plain([("?x", ())]))},
        functions={n: _plain(p) for n, p in domain.functions.items()})
    return PDDLTask(plain, replace(
        problem, init=problem.init | true, goal=goal,
        objects=dict(_plain(problem.objects.items()))))


def _plain(names: Iterable[Parameter]) -> tuple[Parameter, ...]:
    return tuple((name, ("object",)) for name, _ in names)


class _Facts(NamedTuple):
    """The predicates that stand for types, made as they are needed."""

    taken: set[str]
    names: dict[Kinds, str]

    def atoms(self, parameters: Iterable[Parameter]) -> list[Formula]:
        """Return what says of which types parameters are."""
        return [("atom", self._name(kinds), (name,)) for name, kinds in parameters
                if kinds != ("object",)]

    def guarded(self, parameters: tuple[Parameter, ...], formula: Formula) -> Formula:
        """Return a condition together with what has to be said of its parameters."""
        atoms = self.atoms(parameters)
        return ("and", *atoms, formula) if atoms else formula

    def formula(self, formula: Formula, effect: bool = False) -> Formula:
        """Return a condition or effect whose quantifiers have plain variables."""
        head = formula[0]
        if head == "when":
            return (head, self.formula(formula[1]), self.formula(formula[2], effect))
        if head not in ("exists", "forall"):
            return rebuilt(formula, lambda part: self.formula(part, effect))
        inner = self.formula(formula[2], effect)
        atoms = self.atoms(formula[1])
        if atoms and head == "exists":
            inner = ("and", *atoms, inner)
        elif atoms:
            inner = ("when" if effect else "imply", ("and", *atoms), inner)
        return (head, _plain(formula[1]), inner)

    def _name(self, kinds: Kinds) -> str:
        if kinds not in self.names:
            name = f"is-{'-or-'.join(kinds)}"
            while name in self.taken:
                name += "-too"
            self.taken.add(name)
            self.names[kinds] = name
        return self.names[kinds]


def _plain_action(action: ActionSchema, facts: _Facts) -> ActionSchema:
    plain = replace(action, parameters=_plain(action.parameters))
    if action.durative is None:
        return replace(plain, precondition=facts.guarded(action.parameters, action.precondition))
    said = tuple(("start", atom) for atom in facts.atoms(action.parameters))
    return replace(plain, durative=action.durative._replace(
        conditions=said + action.durative.conditions))
