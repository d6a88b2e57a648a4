"""A log-linear choice model: which candidate of a group is the right one.

Features are texts; weights are found by L-BFGS with an L2 penalty. A group may have several right
candidates (their probabilities add up). The same model serves as a classifier: the candidates are
then the classes, with features that name the class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Choice", "LogLinear", "train_choices"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A group: the features of every candidate, and which candidates are right."""

    candidates: Sequence[Sequence[str]]
    right: Sequence[bool]


@dataclass(frozen=True)
class LogLinear:
    """Weights by feature; unknown features count nothing."""

    weights: Mapping[str, float]

    def score(self, features: Iterable[str]) -> float:
        """Return the sum of the weights."""
        return sum(self.weights.get(f, 0.0) for f in features)

    def probabilities(self, candidates: Sequence[Sequence[str]]) -> list[float]:
        """Return the probability of each candidate of a group."""
        scores = np.array([self.score(c) for c in candidates])
        if not len(scores):
            return []
        odds = np.exp(scores - scores.max())
        return [float(p) for p in odds / odds.sum()]

    def chance(self, features: Sequence[str]) -> float:
        """Return the probability that something is so rather than not."""
        return self.probabilities([features, []])[0]


def train_choices(
    choices: Sequence[Choice], *, penalty: float = 1.0, least: int = 2, iterations: int = 60
) -> LogLinear:
    """Return the weights; features seen fewer than ``least`` times are left out."""
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix

    counts = Counter(f for c in choices for row in c.candidates for f in row)
    names = [f for f, n in counts.items() if n >= least]
    index = {f: i for i, f in enumerate(names)}
    useful = [c for c in choices if any(c.right) and not all(c.right)]
    if not useful or not names:
        return LogLinear({})
    indices: list[int] = []
    pointers = [0]
    for choice in useful:
        for row in choice.candidates:
            indices += [index[f] for f in row if f in index]
            pointers.append(len(indices))
    rows = len(pointers) - 1
    matrix: Any = csr_matrix(
        (np.ones(len(indices)), np.array(indices), np.array(pointers)), shape=(rows, len(names)))
    starts = np.cumsum([0, *(len(c.candidates) for c in useful)])[:-1]
    sizes = np.array([len(c.candidates) for c in useful])
    right = np.array([r for c in useful for r in c.right], dtype=float)

    def loss(weights: Any) -> tuple[float, Any]:
        scores = matrix @ weights
        top = np.maximum.reduceat(scores, starts)
        odds = np.exp(scores - np.repeat(top, sizes))
        total = np.add.reduceat(odds, starts)
        good = np.add.reduceat(odds * right, starts) + 1e-300
        value = float(np.sum(np.log(total) - np.log(good))) + penalty / 2 * float(weights @ weights)
        expected = odds / np.repeat(total, sizes) - odds * right / np.repeat(good, sizes)
        return value, matrix.T @ expected + penalty * weights

    result = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B",
                      options={"maxiter": iterations})
    return LogLinear({
        n: float(w) for n, w in zip(names, result.x, strict=True) if abs(w) > 1e-4})
