"""A slice of the attack on PDDL claims, and checks that it would notice a lie."""

from fractions import Fraction

import pddl_claims
import pytest
from attack import verdicts
from pddl_claims import ATTACKS, read, trouble, wrong_verdict
from pddl_tasks import Task
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
    assert trouble(chain(), search(chain()), Outcome(status, "liar", "1", steps, cost))


def test_a_lie_of_the_judges_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = search(chain()).plan
    assert plan is not None
    assert wrong_verdict(chain(), read(chain()), plan) == ("valid", "")
    monkeypatch.setattr(pddl_claims, "judge", lambda task, _plan: judge(task, Plan(())))
    assert "invalid" in wrong_verdict(chain(), read(chain()), plan)[1]


@pytest.mark.parametrize(("group", "count"), [
    ("plans", 100), ("fast-downward", 3), ("fast-downward-blind", 3)])
def test_no_claim_is_wrong_on_random_tasks(group: str, count: int) -> None:
    found = list(verdicts(ATTACKS[group], 20, range(count)))
    assert [(v.case, v.wrong) for v in found if v.wrong] == []
    counts = {name: sum(v.counts.get(name, 0) for v in found) for v in found for name in v.counts}
    assert group != "plans" or counts["valid"] > counts.get("not judged", 0)
