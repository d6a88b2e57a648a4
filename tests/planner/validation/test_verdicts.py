"""What is claimed about a plan is earned: features nobody judges, crashes, contradictions."""

from pathlib import Path

import pytest
from commands import planner
from tables import cases
from teams import world

from planner.errors import SourceError
from planner.pddl import PDDLTask, read_task, read_texts
from planner.plan import Plan, parse_ipc, to_ipc
from planner.validation import judges
from planner.validation.judges import Verdict, judge

CASES = cases(__file__)
DERIVED = world("edges")
CHAIN = "(:objects x y z) (:init (edge x y) (edge y z) (edge z y))"
PLAIN = "(define (domain d) (:predicates (p) (g)) (:action a :parameters () :effect (g)))"


def task(domain: str, rest: str) -> PDDLTask:
    return read_texts(domain, f"(define (problem x) (:domain d) {rest})")


@pytest.mark.parametrize(("plan", "verdict", "step"), CASES["derived"])
def test_derived_predicates_are_a_least_fixpoint_in_every_state(
    plan: str, verdict: str, step: int
) -> None:
    found = judge(task(DERIVED, f"{CHAIN} (:goal (seen z))"), parse_ipc(plan))
    assert (found.overall, found.failing_step) == (verdict, step)
    assert found.second is Verdict.NOT_JUDGED
    assert "does not know derived predicates" in found.remarks[0]


@pytest.mark.parametrize(("domain", "rest", "feature"), [
    (PLAIN, "(:init) (:goal (g)) (:constraints (always (not (p))))", "trajectory constraints"),
    (PLAIN, "(:init (at 1 (p))) (:goal (g))", "timed initial literals"),
    (PLAIN, "(:init) (:goal (and (g) (preference q (p))))", "preferences"),
    (PLAIN, "(:init) (:goal (g)) (:metric minimize (is-violated q))", "preferences"),
    (PLAIN.replace(":action a :parameters ()",
                   ":durative-action a :duration (= ?duration 5) :condition (at start (p))")
     .replace(":effect (g)", ":effect (at end (g))"),
     "(:init) (:goal (and)) (:metric minimize (total-time))", "durative actions"),
])
def test_what_nobody_judges_is_named_and_not_judged(domain: str, rest: str, feature: str) -> None:
    found = judge(task(domain, rest), parse_ipc("(a)"))
    assert found.overall is Verdict.NOT_JUDGED
    assert feature in found.remarks[0]


def test_an_axiom_with_an_undefined_part_derives_nothing() -> None:
    domain = PLAIN.replace("(p) (g))", "(p) (g) (ready)) (:functions (fuel)) "
                           "(:derived (ready) (or (p) (<= (fuel) 5)))")
    for fuel, verdict in (("(= (fuel) 9)", Verdict.VALID), ("", Verdict.INVALID)):
        found = judge(task(domain, f"(:init (p) {fuel}) (:goal (ready))"), parse_ipc("(a)"))
        assert found.overall is verdict


@pytest.mark.parametrize("precondition", ["(<= (fuel) 5)", "(not (<= (fuel) 5))",
                                          "(or (p) (= (fuel) 1))", "(= (/ 1 0) 1)"])
def test_what_is_undefined_holds_in_no_state(precondition: str) -> None:
    domain = PLAIN.replace("(:action", "(:functions (fuel)) (:action").replace(
        ":effect", f":precondition {precondition} :effect")
    found = judge(task(domain, "(:init (p)) (:goal (g))"), parse_ipc("(a)"))
    assert (found.overall, found.failing_step) == (Verdict.INVALID, 1)
    assert "is undefined" in found.explanation


def test_whatever_sets_a_number_twice_is_invalid_where_the_other_judge_takes_it() -> None:
    domain = PLAIN.replace("(:action", "(:functions (x) (y ?z)) (:action").replace(
        ":effect (g)", ":effect (and (g) (forall (?z) (when (> (y ?z) (x)) (assign (x) 2))))")
    found = judge(task(domain, "(:objects a b) (:init (= (x) 0) (= (y a) 1) (= (y b) 1)) "
                               "(:goal (g))"), parse_ipc("(a)"))
    assert (found.overall, found.second) == (Verdict.INVALID, Verdict.NOT_JUDGED)


@pytest.mark.parametrize("how", ["(increase (x) .1)", "(scale-up x 1.5)", "(scale-down x (/ 2 3))"])
def test_numbers_are_exact(how: str) -> None:
    domain = PLAIN.replace("(:action", "(:functions (x)) (:action").replace("(g)))", f"{how}))")
    found = judge(task(domain, "(:init (p) (= (x) 0.2)) (:goal (= (x) .3))"), parse_ipc("(a)"))
    assert found.second is found.overall is Verdict.VALID


@pytest.mark.parametrize(("answer", "plan", "overall"), [
    ((Verdict.CRASHED, "it crashed"), "(a)", Verdict.NOT_JUDGED),
    ((Verdict.CRASHED, "it crashed"), "", Verdict.INVALID),
    ((Verdict.INVALID, ""), "(a)", Verdict.DISAGREE),
    ((Verdict.VALID, ""), "", Verdict.DISAGREE),
])
def test_a_crash_is_never_agreement(
    answer: tuple[Verdict, str], plan: str, overall: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judges, "ask", lambda *_: answer)
    found = judge(task(PLAIN, "(:init) (:goal (g))"), parse_ipc(plan))
    assert found.overall is overall


