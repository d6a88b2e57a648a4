"""Engines' answers become the right status, whatever their way of giving them."""

from itertools import compress, product
from pathlib import Path

import pytest

from planner.cli.solve_jobs import Request, solve_source
from planner.engines import ENGINES, Limits, Outcome, Status
from planner.engines.handover import hand_over
from planner.engines.registry import EngineSpec, engine
from planner.engines.solve import solve_task
from planner.errors import MissingError
from planner.pddl import PDDLTask, features, read_texts
from planner.pddl.conditions import State, expand, holds
from planner.pddl.printer import print_domain
from planner.pddl.simulate import apply_effects
from planner.sandbox import Execution
from planner.solving import SolveOptions

HEAD = "(define (domain d) (:predicates (p) (g) (at ?x) (seen ?x)) (:functions (n)) "


def task(actions: str, rest: str) -> PDDLTask:
    return read_texts(f"{HEAD}{actions})", f"(define (problem x) (:domain d) {rest})")


def solve(given: PDDLTask, name: str, optimal: bool = False) -> Outcome:
    """Solve with an engine that is installed, or skip."""
    trouble = "" if name == "auto" else engine(name).missing()
    if trouble:
        pytest.skip(trouble)
    return solve_task(given, engine=name, limits=Limits(20, 3000),
                      options=SolveOptions(optimal=optimal))


GO = "(:action go :parameters () :precondition (and (and (p)) (and (and))) :effect (and (and (g))))"
EVERY = ("(:action go :parameters () :precondition (forall (?x) (at ?x)) :effect (g))"
         "(:action put :parameters (?x) :effect (at ?x))")


@pytest.mark.parametrize("name", ["fast-downward", "auto"])
def test_a_time_limit_is_told_apart(name: str) -> None:
    outcome = solve_task(task(GO, "(:init (p)) (:goal (g))"), engine=name,
                         limits=Limits(0.02, 3000))
    assert (outcome.status, outcome.plan) == (Status.TIMEOUT, None)


def test_auto_names_what_to_install_where_it_has_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineSpec, "version", lambda spec: "")
    with pytest.raises(MissingError, match=r"pip install up-fast-downward; .*pip install up-lpg"):
        solve_task(task(GO, "(:init (p)) (:goal (g))"), engine="auto")


@pytest.mark.parametrize("name", ["fast-downward", "pyperplan", "lpg"])
def test_nested_conjunctions_are_dissolved(name: str) -> None:
    outcome = solve(task(GO, "(:init (p)) (:goal (and (and (g))))"), name)
    assert (outcome.status, outcome.cost) == (Status.SOLVED_SATISFICING, 1)


@pytest.mark.parametrize(("condition", "status"), [
    ("(forall (?x - thing) (or))", Status.SOLVED_SATISFICING),
    ("(not (exists (?x - thing) (and)))", Status.SOLVED_SATISFICING),
    ("(exists (?x - thing) (and))", Status.UNSOLVABLE_PROVEN)])
def test_quantifiers_over_no_objects_are_decided(condition: str, status: Status) -> None:
    given = read_texts(
        "(define (domain d) (:types thing place) (:constants a - place) (:predicates (g)) (:action "
        f"go :parameters () :precondition {condition} :effect (g)))",
        "(define (problem x) (:domain d) (:init) (:goal (g)))")
    assert solve(given, "fast-downward").status is status


@pytest.mark.parametrize(("name", "action"), [
    ("enhsp", "(:action go :parameters (?x) :precondition (and (>= (n) 1) (forall (?y) (imply "
              "(at ?y) (= ?x ?y)))) :effect (forall (?y) (seen ?y)))"),
    ("lpg", "(:durative-action b :parameters () :duration (= ?duration 1) :effect (at end (p)))"
            "(:action go :parameters () :effect (forall (?y) (seen ?y)))"),
    ("aries", "(:durative-action go :parameters (?x) :duration (= ?duration 0) :condition (at start"
              " (exists (?y) (and (at ?y) (not (= ?x ?y))))) :effect (forall (?y) (at end (seen ?y"
              "))))"),
])
def test_quantifiers_may_stand_beside_numbers_and_time(name: str, action: str) -> None:
    outcome = solve(task(action, "(:objects a b) (:init (at a) (= (n) 1)) (:goal (forall (?x) "
                                 "(seen ?x)))"), name)
    assert (outcome.status.solved, len(outcome.plan or ())) == (True, 1), outcome.message


def test_what_is_written_out_means_the_same_in_every_state() -> None:
    given = task(
        "(:action go :parameters (?x) :precondition (forall (?y) (imply (at ?y) (exists (?z) (and "
        "(not (= ?z ?y)) (or (at ?z) (= ?x ?z)))))) :effect (forall (?y) (and (increase (n) 1) "
        "(when (exists (?z) (and (at ?z) (not (= ?z ?x)))) (not (at ?y))) "
        "(when (p) (and (when (at ?y) (at ?x)) (when (not (at ?y)) (decrease (n) 3)))))))",
        "(:objects a b c) (:init (= (n) 0)) (:goal (not (exists (?x) (and (at ?x) (p)))))")
    plain = expand(given, effects=True)
    ready, _ = hand_over(given, engine("enhsp"))
    text = print_domain(ready.domain)  # it takes no condition within another one
    assert "(when (and (p) (at a))" in text
    assert not features(plain) & {"quantified-preconditions", "universal-effects"}
    atoms = [("p", ()), *(("at", (thing,)) for thing in given.objects)]
    for chosen in product((True, False), repeat=len(atoms)):
        state = State(frozenset(compress(atoms, chosen)), given.problem.values)
        found = [[(holds(t, state, t.problem.goal, {}), holds(t, state, go.precondition, {"?x": x}),
                   apply_effects(t, state, go.effect, {"?x": x})) for x in given.objects]
                 for t in (given, plain, ready) for go in t.domain.actions.values()]
        assert found[0] == found[1] == found[2]


