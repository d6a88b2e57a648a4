"""Who says that it is done has done it: a slice of the attack, and the rule on its own."""

import pytest
from attack import Verdict, main, table, verdicts
from beliefs import ATTACKS, STANDSTILL, verdict
from records import record


@pytest.mark.parametrize(("group", "count", "least"), [
    ("rescue", 10, 6), ("household", 3, 1), ("standstill, rescue, failing", 1, 0),
    ("standstill, competition", 1, 0)])
def test_no_team_claims_what_is_not_so_or_goes_on_for_ever(
    group: str, count: int, least: int
) -> None:
    found = list(verdicts(ATTACKS[group], 7, range(count)))
    assert [v.case for v in found if v.wrong] == []
    assert sum(v.counts["solved"] for v in found) >= least
    assert sum(v.counts["solved in time, not believed"] for v in found) == 0


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
    def attack(_seed: int, number: int) -> Verdict:
        return Verdict("g", str(number))

    assert main({"one": attack}, "", 4, []) == 0
    assert main({"one": attack}, "", 4, ["--seconds", "-1"]) == 1
    assert "one: the time was over when 0 of 4 were judged" in capsys.readouterr().out
