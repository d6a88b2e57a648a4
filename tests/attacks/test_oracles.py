"""The independent answers are right on cases done by hand, and attacks notice a lie."""

from fractions import Fraction

import pddl_claims
import pytest
from attack import Verdict, main, table
from beliefs import verdict
from hidden_rooms import Optimum, Plan
from joint_reference import least_steps
from partial_optimum import Hypothesis, optimum
from pddl_claims import read, trouble, wrong_verdict
from pddl_tasks import Task
from pddl_truth import execute, search
from records import record

from planner.engines import Outcome, Status
from planner.execution.actor.policy import STANDSTILL
from planner.pddl import read_texts
from planner.plan import Plan as Steps
from planner.plan import Step
from planner.validation.judges import judge
from translators.competition.problem_file import parse_told, read_task


def chain() -> Task:
    """Two steps from a to c; the straight way costs 5."""
    return Task(
        objects={"a": "object", "b": "object", "c": "object"},
        predicates={"at": ["object"], "road": ["object", "object"]},
        functions={"total-cost": []},
        actions={
            "go": ([("?x", "object"), ("?y", "object")],
                   ["and", ["at", "?x"], ["road", "?x", "?y"]],
                   ["and", ["not", ["at", "?x"]], ["at", "?y"], ["increase", ["total-cost"], "1"]]),
            "fly": ([("?y", "object")], ["and"], ["and", ["at", "?y"],
                                                  ["increase", ["total-cost"], "5"]]),
        },
        init=[["at", "a"], ["road", "a", "b"], ["road", "b", "c"]], goal=["at", "c"],
        metric="(total-cost)",
    )


def test_the_truth_about_pddl() -> None:
    answer = search(chain())
    assert answer.plan == (("go", "a", "b"), ("go", "b", "c"))
    assert answer.cost == 2
    assert execute(chain(), [("fly", "c")]) == Fraction(5)
    assert execute(chain(), [("go", "b", "c")]) is None
    empty = Task(predicates={"p": []}, goal=["p"])
    assert (search(empty).plan, search(empty).complete) == (None, True)


@pytest.mark.parametrize(("status", "plan", "cost"), [
    (Status.SOLVED_OPTIMALLY, [("fly", "c")], 5.0), (Status.UNSOLVABLE_PROVEN, None, None),
    (Status.SOLVED_SATISFICING, [("go", "b", "c")], 1.0),
    (Status.SOLVED_SATISFICING, [("fly", "c")], 4.0)])
def test_a_lie_of_an_engine_is_noticed(
    status: Status, plan: list[tuple[str, ...]] | None, cost: float | None
) -> None:
    steps = None if plan is None else Steps(tuple(Step(s[0], s[1:]) for s in plan), cost)
    assert trouble(chain(), search(chain()), Outcome(status, "liar", "1", steps, cost))


def test_a_lie_of_the_judges_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = search(chain()).plan
    assert plan is not None
    assert wrong_verdict(chain(), read(chain()), plan) == ("valid", "")
    monkeypatch.setattr(pddl_claims, "judge", lambda task, _plan: judge(task, Steps(())))
    assert "invalid" in wrong_verdict(chain(), read(chain()), plan)[1]


def test_two_robots_light_three_lamps_in_two_joint_steps() -> None:
    task = read_texts(
        "(define (domain d) (:types agent thing) (:predicates (lit ?x - thing)) "
        "(:action light :parameters (?a - agent ?x - thing) :effect (lit ?x)))",
        "(define (problem p) (:domain d) (:objects r s - agent a b c - thing) (:init) "
        "(:goal (and (lit a) (lit b) (lit c))))")
    assert least_steps(task) == 2


def test_a_key_is_there_or_two_rooms_on() -> None:
    doors = ((0, 1, True), (0, 2, False), (0, 3, True))
    plan = Plan(4, doors, ((1, 3),), (1,), 2, ((1, 1),))
    assert Optimum(plan).expected() == (5 + 7) / 2  # there, take, back, unlock, through; or 2 more


FLAT = """(:domain (hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1)
(sort 2 table) (size 2 big) (at 2 2) (sort 3 bed) (size 3 big) (at 3 3)
(sort 5 cup) (size 5 small) (at 5 {}))"""
FETCH = read_task("(:ins (:task (give human X) (:cond (sort X cup))))")
PLACES = [Hypothesis(parse_told(FLAT.format(place)), 0.5) for place in (2, 3)]


def test_two_places_alike_with_liars() -> None:
    """Worked out by hand: 12 where the cup is known to be; in vain a Move and a failed PickUp more.

    Going to one place at once is worth 40 - 12 - (4 + 2) / 2. A question costs 2, and leaves a
    doubt of 0.08 if it names one of the two places (0.78), else one half: less is left of it.
    """
    value, first = optimum(PLACES, FETCH)
    assert value == pytest.approx(25.0)
    assert first.startswith("Move")


@pytest.mark.parametrize(("solved", "believed", "idle", "wrong"), [
    (True, True, 0, 0), (False, True, 0, 1), (True, False, 0, 0), (False, False, 0, 0),
    (True, True, STANDSTILL + 1, 1)])
def test_a_wrong_claim_and_a_standstill_are_counted(
    solved: bool, believed: bool, idle: float, wrong: int
) -> None:
    found = verdict("g", {}, record(success=solved, believed_success=believed), idle)
    assert table([found])[2].split("|")[3].strip() == str(wrong)


def test_an_attack_that_runs_out_of_time_says_how_many_were_judged(
    capsys: pytest.CaptureFixture[str]
) -> None:
    attacks = {"one": lambda _seed, number: Verdict("g", str(number))}
    assert main(attacks, "", 4, []) == 0
    assert main(attacks, "", 4, ["--seconds", "-1"]) == 1
    assert "one: the time was over when 0 of 4 were judged" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(attacks, "", 4, ["--only", "two"])
    assert "no group 'two'; there are: one" in capsys.readouterr().err
