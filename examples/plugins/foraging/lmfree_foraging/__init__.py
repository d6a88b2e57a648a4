"""Level-based foraging (package ``lbforaging``) as a domain: the case, the world, the scripts."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lbforaging.foraging import ForagingEnv

from planner import Domain, case, option
from planner.environment import Scorecard
from planner.files import read_toml
from planner.turns import PASSIVE, TurnBased

HERE = Path(__file__).parent
NAMES = ("Alice", "Bob", "Charlie", "David", "Emma", "Frank")
ACTIONS = ("Idle", "North", "South", "West", "East", "Load")
MOVES = {"North": (-1, 0), "South": (1, 0), "West": (0, -1), "East": (0, 1)}


@dataclass(frozen=True)
class Foraging:
    """A grid with food of levels; robots of levels 1 and 2 eat what they reach together."""

    size: int = option(10, help="Cells a side.", minimum=5, maximum=30)
    agents: int = option(3, help="Robots.", minimum=1, maximum=len(NAMES))
    foods: int = option(3, help="Pieces of food.", minimum=1, maximum=20)
    sight: int = option(0, help="Cells a robot sees each way; 0: all.", minimum=0)
    cooperative: bool = option(False, help="All food takes several robots.")
    seed: int = option(0, help="Where everything is.")
    max_steps: int = option(50, help="Joint steps.", minimum=1)
    kind: str = option("foraging", help="Marks a file.", choices=("foraging",), hidden=True)


class World(TurnBased):
    """The package's environment; its reward is summed over the team (1 when all is eaten)."""

    instruction = "Eat all food."

    def __init__(self, case: Foraging) -> None:
        self.case, sight = case, case.sight or case.size
        self.game = ForagingEnv(case.agents, 1, 2, 1, None, (case.size, case.size), case.foods,
                                sight, case.max_steps, case.cooperative)
        super().__init__(NAMES[:case.agents], case.max_steps, case.seed)

    def start(self, rng: random.Random) -> None:
        self.game.reset(seed=rng.randrange(2**31))
        self.reward, self.eaten = 0.0, 0
        self.total = int((self.game.field > 0).sum())

    def step(self, actions: dict[str, Any]) -> Any:
        """Do what all robots do at once."""
        team, players = list(self.agents), self.game.players
        asked = [str(actions.get(a, "Idle")) for a in team]
        before = [p.position for p in players]
        food = int((self.game.field > 0).sum())
        numbers = [ACTIONS.index(a) if a in ACTIONS else 0 for a in asked]
        _, rewards, *_ = self.game.step(numbers)
        self.reward += sum(rewards)
        self.eaten += food - int((self.game.field > 0).sum())
        failure = {}
        for name, action, old, player, gain in zip(team, asked, before, players, rewards,
                                                   strict=True):
            did = player.position != old if action in MOVES else gain > 0
            failure[name] = "" if action in PASSIVE or did else (
                "blocked" if action in MOVES else "not eaten" if action == "Load" else "unknown")
            self.counts[name] += action not in PASSIVE and did
        self.steps += 1
        over = self.steps >= self.max_steps
        seen = self._seen(actions, failure)
        infos = {a: {"success": not why, "failure": why} for a, why in failure.items()}
        self.agents = [] if over else team
        return (seen, dict(zip(team, map(float, rewards), strict=True)), dict.fromkeys(team, False),
                dict.fromkeys(team, over), infos)

    def see(self, agent: str) -> dict[str, Any]:
        """Return the robot's cell and level, and all within sight: food and robots, with levels."""
        game, number = self.game, self.possible_agents.index(agent)
        row, column = map(int, game.players[number].position)
        sight, size = self.case.sight or self.case.size, self.case.size
        rows, columns = (range(max(0, x - sight), min(size, x + sight + 1)) for x in (row, column))
        food = [[r, c, int(game.field[r, c])] for r in rows for c in columns if game.field[r, c]]
        others = {n: [*map(int, p.position), int(p.level)]
                  for n, p in zip(self.possible_agents, game.players, strict=True)
                  if p.position[0] in rows and p.position[1] in columns}
        return {"cell": [row, column], "rows": [rows[0], rows[-1]], "food": food,
                "columns": [columns[0], columns[-1]], "robots": others, "actions": list(ACTIONS)}

    def facts(self) -> dict[str, Any]:
        return {"size": self.case.size, "foods": self.total}

    def goals(self) -> dict[str, bool]:
        return {f"Eat({k})": k <= self.eaten for k in range(1, self.total + 1)}

    def scorecard(self) -> Scorecard:
        return replace(super().scorecard(), extra={"return": self.reward})

    def frame(self) -> dict[str, Any]:
        field, players = self.game.field, self.game.players
        things = [{"name": f"Food {field[r, c]}", "x": int(c), "y": int(r)}
                  for r, c in zip(*field.nonzero(), strict=True)]
        robots = [{"name": f"{n} ({p.level})", "x": int(p.position[1]), "y": int(p.position[0])}
                  for n, p in zip(self.possible_agents, players, strict=True)]
        return {"width": self.case.size, "height": self.case.size, "objects": things,
                "agents": robots}


DOMAIN = Domain(
    "foraging", "Level-based foraging: robots of levels eat food together.", Foraging,
    lambda head: head.table.get("kind") == "foraging",
    lambda path: case("foraging", **dict(read_toml(path), kind="foraging")),
    environment=World, bridge="lmfree_foraging.bridge:Blocks", pddl=HERE / "domain.pddl",
    suites=HERE, remarks=lambda record: [f"return {record.extra['return']:.3f}"])
