"""The search-and-rescue world behind PettingZoo's parallel API.

One joint step lets the agents act in index order, each seeing the effects of earlier ones
(specification §5). Actions are strings, observations JSON-like (see ``observation``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from domains.rescue.world.actions import ActionOutcome, execute, parse
from domains.rescue.world.bound import fewest_steps
from domains.rescue.world.checker import Checker
from domains.rescue.world.frame import frame, pixels, text
from domains.rescue.world.observation import KINDS, Observer
from domains.rescue.world.scene import Scene, agent_names
from domains.rescue.world.world import Robot, World
from planner.environment import Briefing, Scorecard
from planner.errors import UsageError
from planner.spaces import TextActions

DEFAULT_SEED = 42
MAX_AGENTS = 500
START = ActionOutcome(True)


class RescueEnvironment(TextActions):
    """A team of robots, spreading fires and missing people on a grid.

    Rewards are the share of subtasks newly credited in the step, the same for every agent.
    The world ends only at the step budget (or at full credit with the rule
    ``ends_when_solved``). The same scene, team size and seed give the same episode.
    """

    metadata: Mapping[str, Any] = {
        "name": "rescue_v1", "is_parallelizable": True, "render_modes": ["ansi", "rgb_array"]}
    observed = ("agent", "step", "position", "inventory", "holding", "global_obs", "local_obs",
                "last_action", "success", "failure", "failed_actions")

    def __init__(
        self, scene: Scene, agents: int = 0, *, seed: int = DEFAULT_SEED, max_steps: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Prepare an episode; zero ``agents`` or ``max_steps`` means the scene's own number.

        ``render_mode`` says what :meth:`render` returns: ``ansi`` (text) or ``rgb_array``.
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UsageError(f"no render mode '{render_mode}'; there are "
                             + ", ".join(self.metadata["render_modes"]))
        self.render_mode = render_mode
        count = agents or scene.agents or 2
        if not 1 <= count <= MAX_AGENTS:
            raise UsageError(f"a team has 1 to {MAX_AGENTS} agents, not {count}")
        self.scene = scene
        self.seed = seed
        self.max_cycles = max_steps or scene.max_steps
        self.possible_agents = list(agent_names(count))
        self.agents: list[str] = []
        self.begun = False
        self._start(seed)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode; without ``seed`` the last one is used again."""
        self.seed = self.seed if seed is None else seed
        self._start(self.seed)
        self.begun = True
        self.agents = list(self.possible_agents)
        return self._observe(), {a: {"success": True, "failure": ""} for a in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:
        """Execute a joint action; agents without an entry idle, the rest is as in PettingZoo.

        Raises :class:`UsageError` before the first reset and for agents that are not of the team.
        """
        if not self.begun:
            raise UsageError("reset the environment before the first step")
        strangers = actions.keys() - self.world.robot_by_name.keys()
        if strangers:
            raise UsageError(f"no agent {', '.join(map(repr, sorted(strangers, key=str)))}; "
                             f"the team is {', '.join(self.possible_agents)}")
        before = len(self.checker.credited)
        self.world.begin_step()
        outcomes = [self._act(r, str(actions.get(r.name, "Idle"))) for r in self.world.robots]
        self._report_together(outcomes)
        self.world.steps += 1
        observations = self._observe()
        gained = len(self.checker.credited) - before
        reward = gained / len(self.checker.subtasks) if gained else 0.0
        solved = self.scene.rules.ends_when_solved and self.checker.success()
        over = self.world.steps >= self.max_cycles
        team = self.agents
        if solved or over:
            self.agents = []
        infos = {r.name: {"success": o.success, "failure": o.failure}
                 for r, o in zip(self.world.robots, self.outcomes, strict=True)}
        return (observations, dict.fromkeys(team, reward), dict.fromkeys(team, solved),
                dict.fromkeys(team, over), infos)

    def briefing(self) -> Briefing:
        """Say the task, the team, the budget and the facts of the trade (no hidden state)."""
        scene = self.scene
        return Briefing(
            instruction=scene.task(),
            agents=tuple(self.possible_agents),
            max_steps=self.max_cycles,
            facts={
                "width": scene.width, "height": scene.height,
                "walls": sorted(list(w) for w in scene.walls),
                "fires": {f.name: KINDS[f.kind] for f in scene.fires},
                "people": [p.name for p in scene.persons],
                "people_known": scene.rules.people_known,
                "move_cost": scene.rules.move_cost, "walls_block": scene.rules.walls_block,
                "supplies": {KINDS[k]: s for k, s in scene.rules.supply_of.items()},
            },
        )

    def scorecard(self) -> Scorecard:
        """Give the referee's verdict so far, with the fewest steps that any team could need."""
        card = self.checker.card()
        return replace(card, extra={**card.extra, "fewest_steps": self.fewest},
                       basis=self.scene.basis())

    def frame(self) -> dict[str, Any]:
        """Return the scene for the replay (``docs/trace.md``); never shown to a policy."""
        return frame(self.world)

    def render(self) -> Any:
        """Return a picture of the world as ``render_mode`` says; without a mode, nothing.

        ``ansi`` is one character per cell (:func:`~domains.rescue.world.frame.text`),
        ``rgb_array`` a numpy array of rows, columns and three colours, several pixels to a cell.
        """
        if self.render_mode == "ansi":
            return text(self.world)
        return pixels(self.world) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Do nothing: there is nothing outside this object."""

    def offered_actions(self) -> list[str]:
        """Return calls with names of the scene."""
        world = self.world
        names = [*world.stores, *world.fire_by_name, *world.region_by_name,
                 *world.person_by_name, *world.robot_by_name]
        calls = [f"{a}({n})" for a in ("NavigateTo", "GetSupply", "StoreSupply", "Carry")
                 for n in names]
        calls += [f"UseSupply({f}, {s})" for f in world.fire_by_name for s in ("Sand", "Water")]
        calls += [f"DropOff({d.name}, {p})" for d in world.deposits for p in world.person_by_name]
        return [*calls, "Explore()", "ClearInventory()", "Idle", "Move(Up)", "Move(Left)"]

    def _start(self, seed: int) -> None:
        self.world = World(self.scene, len(self.possible_agents), seed)
        self.fewest = fewest_steps(self.world).steps
        self.checker = Checker(self.world)
        self.observer = Observer(self.world)
        self.outcomes = [START for _ in self.world.robots]
        self.last = ["" for _ in self.world.robots]
        self.failed: list[dict[str, None]] = [{} for _ in self.world.robots]

    def _act(self, robot: Robot, text: str) -> ActionOutcome:
        world = self.world
        if "SendMessage" in text:
            outcome = START
        else:
            outcome = execute(world, robot, text)
            world.turn(robot)
        world.refresh(robot)
        self.last[robot.index] = text
        if outcome.success:
            self.failed[robot.index].pop(text, None)
        else:
            self.failed[robot.index][text] = None
        self.checker.note(robot, text, outcome)
        return outcome

    def _report_together(self, outcomes: list[ActionOutcome]) -> None:
        """Report all DropOffs of the step as successful if one of them was."""
        drops = [i for i, text in enumerate(self.last) if parse(text)[0] == "DropOff"]
        if any(outcomes[i].success for i in drops):
            for i in drops:
                if not outcomes[i].success:
                    outcomes[i] = replace(outcomes[i], success=True, failure="")
                    self.checker.drop_together(self.world.robots[i])
        self.outcomes = outcomes

    def _observe(self) -> dict[str, Any]:
        observations, common = {}, self.observer.common()
        for robot in self.world.robots:
            self.world.refresh(robot)
            i = robot.index
            observations[robot.name] = self.observer.observe(
                robot, common, self.last[i], self.outcomes[i], tuple(self.failed[i]))
        return observations
