"""Joint plans: least steps, what may happen at once, preferences, and named outcomes."""

from threading import Event
from typing import Any

import pytest
from joint_cases import SWITCHES, carry, task

from planner.engines.joint import JointEngine, JointResult
from planner.engines.joint import engine as engine_module
from planner.engines.joint.check import problems
from planner.engines.joint.grounding.ground import ground
from planner.engines.outcome import Status
from planner.pddl import PDDLTask
from planner.plan import Step

LAMPS = """(define (problem p) (:domain switches) (:objects ann bob - agent {lamps} - lamp)
           (:init {init}) (:goal {goal}))"""


def solved(given: PDDLTask, **more: object) -> JointResult:
    engine = JointEngine(given.domain, given.problem.objects)
    return engine.solve(given.problem.init, given.problem.goal, limit=20, **more)  # type: ignore[arg-type]


def test_two_robots_lift_together() -> None:
    result = solved(carry(2))
    assert result.status is Status.SOLVED_OPTIMALLY
    assert result.lower == 4
    assert result.plan is not None
    assert len(result.plan) == 4
    assert [len(step) for step in result.plan.steps] == [2, 1, 2, 1]
    assert not problems(carry(2), result.plan.steps, result.plan.agents)
    assert ("in", ("box1", "a")) in result.plan.after(4)
    assert ("in", ("box1", "b")) in result.plan.after(1)


def test_spare_robots_stay_where_they_are() -> None:
    result = solved(carry(4))
    assert result.plan is not None
    assert result.plan.actions == 6


def test_each_robot_does_one_action_a_step() -> None:
    given = task(SWITCHES, LAMPS.format(
        lamps="a b c", init="", goal="(and (on a) (on b) (on c))"))
    result = solved(given)
    assert result.status is Status.SOLVED_OPTIMALLY
    assert result.lower == 2


def test_what_one_reads_no_other_changes() -> None:
    """Both flip the main switch: whoever comes second would undo it, so it takes two steps."""
    given = task(SWITCHES, LAMPS.format(lamps="a", init="", goal="(and (main) (on a))"))
    result = solved(given)
    assert result.status is Status.SOLVED_OPTIMALLY
    assert result.lower == 1
    two_flips = ((Step("flip", ("ann",)), Step("flip", ("bob",))),)
    assert "order" in problems(given, two_flips, ("ann", "bob"))


def test_a_goal_that_holds_needs_no_step() -> None:
    result = solved(task(SWITCHES, LAMPS.format(lamps="a", init="(on a)", goal="(on a)")))
    assert result.status is Status.SOLVED_OPTIMALLY
    assert result.plan is not None
    assert result.plan.steps == ()


def test_another_initial_state_needs_no_new_grounding() -> None:
    given = carry(3)
    engine = JointEngine(given.domain, given.problem.objects)
    first = engine.solve(given.problem.init, given.problem.goal, limit=20)
    assert first.plan is not None
    grounding = engine._grounding
    second = engine.solve(first.plan.after(2), given.problem.goal, limit=20)
    assert second.lower == 2
    assert engine._grounding is grounding


@pytest.mark.parametrize("goal", ["(or (on a) (main))", "(exists (?l - lamp) (on ?l))",
                                  "(forall (?l - lamp) (on ?l))", "(not (on a))",
                                  "(imply (main) (on a))"])
def test_goals_may_be_any_formula(goal: str) -> None:
    result = solved(task(SWITCHES, LAMPS.format(lamps="a b", init="(on a)", goal=goal)))
    unsolvable = goal == "(not (on a))"
    assert (result.status is Status.UNSOLVABLE_PROVEN) == unsolvable
    assert unsolvable or result.lower <= 1


def test_wishes_are_granted_at_the_same_length() -> None:
    given = task(SWITCHES, LAMPS.format(lamps="a b", init="", goal="(and (on a) (on b) (main))"))
    preferred = Step("flip", ("bob",))
    plain = [preferred in (solved(given, prefer=[(1.0, w)]).plan or ()).steps[0]  # type: ignore[union-attr]
             for w in (preferred, Step("flip", ("ann",)))]
    assert plain == [True, False]


def test_a_wish_that_makes_it_longer_is_not_granted() -> None:
    result = solved(carry(2), prefer=[(9.0, Step("go", ("r0", "a", "a")))])
    assert result.lower == 4
    assert result.plan is not None
    assert [len(step) for step in result.plan.steps] == [2, 1, 2, 1]


def test_an_idle_robot_does_what_is_wished_for() -> None:
    preferred = Step("go", ("r2", "a", "b"))
    given = carry(3)
    result = solved(given, prefer=[(1.0, preferred)])
    assert result.plan is not None
    assert preferred in result.plan.steps[0]
    assert len(result.plan) == 4


def test_forbidden_actions_wait() -> None:
    banned = {Step("go", ("r0", "a", "b")): 2}
    result = solved(carry(2), forbid=banned)
    assert result.lower == 6
    assert result.plan is not None
    assert all(Step("go", ("r0", "a", "b")) not in step for step in result.plan.steps[:2])


def test_commitment_prefers_a_robot() -> None:
    given = carry(3)
    for robot in ("r0", "r1", "r2"):
        result = solved(given, commit=[(1.0, Step("go", (robot, "a", "b")))])
        assert result.plan is not None
        assert result.plan.work()[robot] == 4
    wanted = [(1.0, Step("go", (robot, "a", "b"))) for robot in ("r0", "r1", "r2")]
    first, second = solved(given, commit=wanted), solved(given, commit=wanted[::-1])
    assert first.plan == second.plan  # ties go by name, not by the order they come in


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


RUST = """(define (domain rust) (:requirements :adl) (:types agent) (:predicates
  (wet) (done ?a - agent) (gold))
  (:action rain :parameters (?a - agent) :effect (and (wet) (done ?a)))
  (:action touch :parameters (?a - agent)
    :effect (and (done ?a) (when (wet) (not (gold))))))"""


@pytest.mark.parametrize(("gold", "together"), [("", True), ("(gold)", False)])
def test_an_effect_that_changes_nothing_has_no_order(gold: str, together: bool) -> None:
    """Rain changes the condition of an effect; what was never golden does not mind."""
    given = task(RUST, f"""(define (problem p) (:domain rust)
        (:objects ann bob - agent) (:init {gold}) (:goal (and (done ann) (done bob))))""")
    both = ((Step("rain", ("ann",)), Step("touch", ("bob",))),)
    assert (problems(given, both, ("ann", "bob")) == "") == together
