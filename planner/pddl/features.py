"""Which features of PDDL a task uses, and which compilation would remove each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from planner.files import read_toml
from planner.pddl.conditions import guarded
from planner.pddl.model import CHANGES, COST, Formula, PDDLTask, within


class Feature(NamedTuple):
    """A feature with the words for a person and the compilation that removes it, if any.

    ``requirement`` is its keyword, ``operators`` are those of conditions that are it, and
    ``other_judge`` says what could judge it where neither judge here knows it.
    """

    name: str
    words: str
    removal: str = ""
    requirement: str = ""
    operators: Sequence[str] = ()
    other_judge: str = ""


FEATURES: dict[str, Feature] = {
    name: Feature(name, **row)
    for name, row in read_toml(Path(__file__).with_name("features.toml")).items()}
_OF_CONDITIONS = {head: f.name for f in FEATURES.values() for head in f.operators}


def features(task: PDDLTask) -> frozenset[str]:
    """Return the names of the features (keys of :data:`FEATURES`) that ``task`` really uses."""
    problem, domain = task.problem, task.domain
    timed = [a.durative for a in domain.actions.values() if a.durative]
    conditions, effects = [*domain.conditions, problem.goal], domain.effects
    found = {*_of_metric(problem.metric), *chain.from_iterable(map(_of_condition, conditions)),
             *chain.from_iterable(map(_of_effect, effects))}
    used = {"either": _alternatives(task, (*conditions, *effects)), "timed-literals": problem.timed,
            "trajectory-constraints": problem.constraints or domain.constraints,
            "derived-predicates": domain.axioms, "durative-actions": timed,
            "duration-ranges": any([op for op, _ in d.limits] != ["="] for d in timed)}
    found.update(name for name, there in used.items() if there)
    if found & {"numeric", "durative-actions", "timed-literals"} and _fraction((
            *problem.values.values(), problem.timed, conditions, effects,
            [d.limits for d in timed], problem.metric)):
        found.add("fractions")
    if "action-costs" in found and _odd_costs(task):
        found.add("state-dependent-costs")
    return frozenset(found)


def _alternatives(task: PDDLTask, formulas: Iterable[Formula]) -> bool:
    """Say whether something is of several types, variables of quantifiers included."""
    domain = task.domain
    bound = (part[1] for formula in formulas for part in within(formula)
             if part[0] in ("exists", "forall"))
    lists = chain(domain.predicates.values(), domain.functions.values(), bound,
                  (a.parameters for a in domain.actions.values()),
                  (a.parameters for a in domain.axioms))
    kinds = (kinds for parameters in lists for _, kinds in parameters)
    return any(len(k) > 1 for k in chain(kinds, domain.types.values(), task.objects.values()))


def _of_metric(metric: tuple[str, Formula] | None) -> Iterator[str]:
    if metric is None:
        return
    if metric[1][0] == "preference":
        yield "preferences"
    elif metric not in (("minimize", COST),
                        ("minimize", ("fluent", "total-time", ()))):
        yield "numeric"


def _odd_costs(task: PDDLTask) -> bool:
    """Say whether some cost is not a number or a function's value, or may be negative."""
    amounts = [a for action in task.domain.actions.values() for a in added_costs(action.effect)]
    read = {amount[1] for amount in amounts if amount[0] == "fluent"}
    odd = any(
        amount[0] not in ("number", "fluent") or amount == COST
        or (amount[0] == "number" and amount[1] < 0)
        for amount in amounts
    )
    values = task.problem.values
    return odd or any(name in read and value < 0 for (name, _), value in values.items())


def added_costs(effect: Formula) -> Iterator[Formula]:
    """Yield what is added to total-cost; ``("state",)`` where that is so in some cases only."""
    for variables, conditions, changes in guarded(effect):
        for change in changes:
            if change[0] == "increase" and change[1] == COST:
                yield ("state",) if variables or conditions else change[2]


def _fraction(part: object) -> bool:
    """Say whether some number in it is not whole."""
    if isinstance(part, tuple | list):
        return any(map(_fraction, part))
    return isinstance(part, Fraction) and part.denominator != 1


def _of_condition(formula: Formula) -> Iterator[str]:
    for part in within(formula):
        if part[0] == "not" and part[1][0] != "=":
            yield "negative-preconditions"
        elif part[0] not in ("and", "atom", "not"):
            yield _OF_CONDITIONS.get(part[0], "numeric")


def _of_effect(effect: Formula) -> Iterator[str]:
    for variables, conditions, changes in guarded(effect):
        if variables:
            yield "universal-effects"
        if conditions:
            yield "conditional-effects"
        yield from chain.from_iterable(map(_of_condition, conditions))
        for change in changes:
            if change[0] == "increase" and change[1] == COST:
                yield "action-costs"
            elif change[0] in CHANGES:
                yield "numeric"
            elif change[0] == "continuous":
                yield "continuous-effects"
