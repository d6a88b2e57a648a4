"""The seam between a world and whoever acts in it.

The shape is PettingZoo's parallel API (dictionaries keyed by agent name, ``terminations`` apart
from ``truncations``), so every environment passes ``pettingzoo.test.parallel_api_test``.
Actions are strings of the domain's own action language, e.g. ``"NavigateTo(Fridge_1)"``.
A policy receives a :class:`Briefing` once and then observations only; nothing in this module
gives it access to the world behind them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

Observation = Mapping[str, Any]
"""What one robot perceives in one step; JSON-like, documented in the domain's README."""


BASIS = ("simulator", "referee", "preparation", "scenes")
"""What a figure rests on: which program plays the world, who judges by which reading, how the
task is prepared before the first step, where the scene comes from."""


@dataclass(frozen=True)
class Briefing:
    """What a team knows before the first step: the user's words, the team, the step budget.

    ``facts`` holds static knowledge any team would have (grid size, action names); never
    hidden state.
    """

    instruction: str
    agents: tuple[str, ...]
    max_steps: int
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Decision:
    """One joint action with its reasons.

    ``actions`` maps every agent to an action string. ``done`` says that the policy stops after this
    step, ``gave_up`` that it does not believe the task finished when it stops. ``replan`` is the
    reason for a new plan, or empty. ``notes`` are JSON-like additions for the trace (belief, plan,
    subtasks). ``idle`` names agents that only pass the time although their action is not Idle.
    ``by`` names who decided where that was not the policy itself (a script in its place).
    """

    actions: Mapping[str, str]
    done: bool = False
    gave_up: bool = False
    replan: str = ""
    reasons: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)
    engine_calls: int = 0
    tokens: int = 0
    cost_usd: float = 0.0
    idle: Collection[str] = ()
    by: str = ""


class Policy(Protocol):
    """Decide joint actions from observations alone; ``name``, or else its class, names it."""

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Start an episode."""

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Return the next joint action; observations carry the outcome of the last one."""


@dataclass(frozen=True)
class Scorecard:
    """The referee's verdict on an episode so far; never shown to a policy.

    ``subtasks`` all subtasks, ``credited`` those done; ``coverage``/``covered`` likewise.
    ``successes`` counts each agent's successful actions other than Done and Idle (the released
    balance); ``useful`` only those that contributed to a subtask. ``basis`` says what the figures
    rest on, by the names in :data:`BASIS`; a world that says nothing rests on its own.
    """

    subtasks: tuple[str, ...]
    credited: tuple[str, ...]
    coverage: tuple[str, ...]
    covered: tuple[str, ...]
    successes: Mapping[str, int]
    useful: Mapping[str, int]
    success: bool
    extra: Mapping[str, Any] = field(default_factory=dict)
    basis: Mapping[str, str] = field(default_factory=dict)


class Environment(Protocol):
    """PettingZoo's ``ParallelEnv`` plus a briefing and a referee."""

    possible_agents: list[str]
    agents: list[str]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode; return observations and infos per agent."""

    def step(self, actions: dict[str, Any]) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:
        """Execute a joint action; return observations, rewards, terminations, truncations, infos.

        ``infos[agent]`` has ``success: bool`` and ``failure: str`` (kind, or empty) of the
        agent's last action; the same facts are in the observation, since robots notice failures.
        """

    def briefing(self) -> Briefing:
        """Return what the team knows before the first step."""

    def scorecard(self) -> Scorecard:
        """Give the referee's verdict so far."""

    def close(self) -> None:
        """Release processes and files."""
