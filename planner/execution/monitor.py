"""Why did an action fail, and what to do about it; knows no domain.

A domain declares *causes*: a name, a test on what was observed, and the correction to try. The
monitor finds the first cause that fits, counts repetitions, and escalates: try again, another
approach, another robot, give the goal up for now (yield).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Cause", "Diagnosis", "Monitor"]

Correction = Literal["retry", "other approach", "other robot", "yield"]
LADDER: tuple[Correction, ...] = ("retry", "other approach", "other robot", "yield")


@dataclass(frozen=True)
class Cause:
    """A reason for failure: ``fits(action, observation)`` and the first correction to try."""

    name: str
    fits: Callable[[str, Mapping[str, Any]], bool]
    correction: Correction = "retry"


@dataclass(frozen=True)
class Diagnosis:
    """Why one agent's action failed, how often in a row, and the correction to try now."""

    agent: str
    action: str
    cause: str
    times: int
    correction: Correction

    def __str__(self) -> str:
        return f"{self.agent}: {self.action} failed ({self.cause}, {self.times}x)"


@dataclass
class Monitor:
    """Diagnose failures over an episode.

    The same action of the same agent failing again climbs one rung of the ladder after every
    ``patience`` failures; a success of the agent's action clears its count.
    """

    causes: Sequence[Cause]
    patience: int = 2
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def check(self, observations: Mapping[str, Mapping[str, Any]]) -> list[Diagnosis]:
        """Return a diagnosis for every agent whose last action failed.

        Observations carry ``last_action``, ``success`` and ``failure`` of the agent itself.
        """
        found = []
        for agent, observation in observations.items():
            action = str(observation.get("last_action", ""))
            if not action:
                continue
            if observation.get("success", True):
                del self.counts[agent, action]
                continue
            self.counts[agent, action] += 1
            found.append(self._diagnose(agent, action, observation))
        return found

    def _diagnose(self, agent: str, action: str, observation: Mapping[str, Any]) -> Diagnosis:
        times = self.counts[agent, action]
        cause = next((c for c in self.causes if c.fits(action, observation)), None)
        first = LADDER.index(cause.correction) if cause else 0
        rung = min(first + (times - 1) // self.patience, len(LADDER) - 1)
        name = cause.name if cause else str(observation.get("failure") or "unknown")
        return Diagnosis(agent, action, name, times, LADDER[rung])
