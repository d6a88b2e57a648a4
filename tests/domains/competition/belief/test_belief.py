"""Generic belief: Bayes' rule by hand, calibration."""

import pytest

from planner.execution.belief import Categorical, ContradictionError, reliability


def test_contradiction_is_reported() -> None:
    with pytest.raises(ContradictionError):
        Categorical.certain("a").without(["a"])


def test_reliability_table() -> None:
    pairs = [(0.95, True)] * 9 + [(0.95, False)] + [(0.2, False)] * 4 + [(1.0, True)]
    bins = {(b["low"], b["high"]): b for b in reliability(pairs)}
    assert bins[(0.9, 0.99)]["count"] == 10
    assert bins[(0.9, 0.99)]["true"] == pytest.approx(0.9)
    assert bins[(0.99, 1.0)]["count"] == 1
