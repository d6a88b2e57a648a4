"""The text that an engine gets: printed from what was read, in the form the engine takes.

Engines differ in what trips them up: nested ``and``, sections in another order, a metric they do
not know, fractions as costs. None of this changes which plans exist or which of them is cheapest.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import lcm

from planner.engines.alternatives import without_alternatives
from planner.pddl import PDDLTask, features
from planner.pddl.conditions import TRUE, expand, joined
from planner.pddl.model import COST, Formula, rebuilt, within
from planner.pddl.printer import print_domain, print_problem, without_numbers

__all__ = ["Handover", "hand_over"]

_REQUIREMENTS = {
    "negative-preconditions": ":negative-preconditions",
    "disjunctive-preconditions": ":disjunctive-preconditions",
    "quantified-preconditions": ":quantified-preconditions",
    "conditional-effects": ":conditional-effects",
    "universal-effects": ":conditional-effects",
    "equality": ":equality",
    "derived-predicates": ":derived-predicates",
    "numeric": ":numeric-fluents",
    "action-costs": ":action-costs",
    "durative-actions": ":durative-actions",
    "duration-ranges": ":duration-inequalities",
    "timed-literals": ":timed-initial-literals",
}


@dataclass(frozen=True)
class Handover:
    """A task in the form an engine takes, the features it still uses, and its two texts."""

    task: PDDLTask
    used: frozenset[str]
    costs: bool

    @property
    def domain(self) -> str:
        """Return the domain's text."""
        return print_domain(self.task.domain, costs=self.costs)

    @property
    def problem(self) -> str:
        """Return the problem's text."""
        return print_problem(self.task, costs=self.costs)


def hand_over(
    task: PDDLTask, *, costs: bool, integers: bool, accepts: Collection[str]
) -> Handover:
    """Prepare a task for an engine.

    ``costs=False`` leaves functions and metric out; ``integers`` multiplies costs until none is a
    fraction. Quantified conditions and effects are written out over the objects where the features
    it ``accepts`` are without these.
    """
    plain = without_alternatives(task)
    if "quantified-preconditions" not in accepts:
        plain = expand(plain, effects="universal-effects" not in accepts)
    ready = _without_idle(replace(plain, domain=plain.domain.rebuilt(_flat), problem=replace(
        plain.problem, goal=_flat(plain.problem.goal))))
    lasting = "durative-actions" in features(task)
    if task.problem.metric is not None and task.problem.metric[1] == _TIME and not lasting:
        ready = replace(ready, problem=replace(ready.problem, metric=None))
    used = features(ready)
    if integers and not used & {"numeric", "durative-actions"}:
        ready = _whole_costs(ready)
    words = {":strips", ":typing", *(_REQUIREMENTS[f] for f in used if f in _REQUIREMENTS)}
    if not costs:
        words.discard(":action-costs")
    domain = replace(ready.domain, requirements=frozenset(words))
    numbers = costs or bool(used & {"numeric", "durative-actions"})
    return Handover(_with_a_fact(replace(ready, domain=domain)), used, numbers)


def _with_a_fact(task: PDDLTask) -> PDDLTask:
    """Ask for a fact that always holds where nothing is asked for: LPG takes no empty lists."""
    domain = task.domain
    name = "always-so"
    while name in domain.predicates or name in domain.functions:
        name += "-too"
    actions = {
        key: action if action.precondition != TRUE or action.durative
        else replace(action, precondition=("atom", name, ()))
        for key, action in domain.actions.items()
    }
    start = task.problem.init | {(name, ())}
    return replace(
        task, problem=replace(task.problem, init=start),
        domain=replace(domain, actions=actions, predicates={**domain.predicates, name: ()}))


def _without_idle(task: PDDLTask) -> PDDLTask:
    """Leave out the actions that change nothing but the cost, which never falls."""
    if features(task) & {"numeric", "durative-actions"}:
        return task
    actions = {name: action for name, action in task.domain.actions.items()
               if _flat(without_numbers(action.effect)) != TRUE}
    return replace(task, domain=replace(task.domain, actions=actions))


_TIME: Formula = ("fluent", "total-time", ())


def _flat(formula: Formula) -> Formula:
    """Take conjunctions out of conjunctions, and the ``and`` off a single part."""
    if formula[0] != "and":
        return rebuilt(formula, _flat)
    return joined("and", map(_flat, formula[1:]))


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
