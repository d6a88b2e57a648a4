"""Joint plans: least steps, what may happen at once, preferences, and named outcomes."""

from itertools import pairwise
from threading import Event
from typing import Any

import pytest
from joint_cases import SWITCHES, carry
from teams import world

from planner.engines.joint import JointEngine, JointPlan, JointResult
from planner.engines.joint import engine as engine_module
from planner.engines.joint.check import course, problems
from planner.engines.joint.grounding.ground import ground
from planner.engines.outcome import Status
from planner.pddl import PDDLTask, read_texts
from planner.plan import Step


def lamps(goal: str, init: str = "") -> PDDLTask:
    return read_texts(SWITCHES, f"""(define (problem p) (:domain switches)
        (:objects ann bob - agent a b c - lamp) (:init {init}) (:goal {goal}))""")


def solved(given: PDDLTask, **more: object) -> JointResult:
    engine = JointEngine(given.domain, given.problem.objects)
    return engine.solve(given.problem.init, given.problem.goal, limit=20, **more)  # type: ignore[arg-type]


def plan_of(given: PDDLTask, **more: object) -> JointPlan:
    plan = solved(given, **more).plan
    assert plan is not None
    return plan


def test_two_robots_lift_together() -> None:
    result = solved(carry(2))
    assert (result.status, result.lower) == (Status.SOLVED_OPTIMALLY, 4)
    assert result.plan is not None
    assert [len(step) for step in result.plan.steps] == [2, 1, 2, 1]
    assert not problems(carry(2), result.plan.steps, result.plan.agents)
    states = course(carry(2), result.plan.steps)
    assert ("in", ("box1", "a")) in states[4].atoms
    assert ("in", ("box1", "b")) in states[1].atoms


def test_spare_robots_stay_where_they_are() -> None:
    assert sum(map(len, plan_of(carry(4)).steps)) == 6


@pytest.mark.parametrize(("goal", "init", "least"), [
    ("(and (on a) (on b) (on c))", "", 2),  # each robot does one action a step
    ("(and (main) (on a))", "", 1),
    ("(on a)", "(on a)", 0),
    ("(or (on a) (main))", "(on a)", 0),
    ("(exists (?l - lamp) (on ?l))", "(on a)", 0),
    ("(forall (?l - lamp) (on ?l))", "(on a)", 1),
    ("(imply (main) (on a))", "(on a)", 0),
])
def test_least_steps_of_goals_of_any_form(goal: str, init: str, least: int) -> None:
    result = solved(lamps(goal, init))
    assert (result.status, result.lower) == (Status.SOLVED_OPTIMALLY, least)
    assert result.plan is not None
    assert len(result.plan) == least


def test_what_nothing_makes_false_is_proven_to_stay() -> None:
    assert solved(lamps("(not (on a))", "(on a)")).status is Status.UNSOLVABLE_PROVEN


def test_what_one_reads_no_other_changes() -> None:
    """Both flip the main switch: whoever comes second would undo it."""
    two_flips = ((Step("flip", ("ann",)), Step("flip", ("bob",))),)
    assert "at once" in problems(lamps("(main)"), two_flips, ("ann", "bob"))


def test_wishes_are_granted_at_the_same_length() -> None:
    given, bob = lamps("(and (on a) (on b) (main))"), Step("flip", ("bob",))
    assert [bob in plan_of(given, prefer=[(1.0, wish)]).steps[0]
            for wish in (bob, Step("flip", ("ann",)))] == [True, False]


def test_a_wish_that_makes_it_longer_is_not_granted() -> None:
    plan = plan_of(carry(2), prefer=[(9.0, Step("go", ("r0", "a", "a")))])
    assert [len(step) for step in plan.steps] == [2, 1, 2, 1]


def test_an_idle_robot_does_what_is_wished_for() -> None:
    preferred = Step("go", ("r2", "a", "b"))
    plan = plan_of(carry(3), prefer=[(1.0, preferred)])
    assert preferred in plan.steps[0]
    assert len(plan) == 4


def test_forbidden_actions_wait() -> None:
    banned = {Step("go", ("r0", "a", "b")): 2}
    result = solved(carry(2), forbid=banned)
    assert result.lower == 6
    assert result.plan is not None
    assert all(Step("go", ("r0", "a", "b")) not in step for step in result.plan.steps[:2])


def test_commitment_prefers_a_robot() -> None:
    given = carry(3)
    for robot in ("r0", "r1", "r2"):
        assert plan_of(given, commit=[(1.0, Step("go", (robot, "a", "b")))]).work()[robot] == 4
    wanted = [(1.0, Step("go", (robot, "a", "b"))) for robot in ("r0", "r1", "r2")]
    # ties go by name, not by the order they come in
    assert plan_of(given, commit=wanted) == plan_of(given, commit=wanted[::-1])


def test_the_limit_holds_whatever_is_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    given, hold = carry(2), Event()
    engine = JointEngine(given.domain, given.problem.objects)
    real = ground

    def slow(*arguments: Any, **more: Any) -> Any:
        hold.wait(60)
        return real(*arguments, **more)

    monkeypatch.setattr(engine_module, "ground", slow)
    result = engine.solve(given.problem.init, given.problem.goal, limit=0.2)
    assert result.status is Status.TIMEOUT
    assert result.plan is None
    hold.set()  # finished beside us, and kept
    assert engine.solve(given.problem.init, given.problem.goal, limit=60).status is (
        Status.SOLVED_OPTIMALLY)


RUST = world("rust")


@pytest.mark.parametrize(("gold", "together"), [("", True), ("(gold)", False)])
def test_an_effect_that_changes_nothing_has_no_order(gold: str, together: bool) -> None:
    """Rain changes the condition of an effect; what was never golden does not mind."""
    given = read_texts(RUST, f"""(define (problem p) (:domain rust)
        (:objects ann bob - agent) (:init {gold}) (:goal (and (done ann) (done bob))))""")
    both = ((Step("rain", ("ann",)), Step("touch", ("bob",))),)
    assert (problems(given, both, ("ann", "bob")) == "") == together


def test_what_is_added_where_a_static_fact_holds_is_not_deleted() -> None:
    task = read_texts("""(define (domain d) (:requirements :adl) (:types robot)
      (:predicates (wet) (clean)) (:action wash :parameters (?r - robot)
       :effect (and (not (clean)) (when (wet) (clean)))))""", """(define (problem p) (:domain d)
      (:objects r - robot) (:init (wet)) (:goal (clean)))""")
    assert plan_of(task).steps == ((Step("wash", ("r",)),),)


def test_no_plan_is_proven_by_all_states_where_moves_are_few() -> None:
    """Two lights change at a time: one alone is never on. There are 8,192 states."""
    lights = [f"l{k}" for k in range(14)]
    task = read_texts(world("lights"), f"""(define (problem p) (:domain lights)
      (:objects r - robot {' '.join(lights)} - light)
      (:init {' '.join(f'(next {a} {b})' for a, b in pairwise(lights))})
      (:goal (and (on l0) {' '.join(f'(not (on {x}))' for x in lights[1:])})))""")
    result = JointEngine(task.domain, task.problem.objects).solve(
        task.problem.init, task.problem.goal, limit=60)
    assert (result.status, result.message) == (
        Status.UNSOLVABLE_PROVEN, "all states that can be reached were looked at")
