"""The rescue episode with a worse exploration order: robots look where they expect least."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TextIO
from unittest.mock import patch

from domains.rescue import episode, policy
from planner.execution.exploration import Target
from planner.execution.trace import EpisodeRecord


def worst_looks(beliefs: Any, choices: Mapping[str, Any], discount: float = 0.0) -> list[Any]:
    """Choose for each robot the look that promises least."""
    return [Target(robot, min(looks, key=lambda look: look.gain(beliefs)), 0.0)
            for robot, looks in choices.items() if looks]


def run_case(case: Mapping[str, Any], *, trace: TextIO | None = None) -> EpisodeRecord:
    """Run the case with the order of exploration turned round."""
    with patch.object(policy, "best_looks", worst_looks):
        return episode.run_case(case, trace=trace)
