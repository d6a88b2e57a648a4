"""A small builder of episode records for the tests of this folder."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from planner.execution.trace import EpisodeRecord

BASE = EpisodeRecord(
    domain="demo", case="one", policy="plain", agents=("Alice", "Bob"), seed=0, max_steps=30,
    steps=11, trailing_done=True, success=False, believed_success=False,
    subtasks=("a", "b", "c", "d"), credited=("a", "b", "c"), coverage=("x", "y"),
    covered=("x",), successes={"Alice": 8, "Bob": 2}, useful={"Alice": 4, "Bob": 1},
    decision_seconds=(0.1, 0.2, 0.9), replans=1, engine_calls=2,
    basis={"simulator": "demo", "referee": "demo's own", "preparation": "none", "scenes": "one"},
)


def record(**changes: Any) -> EpisodeRecord:
    """Return a two-agent episode that did 3 of 4 subtasks, with the given changes."""
    return replace(BASE, **changes)
