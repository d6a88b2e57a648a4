"""Plans in time: the rules one by one, and two judges that must agree on changed plans."""

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from tables import cases

from planner.errors import SourceError, UnsupportedError
from planner.pddl import PDDLTask, features, read_task, read_texts
from planner.pddl.temporal import execute, plan_cost, read_plan
from planner.plan import Plan, parse_ipc
from planner.validation.judges import Verdict, judge

CASES = cases(__file__)
MATCHES = Path(__file__).parents[3] / "domains/pddl/suites/corpus/matches"


def task(body: str, problem: str, more: str = "") -> PDDLTask:
    """Read a small task; ``body`` are its actions."""
    text = ("(define (domain d) (:predicates (p) (q) (r) (light)) (:functions (n) (f)) "
            f"{more} {body})")
    return read_texts(text, f"(define (problem x) (:domain d) {problem})".replace(
        "(:init", "(:init (= (f) 0) (= (n) 0)"))


def verdict(of: PDDLTask, *steps: str) -> tuple[int, str]:
    """Return the failing step (0-based; -1: none) and the first reason; both judges agree."""
    plan = read_plan(of, "\n".join(steps))
    run, both = execute(of, plan), judge(of, plan)
    assert both.overall in (Verdict.VALID, Verdict.INVALID), both
    return (run.failure.step, run.failure.reasons[0]) if run.failure else (-1, "")


@pytest.mark.parametrize(("actions", "problem", "steps", "failing", "words"), CASES["rules"])
def test_rules_of_time(
    actions: str, problem: str, steps: list[str], failing: int, words: str
) -> None:
    step, why = verdict(task(CASES["actions"][actions], problem), *steps)
    assert (step, words in why) == (failing, True), why


def test_a_plan_without_times_is_not_judged() -> None:
    steady = task(CASES["actions"]["light"], "(:init) (:goal (light))")
    assert judge(steady, read_plan(steady, "(burn)")).overall is Verdict.NOT_JUDGED
    with pytest.raises(SourceError, match="some have none"):
        read_plan(steady, "0: (burn) [4]\n(mend)")


def test_numbers_and_the_makespan() -> None:
    tank = task("""(:durative-action fill :parameters () :duration (= ?duration 3)
      :condition (at start (<= (n) 2)) :effect (at end (increase (n) 2)))""",
                "(:init) (:goal (>= (n) 4)) (:metric minimize (total-time))")
    plan = read_plan(tank, "0: (fill) [3]\n1: (fill) [3]")
    assert plan_cost(tank, plan) == 4.0
    assert verdict(tank, "0: (fill) [3]") == (1, "(>= (n) 4) does not hold")


def test_what_is_beyond_is_named() -> None:
    flow = task("""(:durative-action pour :parameters () :duration (= ?duration 3)
      :condition () :effect (increase (n) (* #t 1)))""", "(:init) (:goal (>= (n) 1))")
    assert "continuous-effects" in features(flow)
    assert judge(flow, Plan(())).overall is Verdict.NOT_JUDGED
    with pytest.raises(UnsupportedError, match="another time"):
        task("""(:durative-action odd :parameters () :duration (= ?duration 3) :condition ()
          :effect (when (at start (p)) (at end (q))))""", "(:init) (:goal (q))")
    with pytest.raises(UnsupportedError, match="only literals"):
        task("", "(:init (at 3 (assign (n) 1))) (:goal (q))")
    with pytest.raises(SourceError, match="a part without its time"):
        task("""(:durative-action odd :parameters () :duration (= ?duration 3)
          :condition (p) :effect (at end (q)))""", "(:init) (:goal (q))")


def test_two_judges_agree_on_changed_plans() -> None:
    of = read_task(MATCHES / "domain.pddl", MATCHES / "p1.pddl")
    text = (MATCHES / "p1.plan").read_text()
    base, rng = parse_ipc(text, timed=True), random.Random(1)
    seen = {judge(of, _changed(base, rng)).overall for _ in range(60)}
    assert seen == {Verdict.VALID, Verdict.INVALID}


def _changed(plan: Plan, rng: random.Random) -> Plan:
    steps = list(plan.steps)
    number = rng.randrange(len(steps))
    step = steps[number]
    kind = rng.randrange(4)
    if kind < 2:
        by = rng.choice([Fraction(-1), Fraction(1), Fraction(1, 2), Fraction(1, 10)])
        steps[number] = replace(step, start=max(Fraction(0), (step.start or 0) + by))
    elif kind == 2:
        steps[number] = replace(step, duration=(step.duration or Fraction(0)) + 1)
    else:
        del steps[number]
    return Plan(tuple(steps))
