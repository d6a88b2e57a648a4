"""Scores of the evaluation's three subtasks, computed from its published rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from domains.space.items import Item
from domains.space.scoring.roles import score_roles
from domains.space.scoring.tasks import score_anomalies, score_judgements

__all__ = ["score", "score_anomalies", "score_judgements", "score_roles"]


def score(task: int, gold: Mapping[str, Item], given: Mapping[str, Item]) -> dict[str, Any]:
    """Return the figures of a run, of subtask 1 by kind (strict, loose)."""
    if task == 1:
        return {kind: asdict(found) for kind, found in score_anomalies(gold, given).items()}
    return asdict(score_roles(gold, given) if task == 2 else score_judgements(gold, given))
