"""An environment class as papers on robots at home have them: it knows ai2thor's client alone.

Written in the manner of LLaMAR's ``AI2ThorEnv`` (its code is not here): it makes its own
Controller, names things in the order in which they are seen, plays one high-level action of each
agent after the other, and has a checker of subtasks. It runs on the headless engine as it is:

    with domains.household.thor.stand_in():
        from robots_at_home import AI2ThorEnv
        env = AI2ThorEnv(agents=2)
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
from ai2thor.controller import Controller

NAMES = ("Alice", "Bob", "Charlie", "David", "Emma")


class Checker:
    """Credit subtasks by what was done: ``PickupObject(Bread_1)``, ``PutObject(Fridge, Bread)``."""

    def __init__(self, subtasks: list[str]) -> None:
        self.subtasks, self.completed = subtasks, list[str]()
        self.attempted = set[str]()

    def note(self, action: str, success: bool, held: str) -> None:
        """Take in one action of one agent, and what it held before."""
        self.attempted.add(action)
        verb, _, rest = action.partition("(")
        kind = rest.rstrip(")").split("_")[0]
        for done in (action, f"{verb}({kind}, {held.partition('_')[0]})"):
            if success and done in self.subtasks and done not in self.completed:
                self.completed.append(done)

    @property
    def success(self) -> bool:
        """Whether every subtask is credited."""
        return len(self.completed) == len(self.subtasks)

    @property
    def transport_rate(self) -> float:
        """Share of the subtasks."""
        return len(self.completed) / len(self.subtasks)


class AI2ThorEnv:
    """Agents in a floor plan, one high-level action each a step."""

    def __init__(self, agents: int) -> None:
        self.names = NAMES[:agents]
        self.controller = Controller(width=1000, height=1000, gridSize=0.25)

    def reset(
        self, scene: str, task: str, subtasks: list[str], outside: tuple[str, ...]
    ) -> dict[str, str]:
        """Load a plan as the paper's class does: Initialize is a step of its own.

        The pre-initialisation puts things of the types ``outside`` onto a counter.
        """
        self.controller.reset(scene)
        self.event = self.controller.step({
            "action": "Initialize", "gridSize": 0.25, "renderObjectImage": True,
            "agentCount": len(self.names), "visibilityDistance": 1.5})
        self.controller.step({  # outside of some rooms: the result is not looked at
            "action": "Teleport", "position": {"x": 1.5, "y": 0.9, "z": -1.5}, "rotation": 270})
        things = self.controller.last_event.metadata["objects"]
        counter = next(o["objectId"] for o in things if o["objectType"] == "CounterTop")
        for kind in outside:
            spots = self.controller.step(
                action="GetSpawnCoordinatesAboveReceptacle", objectId=counter, anywhere=True)
            item = next(o["objectId"] for o in things if o["objectType"] == kind)
            points = spots.metadata["actionReturn"]
            self.controller.step(action="PlaceObjectAtPoint", objectId=item,
                                 position=points[len(points) // 3])
        self.task, self.checker = task, Checker(subtasks)
        self.ids, self.inventory = dict[str, str](), ["nothing"] * len(self.names)
        self.frames = list[Any]()
        return self.observe()

    def observe(self) -> dict[str, str]:
        """Return the SUMMARY of each agent's observation; keep its frame."""
        told = {}
        self.frames = []
        for number, name in enumerate(self.names):
            event = self.controller.last_event.events[number]
            self.frames.append(np.ascontiguousarray(event.cv2img))
            seen = sorted(event.instance_detections2D.instance_masks)
            things = {o["objectId"]: o for o in event.metadata["objects"]}
            listed = [self.name(i) for i in seen if i in things and any(
                v is True and "able" in k for k, v in things[i].items())]
            told[name] = f"I see: {listed}. I am holding: {self.inventory[number]}."
        return told

    def name(self, identifier: str) -> str:
        """Return a thing's name, Type_k in the order of seeing."""
        kind = identifier.partition("|")[0]
        for name, known in self.ids.items():
            if known == identifier:
                return name
        name = f"{kind}_{1 + sum(n.split('_')[0] == kind for n in self.ids)}"
        self.ids[name] = identifier
        return name

    def step(self, actions: list[str]) -> tuple[dict[str, str], list[bool]]:
        """Play the agents' actions one after another."""
        done = [self.act(number, action) for number, action in enumerate(actions)]
        return self.observe(), done

    def act(self, number: int, action: str) -> bool:
        """Play one action of one agent."""
        verb, _, rest = action.partition("(")
        wanted = rest.rstrip(")")
        held = self.inventory[number]
        if verb in ("Done", "Idle"):
            self.call(number, "Pass")
            return True
        forced = {"forceAction": True} if verb == "PutObject" and "Fridge" in wanted else {}
        success = (self.navigate(number, wanted) if verb == "NavigateTo"
                   else self.call(number, verb, objectId=self.ids[wanted], **forced))
        self.checker.note(action, success, held)
        if success and verb in ("PickupObject", "PutObject"):
            self.inventory[number] = wanted if verb == "PickupObject" else "nothing"
        return success

    def call(self, number: int, action: str, **arguments: Any) -> bool:
        """Send a primitive."""
        self.event = self.controller.step(dict(action=action, agentId=number, **arguments))
        return bool(self.event.metadata["lastActionSuccess"])

    def navigate(self, number: int, wanted: str) -> bool:
        """Walk over the grid, a primitive at a time, to where the thing can be handled."""
        self.call(number, "GetInteractablePoses", objectId=self.ids[wanted], horizons=[0, 30])
        poses = self.event.metadata["actionReturn"]
        self.call(number, "GetReachablePositions")
        free = {self.cell(p) for p in self.event.metadata["actionReturn"]}
        for event in self.event.events:
            x, z = self.cell(event.metadata["agent"]["position"])
            if event.metadata["agentId"] != number:
                free -= {(x + i, z + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        agent = self.event.events[number].metadata["agent"]
        ways = self.ways(self.cell(agent["position"]), free)
        reached = [p for p in poses if self.cell(p) in ways]
        if not reached:
            return False
        pose = min(reached, key=lambda p: len(ways[self.cell(p)]))
        return (all(self.turn(number, 90 - np.degrees(np.arctan2(z, x)))
                    and self.call(number, "MoveAhead") for x, z in ways[self.cell(pose)])
                and self.turn(number, pose["rotation"])
                and self.call(number, "TeleportFull", **{**pose, "horizon": str(pose["horizon"])}))

    def turn(self, number: int, heading: float) -> bool:
        """Turn in steps of 90 degrees."""
        yaw = self.controller.last_event.events[number].metadata["agent"]["rotation"]["y"]
        steps = round((heading - yaw) / 90) % 4
        return (self.call(number, "RotateLeft") if steps == 3
                else all(self.call(number, "RotateRight") for _ in range(steps)))

    @staticmethod
    def cell(position: dict[str, float]) -> tuple[int, int]:
        """Return the grid point of a position."""
        return round(position["x"] / 0.25), round(position["z"] / 0.25)

    @staticmethod
    def ways(start: tuple[int, int], free: set[tuple[int, int]]) -> dict[Any, list[Any]]:
        """Return the moves that lead to each free grid point."""
        found: dict[Any, list[Any]] = {start: []}
        queue = deque([start])
        while queue:
            x, z = queue.popleft()
            for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                if (x + i, z + j) in free and (x + i, z + j) not in found:
                    found[x + i, z + j] = [*found[x, z], (i, j)]
                    queue.append((x + i, z + j))
        return found