@pytest.mark.parametrize(("rest", "words"), CASES["contradictions"])
def test_a_contradiction_in_a_problem_is_an_error(rest: str, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        task(PLAIN.replace("(:pred", "(:types t) (:functions (f)) (:pred"), rest)
    assert str(caught.value).startswith("problem.pddl:1:")
    assert words in str(caught.value)


def test_costs_keep_their_digits_and_times_their_order() -> None:
    assert [step.name for step in parse_ipc("0: (a) [1]\n0: (b)\n1.5: (c)").steps] == [*"abc"]
    assert parse_ipc(to_ipc(Plan((), 1234567.5))).cost == 1234567.5
    with pytest.raises(SourceError, match="plan:2:1: this step is earlier"):
        parse_ipc("1: (a)\n0.5: (b)")


def test_a_condition_within_a_condition_is_judged_by_our_own_simulation_alone() -> None:
    domain = PLAIN.replace(":effect (g)", ":effect (when (p) (when (not (g)) (g)))")
    found = judge(task(domain, "(:init (p)) (:goal (g))"), parse_ipc("(a)"))
    assert (found.overall, found.second) == (Verdict.VALID, Verdict.NOT_JUDGED)


@pytest.mark.parametrize(("plan", "words"), CASES["at_once"])
def test_what_is_done_at_once_comes_to_the_same_in_every_order(plan: str, words: str) -> None:
    more = "".join(f"(:action {name} :parameters () :effect {effect})"
                   for name, effect in (
                       ("b", "(p)"), ("c", "(p)"), ("d", "(not (p))"),
                       ("e", "(and (when (p) (not (p))) (when (not (p)) (p)))"),
                       ("f", "(when (not (or (p) (g))) (and (p) (g)))"),
                       ("h", "(when (p) (g))"), ("k", "(when (not (or (p) (g))) (p))")))
    domain = PLAIN.replace(":effect", ":precondition (p) :effect")[:-1] + f"{more})"
    found = judge(task(domain, "(:init) (:goal (imply (p) (g)))"), parse_ipc(plan))
    assert words in found.explanation
    assert (found.overall is Verdict.INVALID) is bool(words)


@pytest.mark.parametrize(("domain", "rest"), CASES["in_any_order"])
def test_sections_and_fields_in_any_order_are_judged_by_both(domain: str, rest: str) -> None:
    found = judge(task(f"(define (domain d) {domain})", rest), parse_ipc("(a)"))
    assert (found.overall, found.second) == (Verdict.VALID, Verdict.VALID)


def test_a_type_and_a_predicate_may_share_a_name_and_requirements_may_go_unused() -> None:
    domain = ("(define (domain d) (:requirements :derived-predicates :goal-utilities) (:types p) "
              "(:predicates (p ?x - p) (g)) (:action a :parameters (?x - p) :precondition (p ?x) "
              ":effect (g)))")
    found = judge(task(domain, "(:objects o - p) (:init (p o)) (:goal (g))"), parse_ipc("(a o)"))
    assert (found.overall, found.second) == (Verdict.VALID, Verdict.VALID)


@pytest.mark.parametrize(("names", "code"), CASES["once_wrong"])
def test_each_case_gets_its_verdict(names: str, code: int, shared: Path) -> None:
    folder = shared / "found" / "validate"
    domain, problem, plan = names.split()
    files = [folder / f"{domain}.pddl", folder / f"{problem}.pddl", folder / f"{plan}.plan"]
    if not all(file.exists() for file in files):
        pytest.skip("the cases of plans judged wrongly are not here")
    assert planner("validate", *files).returncode == code


SAMPLES = Path(__file__).parents[3] / "domains" / "pddl" / "samples"
TASK = read_task(SAMPLES / "gripper-domain.pddl", SAMPLES / "gripper.pddl")
GOOD = (SAMPLES / "gripper.plan").read_text()


@pytest.mark.parametrize(("spoilt", "step", "words"), [
    (GOOD.replace("(go a b)\n", "", 1), 3, "(robot-in b) does not hold"),
    (GOOD.replace("(release z b left)\n", ""), 9, "(in z b) does not hold"),
    (GOOD.replace("grasp y a right", "grasp y a left"), 2, "(free left) does not hold"),
    (GOOD.replace("grasp y", "grasp ball9"), 2, "there is no object 'ball9'"),
    (GOOD.replace("(go b a)", "(fly b a)"), 6, "there is no action 'fly'"),
])
def test_a_spoilt_plan_is_explained(spoilt: str, step: int, words: str) -> None:
    verdict = judge(TASK, parse_ipc(spoilt), source="my.plan")
    assert verdict.overall is Verdict.INVALID
    assert verdict.second is Verdict.INVALID
    assert verdict.failing_step == step
    assert words in verdict.explanation
