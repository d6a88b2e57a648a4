"""Rewards as costs: formulas keep their meaning, checks are exact, size stays polynomial."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from unified_planning.model import Fluent, InstantaneousAction, Object, Problem
from unified_planning.shortcuts import BoolType, UserType

from planner.compilation import compile_rewards, grounding, rewards
from planner.compilation.formulas import TRUE, Formula, disjuncts, formula_of, negation, settled
from planner.errors import LimitError
from planner.problem import PlanningTask, Provenance, RewardedInvariant, SoftGoal


def _atoms(problem: Problem, count: int) -> list[Any]:
    fluents = [Fluent(f"a{i}") for i in range(count)]
    for fluent in fluents:
        problem.add_fluent(fluent, default_initial_value=False)
    return [fluent() for fluent in fluents]


def _random(rng: random.Random, atoms: list[Any], depth: int) -> Any:
    manager = atoms[0].environment.expression_manager
    if depth == 0 or rng.random() < 0.2:
        atom = rng.choice(atoms)
        return manager.Not(atom) if rng.random() < 0.4 else atom
    parts = [_random(rng, atoms, depth - 1) for _ in range(rng.randint(2, 3))]
    joined = manager.And(parts) if rng.random() < 0.5 else manager.Or(parts)
    return manager.Not(joined) if rng.random() < 0.2 else joined


def _true(formula: Formula, state: dict[Any, bool]) -> bool:
    return settled(formula, state) == TRUE


def test_formulas_mean_what_the_condition_means() -> None:
    rng = random.Random(1)
    atoms = _atoms(Problem("p"), 4)
    for _ in range(200):
        formula = formula_of(_random(rng, atoms, 3))
        half = {a: rng.random() < 0.5 for a in rng.sample(atoms, 2)}
        for values in product((False, True), repeat=4):
            state = dict(zip(atoms, values, strict=True))
            truth = _true(formula, state)
            assert _true(negation(formula), state) != truth
            for most in (1, 4, 64):
                assert any(_true(part, state) for part in disjuncts(formula, most)) == truth
            assert _true(settled(formula, half), {**state, **half}) == _true(
                formula, {**state, **half})


@pytest.mark.parametrize("most", [1, 64])
def test_an_action_is_barred_exactly_where_it_breaks(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every state that is not broken: possible without giving up, iff not broken after."""
    monkeypatch.setattr(rewards, "MOST_TERMS", most)
    rng = random.Random(2)
    checked = 0
    for _ in range(60):
        problem = Problem("p")
        atoms = _atoms(problem, 4)
        action = InstantaneousAction("go")
        action.add_precondition(rng.choice(atoms))
        for atom in rng.sample(atoms, 2):
            action.add_effect(atom, rng.random() < 0.5)
        other = InstantaneousAction("other")  # so that no atom is a static fact
        for atom in atoms:
            other.add_effect(atom, True)
        problem.add_actions([action, other])
        broken = _random(rng, atoms, 3)
        task = PlanningTask(problem, (SoftGoal(atoms[0], 5, Provenance("goal")),),
                            (RewardedInvariant(broken, 3, Provenance("rule")),))
        compiled = compile_rewards(task).problem
        needs = formula_of(compiled.environment.expression_manager.And(
            compiled.action("go").preconditions))
        made = {e.fluent: e.value.is_true() for e in action.effects}
        (start,) = action.preconditions
        rule = formula_of(broken)
        flags = {compiled.fluent("begun")(): True, compiled.fluent("given-up-0")(): False}
        for values in product((False, True), repeat=4):
            state = dict(zip(atoms, values, strict=True))
            if _true(rule, state) or not state[start]:
                continue
            checked += 1
            assert _true(needs, {**state, **flags}) == (not _true(rule, {**state, **made}))
    assert checked > 150


def test_things_that_stay_together_are_compiled_without_multiplying_out() -> None:
    """Ten places for two things: 4^10 terms as a normal form, 80 literals as they are."""
    problem = Problem("p")
    atoms = _atoms(problem, 40)
    manager = problem.environment.expression_manager
    together = manager.Or([manager.And(manager.Or(a, b), manager.Or(c, d))
                           for a, b, c, d in zip(*[iter(atoms)] * 4, strict=True)])
    action = InstantaneousAction("go")
    action.add_effect(atoms[0], False)
    problem.add_action(action)
    task = PlanningTask(problem, (SoftGoal(atoms[0], 5, Provenance("goal")),),
                        (RewardedInvariant(manager.Not(together), 3, Provenance("rule")),))
    assert len(str(compile_rewards(task).problem)) < 20_000


def _many(count: int, parameters: int) -> PlanningTask:
    problem, kind = Problem("p"), UserType("thing")
    seen = Fluent("seen", BoolType(), x=kind)
    problem.add_fluent(seen, default_initial_value=False)
    problem.add_objects([Object(f"o{i}", kind) for i in range(count)])
    action = InstantaneousAction("see", **{f"x{i}": kind for i in range(parameters)})
    action.add_effect(seen(action.parameter("x0")), True)
    problem.add_action(action)
    return PlanningTask(problem, (), ())


def test_an_explosion_is_named_in_numbers() -> None:
    with pytest.raises(LimitError, match=r"action see: 30 x 30 x 30 x 30 = 810,000 bindings"):
        compile_rewards(_many(30, 4))


def test_static_facts_are_used_as_soon_as_they_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five equal parameters of 30 objects: 30 ground actions out of 24 million bindings."""
    task = _many(30, 5)
    (action,) = task.problem.actions
    manager = task.problem.environment.expression_manager
    for one, other in zip(action.parameters, action.parameters[1:], strict=False):
        action.add_precondition(manager.Equals(one, other))
    monkeypatch.setattr(grounding, "MOST_BINDINGS", 5_000)
    assert len(grounding.ground_actions(task.problem)[0]) == 30
