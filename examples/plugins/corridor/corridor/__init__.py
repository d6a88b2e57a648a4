"""Robots walk along a corridor and visit boxes: a whole domain in one small distribution."""

import random
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from planner.cases import build, option
from planner.domain import Domain, FileHead, PolicySpec, Translation
from planner.environment import Briefing, Decision, Scorecard
from planner.files import read_toml

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Corridor:
    """One corridor; the walker waits ``detour`` steps first and ``pause`` seconds a decision."""

    length: int = option(8, help="Cells.", minimum=2, maximum=1000)
    boxes: int = option(2, help="Boxes to visit, fewer than cells.", minimum=1)
    agents: int = option(2, help="Robots.", minimum=1, maximum=5)
    seed: int = option(0, help="Where the boxes are.")
    max_steps: int = option(30, help="Joint steps.", minimum=1)
    detour: int = option(0, help="Steps the walker waits first.")
    pause: float = option(0.0, help="How long the walker thinks.", unit="s")


class World:
    """Cells from 0; all robots start in cell 0 and act in turn."""

    def __init__(self, case: Corridor) -> None:
        self.case, names = case, ("Alice", "Bob", "Charlie", "David", "Emma")
        self.possible_agents = list(names[:case.agents])
        self.reset(case.seed)

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        self.agents, self.steps = list(self.possible_agents), 0
        cells = random.Random(seed).sample(range(1, self.case.length), min(
            self.case.boxes, self.case.length - 1))
        self.boxes = {f"Box_{k}": cell for k, cell in enumerate(cells, start=1)}
        self.at, self.visited, self.touched = dict.fromkeys(self.agents, 0), [], set()
        self.counts = dict.fromkeys(self.agents, 0)
        return self._see({}), {a: {} for a in self.agents}

    def step(self, actions: dict[str, str]) -> tuple[Any, ...]:
        team, self.steps = list(self.agents), self.steps + 1
        failure = {a: self._act(a, actions.get(a, "Idle")) for a in team}
        over = self.steps >= self.case.max_steps
        self.agents = [] if over else team
        infos = {a: {"success": not why, "failure": why} for a, why in failure.items()}
        return (self._see(failure), dict.fromkeys(team, 0.0), dict.fromkeys(team, False),
                dict.fromkeys(team, over), infos)

    def _act(self, agent: str, action: str) -> str:
        verb, _, what = action.rstrip(")").partition("(")
        if verb not in ("Move", "Visit"):
            return "" if verb in ("Idle", "Done") else "unknown action"
        if verb == "Move":
            target = self.at[agent] + {"Left": -1, "Right": 1}.get(what, 0)
            if target == self.at[agent] or not 0 <= target < self.case.length:
                return "blocked"
            self.at[agent] = target
        elif what not in self.boxes:
            return "unknown object"
        else:
            self.touched.add(what)
            if self.boxes[what] != self.at[agent]:
                return "not close enough"
            self.visited += [what] * (what not in self.visited)
        self.counts[agent] += 1
        return ""

    def _see(self, failure: dict[str, str]) -> dict[str, Any]:
        here = {cell: box for box, cell in self.boxes.items()}
        return {a: {"cell": x, "here": here.get(x, ""), "visited": list(self.visited),
                    "failure": failure.get(a, ""), "actions": [
                        "Move(Left)", "Move(Right)", "Idle", "Done",
                        *([f"Visit({here[x]})"] if x in here else [])]}
                for a, x in self.at.items()}

    def briefing(self) -> Briefing:
        return Briefing("Visit every box.", tuple(self.possible_agents), self.case.max_steps,
                        {"boxes": sorted(self.boxes)})

    def scorecard(self) -> Scorecard:
        wanted, done = (tuple(f"Visit({b})" for b in x) for x in (self.boxes, self.visited))
        return Scorecard(wanted, done, tuple(self.boxes), tuple(sorted(self.touched)),
                         self.counts, self.counts, len(done) == len(wanted))

    def frame(self) -> dict[str, Any]:
        return {"width": self.case.length, "height": 1, "grid": 1.0,
                "objects": [{"name": b, "kind": "box", "x": x, "y": 0,
                             "state": "visited" * (b in self.visited)}
                            for b, x in self.boxes.items()],
                "agents": [{"name": a, "x": x, "y": 0, "heading": 90} for a, x in self.at.items()]}

    def close(self) -> None: ...


class Walker:
    """Walk to the right and visit what is there."""

    name = "walker"

    def __init__(self, case: Corridor, context: Any = None) -> None:
        self.case = case

    def reset(self, briefing: Briefing, observations: Any) -> None:
        self.boxes, self.wait = set(briefing.facts["boxes"]), self.case.detour

    def decide(self, observations: Any) -> Decision:
        time.sleep(self.case.pause)
        self.wait -= 1
        if self.boxes == {b for o in observations.values() for b in o["visited"]}:
            return Decision(dict.fromkeys(observations, "Done"), done=True)
        return Decision({a: "Idle" if self.wait >= 0 else f"Visit({o['here']})"
                         if o["here"] and o["here"] not in o["visited"] else "Move(Right)"
                         for a, o in observations.items()})


def compiled(case: Corridor) -> Translation:
    """Say where everything is as PDDL."""
    world, cells = World(case), [f"c{k}" for k in range(case.length)]
    robots = [a.lower() for a in world.possible_agents]
    facts = [f"(at {r} c0)" for r in robots] + [
        f"(next {a} {b}) (next {b} {a})" for a, b in pairwise(cells)] + [
        f"(in {b.lower()} c{x})" for b, x in world.boxes.items()]
    return Translation((HERE / "domain.pddl").read_text(), f"""(define (problem p)
  (:domain corridor) (:objects {" ".join(robots)} - robot {" ".join(cells)} - cell
  {" ".join(world.boxes).lower()} - box) (:init {" ".join(facts)})
  (:goal (and {" ".join(f"(visited {b.lower()})" for b in world.boxes)})))""",
        {name.lower(): name for name in [*world.possible_agents, *world.boxes]})


def mine(head: FileHead) -> bool:
    """Recognise a file of keys and values."""
    return head.table.get("kind") == "corridor"


def load(path: Path) -> Corridor:
    """Read a file."""
    return build(Corridor, {k: v for k, v in read_toml(path).items() if k != "kind"}, str(path))


DOMAIN = Domain("corridor", "Boxes to be visited in a corridor.", Corridor, mine, load,
                compile=compiled, environment=World, pddl=HERE / "domain.pddl", suites=HERE,
                policies={"walker": PolicySpec(Walker, "walks to the right")})
