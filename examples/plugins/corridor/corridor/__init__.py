"""Robots walk along a corridor and visit boxes: a whole domain in one small distribution."""

import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner import Briefing, Decision, Domain, PolicySpec, Translation, case, option
from planner.files import read_toml
from planner.turns import TurnBased

HERE = Path(__file__).parent
NAMES = ("Alice", "Bob", "Charlie", "David", "Emma")


@dataclass(frozen=True)
class Corridor:
    """One corridor; the walker waits ``detour`` steps first and ``pause`` seconds a decision."""

    length: int = option(8, help="Cells.", minimum=2, maximum=1000)
    boxes: int = option(2, help="Boxes to visit, at most one a cell.", minimum=1)
    agents: int = option(2, help="Robots.", minimum=1, maximum=5)
    seed: int = option(0, help="Where the boxes are.")
    max_steps: int = option(30, help="Joint steps.", minimum=1)
    detour: int = option(0, help="Steps the walker waits first.")
    pause: float = option(0.0, help="How long the walker thinks.", unit="s")
    kind: str = option("corridor", help="Marks a file.", choices=("corridor",), hidden=True)


class World(TurnBased):
    """Cells from 0; all robots start in cell 0 and act in turn."""
    instruction = "Visit every box."

    def __init__(self, case: Corridor) -> None:
        self.case = case
        super().__init__(NAMES[:case.agents], case.max_steps, case.seed)

    def start(self, rng: random.Random) -> None:
        count = min(self.case.boxes, self.case.length - 1)
        cells = rng.sample(range(1, self.case.length), count)
        self.boxes = {f"Box_{k}": cell for k, cell in enumerate(cells, start=1)}
        self.at, self.visited = dict.fromkeys(self.agents, 0), []

    def act(self, agent: str, action: str) -> str:
        target = self.at[agent] + {"Move(Left)": -1, "Move(Right)": 1}.get(action, 0)
        if action.startswith("Visit("):
            box = action[6:-1]
            if self.boxes.get(box) != target:
                return "not close enough"
            self.visited += [box] * (box not in self.visited)
        elif target == self.at[agent] or not 0 <= target < self.case.length:
            return "blocked"
        self.at[agent] = target
        return ""

    def see(self, agent: str) -> dict[str, Any]:
        here = [box for box, cell in self.boxes.items() if cell == self.at[agent]]
        return {"cell": self.at[agent], "here": "".join(here), "visited": list(self.visited),
                "actions": ["Move(Left)", "Move(Right)", "Idle", "Done",
                            *(f"Visit({box})" for box in here)]}

    def facts(self) -> dict[str, Any]:
        return {"boxes": sorted(self.boxes)}

    def goals(self) -> dict[str, bool]:
        return {f"Visit({box})": box in self.visited for box in self.boxes}

    def frame(self) -> dict[str, Any]:
        boxes, robots = ([{"name": n, "x": x, "y": 0} for n, x in spots.items()]
                         for spots in (self.boxes, self.at))
        return {"width": self.case.length, "height": 1, "objects": boxes, "agents": robots}


class Walker:
    """Walk to the right and visit what is there."""

    name = "walker"

    def __init__(self, case: Corridor, context: Any = None) -> None:
        self.case, self.wait = case, case.detour

    def reset(self, briefing: Briefing, observations: Any) -> None:
        self.boxes = set(briefing.facts["boxes"])

    def decide(self, observations: Any) -> Decision:
        time.sleep(self.case.pause)
        self.wait -= 1
        done = {b for o in observations.values() for b in o["visited"]}
        if self.boxes == done:
            return Decision(dict.fromkeys(observations, "Done"), done=True)
        return Decision({a: "Idle" if self.wait >= 0 else f"Visit({o['here']})"
                         if o["here"] not in {"", *done} else "Move(Right)"
                         for a, o in observations.items()})


def compiled(case: Corridor) -> Translation:
    world, cells = World(case), " ".join(f"c{k}" for k in range(case.length))
    names = {name.lower(): name for name in [*world.possible_agents, *world.boxes]}
    robots, boxes = list(names)[:case.agents], list(names)[case.agents:]
    facts = [f"(at {r} c0)" for r in robots] + [
        f"(next c{k} c{k + 1}) (next c{k + 1} c{k})" for k in range(case.length - 1)] + [
        f"(in {b} c{x})" for b, x in zip(boxes, world.boxes.values())]
    return Translation((HERE / "domain.pddl").read_text(), f"""(define (problem p)
  (:domain corridor) (:objects {" ".join(robots)} - robot {cells} - cell {" ".join(boxes)} - box)
  (:init {" ".join(facts)})
  (:goal (and {" ".join(f"(visited {b})" for b in boxes)})))""", names)


DOMAIN = Domain("corridor", "Boxes to be visited in a corridor.", Corridor,
                lambda head: head.table.get("kind") == "corridor",
                lambda path: case("corridor", **dict(read_toml(path), kind="corridor")),
                compile=compiled, environment=World, pddl=HERE / "domain.pddl", suites=HERE,
                policies={"walker": PolicySpec(Walker, "walks to the right")})
