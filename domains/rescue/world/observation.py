"""What agents perceive (specification §8): records, and the released texts made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domains.rescue.world.actions import DIRECTIONS, ActionOutcome
from domains.rescue.world.burning import LEVELS, NONE
from domains.rescue.world.fire import Fire
from domains.rescue.world.rules import CAPACITY, INTERACT
from domains.rescue.world.scene import Cell
from domains.rescue.world.world import Person, Robot, Store, World

Record = dict[str, Any]
KINDS = {"A": "Chemical", "B": "Non-chemical"}
CAUSES = {
    "not_visible": "the object was not visible to me",
    "not_interactable": "I was not close enough to interact",
    "restricted_action": "I am already holding a person",
}


class Observer:
    """Build observations; all robots share the records of fires and stores."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._owner: dict[Cell, list[Fire]] = {}
        for fire in world.fires:
            for cell in fire.cells:
                self._owner.setdefault(cell, []).append(fire)

    def common(self) -> list[Record]:
        """Return the records that everyone gets, people apart."""
        world = self.world
        fires = world.fires if world.fires_noticed() else []
        return [*(record for fire in fires for record in _fire_records(fire)),
                *map(_store_record, world.stores.values())]

    def observe(
        self, robot: Robot, common: list[Record], action: str, outcome: ActionOutcome,
        failures: tuple[str, ...]
    ) -> Record:
        """Return one agent's observation; refresh its view of people beforehand."""
        world, held = self.world, robot.held
        people = [_person_record(p) for p in world.persons if p.spotted and not p.delivered]
        near = [_robot_record(r) for r in world.robots
                if (r.x - robot.x) ** 2 + (r.y - robot.y) ** 2 <= INTERACT**2 and r is not robot]
        return {
            "agent": robot.name,
            "step": world.steps,
            "position": {"x": robot.x, "y": robot.y, "z": 0},
            "inventory": {"Sand": held["Sand"], "Water": held["Water"],
                          "Person": CAPACITY if robot.person else 0},
            "holding": robot.person.name if robot.person else "",
            "global_obs": common + near + people,
            "local_obs": self._local(robot, common, people),
            "last_action": action,
            "success": outcome.success,
            "failure": outcome.failure,
            "failed_actions": list(failures),
        }

    def _local(
        self, robot: Robot, common: list[Record], people: list[Record]
    ) -> dict[str, list[Record]]:
        world, local = self.world, {}
        noticed, owner = world.fires_noticed(), self._owner
        width, height, blocked = world.width, world.height, world.blocked
        for name, (dx, dy) in DIRECTIONS.items():
            x, y = robot.x + dx, robot.y + dy
            here: list[Record] = []
            if not (0 <= x < width and 0 <= y < height):
                here.append({"type": "Border", "collidable": True})
            elif blocked[y * width + x] > (dx == dy == 0):  # its own cell it blocks itself
                here += self._objects(robot, x, y, common, people)
            if noticed and (x, y) in owner:
                here += [{"type": "Flammable", "collidable": False, "parent_fire": fire.name,
                          "intensity": LEVELS[fire.level((x, y))]} for fire in owner[x, y]]
            local[name] = here
        return local

    def _objects(
        self, robot: Robot, x: int, y: int, common: list[Record], people: list[Record]
    ) -> list[Record]:
        """Return the records of what blocks a cell; an unspotted person is an obstacle.

        A person at the deposit is listed here only, as in the released code.
        """
        world = self.world
        here: list[Record] = []
        if (x, y) in world.scene.walls:
            here.append({"type": "Border", "collidable": True})
        stores = common[len(common) - len(world.stores):]
        here += [r for r in stores if r["position"]["x"] == x and r["position"]["y"] == y]
        here += [_robot_record(r) for r in world.robots
                 if r.x == x and r.y == y and r is not robot]
        here += [r for r in people if r["position"]["x"] == x and r["position"]["y"] == y]
        here += [{"type": "Obstacle", "collidable": True} for p in world.persons
                 if not p.spotted and p.x == x and p.y == y]
        here += [_person_record(p) for p in world.persons
                 if p.delivered and p.x == x and p.y == y]
        return here


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
                intensity=LEVELS[fire.level(region.cell)], fire_type=kind,
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


def _robot_record(robot: Robot) -> Record:
    stock = {**robot.held, "Person": CAPACITY if robot.person else 0}
    return _record(robot.name, "AbsAgent", (robot.x, robot.y), True,
                   f"{robot.name} containing {stock}", inventory=stock)


def _person_record(person: Person) -> Record:
    return _record(person.name, "Person", (person.x, person.y), True,
                   f"{person.name} requiring {person.needed} agents to carry",
                   load=person.needed, status="Grabbed" if person.grabbed() else "Grounded",
                   spotted=person.spotted, deposited=person.delivered)


def around_text(observation: Mapping[str, Any]) -> str:
    """Return what an agent sees directly around it as a sentence."""
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
    return f"Directly around me I see {', '.join(around)}."


def state_text(observation: Mapping[str, Any]) -> str:
    """Return the agent's own position and inventory as a sentence."""
    place = observation["position"]
    return (f"I am at ({place['x']}, {place['y']}, {place['z']}) "
            f"and hold {observation['inventory']}.")


def feedback_text(observation: Mapping[str, Any]) -> str:
    """Return what the agent learns about its last action (empty before the first)."""
    action = observation["last_action"]
    if not action:
        return ""
    if observation["success"]:
        return f"I tried to {action} and was successful."
    cause = CAUSES.get(observation["failure"])
    return f"I tried to {action} but {cause + ', so I ' if cause else ''}was unsuccessful."
