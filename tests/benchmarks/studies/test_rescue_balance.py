"""The most even split of search & rescue jobs, on cases small enough to check by hand."""

from __future__ import annotations

import pytest
from rescue_episodes import run_case

from benchmarks import metrics
from benchmarks.studies.rescue_balance import attainable_balance, balance_by_search


def test_two_rescues_by_three_robots_cannot_be_even() -> None:
    """Scene 5: two times two hands and one fire, four steps each, 8 joint steps: 8, 8 and 4."""
    case = {"scene": 5, "agents": 3, "seed": 0, "clairvoyant": True}
    record = run_case(case)
    assert metrics.steps(record) == 8
    assert attainable_balance(record, case) == pytest.approx(0.5, abs=1e-3)


def test_free_steps_before_the_find_may_be_spent_searching() -> None:
    case = {"scene": 1, "agents": 5, "seed": 20}
    record = run_case(case)
    assert attainable_balance(record, case) == pytest.approx(1.0, abs=1e-3)
    assert metrics.balance(record) <= attainable_balance(record, case)


def test_a_long_search_leaves_room_for_balance() -> None:
    """Scene 5, three robots: 8, 8 and 4 if people are known; who has 4 may search four times."""
    case = {"scene": 5, "agents": 3, "seed": 0}
    known, second, fourth = balance_by_search(case, (0, 2, 4))
    assert known == pytest.approx(0.5)
    assert second == pytest.approx(6 / 8)
    assert fourth == pytest.approx(1.0)
