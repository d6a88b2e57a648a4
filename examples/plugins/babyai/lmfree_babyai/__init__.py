"""BabyAI levels of MiniGrid (package ``minigrid``) as a domain: the case and the world."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import minigrid

from planner import Domain, case, option
from planner.domain import PolicySpec
from planner.files import read_toml
from planner.turns import TurnBased

HERE = Path(__file__).parent
ACTIONS = ("Left", "Right", "Forward", "Pickup", "Drop", "Toggle")
VECTORS = ((1, 0), (0, 1), (-1, 0), (0, -1))
KINDS = ("unseen", "empty", "wall", "floor", "door", "key", "ball", "box", "goal", "lava", "agent")
COLOURS = ("red", "green", "blue", "purple", "yellow", "grey")


@dataclass(frozen=True)
class BabyAI:
    """A level and its seed; the level makes the rooms and the sentence."""

    level: str = option("GoToRedBall-v0", help="Name after BabyAI-.")
    seed: int = option(0, help="Which rooms and sentence.")
    max_steps: int = option(0, help="Steps; 0: the level's own.", minimum=0)
    kind: str = option("babyai", help="Marks a file.", choices=("babyai",), hidden=True)


class World(TurnBased):
    """The package's level, seen as the package shows it: 7 x 7 cells ahead and the sentence."""

    def __init__(self, case: BabyAI) -> None:
        gymnasium.register_envs(minigrid)  # its levels, which nothing else loads
        self.case, self.game = case, gymnasium.make(f"BabyAI-{case.level}").unwrapped
        super().__init__(("Robot",), case.max_steps or 1, case.seed)

    def start(self, rng: random.Random) -> None:
        self.view, _ = self.game.reset(seed=rng.randrange(2**31))
        self.instruction, self.won, self.over = self.view["mission"], False, False
        self.max_steps = self.case.max_steps or int(self.game.max_steps)

    def act(self, agent: str, action: str) -> str:
        if action not in ACTIONS or self.over:
            return "unknown action" if action not in ACTIONS else "the level is over"
        old = (tuple(self.game.agent_pos), self.game.agent_dir, self.game.carrying,
               self.game.grid.encode().tobytes())
        self.view, reward, ended, _, _ = self.game.step(ACTIONS.index(action))
        self.won, self.over = self.won or reward > 0, ended
        new = (tuple(self.game.agent_pos), self.game.agent_dir, self.game.carrying,
               self.game.grid.encode().tobytes())
        return "" if new != old else "nothing changed"

    def see(self, agent: str) -> dict[str, Any]:
        return {"view": self.view["image"].tolist(), "direction": int(self.view["direction"]),
                "sentence": self.instruction, "actions": list(ACTIONS)}

    def goals(self) -> dict[str, bool]:
        return {self.instruction: self.won}

    def frame(self) -> dict[str, Any]:
        grid, (x, y) = self.game.grid, self.game.agent_pos
        things = [{"name": f"{t.color} {t.type}", "x": i, "y": j} for i in range(grid.width)
                  for j in range(grid.height) if (t := grid.get(i, j)) and t.type != "wall"]
        return {"width": grid.width, "height": grid.height, "objects": things,
                "agents": [{"name": "Robot", "x": int(x), "y": int(y)}]}


DOMAIN = Domain(
    "babyai", "BabyAI levels: one robot does what a sentence says.", BabyAI,
    lambda head: head.table.get("kind") == "babyai",
    lambda path: case("babyai", **dict(read_toml(path), kind="babyai")),
    environment=World, bridge="lmfree_babyai.bridge:Rooms", pddl=HERE / "domain.pddl",
    policies={"bot": PolicySpec("lmfree_babyai.rival:Bot", "The package's own symbolic bot.")},
    suites=HERE)
