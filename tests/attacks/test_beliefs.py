"""Who says that it is done has done it: a slice of the attack, and the rule on its own."""

from __future__ import annotations

import pytest
from attack import table, verdicts
from beliefs import ATTACKS, verdict
from records import record


@pytest.mark.parametrize(("domain", "count", "least"), [("rescue", 15, 9), ("household", 6, 2)])
def test_no_team_claims_what_is_not_so(domain: str, count: int, least: int) -> None:
    found = list(verdicts(ATTACKS[domain], 7, range(count)))
    assert [v.case for v in found if v.wrong] == []
    assert sum(v.counts["solved"] for v in found) >= least
    assert sum(v.counts["solved in time, not believed"] for v in found) == 0


def test_an_episode_follows_from_seed_and_number() -> None:
    assert ATTACKS["rescue"](3, 5) == ATTACKS["rescue"](3, 5)


@pytest.mark.parametrize(("solved", "believed", "wrong"), [
    (True, True, 0), (False, True, 1), (True, False, 0), (False, False, 0)])
def test_a_wrong_claim_is_counted(solved: bool, believed: bool, wrong: int) -> None:
    found = verdict("g", {}, record(success=solved, believed_success=believed))
    assert table([found])[2].split("|")[3].strip() == str(wrong)
