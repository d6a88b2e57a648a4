"""The closed loop's world: VirtualHome's graph simulator behind ``planner.environment``."""

from __future__ import annotations

import random
import re
from typing import Any

from lmfree_eai import Chore
from lmfree_eai.judge import occurs
from lmfree_eai.package import CHARACTER, Graph, task_of
from lmfree_eai.simulator import Simulator
from planner.turns import TurnBased

__all__ = ["AGENT", "House"]

AGENT = "Character"
CALL = re.compile(r"([A-Z]+)\(([0-9, ]*)\)")


class House(TurnBased):
    """One task; ``view`` says whether the character perceives its room or the whole house.

    Actions are ``NAME(ID, …)``. What has never been perceived cannot be acted on: ``not seen``.
    Perceived is what is in the same room and not shut in, what is held, and the rooms.
    """

    def __init__(self, case: Chore) -> None:
        self.case, self.task = case, task_of(case.task)
        self.instruction = self.task.title
        super().__init__([AGENT], case.max_steps, 0)

    def start(self, rng: random.Random) -> None:
        """Load the first graph."""
        self.world = Simulator.of_task(self.task.name)
        self.done: list[str] = []
        self.seen: set[int] = set()

    def act(self, agent: str, action: str) -> str:
        """Execute an action."""
        call = CALL.fullmatch(action)
        ids = [int(word) for word in call[2].split(",") if word.strip()] if call else []
        if call is None:
            return "no action"
        if not set(ids) <= self.seen:
            return "not seen"
        failure = self.world.act(call[1], ids)
        self.done += [] if failure else [call[1]]
        return failure

    def see(self, agent: str) -> dict[str, Any]:
        """Return the nodes and edges perceived; CLOSE only of the character and the listed."""
        graph = self.world.graph()
        shown, listed = self._visible(graph), set(self.task.listed)
        self.seen |= shown
        return {
            "room": next(iter(sorted(_rooms(graph, CHARACTER))), 0),
            "nodes": [{"id": n, "class_name": graph.classes[n], "states": sorted(graph.states[n]),
                       "properties": sorted(graph.properties[n]),
                       "category": "Rooms" if n in graph.rooms else ""} for n in sorted(shown)],
            "edges": sorted([a, r, b] for a, r, b in graph.edges if {a, b} <= shown and (
                r not in ("CLOSE", "BETWEEN") or a == CHARACTER or {a, b} <= listed))}

    def _visible(self, graph: Graph) -> set[int]:
        if self.case.view == "house":
            return set(graph.classes)
        here = _rooms(graph, CHARACTER)
        shut = {a for a, r, b in graph.edges if r == "INSIDE" and "CLOSED" in graph.states[b]}
        held = {b for a, r, b in graph.edges if a == CHARACTER and r.startswith("HOLDS")}
        near = {a for a, r, b in graph.edges if r == "INSIDE" and b in here}
        return ((near - shut) | held | {CHARACTER} | graph.rooms)

    def facts(self) -> dict[str, Any]:
        """Return the task and what it is about: class and properties of the listed objects."""
        graph, task = self.world.graph(), self.task
        return {"states": [list(s) for s in task.states], "edges": [list(e) for e in task.edges],
                "actions": list(task.actions),
                "objects": [{"id": n, "class_name": graph.classes[n],
                             "properties": sorted(graph.properties[n])} for n in task.listed]}

    def goals(self) -> dict[str, bool]:
        """Say which goals hold; the action goals count in their order."""
        graph = self.world.graph()
        return {**{f"{n} {s}": s in graph.states[n] for n, s in self.task.states},
                **{f"{a} {r} {b}": (a, r, b) in graph.edges for a, r, b in self.task.edges},
                **({"actions": occurs(self.task.actions, self.done)} if self.task.actions else {})}


def _rooms(graph: Graph, node: int) -> set[int]:
    return {b for a, r, b in graph.edges if a == node and r == "INSIDE" and b in graph.rooms}
