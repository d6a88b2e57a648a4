"""Generic belief: Bayes' rule by hand, value of information, search order, calibration."""

import random

import pytest

from planner.execution.belief import (
    Belief,
    Categorical,
    ContradictionError,
)
from planner.execution.calibration import reliability


def test_bayes_by_hand() -> None:
    fact = Categorical({"a": 1.0, "b": 3.0})
    assert fact["b"] == 0.75
    after = fact.updated(lambda v: 0.9 if v == "a" else 0.1)
    assert after["a"] == pytest.approx(0.225 / 0.3)
    assert after.mode == "a"
    assert Categorical.uniform("abcd").entropy == pytest.approx(2.0)


def test_contradiction_is_reported_and_recoverable() -> None:
    fact = Categorical.certain("a")
    with pytest.raises(ContradictionError):
        fact.without(["a"])
    belief: Belief[str, str] = Belief({"x": fact})
    assert not belief.observe("x", lambda _: 0.0, Categorical.uniform("bc"))
    assert belief["x"]["b"] == 0.5


def test_repeated_noisy_answers_sharpen() -> None:
    fact = Categorical.uniform(range(20))
    seen = []
    for _ in range(3):
        fact = fact.updated(lambda v: 0.615 if v == 7 else 0.015)
        seen.append(fact[7])
    assert seen[0] == pytest.approx(0.615 / 0.9)
    assert seen == sorted(seen)
    assert seen[2] > 0.99


def test_sampling_follows_the_belief() -> None:
    rng = random.Random(1)
    belief: Belief[str, str] = Belief({"x": Categorical({"a": 0.8, "b": 0.2})})
    share = sum(belief.sample(rng)["x"] == "a" for _ in range(2000)) / 2000
    assert 0.77 < share < 0.83
    assert belief.most_likely() == {"x": "a"}


def test_reliability_table() -> None:
    pairs = [(0.95, True)] * 9 + [(0.95, False)] + [(0.2, False)] * 4 + [(1.0, True)]
    bins = {(b.low, b.high): b for b in reliability(pairs)}
    assert bins[(0.9, 0.99)].count == 10
    assert bins[(0.9, 0.99)].true == pytest.approx(0.9)
    assert bins[(0.99, 1.0)].count == 1
