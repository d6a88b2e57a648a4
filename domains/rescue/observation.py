"""What agents perceive (specification §8): records, and the released texts made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domains.rescue.actions import DIRECTIONS, Outcome
from domains.rescue.fire import LEVELS, NONE, Fire
from domains.rescue.rules import INTERACT
from domains.rescue.scene import Cell
from domains.rescue.world import Person, Robot, Store, World

__all__ = ["Observer", "agent_text", "feedback_text", "state_text"]

Record = dict[str, Any]
KINDS = {"A": "Chemical", "B": "Non-chemical"}
CAUSES = {
    "not_visible": "the object was not visible to me",
    "not_interactable": "I was not close enough to interact",
    "restricted_action": "I am already holding a person",
}


class Observer:
    """Build observations; records that did not change since the last call are shared."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._fires: list[tuple[int, bool, list[Record]]] = [(-1, False, []) for _ in world.fires]
        self._rest: tuple[int, list[Record], list[Record], dict[Cell, list[Record]]] | None = None
        self._sources = [_store_record(s) for s in world.reservoirs]
        self._robots: dict[int, tuple[tuple[Any, ...], Record]] = {}

    def observe(
        self, robot: Robot, action: str, outcome: Outcome, failures: tuple[str, ...]
    ) -> Record:
        """Return one agent's observation; refresh its view of people beforehand."""
        world = self.world
        common, people, cells = self._common()
        near = [self._robot(r) for r in world.robots
                if r is not robot and (r.x - robot.x) ** 2 + (r.y - robot.y) ** 2 <= INTERACT**2]
        records = common + near + people if near else common + people
        return {
            "agent": robot.name,
            "step": world.steps,
            "position": {"x": robot.x, "y": robot.y, "z": 0},
            "inventory": {**robot.held, "Person": 1 if robot.person else 0},
            "holding": robot.person.name if robot.person else "",
            "global_obs": records,
            "local_obs": self._local(robot, cells),
            "last_action": action,
            "success": outcome.success,
            "failure": outcome.failure,
            "failed_actions": list(failures),
        }

    def _common(self) -> tuple[list[Record], list[Record], dict[Cell, list[Record]]]:
        """Return the records everyone gets (without people), people, and records by cell."""
        world, noticed = self.world, self.world.fires_noticed()
        changed = self._rest is None or self._rest[0] != world.version
        for i, fire in enumerate(world.fires):
            if self._fires[i][:2] != (fire.version, noticed):
                self._fires[i] = (fire.version, noticed, _fire_records(fire) if noticed else [])
                changed = True
        if changed:
            common = [r for _, _, records in self._fires for r in records]
            common += self._sources + [_store_record(d) for d in world.deposits]
            people = [_person_record(p) for p in world.persons if p.spotted and not p.delivered]
            cells: dict[Cell, list[Record]] = {}
            for store, record in zip(world.reservoirs + world.deposits,
                                     common[len(common) - len(world.stores):], strict=True):
                cells.setdefault((store.x, store.y), []).append(record)
            for robot in world.robots:
                cells.setdefault((robot.x, robot.y), []).append(self._robot(robot))
            shown = {r["name"]: r for r in people}
            for p in world.persons:
                if not p.delivered:
                    record = shown.get(p.name, {"type": "Obstacle", "collidable": True})
                    cells.setdefault((p.x, p.y), []).append(record)
            self._rest = (world.version, common, people, cells)
        assert self._rest is not None
        return self._rest[1], self._rest[2], self._rest[3]

    def _robot(self, robot: Robot) -> Record:
        key = (robot.x, robot.y, robot.held["Sand"], robot.held["Water"], robot.person)
        known = self._robots.get(robot.index)
        if known is None or known[0] != key:
            stock = {**robot.held, "Person": 1 if robot.person else 0}
            record = _record(robot.name, "Agent", (robot.x, robot.y), True,
                             f"{robot.name} containing {stock}", inventory=stock)
            self._robots[robot.index] = known = (key, record)
        return known[1]

    def _local(self, robot: Robot, cells: dict[Cell, list[Record]]) -> dict[str, list[Record]]:
        world, local = self.world, {}
        for name, (dx, dy) in DIRECTIONS.items():
            cell = (robot.x + dx, robot.y + dy)
            here: list[Record] = []
            if not (0 <= cell[0] < world.width and 0 <= cell[1] < world.height) or (
                cell in world.scene.walls
            ):
                here.append({"type": "Border", "collidable": True})
            for record in cells.get(cell, ()):
                if record.get("name") != robot.name:
                    here.append(record)
            if world.fires_noticed():
                for fire in world.fires:
                    index = fire.index.get(cell)
                    if index is not None:
                        here.append({"type": "Flammable", "collidable": False,
                                     "parent_fire": fire.name,
                                     "intensity": LEVELS[fire.level[index]]})
            local[name] = here
        return local


