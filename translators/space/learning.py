"""Models: log-linear choices, linear-chain CRFs, and the folders they are kept in.

A log-linear model says which candidate of a group is the right one. Features are texts; weights are
found by L-BFGS with an L2 penalty. A group may have several right candidates (their probabilities
add up). It serves as a classifier, too, with nothing as the other candidate. Folders are the user's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from planner.errors import InputError, MissingError, remedy
from planner.files import read_json, unwritable, write_text

LEAST = 2  # times that a feature is seen before it counts


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
    choices: Sequence[Choice], *, penalty: float = 1.0, iterations: int = 60
) -> LogLinear:
    """Return the weights; features seen fewer than ``LEAST`` times are left out."""
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix

    counts = Counter(f for c in choices for row in c.candidates for f in row)
    names = [f for f, n in counts.items() if n >= LEAST]
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


Labelled = tuple[Sequence[Sequence[str]], Sequence[str]]
SMALLEST = 48  # bytes of CRFsuite's header; it begins with lCRF


def train_crf(
    examples: Iterable[Labelled], path: Path, *, iterations: int = 60, quick: bool = False,
) -> None:
    """Train on (features per token, label per token) and write the model file ``path``.

    ``quick`` takes the averaged perceptron, for many labels; else L-BFGS.
    """
    trainer = _crfsuite().Trainer(algorithm="ap" if quick else "lbfgs", verbose=False)
    trainer.set_params({"max_iterations": iterations, "feature.minfreq": LEAST} | ({} if quick else {
        "c1": 0.05, "c2": 0.2, "feature.possible_transitions": True}))
    count = 0
    for features, labels in examples:
        trainer.append(features, labels)
        count += 1
    if not count:
        raise InputError("nothing to train on: no example with spans was found")
    trainer.train(str(path))


class Tagger:
    """A trained CRF; raise ``InputError`` when the model file is missing or damaged."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise InputError(f"{path}: no trained model here (planner space train writes it)")
        data = path.read_bytes()
        if len(data) < SMALLEST or not data.startswith(b"lCRF"):
            raise InputError(f"{path}: not a CRF model file")
        self._tagger = _crfsuite().Tagger()
        try:
            self._tagger.open(str(path))
        except ValueError as error:
            raise InputError(f"{path}: damaged model ({error})") from None

    def labels(self, features: Sequence[Sequence[str]]) -> list[str]:
        """Return the most likely label of every token."""
        return list(self._tagger.tag(features)) if features else []


def _crfsuite() -> Any:
    try:
        import pycrfsuite
    except ImportError:
        raise MissingError(
            f"trained labels need python-crfsuite: {remedy('space')}") from None
    return pycrfsuite


MAX_MODEL_BYTES = 512 * 1024 * 1024


def model_folder(path: Path) -> Path:
    """Make the folder of a model; raise what :func:`unwritable` says where it cannot be written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from None
    return path


def save_table(path: Path, table: Mapping[str, Any]) -> None:
    """Write a table as JSON."""
    write_text(path, json.dumps(table, ensure_ascii=False))


def load_table(path: Path, **fields: type) -> dict[str, Any]:
    """Read a table with the ``fields`` stated; raise ``InputError`` if it is missing or damaged."""
    if not path.is_file():
        raise InputError(f"{path}: no trained model here (planner space train writes it)")
    value = read_json(path, MAX_MODEL_BYTES)
    if not isinstance(value, dict) or (fields and {*value} != {*fields}) or not all(
            isinstance(value[k], t) for k, t in fields.items()):
        raise InputError(f"{path}: damaged model file")
    return value


def save_linear(path: Path, model: LogLinear) -> None:
    """Write the weights of a log-linear model."""
    save_table(path, {k: round(v, 5) for k, v in model.weights.items()})


def load_linear(path: Path) -> LogLinear:
    """Read the weights of a log-linear model."""
    table = load_table(path)
    if not all(isinstance(v, int | float) for v in table.values()):
        raise InputError(f"{path}: damaged model file")
    return LogLinear(table)
