"""The rescue episode with a worse exploration order: the first looks go where least is expected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TextIO
from unittest.mock import patch

import rescue_episodes

from domains.rescue.policy import searching
from planner.execution.exploration import Target, best_looks
from planner.execution.trace import EpisodeRecord

BAD_LOOKS = 4


def worse_order() -> Callable[..., list[Any]]:
    """Return a chooser whose first four choices are the worst ones."""
    made = 0

    def choose(beliefs: Any, choices: Mapping[str, Any], *following: Any) -> list[Any]:
        nonlocal made
        made += 1
        if made > BAD_LOOKS:
            return best_looks(beliefs, choices, *following)
        return [Target(robot, min(looks, key=lambda look: look.gain(beliefs)), 0.0)
                for robot, looks in choices.items() if looks]

    return choose


def run_case(case: Mapping[str, Any], *, trace: TextIO | None = None) -> EpisodeRecord:
    """Run the case with the worse order."""
    with patch.object(searching, "best_looks", worse_order()):
        return rescue_episodes.run_case(case, trace=trace)
