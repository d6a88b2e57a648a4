"""Repeat the actions of a recorded trace (``--policy replay:FILE``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from planner.domain import PolicyContext
from planner.environment import Briefing, Decision, Observation
from planner.errors import InputError
from planner.execution.trace import read_trace


class ReplayPolicy:
    """Play back joint actions one by one, then stop; observations are ignored.

    Raises :class:`InputError` for a trace without a step, or a step without actions.
    """

    name = "replay"

    def __init__(self, _: object, context: PolicyContext) -> None:
        path = Path(context.argument)
        steps = [line for line in read_trace(path) if line.get("kind") == "step"]
        self.actions: list[Any] = [step.get("actions") for step in steps]
        if not steps:
            raise InputError(f"{path}:1: the trace holds no step")
        for number, actions in enumerate(self.actions, start=1):
            if not isinstance(actions, dict):
                raise InputError(f"{path}: step {number} has no actions by robot")

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Start at the first recorded step."""
        self.agents, self.step = briefing.agents, 0

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Return the next recorded joint action."""
        if self.step >= len(self.actions):
            return Decision(dict.fromkeys(self.agents, "Idle"), done=True)
        actions = self.actions[self.step]
        self.step += 1
        return Decision({a: str(actions.get(a, "Idle")) for a in self.agents},
                        done=self.step >= len(self.actions))