def _record(
    name: str, kind: str, cell: Cell, collidable: bool, text: str, **more: Any
) -> Record:
    return {"position": {"x": cell[0], "y": cell[1], "z": 0}, "name": name, "id": f"{kind}|{name}",
            "type": kind, "collidable": collidable, "string_description": text, **more}


def _fire_records(fire: Fire) -> list[Record]:
    kind, average = KINDS[fire.kind], LEVELS[fire.average()]
    records = [_record(fire.name, "Fire", fire.position, False,
                       f"{fire.name} with average intensity of {average} of {kind} type",
                       average_intensity=average, fire_type=kind)]
    for region in fire.regions:
        level = fire.region_level(region)
        if level > NONE:
            text = f"{region.name} with an intensity of {LEVELS[level]} of {kind} type"
            records.append(_record(
                region.name, "Flammable", region.cell, False, text, parent_fire=fire.name,
                intensity=LEVELS[fire.level[region.index]], fire_type=kind,
                average_neighboor_intensity=LEVELS[level]))
    return records


def _store_record(store: Store) -> Record:
    if store.supply:
        return _record(store.name, "Reservoir", (store.x, store.y), True,
                       f"{store.name} containing {store.supply}", resource_type=store.supply,
                       inventory="infinite")
    stock = dict(store.stock)
    return _record(store.name, "Deposit", (store.x, store.y), True,
                   f"{store.name} containing {stock}", inventory=stock)


def _person_record(person: Person) -> Record:
    return _record(person.name, "Person", (person.x, person.y), True,
                   f"{person.name} requiring {person.needed} agents to carry",
                   load=person.needed, status="Grabbed" if person.grabbed() else "Grounded",
                   spotted=person.spotted, deposited=person.delivered)


def agent_text(observation: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the three released parts: directly around me, globally, names."""
    around = []
    for direction, records in observation["local_obs"].items():
        cells = [r for r in records if r["type"] == "Flammable"]
        if any(r["type"] != "Flammable" for r in records):
            text = "Obstacle"
        elif cells:
            text = f"{cells[0]['intensity']} intensity of {cells[0]['parent_fire']}"
        else:
            text = "Empty"
        around.append(f"{direction}: {text}")
    records = observation["global_obs"]
    seen = [r["string_description"] for r in records]
    names = [r["name"] for r in records if r["type"] != "Fire"]
    return (f"Directly around me I see {', '.join(around)}.",
            f"Globally I see {seen}.", f"The names of the objects are {names}.")


def state_text(observation: Mapping[str, Any]) -> str:
    """Return the agent's own position and inventory as a sentence."""
    place = observation["position"]
    return (f"I am at ({place['x']}, {place['y']}, {place['z']}) "
            f"and hold {observation['inventory']}.")


def feedback_text(observation: Mapping[str, Any]) -> str:
    """Return what the agent is told about its last action (empty before the first)."""
    action = observation["last_action"]
    if not action:
        return ""
    if observation["success"]:
        return f"I tried to {action} and was successful."
    cause = CAUSES.get(observation["failure"])
    return f"I tried to {action} but {cause + ', so I ' if cause else ''}was unsuccessful."
