"""Linear-chain CRF for spans, a thin layer over CRFsuite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from planner.errors import InputError, MissingError

__all__ = ["Labelled", "Tagger", "train_crf"]

Labelled = tuple[Sequence[Sequence[str]], Sequence[str]]
SMALLEST = 48  # bytes of CRFsuite's header; it begins with lCRF


def train_crf(
    examples: Iterable[Labelled], path: Path, *, iterations: int = 60, quick: bool = False,
    least: int = 2,
) -> None:
    """Train on (features per token, label per token) and write the model file ``path``.

    ``quick`` takes the averaged perceptron, for many labels; else L-BFGS.
    """
    trainer = _crfsuite().Trainer(algorithm="ap" if quick else "lbfgs", verbose=False)
    trainer.set_params({"max_iterations": iterations, "feature.minfreq": least} | ({} if quick else {
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
            "trained labels need python-crfsuite: pip install 'lmfree-planner[space]'") from None
    return pycrfsuite
