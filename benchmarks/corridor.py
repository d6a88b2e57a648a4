"""A corridor with boxes: the smallest world, to measure and test the benchmark tools themselves.

Robots stand in a row of cells and must visit the marked ones. It says nothing about planning;
it exists so that the runner, the gate and the report can be exercised in milliseconds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from planner.environment import Briefing, Decision, Observation, Policy, Scorecard
from planner.errors import InputError
from planner.execution.loop import run_episode
from planner.execution.trace import EpisodeRecord, TraceWriter

__all__ = ["POLICIES", "CorridorEnvironment", "Walker", "run_case"]

POLICIES = ("walker",)

NAMES = ("Alice", "Bob", "Charlie", "David", "Emma")


class CorridorEnvironment:
    """Cells 0..length-1; ``Move(Left)``, ``Move(Right)``, ``Visit(Box_k)``, ``Idle``, ``Done``."""

    def __init__(self, length: int, boxes: int, agents: int) -> None:
        self.length, self.boxes = length, boxes
        self.possible_agents = list(NAMES[:agents])
        self.agents = list(self.possible_agents)
        self.places: dict[str, int] = {}
        self.marks: dict[str, int] = {}
        self.visited: list[str] = []
        self.touched: set[str] = set()
        self.counts: dict[str, int] = {}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Place the boxes by ``seed``; agents start at cell 0."""
        rng = random.Random(seed)
        cells = rng.sample(range(1, self.length), self.boxes)
        self.marks = {f"Box_{k}": cell for k, cell in enumerate(cells, start=1)}
        self.places = dict.fromkeys(self.agents, 0)
        self.visited, self.touched = [], set()
        self.counts = dict.fromkeys(self.agents, 0)
        return self._observe({}), {}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:
        """Execute the joint action in the order of the agents."""
        outcome = {a: self._act(a, str(actions.get(a, "Idle"))) for a in self.agents}
        infos = {a: {"success": not kind, "failure": kind} for a, kind in outcome.items()}
        never = dict.fromkeys(self.agents, False)
        return self._observe(outcome), dict.fromkeys(self.agents, 0.0), never, never, infos

    def briefing(self) -> Briefing:
        """Name the boxes, not their cells."""
        return Briefing("Visit every box.", tuple(self.agents), 30, {"boxes": sorted(self.marks)})

    def scorecard(self) -> Scorecard:
        """Credit one subtask per visited box."""
        wanted = tuple(f"Visit({box})" for box in self.marks)
        done = tuple(f"Visit({box})" for box in self.visited)
        return Scorecard(wanted, done, tuple(self.marks), tuple(sorted(self.touched)),
                         self.counts, self.counts, len(done) == len(wanted))

    def frame(self) -> dict[str, Any]:
        """Return the row for the replay."""
        return {
            "width": self.length, "height": 1, "grid": 1.0,
            "objects": [{"name": b, "kind": "box", "x": x, "y": 0,
                         "state": "visited" if b in self.visited else ""}
                        for b, x in self.marks.items()],
            "agents": [{"name": a, "x": x, "y": 0, "heading": 90}
                       for a, x in self.places.items()],
        }

    def close(self) -> None:
        """Hold nothing."""

    def _act(self, agent: str, action: str) -> str:
        if action in ("Idle", "Done"):
            return ""
        kind = self._move(agent, action) if action.startswith("Move(") else self._visit(
            agent, action)
        self.counts[agent] += not kind
        return kind

    def _move(self, agent: str, action: str) -> str:
        target = self.places[agent] + {"Move(Left)": -1, "Move(Right)": 1}.get(action, 0)
        if not 0 <= target < self.length:
            return "blocked"
        self.places[agent] = target
        return ""

    def _visit(self, agent: str, action: str) -> str:
        box = action.removeprefix("Visit(").removesuffix(")")
        if box not in self.marks:
            return "unknown object"
        self.touched.add(box)
        if self.marks[box] != self.places[agent]:
            return "not close enough"
        if box not in self.visited:
            self.visited.append(box)
        return ""

    def _observe(self, outcome: Mapping[str, str]) -> dict[str, Any]:
        here = {cell: box for box, cell in self.marks.items()}
        return {
            a: {"cell": x, "here": here.get(x, ""), "visited": list(self.visited),
                "failure": outcome.get(a, ""),
                "actions": ["Move(Left)", "Move(Right)", "Idle", "Done",
                            *([f"Visit({here[x]})"] if x in here else [])]}
            for a, x in self.places.items()
        }


class Walker:
    """Sweep the corridor to the right; with ``detour`` cells walked back before each visit."""

    def __init__(self, detour: int = 0, pause: float = 0.0) -> None:
        self.name = "walker"
        self.detour, self.pause, self.wait = detour, pause, 0

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Remember the boxes to visit."""
        self.boxes = set(briefing.facts["boxes"])
        self.wait = self.detour

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Visit what is here, else walk on; done when every box is visited."""
        if self.pause:
            time.sleep(self.pause)
        if self.boxes == {b for o in observations.values() for b in o["visited"]}:
            return Decision(dict.fromkeys(observations, "Done"), done=True)
        if self.wait:
            self.wait -= 1
            return Decision(dict.fromkeys(observations, "Idle"))
        return Decision({a: f"Visit({o['here']})" if o["here"] and o["here"] not in o["visited"]
                         else "Move(Right)" for a, o in observations.items()})


def run_case(
    case: Mapping[str, Any],
    *,
    trace: TextIO | None = None,
    policy_factory: Callable[[], Policy] | None = None,
) -> EpisodeRecord:
    """Run one corridor; keys ``length``, ``boxes``, ``agents``, ``seed``, ``detour``, ``pause``."""
    length, boxes = int(case.get("length", 8)), int(case.get("boxes", 2))
    if boxes >= length:
        raise InputError(f"{case.get('id')}: {boxes} boxes don't fit in {length} cells")
    environment = CorridorEnvironment(length, boxes, int(case.get("agents", 2)))
    walker = Walker(int(case.get("detour", 0)), float(case.get("pause", 0.0)))
    return run_episode(
        environment, policy_factory() if policy_factory else walker, domain="corridor",
        case=str(case.get("id", "corridor")), seed=int(case.get("seed", 0)),
        max_steps=int(case.get("max_steps", 30)), trace=TraceWriter(trace),
    )
