"""The points of a solved problem, item by item, for the solve report."""

from __future__ import annotations

from typing import Any

from domains.competition.world.model import Instruction
from domains.competition.world.scoring import Score

__all__ = ["rewards_of"]


def rewards_of(score: Score, base_score: int, upper_bound: int | None) -> dict[str, Any]:
    """Return the points item by item, as the referee sees them."""
    return {
        "tasks": [
            {**_source(verdict.item), "satisfied": verdict.all_true, "bindings": verdict.bindings}
            for verdict in score.tasks
        ],
        "constraints": [
            {
                **_source(verdict.item),
                "kept": verdict.kept,
                "broken_by": verdict.broken_by,
                "matches": verdict.matches,
            }
            for verdict in score.constraints
        ],
        "base_score": base_score,
        "upper_bound": upper_bound,
    }


def _source(item: Instruction) -> dict[str, Any]:
    return {"text": item.text, "line": item.span.line if item.span else None}
