"""A small environment to start from: agents act in turn, a subclass says what an action does."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from planner.environment import Briefing, Scorecard
from planner.spaces import TextActions

PASSIVE = ("Idle", "Done")


class TurnBased(TextActions):
    """PettingZoo's parallel shape over four methods: ``start``, ``act``, ``see``, ``goals``.

    Within a joint step the agents act one after the other in their order, unless ``together`` says
    what several do at once (lifting what is heavy, pressing two buttons). The episode is
    truncated after ``max_steps``. Observations are what ``see`` returns, with ``last_action``,
    ``success`` and ``failure``.
    """

    instruction = ""

    def __init__(self, agents: Sequence[str], max_steps: int, seed: int = 0) -> None:
        self.possible_agents, self.max_steps, self.seed = list(agents), max_steps, seed
        self.reset()

    def start(self, rng: random.Random) -> None:
        """Set the world up."""
        raise NotImplementedError

    def act(self, agent: str, action: str) -> str:
        """Execute an action (never Idle or Done); return why it failed, or nothing."""
        raise NotImplementedError

    def together(self, actions: Mapping[str, str]) -> Mapping[str, str]:
        """Execute what agents do in a step; return why some failed; others have succeeded."""
        return {agent: self.act(agent, action) for agent, action in actions.items()}

    def see(self, agent: str) -> dict[str, Any]:
        """Return what an agent perceives, JSON-like."""
        raise NotImplementedError

    def goals(self) -> Mapping[str, bool]:
        """Return each subtask and whether it is done."""
        raise NotImplementedError

    def facts(self) -> Mapping[str, Any]:
        """Return what the team knows before the first step besides the instruction."""
        return {}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode."""
        self.agents, self.steps = list(self.possible_agents), 0
        self.counts = dict.fromkeys(self.agents, 0)
        self.start(random.Random(self.seed if seed is None else seed))
        return self._seen({}, {}), {a: {} for a in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:
        """Execute a joint action."""
        team = list(self.agents)
        active = {a: word for a in team if (word := str(actions.get(a, "Idle"))) not in PASSIVE}
        failure = dict.fromkeys(team, "") | dict(self.together(active))
        for agent in active:
            self.counts[agent] += not failure[agent]
        self.steps += 1
        over = self.steps >= self.max_steps
        seen = self._seen(actions, failure)
        infos = {a: {"success": not why, "failure": why} for a, why in failure.items()}
        if over:
            self.agents = []
        return (seen, dict.fromkeys(team, 0.0), dict.fromkeys(team, False),
                dict.fromkeys(team, over), infos)

    def briefing(self) -> Briefing:
        """Say the task, the team and the budget."""
        return Briefing(self.instruction, tuple(self.possible_agents), self.max_steps, self.facts())

    def scorecard(self) -> Scorecard:
        """Credit the goals that are reached."""
        goals = self.goals()
        return Scorecard(tuple(goals), tuple(g for g, done in goals.items() if done), (), (),
                         self.counts, self.counts, all(goals.values()))

    def close(self) -> None:
        """Hold nothing."""

    def _seen(self, actions: Mapping[str, Any], failure: Mapping[str, str]) -> dict[str, Any]:
        return {a: {**self.see(a), "last_action": str(actions.get(a, "")),
                    "success": not failure.get(a), "failure": failure.get(a, "")}
                for a in self.agents}
