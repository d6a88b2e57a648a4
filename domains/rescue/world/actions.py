"""Actions of the search-and-rescue world (specification §6)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from domains.rescue.world.fire import Fire, Region
from domains.rescue.world.rules import CAPACITY, INTERACT, RADIUS, REGION_RADIUS
from domains.rescue.world.ways import NO_WAY, along, distances
from domains.rescue.world.world import Person, Robot, Store, World
from planner.errors import InputError

PASSIVE = ("Done", "Idle", "NoOp")
DIRECTIONS = {"Up": (0, -1), "Down": (0, 1), "Left": (-1, 0), "Right": (1, 0), "Center": (0, 0)}
WHILE_HOLDING = frozenset({"NavigateTo", "Move", "Carry", "DropOff", "Explore", *PASSIVE})
SUPPLIES = ("Sand", "Water")
EXPLORE_CELLS = 20
SHARE = 0.75
_CALL = re.compile(r"\s*(\w+)\s*(?:\(\s*(.*?)\s*\))?\s*\Z", re.DOTALL)


@dataclass(frozen=True)
class ActionOutcome:
    """What became of one action; ``lowered`` counts the burning cells a supply was spent on."""

    success: bool
    failure: str = ""
    lowered: int = 0
    spent: str = ""


DONE = ActionOutcome(True)
FAILED = ActionOutcome(False)
NOT_VISIBLE = ActionOutcome(False, "not_visible")
TOO_FAR = ActionOutcome(False, "not_interactable")
RESTRICTED = ActionOutcome(False, "restricted_action")
INVALID = ActionOutcome(False, "invalid")
MALFUNCTION = ActionOutcome(False, "malfunction")
UNDER_WAY = ActionOutcome(False, "under_way")


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[str, tuple[str, ...]]:
    """Split an action into its name and arguments; the name is empty if that is impossible.

    >>> parse("UseSupply(GreatFire_Region_1, Water)")
    ('UseSupply', ('GreatFire_Region_1', 'Water'))
    """
    match = _CALL.match(text) if len(text) <= 1000 else None
    if match is None:
        return "", ()
    inside = match.group(2)
    return match.group(1), tuple(a.strip() for a in inside.split(",")) if inside else ()


def execute(world: World, robot: Robot, text: str) -> ActionOutcome:
    """Let ``robot`` perform an action now; the caller then refreshes what the robot sees."""
    name, arguments = parse(text)
    if world.rules.failure_probability and name not in PASSIVE:
        if world.failure_rng.random() < world.rules.failure_probability:
            return MALFUNCTION
    if name in PASSIVE:
        return DONE
    if robot.person is not None and name not in WHILE_HOLDING:
        return RESTRICTED
    act = _ACTIONS.get((name, len(arguments)))
    if act is None:
        return _unknown(world, f"action '{text}'")
    return act(world, robot, arguments)


def _unknown(world: World, what: str) -> ActionOutcome:
    if world.rules.strict:
        raise InputError(f"unknown {what}")
    return INVALID


Target = Store | Fire | Person | Robot | tuple[Fire, Region]


def _visible(world: World, robot: Robot, name: str) -> Target | None:
    """Return the object of that name if it is in the robot's global observation."""
    if name in world.stores:
        return world.stores[name]
    if name in world.fire_by_name:
        return world.fire_by_name[name] if world.fires_noticed() else None
    if name in world.region_by_name:
        fire, region = world.region_by_name[name]
        lit = world.fires_noticed() and fire.region_level(region) > 1
        return (fire, region) if lit else None
    if name in world.person_by_name:
        person = world.person_by_name[name]
        if not person.spotted:
            world.refresh(robot)
        return person if person.spotted and not person.delivered else None
    if name in world.robot_by_name:
        other = world.robot_by_name[name]
        near = other is not robot and _within(robot, other.x, other.y, INTERACT)
        return other if near else None
    if world.rules.strict:
        raise InputError(f"unknown object '{name}'")
    return None


def _within(robot: Robot, x: int, y: int, cells: float) -> bool:
    return (robot.x - x) ** 2 + (robot.y - y) ** 2 <= cells**2


@lru_cache(maxsize=256)
def offsets(radius: float) -> tuple[tuple[int, int], ...]:
    """List the offsets that NavigateTo tries for a target of this radius, in its order."""
    half = math.ceil(radius / 2)
    window = range(-half, half + 1)
    inside = [(dx, dy) for dx in window for dy in window if math.hypot(dx, dy) <= radius]
    return tuple(sorted(inside, key=lambda d: math.hypot(*d)))


def landing(free: Callable[[int, int], bool], x: int, y: int, radius: float
            ) -> tuple[int, int] | None:
    """Return the cell where NavigateTo would put a robot if so much is free, or None."""
    for dx, dy in offsets(radius):
        if free(x + dx, y + dy):
            return x + dx, y + dy
    return None


