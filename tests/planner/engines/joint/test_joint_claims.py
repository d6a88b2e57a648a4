"""A slice of the study of joint plans: every claim against breadth-first search."""

import pytest
from joint_claims import judge
from joint_reference import FAMILIES, Puzzle, least_steps


@pytest.mark.parametrize("family", FAMILIES)
def test_no_claim_is_wrong(family: str) -> None:
    start = FAMILIES.index(family)
    found = [judge(7, n) for n in range(start, start + 4 * len(FAMILIES), len(FAMILIES))]
    assert {v.group for v in found} == {family}
    assert [v for v in found if v.wrong] == []
    assert sum(v.counts["proven"] for v in found) >= 3


def test_the_reference_counts_joint_steps() -> None:
    """Two robots, three lamps, one lamp a robot and step: two steps."""
    from joint_reference import Action

    light = Action("light", (("?a", "agent"), ("?x", "thing")), ((),),
                   (((), (True, "lit", ("?x",))),))
    objects = {"r0": "agent", "r1": "agent", "t0": "thing", "t1": "thing", "t2": "thing"}
    goal = tuple((True, "lit", (t,)) for t in ("t0", "t1", "t2"))
    puzzle = Puzzle(objects, (light,), frozenset(), goal)
    assert least_steps(puzzle) == 2
