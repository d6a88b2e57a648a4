"""Rewards as costs: formulas keep their meaning, checks are exact, size stays polynomial."""

import random
from itertools import product

import pytest

from planner import compilation
from planner.compilation import compile_rewards
from planner.errors import LimitError
from planner.pddl import read_texts
from planner.pddl.conditions import Atom
from planner.pddl.model import Formula
from planner.pddl.normal_forms import TRUE, Condition, condition_of, disjuncts, negation, settled
from planner.pddl.printer import print_domain
from planner.problem import PlanningTask, Provenance, RewardedInvariant, SoftGoal

NUMBER: dict[Atom, int] = {(f"a{i}", ()): i + 1 for i in range(4)}
STATES = [frozenset(x if held else -x for x, held in zip(NUMBER.values(), values, strict=True))
          for values in product((False, True), repeat=4)]


def _random(rng: random.Random, depth: int) -> Formula:
    if depth == 0 or rng.random() < 0.2:
        atom: Formula = ("atom", *rng.choice(list(NUMBER)))
        return ("not", atom) if rng.random() < 0.4 else atom
    parts = [_random(rng, depth - 1) for _ in range(rng.randint(2, 3))]
    joined: Formula = ("and" if rng.random() < 0.5 else "or", *parts)
    return ("not", joined) if rng.random() < 0.2 else joined


def _true(condition: Condition, state: frozenset[int]) -> bool:
    return settled(condition, state) == TRUE


def _task(actions: str, goal: Formula, broken: Formula, objects: str = "",
          predicates: str = "(a0) (a1) (a2) (a3)") -> PlanningTask:
    task = read_texts(
        f"(define (domain d) (:requirements :adl) (:predicates {predicates}) {actions})",
        f"(define (problem p) (:domain d) (:objects {objects}) (:init) (:goal (and)))")
    return PlanningTask(task, (SoftGoal(goal, 5, Provenance("goal")),),
                        (RewardedInvariant(broken, 3, Provenance("rule")),))


def test_conditions_mean_what_the_formula_means() -> None:
    rng = random.Random(1)
    for _ in range(200):
        condition = condition_of(_random(rng, 3), NUMBER.get)
        half = frozenset(x if rng.random() < 0.5 else -x for x in rng.sample([1, 2, 3, 4], 2))
        for state in STATES:
            truth = _true(condition, state)
            assert _true(negation(condition), state) != truth
            for most in (1, 4, 64):
                assert any(_true(part, state) for part in disjuncts(condition, most)) == truth
            mixed = half | {x for x in state if -x not in half}
            assert _true(settled(condition, half), state) == _true(condition, mixed)


@pytest.mark.parametrize("most", [1, 64])
def test_an_action_is_barred_exactly_where_it_breaks(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every state that is not broken: possible without giving up, iff not broken after."""
    monkeypatch.setattr(compilation, "MOST_TERMS", most)
    rng = random.Random(2)
    checked = 0
    for _ in range(25):
        needed = rng.randrange(4)
        made = {n + 1 if rng.random() < 0.5 else -n - 1 for n in rng.sample(range(4), 2)}
        effects = " ".join(f"(a{x - 1})" if x > 0 else f"(not (a{-x - 1}))" for x in made)
        every = " ".join(f"(a{n})" for n in range(4))
        broken = _random(rng, 3)
        task = _task(f"(:action go :precondition (a{needed}) :effect (and {effects})) "
                     f"(:action other :effect (and {every}))", ("atom", "a0", ()), broken)
        compiled = compile_rewards(task).task.domain.actions["go"].precondition
        number: dict[Atom, int] = {**NUMBER, ("begun", ()): 5, ("given-up-0", ()): 6}
        needs, rule = condition_of(compiled, number.get), condition_of(broken, NUMBER.get)
        for state in STATES:
            if _true(rule, state) or needed + 1 not in state:
                continue
            checked += 1
            after = frozenset(made | {x for x in state if -x not in made})
            assert _true(needs, state | {5, -6}) == (not _true(rule, after))
    assert checked > 50


def test_things_that_stay_together_are_compiled_without_multiplying_out() -> None:
    """Ten places for two things: 4^10 terms as a normal form, 80 literals as they are."""
    atoms: list[Formula] = [("atom", f"b{n}", ()) for n in range(40)]
    together: Formula = ("or", *(("and", ("or", a, b), ("or", c, d))
                                 for a, b, c, d in zip(*[iter(atoms)] * 4, strict=True)))
    named = " ".join(f"(b{n})" for n in range(40))
    task = _task(f"(:action go :effect (not (b0))) (:action other :effect (and {named}))",
                 atoms[0], ("not", together), predicates=named)
    assert len(print_domain(compile_rewards(task).task.domain)) < 20_000


def _many(count: int, parameters: int, needs: str = "(and)") -> PlanningTask:
    names = [f"?x{i}" for i in range(parameters)]
    return _task(f"(:action see :parameters ({' '.join(names)}) :precondition {needs} "
                 ":effect (seen ?x0))", ("and",), ("or",),
                 " ".join(f"o{i}" for i in range(count)), "(seen ?x)")


def test_an_explosion_is_named_in_numbers() -> None:
    with pytest.raises(LimitError, match=r"\d,\d+ of them are instances of 'see'"):
        compile_rewards(_many(30, 4))


def test_static_facts_are_used_as_soon_as_they_can_be() -> None:
    """Five equal parameters of 30 objects: 30 ground actions out of 24 million bindings."""
    same = " ".join(f"(= ?x{i} ?x{i + 1})" for i in range(4))
    originals = compile_rewards(_many(30, 5, f"(and {same})")).originals
    assert len(set(originals.values())) == 30


def test_an_action_that_can_be_done_in_two_ways_is_two_actions() -> None:
    task = _task("(:action go :precondition (or (a1) (not (a2))) :effect (a0)) "
                 "(:action other :effect (and (a1) (a2)))", ("atom", "a0", ()), ("or",))
    originals = compile_rewards(task).originals
    assert [originals[name] for name in ("go", "go-too", "first-go")] == [("go", ())] * 3
