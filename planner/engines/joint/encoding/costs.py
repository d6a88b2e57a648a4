"""Costs come second: the cheapest of the plans of a length, by weighted MaxSAT (RC2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from planner.engines.joint.check import problems
from planner.engines.joint.deadline import Deadline, ended
from planner.engines.joint.encoding.horizons import SOLVER, Horizons
from planner.engines.joint.plan import JointPlan
from planner.pddl import Domain
from planner.pddl.conditions import Atom, State, Undefined, number
from planner.pddl.features import added_costs
from planner.plan import Step

CONFLICTS = 20_000
"""Of the search for the cheapest plan."""
Price = Callable[[Step], Fraction]


def price_of(domain: Domain, values: Mapping[Atom, Fraction], init: Collection[Atom]
             ) -> Price | None:
    """Return what each action costs, by tables that never change.

    None where no action costs anything, or a cost depends on more than the action.
    """
    added = {name: list(added_costs(action.effect)) for name, action in domain.actions.items()}
    if any(("state",) in amounts for amounts in added.values()) or not any(added.values()):
        return None
    start = State(frozenset(init), values)

    def price(step: Step) -> Fraction:
        binding = domain.actions[step.name].bound(step.arguments)
        try:
            return sum((number(start, amount, binding) for amount in added[step.name]), Fraction(0))
        except Undefined:
            return Fraction(0)

    return price


def cost_of(plan: JointPlan, price: Price) -> Fraction:
    """Return what all actions of a plan cost."""
    return sum((price(action) for step in plan.steps for action in step), Fraction(0))


def cheapest(
    horizons: Horizons, plan: JointPlan, price: Price, deadline: Deadline
) -> tuple[JointPlan, bool]:
    """Return the cheapest plan of as many steps, and whether it is proven to be.

    ``horizons`` have found a plan of that length, which is returned at the ``deadline`` and where
    more than ``CONFLICTS`` are needed.
    """
    from pysat.examples.rc2 import RC2Stratified

    formula = _formula(horizons, len(plan), price)
    if not formula.soft:
        return plan, True
    with RC2Stratified(formula, solver=SOLVER) as search:
        search.oracle.conf_budget(CONFLICTS)
        with ended(search.interrupt, deadline):
            proven = search.compute(expect_interrupt=True) is not None
        if search.model is None:
            return plan, False
        horizons.found = search.model
    found = replace(plan, steps=horizons.plan(len(plan)))
    if problems(found.task, found.steps, found.agents) or cost_of(found, price) > (
            cost_of(plan, price)):
        return plan, False
    return found, proven


def _formula(horizons: Horizons, steps: int, price: Price) -> Any:
    """Return the unrolled model with what each move costs as weights."""
    from pysat.formula import WCNF

    template, model = horizons.template, horizons.model
    costs = {action: price(action) for move in model.moves for action in move.actions()}
    scale = lcm(*(cost.denominator for cost in costs.values()))
    whole = {action: int(cost * scale) for action, cost in costs.items()}
    least = gcd(*whole.values()) or 1
    formula, fresh = WCNF(), template.size * (steps + 1)
    for layer in range(steps + 1):
        formula.extend(template.clauses(layer, step=False))
        formula.extend(template.clauses(layer, step=True) if layer < steps else [])
    formula.extend([[n if atom in model.true else -n] for atom, n in template.value.items()])
    formula.append([template.at(template.goal, steps)])
    for k, move in enumerate(model.moves):
        base = min(whole[action] for action in move.actions())
        for x, layer in ((template.at(template.move + k, n), n) for n in range(steps)):
            if base:
                formula.append([-x], weight=base // least)
            for source, action in move.sources:
                if whole[action] > base:
                    fresh += 1
                    formula.append([-x, -template.at(template.value[source], layer), fresh])
                    formula.append([-fresh], weight=(whole[action] - base) // least)
    return formula
