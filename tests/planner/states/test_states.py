"""States: what the independent simulator says, asked another way."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

import planner
from planner.errors import UsageError
from planner.pddl import PDDLTask, read_domain, read_problem, read_task
from planner.pddl.conditions import State as Simulated
from planner.pddl.simulate import advance
from planner.plan import Step
from planner.states import Task

ROOT = Path(planner.__file__).parents[1]
CORPUS = sorted((ROOT / "domains/pddl/suites/corpus").glob("*/p*.pddl"))
ROOMS = """(define (domain rooms) (:requirements :adl :typing) (:types room thing)
  (:predicates (at ?r - room) (way ?a ?b - room) (in ?t - thing ?r - room) (lit ?r - room)
    (held ?t - thing) (dark))
  (:action go :parameters (?a ?b - room)
    :precondition (and (at ?a) (or (way ?a ?b) (way ?b ?a)) (not (= ?a ?b)))
    :effect (and (not (at ?a)) (at ?b) (when (lit ?b) (not (dark))) (when (not (lit ?b)) (dark))))
  (:action take :parameters (?t - thing ?r - room)
    :precondition (and (at ?r) (in ?t ?r) (not (exists (?o - thing) (held ?o))))
    :effect (and (not (in ?t ?r)) (held ?t)))
  (:action drop :parameters (?t - thing ?r - room) :precondition (and (at ?r) (held ?t))
    :effect (and (in ?t ?r) (not (held ?t))))
  (:action switch :parameters (?r - room) :precondition (at ?r)
    :effect (and (forall (?o - room) (when (way ?r ?o) (lit ?o))) (not (lit ?r))))
  (:action wait :parameters () :precondition (dark) :effect ()))"""


def drawn(seed: int) -> PDDLTask:
    """Return a small problem of the domain with every kind of condition and effect."""
    rng = random.Random(seed)
    rooms, things = [f"r{k}" for k in range(rng.randint(2, 4))], ["t1", "t2"]
    facts = [f"(way {rng.choice(rooms[:k])} {rooms[k]})" for k in range(1, len(rooms))]
    facts += [f"(in {t} {rng.choice(rooms)})" for t in things]
    facts += [f"(lit {r})" for r in rooms if rng.random() < 0.5] + ["(at r0)"]
    text = (f"(define (problem p) (:domain rooms) (:objects {' '.join(rooms)} - room t1 t2 - thing)"
            f"(:init {' '.join(facts)}) (:goal (and (in t1 {rooms[-1]}) (not (dark)))))")
    domain = read_domain(ROOMS)
    problem = read_problem(text, "p", domain)
    return PDDLTask(domain, problem, {**domain.constants, **problem.objects})


def calls(task: PDDLTask) -> list[Step]:
    return [Step(name, words) for name, a in task.domain.actions.items()
            for words in product(*(task.of_type(kinds) for _, kinds in a.parameters))]


@pytest.mark.parametrize("seed", range(12))
def test_random_walks_agree_with_the_simulator_in_every_action(seed: int) -> None:
    task, rng = drawn(seed), random.Random(seed)
    state = Task(task).state(task.problem.init)
    for _ in range(25):
        simulated = {step: advance(task, Simulated(state.atoms, {}), step)[0]
                     for step in calls(task)}
        can = {step for step, after in simulated.items() if after is not None}
        assert set(state.applicable()) == can
        for step in can:
            after = simulated[step]
            assert after is not None
            assert state.successor(step).atoms == after.atoms
        state = state.successor(rng.choice(sorted(can, key=str)))


@pytest.mark.parametrize("path", CORPUS[::6], ids=lambda p: p.parent.name)
def test_walks_through_the_corpus_agree_with_the_simulator(path: Path) -> None:
    task = read_task(path.with_name("domain.pddl"), path)
    try:
        known = Task(task)
    except UsageError as refused:
        pytest.skip(str(refused))
    state, rng = known.state(task.problem.init), random.Random(0)
    for _ in range(20):
        can = state.applicable()
        for step in rng.sample(sorted(known.by_step, key=str), min(8, len(known.by_step))):
            after, _ = advance(task, Simulated(state.atoms, dict(task.problem.values)), step)
            assert (after is not None) == (step in can)
            assert after is None or after.atoms == state.successor(step).atoms
        state = state.successor(rng.choice(can)) if can else known.state(task.problem.init)


@pytest.mark.parametrize("seed", range(6))
def test_estimates_bound_and_landmarks_are_passed_by_every_shortest_plan(seed: int) -> None:
    task = drawn(seed)
    start = Task(task).state(task.problem.init)
    layers, seen = [[start]], {start: (start, None)}
    while not any(s.reached for s in layers[-1]) and layers[-1]:
        layers.append([])
        for state in layers[-2]:
            for step in state.applicable():
                after = state.successor(step)
                if after not in seen:
                    seen[after] = (state, step)  # type: ignore[assignment]
                    layers[-1].append(after)
    ends = [s for s in layers[-1] if s.reached]
    if not ends:
        return
    assert start.distance("max") <= len(layers) - 1 <= len(start.plan() or ())
    for state in ends:
        path = [state]
        while path[-1] != start:
            path.append(seen[path[-1]][0])
        for atom in start.landmarks():
            assert any(atom in s.atoms for s in path)
        assert not any(one != other and start.mutex(one, other)
                       for s in path for one in s.atoms for other in s.atoms)


def test_a_plan_is_justified_action_by_action() -> None:
    start = next(s for task in map(drawn, range(20))
                 if not (s := Task(task).state(task.problem.init)).reached
                 and s.relaxed_plan() is not None)
    plan = start.plan()
    assert plan
    told = start.justify(plan)
    assert [step for step, _ in told] == list(plan)
    assert told[-1][1] == "needed for the goal"
    end = start.after(plan)
    idle = next(step for step in end.applicable() if end.successor(step).reached)
    assert start.justify([*plan, idle])[-1] == (idle, "")
    with pytest.raises(UsageError, match="does not reach the goal"):
        start.justify(plan[:1])


def test_wrong_questions_are_named() -> None:
    start = Task(drawn(0)).state(drawn(0).problem.init)
    with pytest.raises(UsageError, match="cannot be done here"):
        start.successor("(drop t1 r0)")
    with pytest.raises(UsageError, match="no action of this task"):
        start.successor("(fly)")
    with pytest.raises(UsageError, match="there are ff"):
        start.distance("blind")
    with pytest.raises(UsageError, match="can never hold"):
        start.of.state([("at", ("moon",))])