def _place(target: Target) -> tuple[int, int, float]:
    """Return cell and radius of a target of NavigateTo."""
    if isinstance(target, tuple):
        return *target[1].cell, REGION_RADIUS
    if isinstance(target, Fire):
        return *target.position, float(target.radius)
    return target.x, target.y, target.radius if isinstance(target, Person) else RADIUS


def _navigate(world: World, robot: Robot, arguments: tuple[str, ...]) -> ActionOutcome:
    target = _visible(world, robot, arguments[0])
    if target is None:
        return NOT_VISIBLE
    x, y, radius = _place(target)
    if (robot.x, robot.y) == (x, y):
        return DONE
    cell = landing(world.free, x, y, radius)
    if cell is None:
        return FAILED
    here, cost = (robot.x, robot.y), world.rules.move_cost
    whole = math.dist(cell, here)
    if world.rules.walls_block:
        whole = distances(world.ground, cell).get(here, NO_WAY)
        if whole >= NO_WAY:
            return ActionOutcome(False, "no_way")
    if cost and whole * cost > 1:
        return _part_of_the_way(world, robot, cell, whole)
    world.place(robot, *cell)
    return DONE


def _part_of_the_way(world: World, robot: Robot, goal: tuple[int, int], whole: float
                     ) -> ActionOutcome:
    """Go towards a cell as far as one joint step allows, to a free cell."""
    here = (robot.x, robot.y)
    dx, dy = goal[0] - robot.x, goal[1] - robot.y
    for reach in range(int(1 / world.rules.move_cost), 0, -1):
        if world.rules.walls_block:
            x, y = along(world.ground, here, goal, reach)
        else:
            x, y = robot.x + round(dx * reach / whole), robot.y + round(dy * reach / whole)
        if world.free(x, y):
            world.place(robot, x, y)
            return UNDER_WAY
    return FAILED


def _move(world: World, robot: Robot, arguments: tuple[str, ...]) -> ActionOutcome:
    step = DIRECTIONS.get(arguments[0])
    if step is None:
        return _unknown(world, f"direction '{arguments[0]}'")
    if step == (0, 0):
        return DONE
    x, y = robot.x + step[0], robot.y + step[1]
    if not world.free(x, y):
        return FAILED
    world.place(robot, x, y)
    return DONE


@lru_cache(maxsize=65536)
def sweeps(x: int, y: int, width: int, height: int) -> tuple[tuple[int, int], ...]:
    """List the directions that Explore may draw at a cell (all eight where none qualifies)."""
    every = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    good = []
    for dx, dy in every:
        length = EXPLORE_CELLS // (abs(dx) + abs(dy))
        gone = abs(min(max(x + dx * length, 0), width) - x)
        gone += abs(min(max(y + dy * length, 0), height) - y)
        if gone >= SHARE * length * (abs(dx) + abs(dy)):
            good.append((dx, dy))
    return tuple(good or every)


def _explore(world: World, robot: Robot, _: tuple[str, ...]) -> ActionOutcome:
    allowed = sweeps(robot.x, robot.y, world.width, world.height)
    if world.rules.explore_memory and robot.direction is not None:
        last = robot.direction
        new = tuple(d for d in allowed if d not in (last, (-last[0], -last[1])))
        allowed = new or allowed
    draw = world.explore_rng.randint
    direction = draw(-1, 1), draw(-1, 1)
    while direction not in allowed:
        direction = draw(-1, 1), draw(-1, 1)
    robot.direction = direction
    start = robot.x, robot.y
    _walk(world, robot, direction)
    return DONE if (robot.x, robot.y) != start else FAILED


