"""A slice of the study of schedules: every claim against an optimum found independently."""

from __future__ import annotations

import pytest

from benchmarks.studies.schedule_cases import FAMILIES
from benchmarks.studies.schedule_claims import judge, table
from benchmarks.studies.schedule_reference import allowed, truth
from planner.schedule import Job, ScheduleProblem, Slot


@pytest.mark.parametrize("family", FAMILIES)
def test_no_claim_is_wrong(family: str) -> None:
    start = FAMILIES.index(family)
    found = [judge(11, n) for n in range(start, start + 20 * len(FAMILIES), len(FAMILIES))]
    assert {v.family for v in found} == {family}
    assert [v for v in found if v.wrong] == []
    assert all(v.proven for v in found)
    assert sum(v.changed for v in found) > 0
    assert any(line.startswith(f"| {family} | 20 | 0 | 20 |") for line in table(found))


def test_the_reference_knows_the_cases_worked_out_by_hand() -> None:
    lift = Job("lift", {"A": 7, "B": 2}, robots=2)
    uneven = ScheduleProblem(("A", "B"), (lift, Job("late", 3, release=4)))
    found = truth(uneven)
    assert found is not None
    assert found.steps == 9
    assert allowed(uneven, found.slots, once=True)
    late = Slot("late", {"B": 4}, 7)
    assert allowed(uneven, (Slot("lift", {"A": 2, "B": 7}, 9), late), once=True)
    assert not allowed(uneven, (Slot("lift", {"A": 1, "B": 6}, 8), late), once=True)
    assert truth(ScheduleProblem(("A",), (lift,))) is None
