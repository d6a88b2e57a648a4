"""MAP-THOR on the ai2thor client: high-level actions, observations, step accounting.

Agents act one after another within a joint step; the room's README has the table of actions and
observations. MAP-THOR lists an object when it is in the rendered picture (any distance) and has
some true property whose name contains "able"; plain receptacles (Sofa, CounterTop) are therefore
listed only while they are interactable, within 1.5 m. ``landmarks`` adds what such a picture also
shows: unlisted receptacles in view, by type and place, without a name.

The client is the stock one; whether Unity or the headless engine answers makes no difference
here. Sources: specification of MAP-THOR, sections 2 and 4 to 6.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from domains.household.actions import (
    BARE,
    OBJECT_VERBS,
    Action,
    ActionOutcome,
    NameTable,
    kind_of_failure,
    parse_action,
    type_of,
)
from domains.household.belief.belief import Item
from domains.household.belief.camera import Pose, face, nearest, standable
from domains.household.referee.judge import Judge
from domains.household.states import word_for
from domains.household.team import AGENT_NAMES, gets_at, lifts, may, strength
from domains.household.thor.scene import GRID, Cell, cell_at
from planner.environment import Briefing, Scorecard
from planner.errors import ComponentError, UsageError
from planner.spaces import TextActions

VISIBILITY_M = 1.5
EXPLORE_MOVES = 3
MAX_OBJECTS = 150
"""So many objects are in the frames of a replay."""
STATES = ("isOpen", "isToggled", "isSliced", "isDirty", "isCooked", "isFilledWithLiquid",
          "fillLiquid", "isBroken", "isUsedUp", "temperature", "isPickedUp")
_FLAGS = ("pickupable", "moveable", "receptacle", "openable", "toggleable", "sliceable",
          "dirtyable", "cookable", "breakable", "canFillWithLiquid", "canBeUsedUp")
_AHEAD = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}
_COMPASS = {0: "north", 90: "east", 180: "south", 270: "west"}


@dataclass
class _Robot:
    """What the wrapper remembers about one agent."""

    held: str = "nothing"
    action: str = ""
    outcome: ActionOutcome = field(default_factory=ActionOutcome)
    failures: list[str] = field(default_factory=list)
    glimpsed: dict[str, dict[str, Any]] = field(default_factory=dict)


class HouseholdEnvironment(TextActions):
    """A team in one floor plan with one instruction (PettingZoo's parallel API).

    ``client(scene, count)`` opens a controller; ``preparation`` are simulator calls made before
    the first observation (their failures are counted, not raised, as in MAP-THOR). ``skip``
    says of a primitive action whether it fails. ``team`` limits abilities: robot →
    {"verbs": [...], "lifts": [types]}; ``agents`` is how many there are, or their names.
    ``reveal`` shows every object to the first robot at the start (for comparison only).
    ``force_placement`` lifts the simulator's table of what may be put where, as MAP-THOR's wrapper
    does for fridges only: placements are sent with ``forceAction``.
    """

    metadata: Mapping[str, Any] = {"name": "household_v0", "render_modes": []}
    observed = ("agent", "objects", "seen", "held")

    def __init__(
        self, client: Callable[[str, int], Any], scene: str, instruction: str, *,
        agents: int | Sequence[str] = 2, max_steps: int = 30,
        preparation: Sequence[Mapping[str, Any]] = (),
        judge: Callable[[], Judge] | None = None,
        skip: Callable[[str], bool] = lambda _: False,
        team: Mapping[str, Mapping[str, Any]] | None = None,
        reveal: bool = False, force_placement: bool = False,
    ) -> None:
        count = agents if isinstance(agents, int) else len(agents)
        if not 1 <= count <= len(AGENT_NAMES):
            raise UsageError(f"1 to {len(AGENT_NAMES)} agents, not {agents}")
        self.possible_agents = list(AGENT_NAMES[:count] if isinstance(agents, int) else agents)
        self.agents = list(self.possible_agents)
        self.instruction, self.scene, self.max_steps = instruction, scene, max_steps
        self._open, self._preparation = client, preparation
        self._make_judge = judge or Judge
        self._skip, self._team = skip, team or {}
        self._reveal, self._forced = reveal, force_placement
        self.controller: Any = None
        self.step_count = 0

    # -- PettingZoo -------------------------------------------------------------------------------

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Load the scene, run the preparation, and give the first observations.

        ``seed`` changes nothing: the simulator is not randomised (MAP-THOR sets no seed).
        """
        if self.controller is None:
            self.controller = self._open(self.scene, len(self.possible_agents))
        self.controller.reset(self.scene, agentCount=len(self.possible_agents), gridSize=0.25,
                              visibilityDistance=VISIBILITY_M)
        self.agents = list(self.possible_agents)
        self.names = NameTable()
        self._robots = {a: _Robot() for a in self.agents}
        self.step_count = 0
        self._act({"action": "Teleport", "position": {"x": 1.5, "y": 0.9, "z": -1.5},
                   "rotation": {"x": 0, "y": 270, "z": 0}})
        self.prepared = [self._act(call).success for call in self._preparation]
        self.judge = self._make_judge()
        self.judge.begin(self.event.metadata["objects"])
        if self._reveal:
            self._robots[self.agents[0]].glimpsed = self._see(self.event.metadata["objects"])
        return self.state(), {a: self._info(a) for a in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:
        """Execute one joint step, agent after agent; exploring comes last."""
        self.step_count += 1
        acting = list(self.agents)
        self._helped: set[str] = set()
        for agent in acting:
            robot = self._robots[agent]
            robot.action, robot.glimpsed = str(actions.get(agent, "Idle")), {}
        said = {a: parse_action(self._robots[a].action) for a in acting}
        explorers = [a for a in acting if said[a].verb == "Explore"]
        for agent in [a for a in acting if a not in explorers] + explorers:
            self._turn(agent, said[agent], agent in explorers[1:])
        observations = self.state()
        finished = all(self._robots[a].action.strip() == "Done" for a in acting)
        over = self.step_count >= self.max_steps
        if finished or over:
            self.agents = []
        return (observations, dict.fromkeys(acting, 0.0), dict.fromkeys(acting, finished),
                dict.fromkeys(acting, over and not finished),
                {a: self._info(a) for a in acting})

    def render(self) -> None:
        """Draw nothing; pictures come from ``planner run household --render``."""

    def frame(self) -> dict[str, Any]:
        """Return the scene for the replay (``docs/trace.md``); never shown to a policy.

        Metres, ``y`` is -z, so that north is up. Objects that no robot has seen carry their type in
        brackets; those inside another name it. Cells (the outlines of what stands there, then the
        floor around it) and limits stay as they were at first.
        """
        objects = [self._drawn(o) for o in self.event.metadata["objects"][:MAX_OBJECTS]]
        robots = [{"name": name, "x": _two(pose.x), "y": _two(-pose.z),
                   "heading": round(pose.yaw) % 360,
                   "holding": self._robots[name].held.replace("nothing", "")}
                  for name, pose in self.poses().items()]
        if self.step_count:
            return {"objects": objects, "agents": robots}
        standing = [_outline(o) for o in self.event.metadata["objects"]
                    if not (o["pickupable"] or o["objectType"] == "Floor")]
        standing.sort(key=lambda box: -box["width"] * box["height"])
        cells = [*standing, *({"x": _two(x * GRID), "y": _two(-z * GRID), "kind": "free"}
                              for x, z in self._free_cells())]
        xs, ys = ([p[axis] for p in (*cells, *robots, *objects)] for axis in "xy")
        return {
            "width": _two(max(xs) - min(xs) + GRID), "height": _two(max(ys) - min(ys) + GRID),
            "left": min(xs), "top": min(ys), "upward": True, "grid": GRID, "cells": cells,
            "objects": objects, "agents": robots}

    def _drawn(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return an object of the frame."""
        states = [word_for(key, True) for key in (
            "isOpen", "isToggled", "isSliced", "isDirty", "isBroken") if record[key]]
        states += ["held"] * record["isPickedUp"]
        inside = [self.names.name(p) or p.split("|")[0] for p in record["parentReceptacles"] or ()]
        return {"name": self.names.name(record["objectId"]) or f"({record['objectType']})",
                "kind": "goal" if record["pickupable"] else "furniture",
                "x": _two(record["position"]["x"]), "y": _two(-record["position"]["z"]),
                "state": ", ".join(states), **({"in": inside[0]} if inside else {})}

    def state(self) -> dict[str, Any]:
        """Return the joint observation (PettingZoo's optional global state)."""
        pictures = {a: self._picture(self._number(a)) for a in self.possible_agents}
        for records in pictures.values():
            self._see(records)
        return {a: self._observation(a, records) for a, records in pictures.items()}

    def close(self) -> None:
        """Stop the simulator."""
        if self.controller is not None:
            self.controller.stop()
            self.controller = None

    def offered_actions(self) -> list[str]:
        """List the actions that name something seen so far, and those without an object."""
        known = [n for o in self.event.metadata["objects"] if (n := self.names.name(o["objectId"]))]
        return [*BARE, *(f"{verb}({name})" for name in known for verb in OBJECT_VERBS)]

    # -- the seam of planner.environment ----------------------------------------------------------

    def briefing(self) -> Briefing:
        """Say the instruction, the team and the action language."""
        facts = {"actions": [*BARE, *(f"{v}(<object>)" for v in OBJECT_VERBS)],
                 "interaction_distance_m": VISIBILITY_M, "scene": self.scene,
                 **({"team": self._team} if self._team else {})}
        return Briefing(self.instruction, tuple(self.possible_agents), self.max_steps, facts)

    def scorecard(self) -> Scorecard:
        """Return the referee's verdict on the present state."""
        metadata = self.event.metadata
        self.judge.final.seen.update(i for i in (str(o["objectId"]) for o in metadata["objects"])
                                     if self.names.name(i) is not None)
        engine = metadata.get("engine", {}).get("name", "AI2-THOR (Unity)")
        return self.judge.scorecard(
            metadata["objects"], self.possible_agents,
            {"scene": self.scene, "engine": engine,
             "preparation_failed": self.prepared.count(False)})

    @property
    def event(self) -> Any:
        """The simulator's last event."""
        return self.controller.last_event

    # -- one agent's turn -------------------------------------------------------------------------

    def _turn(self, agent: str, action: Action, late: bool) -> None:
        robot = self._robots[agent]
        robot.outcome = ActionOutcome(
            False, "explore-taken", "only the first exploring agent explores"
        ) if late else self._perform(agent, action)
        if action.verb == "PickupObject" and robot.outcome.success:
            robot.held = action.object
        robot.failures = [] if robot.outcome.success else [*robot.failures, robot.action]
        object_id = self.names.object_id(action.object)
        if action.verb == "NavigateTo" and robot.outcome.success and object_id is not None:
            self.judge.final.reached.add(object_id)
        self.judge.see(agent, robot.action, robot.outcome.success, robot.held)
        if robot.held != "nothing" and not self._holding(agent):
            robot.held = "nothing"

    def _holding(self, agent: str) -> bool:
        return bool(self.event.events[self._number(agent)].metadata["inventoryObjects"])

    def _number(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _perform(self, agent: str, action: Action) -> ActionOutcome:
        number = self._number(agent)
        match action.verb:
            case "":
                return ActionOutcome(False, "unknown-action", "no action of the household language")
            case "Done" | "Idle" | "SendMessage":
                return ActionOutcome()
            case "Move" | "Rotate":
                return self._primitive(number, action.verb + action.argument)
            case "LookUp" | "LookDown":
                return self._primitive(number, action.verb, degrees=float(action.argument))
            case "Explore":
                return self._explore(number, self._robots[agent].glimpsed)
        object_id = self.names.object_id(action.object)
        record = next((o for o in self.event.metadata["objects"]
                       if o["objectId"] == object_id), None)
        if record is None:
            kind = "key" if action.verb == "NavigateTo" else "unknown"
            what = "no robot has seen" if object_id is None else "there is no longer"
            return ActionOutcome(False, kind, f"{what} {action.object}")
        if action.verb == "NavigateTo":
            return self._navigate(number, record)
        return self._manipulate(agent, action, record)

    def _manipulate(self, agent: str, action: Action, record: Mapping[str, Any]) -> ActionOutcome:
        if not self._allowed(agent, action, record):
            return ActionOutcome(False, "unable", f"{agent} is not made for this")
        heavy = self._lift(agent, action, record) if action.verb == "PickupObject" else None
        if heavy is not None:
            return heavy
        extra: dict[str, Any] = {"forceAction": True} if (
            action.verb == "PutObject"
            and (self._forced or "fridge" in action.object.lower())) else {}
        if action.liquid:
            extra["fillLiquid"] = action.liquid
        return self._primitive(
            self._number(agent), action.verb, objectId=record["objectId"], **extra)

    def _allowed(self, agent: str, action: Action, record: Mapping[str, Any]) -> bool:
        skills, box = self._team.get(agent, {}), record["axisAlignedBoundingBox"]
        return may(skills, action.verb) and gets_at(
            skills, box["center"]["y"], box["size"]["y"]) and (
            action.verb != "PickupObject" or lifts(skills, type_of(action.object)))

    def _lift(self, agent: str, action: Action, record: Mapping[str, Any]) -> ActionOutcome | None:
        """Say what becomes of lifting what is too heavy for one robot; None: it is lifted.

        Those count that pick it up in the same joint step, stand at it and have a free hand; the
        first of them then carries it.
        """
        name, mass = str(record["objectId"]), mass_of(record)
        if strength(self._team.get(agent, {})) >= mass:
            return None
        helping = {
            a: strength(self._team.get(a, {})) for a, robot in self._robots.items()
            if parse_action(robot.action) == action and self._allowed(a, action, record) and (
                a in self._helped or not self._holding(a)) and any(
                o["objectId"] == name and (o["visible"] or record["isPickedUp"])
                for o in self.event.events[self._number(a)].metadata["objects"])}
        if self._helped and record["isPickedUp"]:
            return ActionOutcome(True, "", f"{agent} helps to lift {action.object}")
        if sum(helping.values()) < mass:
            return ActionOutcome(False, "too-heavy", f"{action.object} has {mass:.2f} kg")
        self._helped = set(helping)
        return None

    # -- compound actions -------------------------------------------------------------------------

    def _navigate(self, number: int, target: Mapping[str, Any]) -> ActionOutcome:
        """Walk to the free cell nearest to the object and face it (specification, 5.1).

        The camera is levelled beforehand. Height, occlusion and doors are ignored, as in the
        released wrapper: an agent may arrive where it cannot reach the object.
        """
        box = target["axisAlignedBoundingBox"]["center"]
        centre = (box["x"], box["z"])
        poses = [*self.poses().values()]
        yaw = round(poses[number].yaw / 90) * 90 % 360
        own, *others = (cell_at(p.x, p.z) for p in (
            poses[number], *poses[:number], *poses[number + 1:]))
        cells = standable(self._free_cells(number), others, own)
        path = plan_path(own, yaw, nearest(cells, centre), cells)
        if path is None:
            return ActionOutcome(False, "no-actions", "no clear path")
        self._level(number, float(yaw))
        for action in path:
            outcome = self._primitive(number, action)
            if not outcome.success:
                return outcome
        here = [*self.poses().values()][number]
        self._level(number, float(round(face((here.x, here.z), centre))))
        if target["objectId"] in in_picture(self.event.events[number]):
            return ActionOutcome()
        return ActionOutcome(False, "non-interactable", "the object is blocked from view")

    def _explore(self, number: int, glimpsed: dict[str, dict[str, Any]]) -> ActionOutcome:
        """Turn round once, then go three cells towards the heading that showed most that is new.

        The released wrapper scores headings by sentence embeddings of the open subtasks, which a
        wrapper without a language model does not have; new objects take their place.
        """
        scores: list[int] = []
        for _ in range(4):
            turned = self._primitive(number, "RotateRight")
            if not turned.success:
                return turned
            known = len(self.names)
            glimpsed.update(self._see(self._picture(number)))
            scores.append(len(self.names) - known)
        best = max(range(4), key=lambda i: (scores[i], i == 3))
        for _ in range((best + 1) % 4):
            self._primitive(number, "RotateRight")
        for _ in range(EXPLORE_MOVES + (best == 3)):
            if not self._primitive(number, "MoveAhead").success:
                break
        return ActionOutcome()

    def _free_cells(self, number: int = 0) -> list[Cell]:
        """Ask the simulator where a robot can stand."""
        event = self.controller.step(action="GetReachablePositions", agentId=number)
        return [cell_at(p["x"], p["z"]) for p in event.metadata["actionReturn"] or ()]

    def _level(self, number: int, yaw: float) -> None:
        """Turn on the spot with a level camera; a refused turn does not count."""
        body = self.event.events[number].metadata["agent"]
        self.controller.step(
            action="TeleportFull", agentId=number, position=dict(body["position"]),
            rotation={"x": 0, "y": yaw, "z": 0}, horizon=0, standing=True, forceAction=True)

    def poses(self) -> dict[str, Pose]:
        """Return where each robot stands and looks."""
        bodies = (event.metadata["agent"] for event in self.event.events)
        return {name: Pose(body["position"]["x"], body["position"]["z"],
                           body["rotation"]["y"] % 360, body["cameraHorizon"])
                for name, body in zip(self.possible_agents, bodies, strict=True)}

    def walking(self) -> Callable[[Item], Pose]:
        """Return a function that tells where NavigateTo leads while no other robot is near."""
        free = self._free_cells()

        def lead(item: Item) -> Pose:
            x, z = (GRID * c for c in nearest(free, item.middle))
            return Pose(x, z, round(face((x, z), item.middle)), 0.0)

        return lead

    def _primitive(self, number: int, name: str, **arguments: Any) -> ActionOutcome:
        """Execute one simulator action of agent ``number``; failures become outcomes."""
        if self._skip(name):
            return ActionOutcome(False, "failed", "the actuator failed")
        return self._act({"action": name, "agentId": number, **arguments})

    def _act(self, call: Mapping[str, Any]) -> ActionOutcome:
        try:
            event = self.controller.step(**{"agentId": 0, **call})
        except ValueError as error:  # the client raises for malformed actions
            return ActionOutcome(False, kind_of_failure(str(error)), str(error)[:300])
        except (RuntimeError, TimeoutError, OSError) as error:
            raise ComponentError(f"the simulator stopped answering: {error}") from error
        if event.metadata["lastActionSuccess"]:
            return ActionOutcome()
        message = str(event.metadata["errorMessage"])
        return ActionOutcome(False, kind_of_failure(message), message[:300])

    # -- observing --------------------------------------------------------------------------------

    def _picture(self, number: int) -> list[Mapping[str, Any]]:
        """Return the metadata records of everything in an agent's picture."""
        event = self.event.events[number]
        ids = in_picture(event)
        return [o for o in event.metadata["objects"] if o["objectId"] in ids]

    def _see(self, records: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
        """Enter a picture's listed objects into the dictionary and describe them."""
        listed = [r for r in records if any(v is True and "able" in k for k, v in r.items())]
        self.names.see((r["objectId"], r["objectType"]) for r in listed)
        return seen(listed, self.names)

    def _observation(self, agent: str, records: list[Mapping[str, Any]]) -> dict[str, Any]:
        robot = self._robots[agent]
        body = self.event.events[self._number(agent)].metadata["agent"]
        yaw = body["rotation"]["y"] % 360
        found = self._see(records)
        return {
            "agent": agent,
            "step": self.step_count,
            "position": [round(body["position"]["x"], 2), round(body["position"]["z"], 2)],
            "yaw": round(yaw, 1),
            "heading": _COMPASS[round(yaw / 90) % 4 * 90],
            "pitch": round(body["cameraHorizon"], 1),
            "held": robot.held,
            "objects": list(found),
            "seen": found,
            "landmarks": landmarks(records, self.names),
            "glimpsed": robot.glimpsed,
            "last": {"action": robot.action, **self._info(agent)},
            "failures": list(robot.failures),
        }

    def _info(self, agent: str) -> dict[str, Any]:
        return asdict(self._robots[agent].outcome)


def plan_path(start: Cell, yaw: int, goal: Cell, free: Collection[Cell]) -> list[str] | None:
    """Return the fewest primitives from a cell and yaw (multiple of 90) to a cell, or None.

    >>> plan_path((0, 0), 0, (1, 1), {(0, 0), (0, 1), (1, 1)})
    ['MoveAhead', 'RotateRight', 'MoveAhead']
    """
    ways: dict[tuple[Cell, int], list[str]] = {(start, yaw): []}
    for place, heading in (queue := [(start, yaw)]):
        if place == goal:
            return ways[place, heading]
        ahead = (place[0] + _AHEAD[heading][0], place[1] + _AHEAD[heading][1])
        for action, after in (("MoveAhead", (ahead, heading)),
                              ("RotateLeft", (place, (heading - 90) % 360)),
                              ("RotateRight", (place, (heading + 90) % 360))):
            if after[0] in free and after not in ways:
                ways[after] = [*ways[place, heading], action]
                queue.append(after)
    return None


def in_picture(event: Any) -> frozenset[str]:
    """Return the objectIds in an agent's picture.

    From instance detections where there are any (Unity with images, the in-process engine);
    without images only what the simulator calls visible, which is less.
    """
    detections = event.instance_detections2D
    if detections is not None:
        return frozenset(detections)
    return frozenset(o["objectId"] for o in event.metadata["objects"] if o["visible"])


def mass_of(record: Mapping[str, Any]) -> float:
    """Return a thing's mass in kg as robots perceive it and as their strength counts: to 10 g."""
    return round(float(record["mass"]), 2)


def seen(records: Iterable[Mapping[str, Any]], names: NameTable) -> dict[str, dict[str, Any]]:
    """Describe listed objects by name."""
    named = {names.name(record["objectId"]): record for record in records}
    return {name: _describe(named[name], names) for name in sorted(filter(None, named))}


def _describe(record: Mapping[str, Any], names: NameTable) -> dict[str, Any]:
    box = record["axisAlignedBoundingBox"]
    parents = record["parentReceptacles"] or []
    return {
        "type": record["objectType"],
        "position": _place(record["position"]),
        "centre": _place(box["center"]),
        "size": _place(box["size"]),
        "mass": mass_of(record),
        "distance": round(record["distance"], 2),
        "interactable": bool(record["visible"] and record["isInteractable"]),
        "can": [flag for flag in _FLAGS if record[flag]],
        "states": {key: record[key] for key in STATES},
        "parents": sorted(p.split("|")[0] for p in parents),
        "parent_names": sorted(n for p in parents if (n := names.name(p)) is not None),
    }


def landmarks(records: Iterable[Mapping[str, Any]], names: NameTable) -> list[dict[str, Any]]:
    """List receptacles in the picture that have no name yet, by type and place."""
    return [
        {"type": r["objectType"], "position": _place(r["axisAlignedBoundingBox"]["center"]),
         "size": _place(r["axisAlignedBoundingBox"]["size"])}
        for r in sorted(records, key=lambda r: str(r["objectId"]))
        if r["receptacle"] and names.name(r["objectId"]) is None
    ]


def _outline(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a thing covers, seen from above, as a cell of the frame."""
    (x, _, z), (wide, _, deep) = (_place(record["axisAlignedBoundingBox"][key])
                                  for key in ("center", "size"))
    return {"x": x, "y": -z, "width": wide, "height": deep, "kind": "furniture"}


def _place(vector: Mapping[str, float]) -> list[float]:
    return [round(vector[axis], 2) for axis in "xyz"]


def _two(value: float) -> float:
    return round(float(value), 2)