def _walk(world: World, robot: Robot, direction: tuple[int, int]) -> None:
    """Make the single moves of an Explore, looking around after each; not into what is taken."""
    dx, dy = direction
    for _round in range(EXPLORE_CELLS // (abs(dx) + abs(dy))):
        for x, y in ((dx, 0), (0, dy)):
            if (x or y) and world.free(robot.x + x, robot.y + y):
                world.place(robot, robot.x + x, robot.y + y)
                world.refresh(robot)


def _store_at(world: World, robot: Robot, name: str, wanted: str) -> Store | ActionOutcome:
    """Return the reservoir or deposit of a name, or why it cannot be used."""
    store = _visible(world, robot, name)
    if store is None:
        return NOT_VISIBLE
    if not isinstance(store, Store) or bool(store.supply) != (wanted == "reservoir"):
        return _unknown(world, f"{wanted} '{name}'")
    return store if _within(robot, store.x, store.y, INTERACT) else TOO_FAR


def _get(world: World, robot: Robot, arguments: tuple[str, ...]) -> ActionOutcome:
    store = _store_at(world, robot, arguments[0], "reservoir")
    if isinstance(store, ActionOutcome):
        return store
    if robot.load() >= CAPACITY:
        return FAILED
    robot.held[store.supply] += 1
    return DONE


def _take(world: World, robot: Robot, arguments: tuple[str, ...]) -> ActionOutcome:
    name, supply = arguments
    if supply not in SUPPLIES:
        return _unknown(world, f"supply '{supply}'")
    store = _store_at(world, robot, name, "deposit")
    if isinstance(store, ActionOutcome):
        return store
    units = min(CAPACITY - robot.load(), store.stock[supply])
    if units <= 0:
        return FAILED
    robot.held[supply] += units
    store.stock[supply] -= units
    return DONE


def _store(world: World, robot: Robot, arguments: tuple[str, ...]) -> ActionOutcome:
    store = _store_at(world, robot, arguments[0], "deposit")
    if isinstance(store, ActionOutcome):
        return store
    for supply in SUPPLIES:
        store.stock[supply] += robot.held[supply]
        robot.held[supply] = 0
    return DONE


def _clear(_world: World, robot: Robot, _: tuple[str, ...]) -> ActionOutcome:
    robot.held = dict.fromkeys(SUPPLIES, 0)
    return DONE


def _use(world: World, robot: Robot, arguments: tuple[str, ...]) -> ActionOutcome:
    target, supply = _visible(world, robot, arguments[0]), arguments[1]
    if target is None:
        return NOT_VISIBLE
    fire = target[0] if isinstance(target, tuple) else target
    if not isinstance(fire, Fire) or supply not in SUPPLIES:
        return _unknown(world, f"fire or supply in UseSupply({', '.join(arguments)})")
    if not _within(robot, *fire.position, fire.radius):
        return TOO_FAR
    held = robot.held[supply]
    if held <= 0:
        return FAILED
    units = held if world.rules.use_all else 1
    robot.held[supply] -= units
    if world.rules.supply_of[fire.kind] != supply:
        return ActionOutcome(False, spent=supply)
    inside = lowered = 0
    for _unit in range(units):
        inside, burned = fire.lessen(robot.x, robot.y)
        lowered += burned
    return ActionOutcome(inside > 0, lowered=lowered, spent=supply)


def _carry(world: World, robot: Robot, arguments: tuple[str, ...]) -> ActionOutcome:
    person = _visible(world, robot, arguments[0])
    if person is None:
        return NOT_VISIBLE
    if not isinstance(person, Person):
        return FAILED
    if not _within(robot, person.x, person.y, world.rules.carry_radius or person.reach):
        return TOO_FAR
    if robot.person is not None or person.grabbed():
        return FAILED
    robot.held = dict.fromkeys(SUPPLIES, 0)
    robot.person = person
    person.holders.append(robot.index)
    return DONE


def _drop(world: World, robot: Robot, arguments: tuple[str, ...]) -> ActionOutcome:
    if world.rules.either_dropoff_order and arguments[0] in world.person_by_name:
        arguments = (arguments[1], arguments[0])
    if arguments[1] not in world.person_by_name:
        return FAILED
    deposit, person = (_visible(world, robot, a) for a in arguments)
    if deposit is None or person is None:
        return NOT_VISIBLE
    if not isinstance(deposit, Store) or deposit.supply or not isinstance(person, Person):
        return FAILED
    if not _within(robot, deposit.x, deposit.y, INTERACT):
        return TOO_FAR
    if robot.index not in person.holders:
        return FAILED
    holders = [world.robots[i] for i in person.holders]
    if not all(_within(h, deposit.x, deposit.y, INTERACT) for h in holders):
        return FAILED
    if robot.index not in person.registered:
        person.registered.append(robot.index)
    if not person.grabbed() or len(person.registered) != len(person.holders):
        return FAILED
    _deliver(world, person, deposit, holders)
    return DONE


def _deliver(world: World, person: Person, deposit: Store, holders: list[Robot]) -> None:
    for holder in holders:
        holder.person = None
    person.holders, person.registered = [], []
    world.unblock(person.x, person.y)
    person.x, person.y, person.delivered = deposit.x, deposit.y, True
    deposit.stock["Person"] += 1


_ACTIONS = {
    ("NavigateTo", 1): _navigate,
    ("Move", 1): _move,
    ("Explore", 0): _explore,
    ("GetSupply", 1): _get,
    ("GetSupply", 2): _take,
    ("StoreSupply", 1): _store,
    ("ClearInventory", 0): _clear,
    ("UseSupply", 2): _use,
    ("Carry", 1): _carry,
    ("DropOff", 2): _drop,
}
