"""The wrapper's two compound actions: NavigateTo and Explore, made of simulator primitives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from domains.household.belief.belief import Item
from domains.household.belief.camera import GRID_M, Cell, Pose, cell
from domains.household.environment.navigation import face, nearest_cells, plan_path
from domains.household.names import NameTable

__all__ = ["ActionOutcome", "Simulated", "Walker", "standing", "walking"]

EXPLORE_MOVES = 3


@dataclass(frozen=True)
class ActionOutcome:
    """What became of an action; ``failure`` is its kind, empty on success."""

    success: bool = True
    failure: str = ""
    message: str = ""


class Simulated(Protocol):
    """What walking needs of an environment."""

    controller: Any
    names: NameTable
    possible_agents: list[str]

    @property
    def event(self) -> Any:
        """Return the simulator's last event."""

    def primitive(self, number: int, name: str, **arguments: Any) -> ActionOutcome:
        """Execute one simulator action of agent ``number``."""

    def picture(self, number: int) -> list[Mapping[str, Any]]:
        """Return the metadata records of everything in an agent's picture."""

    def see(self, records: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
        """Enter a picture's listed objects into the dictionary and describe them."""


class Walker:
    """Moves one agent of an environment."""

    def __init__(self, environment: Simulated, number: int) -> None:
        self.env, self.number = environment, number

    def navigate(self, object_id: str) -> ActionOutcome:
        """Walk to the free cell nearest to the object and face it (specification, 5.1)."""
        target = self._record(object_id)
        if target is None:
            return ActionOutcome(False, "key", f"{object_id} is gone")
        box = target["axisAlignedBoundingBox"]["center"]
        centre = (box["x"], box["z"])
        free = self.free()
        own, yaw = self._pose()
        others = [self._cell(i) for i in range(len(self.env.possible_agents)) if i != self.number]
        cells = nearest_cells(free, centre, others, own)
        blocked = set(free) - set(cells)
        path = plan_path(own, yaw, cells[0], free | {own}, blocked)
        if path is None:
            return ActionOutcome(False, "no-actions", "no clear path")
        self._teleport(float(yaw))
        for action in path:
            outcome = self.env.primitive(self.number, action)
            if not outcome.success:
                return outcome
        here = self._body()["position"]
        self._teleport(float(round(face((here["x"], here["z"]), centre))))
        if object_id in {r["objectId"] for r in self.env.picture(self.number)}:
            return ActionOutcome()
        return ActionOutcome(False, "non-interactable", "the object is blocked from view")

    def explore(self, glimpsed: dict[str, dict[str, Any]]) -> ActionOutcome:
        """Turn round once, then go three cells towards the heading that showed most that is new.

        The released wrapper scores headings by sentence embeddings of the open subtasks, which a
        wrapper without a language model does not have; new objects take their place.
        """
        scores: list[int] = []
        for _ in range(4):
            turned = self.env.primitive(self.number, "RotateRight")
            if not turned.success:
                return turned
            known = len(self.env.names)
            glimpsed.update(self.env.see(self.env.picture(self.number)))
            scores.append(len(self.env.names) - known)
        best = max(range(4), key=lambda i: (scores[i], i == 3))
        for _ in range((best + 1) % 4):
            self.env.primitive(self.number, "RotateRight")
        for _ in range(EXPLORE_MOVES + (best == 3)):
            if not self.env.primitive(self.number, "MoveAhead").success:
                break
        return ActionOutcome()

    # -- simulator state --------------------------------------------------------------------------

    def _record(self, object_id: str) -> Any:
        objects = self.env.event.metadata["objects"]
        return next((o for o in objects if o["objectId"] == object_id), None)

    def _body(self) -> Any:
        return self.env.event.events[self.number].metadata["agent"]

    def _cell(self, number: int) -> Cell:
        position = self.env.event.events[number].metadata["agent"]["position"]
        return cell(position["x"], position["z"])

    def _pose(self) -> tuple[Cell, int]:
        yaw = round(self._body()["rotation"]["y"] / 90) * 90 % 360
        return self._cell(self.number), yaw

    def free(self) -> set[Cell]:
        """Ask the simulator where a robot can stand."""
        event = self.env.controller.step(action="GetReachablePositions", agentId=self.number)
        return {cell(p["x"], p["z"]) for p in event.metadata["actionReturn"] or ()}

    def _teleport(self, yaw: float) -> None:
        """Turn on the spot with a level camera; a refused turn does not count."""
        body = self._body()
        self.env.controller.step(
            action="TeleportFull", agentId=self.number, position=dict(body["position"]),
            rotation={"x": 0, "y": yaw, "z": 0}, horizon=0, standing=True, forceAction=True)


def standing(environment: Simulated) -> dict[str, Pose]:
    """Return where each robot stands and looks."""
    return {name: _pose(event.metadata["agent"]) for name, event in
            zip(environment.possible_agents, environment.event.events, strict=True)}


def walking(environment: Simulated) -> Callable[[Item], Pose]:
    """Return a function that tells where NavigateTo leads while no other robot is near."""
    free = Walker(environment, 0).free()

    def lead(item: Item) -> Pose:
        x, z = (GRID_M * c for c in nearest_cells(free, item.middle, (), next(iter(free)))[0])
        return Pose(x, z, round(face((x, z), item.middle)), 0.0)

    return lead


def _pose(body: Mapping[str, Any]) -> Pose:
    return Pose(body["position"]["x"], body["position"]["z"], body["rotation"]["y"] % 360,
                body["cameraHorizon"])
