"""Metrics and statistics against numbers worked out by hand or printed in the paper."""

from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import record

from benchmarks import metrics, statistics
from benchmarks.metrics import METRICS


def test_rates_of_one_episode() -> None:
    episode = record()
    assert metrics.success_rate(episode) == 0.0
    assert metrics.transport_rate(episode) == 0.75
    assert metrics.coverage(episode) == 0.5
    assert metrics.steps(episode) == 10
    assert metrics.steps(episode, trailing=True) == 11
    assert metrics.decision_seconds(episode) == (0.2, 0.9)
    assert metrics.transport_rate(record(subtasks=(), credited=(), success=True)) == 1.0


@pytest.mark.parametrize(("successes", "released"), [
    ({"Alice": 8, "Bob": 2}, 0.25), ({"Alice": 8}, 1.0), ({}, 0.0)])
def test_the_released_balance_drops_who_does_nothing(
    successes: dict[str, int], released: float
) -> None:
    assert metrics.balance_released(record(successes=successes)) == released
    # ours counts useful actions of all
    assert metrics.balance(record()) == pytest.approx(1 / 4.0001)
    assert metrics.balance(record(useful={"Alice": 3})) == 0.0
    assert isnan(metrics.balance(record(useful={})))


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), min_size=2, max_size=5), st.data())
def test_neither_idling_nor_bustling_raises_the_balance(
    counts: list[int], data: st.DataObject
) -> None:
    """Who leaves a useful action to the busiest, or only walks about, gains nothing."""
    team = tuple("ABCDE"[:len(counts)])
    idler = data.draw(st.integers(0, len(counts) - 1))
    busiest = max(range(len(counts)), key=lambda k: counts[k])
    less = list(counts)
    if counts[idler] and idler != busiest:
        less[idler] -= 1
        less[busiest] += 1
    before, after = (record(agents=team, useful=dict(zip(team, useful, strict=True)),
                            successes=dict.fromkeys(team, walks))
                     for useful, walks in ((counts, 1), (less, 30)))
    assert metrics.balance(after) <= metrics.balance(before)


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=6))
def test_no_way_to_share_out_useful_actions_is_more_even_than_the_bound(counts: list[int]) -> None:
    team = tuple("ABCDEF"[:len(counts)])
    episode = record(agents=team, useful=dict(zip(team, counts, strict=True)))
    assert metrics.balance(episode) <= metrics.balance_bound(episode) <= 1


def test_the_idle_share_is_of_robot_steps_before_the_closing_row() -> None:
    assert metrics.idle_share(record(idle={"Alice": 1, "Bob": 4})) == 5 / 20  # 10 steps, 2 robots
    assert metrics.idle_share(record(idle={"Alice": 0, "Bob": 0}, steps=1)) == 0.0
    assert metrics.idle_share(record()) != metrics.idle_share(record())  # unknown


@pytest.mark.parametrize(
    ("k", "n", "low", "high"), [(14, 42, 0.196, 0.495), (28, 45, 0.465, 0.762), (0, 5, 0.0, 0.522),
                                (5, 5, 0.478, 1.0), (125, 125, 0.971, 1.0)]
)
def test_clopper_pearson_as_printed(k: int, n: int, low: float, high: float) -> None:
    interval = statistics.clopper_pearson(k, n)
    assert (round(interval.low, 3), round(interval.high, 3)) == (low, high)


def test_mcnemar_by_hand() -> None:
    assert statistics.mcnemar([(True, True), (False, False)]) == 1.0
    # five pairs favour the first, one the second: 2 * (1 + 6) / 64
    pairs = [(True, False)] * 5 + [(False, True)]
    assert statistics.mcnemar(pairs) == pytest.approx(14 / 64)


def test_bootstrap_is_repeatable_and_holds_the_mean() -> None:
    values = [1.0, 2.0, 3.0, 4.0, 10.0]
    first, second = statistics.bootstrap(values), statistics.bootstrap(values)
    assert first == second
    assert first.low < first.mean == 4.0 < first.high
    assert min(values) <= first.low
    assert first.high <= max(values)


def test_paired_bootstrap_sees_a_constant_gain() -> None:
    gain = statistics.paired_bootstrap([(5.0, 9.0), (6.0, 10.0), (7.0, 12.0)])
    assert gain.low <= gain.mean <= gain.high < 0
    same = statistics.paired_bootstrap([(5.0, 5.0), (6.0, 6.0)])
    assert (same.mean, same.low, same.high) == (0.0, 0.0, 0.0)


def test_every_metric_gives_an_interval() -> None:
    episodes = [record(seed=k, success=k > 2, steps=5 + k, idle={"Alice": k, "Bob": 0},
                       extra={"base": 10 * k, "fewest_steps": 4}, decided={"plain": 5 + k})
                for k in range(5)]
    for metric in METRICS.values():
        found = metrics.aggregate(metric, map(metric.value, episodes))
        assert found.low <= found.mean <= found.high
        assert found.n == 5
