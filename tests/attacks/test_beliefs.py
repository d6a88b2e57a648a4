"""Who says that it is done has done it: a slice of the study, and each rule on its own."""

from __future__ import annotations

import pytest
from beliefs import Verdict, judge, table, verdicts


def test_no_rescue_team_claims_what_is_not_so() -> None:
    found = list(verdicts("rescue", 7, range(25), seconds=600))
    assert [v.case for v in found if v.wrong] == []
    solved = [v for v in found if v.solved]
    assert len(solved) > 15
    assert all(v.believed for v in solved if v.in_time)


def test_no_household_team_claims_what_is_not_so() -> None:
    found = list(verdicts("household", 7, range(14), seconds=600))
    assert [v.case for v in found if v.wrong] == []
    solved = [v for v in found if v.solved]
    assert len(solved) > 3
    assert all(v.believed for v in solved if v.in_time)


def test_an_episode_follows_from_seed_and_number() -> None:
    assert judge("rescue", 3, 5) == judge("rescue", 3, 5)


@pytest.mark.parametrize(("solved", "believed", "wrong"), [
    (True, True, 0), (False, True, 1), (True, False, 0), (False, False, 0)])
def test_a_wrong_claim_is_counted(solved: bool, believed: bool, wrong: int) -> None:
    verdict = Verdict({}, "g", 0.0, solved, believed, nothing=False, in_time=True)
    row = list(table([verdict], lambda v: v.group, "group"))[2]
    assert row.split("|")[5].strip() == str(wrong)
