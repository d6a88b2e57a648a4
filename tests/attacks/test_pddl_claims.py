"""A slice of the study of PDDL claims, and checks that the study itself would notice a lie."""

from fractions import Fraction
from random import Random

import pddl_claims
import pytest
from pddl_claims import Claims, check_engine, check_plans, read, study
from pddl_tasks import Task, make_task, text_of
from pddl_truth import execute, search

from planner.engines import Outcome, Status
from planner.plan import Plan, Step
from planner.validation import judge


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


def test_the_truth_is_right_on_a_case_done_by_hand() -> None:
    answer = search(chain())
    assert answer.plan == (("go", "a", "b"), ("go", "b", "c"))
    assert answer.cost == 2
    assert execute(chain(), [("fly", "c")]) == Fraction(5)
    assert execute(chain(), [("go", "b", "c")]) is None
    empty = Task(predicates={"p": []}, goal=["p"])
    assert (search(empty).plan, search(empty).complete) == (None, True)


@pytest.mark.parametrize(
    ("status", "plan", "cost"),
    [(Status.SOLVED_OPTIMALLY, [("fly", "c")], 5.0), (Status.UNSOLVABLE_PROVEN, None, None),
     (Status.SOLVED_SATISFICING, [("go", "b", "c")], 1.0),
     (Status.SOLVED_SATISFICING, [("fly", "c")], 4.0)],
)
def test_a_lie_of_an_engine_is_noticed(
    status: Status, plan: list[tuple[str, ...]] | None, cost: float | None
) -> None:
    steps = None if plan is None else Plan(tuple(Step(s[0], s[1:]) for s in plan), cost)
    claims = Claims()
    check_engine(chain(), read(chain()), search(chain()), claims, "liar",
                 lambda *_: Outcome(status, "liar", "1", steps, cost))
    assert len(claims.wrong) == 1


def test_a_lie_of_the_judges_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pddl_claims, "judge", lambda task, _plan: judge(task, Plan(())))
    claims = Claims()
    check_plans(chain(), read(chain()), search(chain()), Random(1), claims)
    assert claims.wrong


def test_no_claim_is_wrong_on_random_tasks() -> None:
    claims = study(150, 20, 120, ["fast-downward", "fast-downward-blind"], every=30)
    assert claims.tasks > 20
    assert claims.wrong == []
    assert claims.counts["judged valid"] > claims.counts["judged not judged"]


def test_the_same_seed_makes_the_same_tasks() -> None:
    assert text_of(make_task(Random("1 1"))) == text_of(make_task(Random("1 1")))
