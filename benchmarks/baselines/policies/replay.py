"""Repeat the actions of a recorded trace (``--policy replay:FILE``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from planner.environment import Briefing, Decision, Observation
from planner.errors import InputError
from planner.files import read_text

MAX_BYTES = 200_000_000


class ReplayPolicy:
    """Play back joint actions one by one, then stop; observations are ignored."""

    name = "replay"

    def __init__(self, actions: list[dict[str, str]]) -> None:
        self.actions = actions

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Start at the first recorded step."""
        self.agents, self.step = briefing.agents, 0

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Return the next recorded joint action."""
        if self.step >= len(self.actions):
            return Decision(dict.fromkeys(self.agents, "Idle"), done=True)
        actions = self.actions[self.step]
        self.step += 1
        return Decision({a: actions.get(a, "Idle") for a in self.agents},
                        done=self.step >= len(self.actions))


def read_actions(path: Path) -> list[dict[str, str]]:
    """Read the joint actions of a trace; raises InputError with file and line."""
    found = []
    for number, line in enumerate(read_text(path, MAX_BYTES).splitlines(), start=1):
        try:
            data = json.loads(line)
            if data.get("kind") == "step":
                found.append({str(a): str(x) for a, x in data["actions"].items()})
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise InputError(f"{path}:{number}: not a line of a trace: {error}") from None
    if not found:
        raise InputError(f"{path}:1: the trace holds no step")
    return found