def test_a_heuristic_that_does_not_take_the_task_is_unsupported() -> None:
    given = task(EVERY, "(:objects a b) (:init) (:goal (or (g) (p)))")
    assert solve(given, "fast-downward-optimal", optimal=True).status is Status.UNSUPPORTED_PROBLEM


def test_derived_predicates_are_solved_and_proved() -> None:
    rules = ("(:derived (p) (exists (?x) (at ?x)))"
             "(:action put :parameters (?x) :precondition (not (p)) :effect (at ?x))")
    solvable = task(rules, "(:objects a b) (:init) (:goal (p))")
    assert solve(solvable, "fast-downward-blind", optimal=True).status is Status.SOLVED_OPTIMALLY
    assert solve(solvable, "fast-downward").cost == 1
    both = task(rules, "(:objects a b) (:init) (:goal (and (at a) (at b)))")
    assert solve(both, "fast-downward-blind").status is Status.UNSOLVABLE_PROVEN
    assert solve(solvable, "lpg").status is Status.UNSUPPORTED_PROBLEM


@pytest.mark.parametrize(("domain", "rest", "cost"), [
    (f"{HEAD}{EVERY})", "(:objects a b) (:init) (:goal (g))", 3),  # quantifiers are written out
    (f"{HEAD}{GO})", "(:init (p)) (:goal (g)) (:metric minimize (total-time))", 1),
    ("(define (domain d) (:predicates (g)) (:functions (total-cost) (f))"
     "(:action a :parameters () :effect (and (g) (increase (total-cost) 2.5)))"
     "(:action b :parameters () :effect (and (g) (increase (total-cost) (f)))))",
     "(:init (= (f) 1.25)) (:goal (g)) (:metric minimize (total-cost))", 1.25)])
def test_proven_costs_may_be_steps_and_fractions(domain: str, rest: str, cost: float) -> None:
    given = read_texts(domain, f"(define (problem x) (:domain d) {rest})")
    outcome = solve(given, "fast-downward-optimal", optimal=True)
    assert (outcome.status, outcome.cost, outcome.bound) == (Status.SOLVED_OPTIMALLY, cost, cost)


@pytest.mark.parametrize("name", ["fast-downward", "lpg", "pyperplan"])
def test_a_goal_that_nothing_reaches_is_proved_so(name: str) -> None:
    outcome = solve(task(GO, "(:init) (:goal (p))"), name)
    assert outcome.status is Status.UNSOLVABLE_PROVEN


def test_a_crash_stands_for_the_answer_only_where_no_engine_says_more() -> None:
    """Division by zero ends Aries; ENHSP and LPG find no plan."""
    rest = "(:init (= (n) 1)) (:goal (g))"
    given = task(GO.replace("(and (p))", "(= (/ 1 0) (n))"), rest)
    assert solve(given, "auto").status is Status.UNSOLVABLE_INCOMPLETELY


def test_an_exhausted_search_is_a_proof_without_axioms_only() -> None:
    explored = "Translator axioms: {}\nCompletely explored state space -- no solution!"
    for axioms, status in ((0, Status.UNSOLVABLE_PROVEN), (2, Status.UNSOLVABLE_INCOMPLETELY)):
        run = Execution("exited", 12, 1.0, 10.0, explored.format(axioms))
        assert ENGINES["fast-downward"].status(run, False) is status
    run = Execution("exited", 12, 1.0, 10.0, "")
    assert ENGINES["fast-downward-blind"].status(run, False) is Status.UNSOLVABLE_PROVEN


def test_a_goal_that_holds_at_the_start_needs_no_steps() -> None:
    outcome = solve(task(GO, "(:init (g)) (:goal (g))"), "auto", optimal=True)
    assert outcome.status is Status.SOLVED_OPTIMALLY
    assert outcome.plan is not None
    assert (len(outcome.plan), outcome.cost) == (0, 0)


@pytest.mark.parametrize(
    ("name", "code", "status", "words"),
    [("slow-upward", 2, "USAGE_ERROR", "unknown engine 'slow-upward'"),
     ("absent", 5, "MISSING_COMPONENT", "pip install no-such-distribution")],
)
def test_a_mistyped_and_a_missing_engine_are_told_apart(
    name: str, code: int, status: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = ENGINES["lpg"]._replace(name="absent", package="no-such-distribution")
    monkeypatch.setitem(ENGINES, "absent", absent)
    problem = Path(__file__).parents[3] / "domains" / "pddl" / "samples" / "gripper.pddl"
    domain = problem.with_name("gripper-domain.pddl")
    result = solve_source(problem, Request(domain, options=SolveOptions(name)))
    assert (result.exit_code, result.data["status"]) == (code, status)
    assert words in result.error
