"""Plans in time: the rules one by one, and two judges that must agree on changed plans."""

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from planner.engines import Status, solve_task
from planner.errors import SourceError, UnsupportedError
from planner.pddl import PDDLTask, features, read_task, read_texts
from planner.pddl.temporal import execute, plan_cost, read_plan
from planner.plan import Plan, parse_ipc, to_ipc
from planner.sandbox import Limits
from planner.validation.judges import Verdict, judge

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


LIGHT = """(:durative-action burn :parameters () :duration (= ?duration 4) :condition (and)
  :effect (and (at start (light)) (at end (not (light)))))
 (:durative-action mend :parameters () :duration (= ?duration 2)
  :condition (over all (light)) :effect (at end (p)))"""
LIT = task(LIGHT, "(:init) (:goal (p))")
STEADY = task(LIGHT, "(:init) (:goal (light))")
MOVING = task("""(:durative-action use :parameters () :duration (= ?duration 1)
  :condition (at start (p)) :effect (at end (q)))
 (:action lose :parameters () :precondition (p) :effect (not (p)))""", "(:init (p)) (:goal (q))")
SHOP = task("(:action buy :parameters () :precondition (light) :effect (p))",
            "(:init (at 5 (light)) (at 9 (not (light)))) (:goal (p))")


@pytest.mark.parametrize(("given", "steps", "failing", "words"), [
    # a condition over all holds between the moments only
    (LIT, ["0: (burn) [4]", "0: (mend) [2]"], -1, ""),
    (LIT, ["0: (burn) [4]", "2: (mend) [2]"], -1, ""),
    (LIT, ["0: (burn) [4]", "3: (mend) [2]"], 1, "between 4 and 5: (light) does not hold"),
    (task(LIGHT, "(:init) (:goal (not (light)))"), [], -1, ""),
    # a duration has to be the stated one
    (STEADY, ["0: (burn) [5]"], 0, ""), (STEADY, ["0: (burn)"], 0, "duration is missing"),
    # what happens at one moment must not interfere
    (MOVING, ["0: (use) [1]", "0.5: (lose)"], -1, ""),
    (MOVING, ["0: (use) [1]", "0: (lose)"], 0, "same moment"),
    # a timed literal is a happening
    (SHOP, ["6: (buy)"], -1, ""), (SHOP, ["4: (buy)"], 0, ""), (SHOP, ["9: (buy)"], 0, ""),
])
def test_rules_of_time(given: PDDLTask, steps: list[str], failing: int, words: str) -> None:
    step, why = verdict(given, *steps)
    assert (step, words in why) == (failing, True), why


def test_a_plan_without_times_is_not_judged() -> None:
    assert judge(STEADY, read_plan(STEADY, "(burn)")).overall is Verdict.NOT_JUDGED
    with pytest.raises(SourceError, match="some have none"):
        read_plan(STEADY, "0: (burn) [4]\n(mend)")


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


def test_auto_sends_time_to_an_engine_that_has_it() -> None:
    of = read_task(MATCHES / "domain.pddl", MATCHES / "p1.pddl")
    outcome = solve_task(of, limits=Limits(60))
    if outcome.status is Status.UNSUPPORTED_PROBLEM:
        pytest.skip(outcome.message)
    assert outcome.plan is not None
    assert judge(of, read_plan(of, to_ipc(outcome.plan))).overall is Verdict.VALID


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
