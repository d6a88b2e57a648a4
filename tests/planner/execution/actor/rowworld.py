"""A row of cells with hidden boxes, and the bridge of it: the smallest world for the loop."""

import random
from collections.abc import Mapping
from typing import Any

from teams import world

from planner.environment import Briefing
from planner.execution.actor import Assumption, Atom, Believed, Bridge, GroundAction
from planner.turns import TurnBased

PDDL = world("row")


class Row(TurnBased):
    """Robots start in cell 0; moves take ``slow`` steps; ``stuck`` cells cannot be left."""

    def __init__(self, boxes: Mapping[str, int], robots: int = 2, length: int = 6, slow: int = 1,
                 stuck: frozenset[int] = frozenset(), max_steps: int = 30) -> None:
        self.boxes, self.length, self.slow, self.stuck = boxes, length, slow, stuck
        super().__init__([f"R{k}" for k in range(robots)], max_steps)

    def start(self, rng: random.Random) -> None:
        self.at, self.visited = dict.fromkeys(self.possible_agents, 0), list[str]()
        self.pushed = dict.fromkeys(self.possible_agents, 0)

    def act(self, agent: str, action: str) -> str:
        if action.startswith("Visit("):
            here = self.boxes.get(action[6:-1]) == self.at[agent]
            self.visited += [action[6:-1]] if here else []
            return "" if here else "not here"
        self.pushed[agent] = (self.pushed[agent] + 1) % self.slow
        if not self.pushed[agent] and self.at[agent] not in self.stuck:
            self.at[agent] += 1 if action == "Right" else -1
        return ""

    def see(self, agent: str) -> dict[str, Any]:
        here = [box for box, cell in self.boxes.items() if cell == self.at[agent]]
        return {"cell": self.at[agent], "here": here, "visited": list(self.visited),
                "under way": bool(self.pushed[agent])}

    def goals(self) -> dict[str, bool]:
        return {box: box in self.visited for box in self.boxes}

    def facts(self) -> dict[str, Any]:
        return {"boxes": sorted(self.boxes), "length": self.length}


class Scout(Bridge):
    """Assume each box that nobody has seen in an unseen cell, the nearest first."""

    def __init__(self, found: Mapping[str, int] | None = None, sealed: str = "") -> None:
        self.sealed = sealed
        self.found = dict(found or {})
        self.skills = {"visit": self._visit, "move": self._move}

    def _visit(self, agent: str, action: GroundAction) -> str:
        return f"Visit({action.arguments[1]})"

    def _move(self, agent: str, action: GroundAction) -> str:
        return "Right" if int(action.arguments[2][1:]) > self.now[agent]["cell"] else "Left"

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        self.robots = {agent.lower(): agent for agent in briefing.agents}
        self.boxes, self.cells = briefing.facts["boxes"], range(briefing.facts["length"])
        self.unseen = set(self.cells)
        self.observe(observations)

    def observe(self, observations: Mapping[str, Any]) -> None:
        self.now = observations
        for seen in observations.values():
            self.unseen.discard(seen["cell"])
            self.found |= dict.fromkeys(seen["here"], seen["cell"])

    def problem(self) -> Believed:
        lost = [box for box in self.boxes if box not in self.found]
        facts: set[Atom] = {("next", (f"c{a}", f"c{a + d}")) for a in self.cells for d in (-1, 1)
                 if a + d in self.cells}
        facts |= {("at", (r, f"c{self.now[a]['cell']}")) for r, a in self.robots.items()}
        facts |= {("in", (box, f"c{cell}")) for box, cell in self.found.items()}
        facts |= {("visited", (box,)) for seen in self.now.values() for box in seen["visited"]}
        facts |= {("sealed", (self.sealed,))} if self.sealed else set()
        return Believed(
            dict.fromkeys(self.robots, "robot") | {f"c{k}": "cell" for k in self.cells}
            | dict.fromkeys(self.boxes, "box"), frozenset(facts),
            frozenset(("visited", (box,)) for box in self.boxes),
            tuple(Assumption(f"place of {box}", frozenset({("in", (box, f"c{cell}"))}),
                             1 / len(self.unseen))
                  for box, cell in zip(lost, sorted(self.unseen), strict=False)))

    def running(self, robot: str) -> bool:
        return bool(self.now[self.robots[robot]]["under way"])

    def failed(self, robot: str) -> str:
        return str(self.now[self.robots[robot]]["failure"])
