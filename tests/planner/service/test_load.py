"""A slice of the load study: many requests at once, hostile ones among them."""

from __future__ import annotations

from service_load import study


def test_no_wrong_answer_and_nothing_left() -> None:
    tally = study(60, 8, jobs=2, seed=5, budget_s=120)
    assert sum(tally.asked.values()) == 60
    assert (tally.wrong, tally.orphans, tally.folders, tally.alive) == ([], 0, 0, True)
