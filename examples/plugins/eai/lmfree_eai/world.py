"""The closed loop's world: VirtualHome's graph simulator behind ``planner.environment``."""

from __future__ import annotations

import random
import re
from typing import Any

from lmfree_eai import Chore
from lmfree_eai.judge import occurs
from lmfree_eai.laws import DOMAIN_FILE
from lmfree_eai.package import CHARACTER, Graph, task_of
from lmfree_eai.simulator import Simulator
from planner import Translation
from planner.execution.actor.contract import Believed
from planner.turns import TurnBased

AGENT = "Character"
CALL = re.compile(r"([A-Z]+)\(([0-9, ]*)\)")


def compile_case(case: Chore) -> Translation:
    """Compile the node and edge goals over the listed nodes; action goals stand in the notes."""
    task = task_of(case.task)
    graph = task.graph()
    nodes = sorted({*task.listed, *graph.rooms, CHARACTER})
    known = Believed(graph.kinds(nodes), frozenset(graph.atoms(nodes)),
                     frozenset(map(graph.goal, task.goals)))
    return Translation(DOMAIN_FILE.read_text(encoding="utf-8"), known.problem_text("virtualhome"),
                       {graph.name(n): graph.told((n,)) for n in nodes},
                       {"actions": list(task.actions)})


class House(TurnBased):
    """One task; ``view`` says whether the character perceives its room or the whole house.

    Actions are ``NAME(ID, …)``. What has never been perceived cannot be acted on: ``not seen``.
    Perceived is what is in the same room and not shut in, what is held, and the rooms; CLOSE only
    of the character and of what the task lists.
    """

    def __init__(self, case: Chore) -> None:
        self.case, self.task = case, task_of(case.task)
        self.instruction = self.task.title
        super().__init__([AGENT], case.max_steps)

    def start(self, rng: random.Random) -> None:
        self.world = Simulator(self.task.data())
        self.done: list[str] = []
        self.seen: set[int] = set()

    def act(self, agent: str, action: str) -> str:
        call = CALL.fullmatch(action)
        if call is None:
            return "no action"
        ids = [int(word) for word in call[2].split(",") if word.strip()]
        if not set(ids) <= self.seen:
            return "not seen"
        failure = self.world.act(call[1], ids)
        self.done += [] if failure else [call[1]]
        return failure

    def see(self, agent: str) -> dict[str, Any]:
        data = self.world.data()
        graph, listed = Graph.read(data), {*self.task.listed}
        shown = self._visible(graph)
        self.seen |= shown
        return {
            "nodes": [{k: n[k] if isinstance(n[k], str | int) else sorted(n[k]) for k in (
                "id", "class_name", "category", "properties", "states")}
                for n in data["nodes"] if n["id"] in shown],
            "edges": [{"from_id": a, "relation_type": r, "to_id": b}
                      for a, r, b in sorted(graph.edges) if {a, b} <= shown and (
                r not in ("CLOSE", "BETWEEN") or CHARACTER in (a, b) or {a, b} <= listed)]}

    def _visible(self, graph: Graph) -> set[int]:
        if self.case.view == "house":
            return set(graph.classes)
        inside = [(a, b) for a, relation, b in graph.edges if relation == "INSIDE"]
        here = {b for a, b in inside if a == CHARACTER and b in graph.rooms}
        shut = {a for a, b in inside if "CLOSED" in graph.states[b]}
        held = {b for a, r, b in graph.edges if a == CHARACTER and r.startswith("HOLDS")}
        return {a for a, b in inside if b in here} - shut | held | {CHARACTER} | graph.rooms

    def facts(self) -> dict[str, Any]:
        """Return the task and what it is about: class and properties of the listed objects."""
        graph = Graph.read(self.world.data())
        return {"goals": [list(goal) for goal in self.task.goals],
                "actions": list(self.task.actions),
                "objects": [{"id": n, "class_name": graph.classes[n], "category": "", "states": [],
                             "properties": sorted(graph.properties[n])} for n in self.task.listed]}

    def goals(self) -> dict[str, bool]:
        """Say which goals hold; the action goals count in their order."""
        graph, actions = Graph.read(self.world.data()), self.task.actions
        return {**{graph.told(goal): graph.has(goal) for goal in self.task.goals},
                **({"actions": occurs(actions, self.done)} if actions else {})}
