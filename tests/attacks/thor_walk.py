"""Random walks through household scenes: every action of every kind, invariants after each.

Three agents; a case is 500 actions in a floor plan of ``planner scenes fetch`` or a shipped room,
wrong is every broken invariant. Options: ``attack.py``.
"""

import hashlib
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from attack import Attack, Verdict, main

from domains.household.thor.acts.actions import ACTIONS
from domains.household.thor.acts.arguments import _signatures
from domains.household.thor.bodies.placement import SEPARATION
from domains.household.thor.bodies.world import World
from domains.household.thor.engine import Engine
from domains.household.thor.scene import GRID, OBJECT_KEYS

_OBJECT_ACTIONS = tuple(
    name for name in ACTIONS if name.endswith("Object") or "Toggle" in name or "Liquid" in name)
_KEYS = frozenset(OBJECT_KEYS)


def violations(engine: Engine, events: list[dict[str, Any]]) -> Iterator[str]:
    """Yield every broken invariant of the present state and its metadata.

    An object is in one hand at most and a hand holds one; what is held lies in no receptacle;
    containment is the same in both directions and has no cycle; agents keep apart and stand on
    the floor; every record has its 42 keys, finite coordinates and a box around its position.
    """
    world = engine.world
    assert world is not None
    yield from _containment(world)
    held = [a.held for a in world.agents if a.held is not None]
    if len(set(held)) != len(held):
        yield "one object in two hands"
    for index, body in enumerate(world.bodies):
        if body.record["isPickedUp"] != (index in held):
            yield f"{body.id}: isPickedUp does not agree with the hands"
        if index in held and body.record["parentReceptacles"]:
            yield f"{body.id}: held and contained"
        if body.record["isOpen"] != (body.record["openness"] > 0):
            yield f"{body.id}: isOpen does not agree with openness"
    yield from _apart(world)
    for number, event in enumerate(events):
        yield from _metadata(number, event)


def _apart(world: World) -> Iterator[str]:
    for agent in world.agents:
        for other in world.agents[: agent.index]:
            if math.hypot(agent.x - other.x, agent.z - other.z) < SEPARATION - 1e-6:
                yield f"agents {other.index} and {agent.index} overlap"
        if (round(agent.x / GRID), round(agent.z / GRID)) not in world.cells:
            yield f"agent {agent.index} is off the grid"


def _containment(world: World) -> Iterator[str]:
    for index, body in enumerate(world.bodies):
        for parent in world.parents(index):
            if body.id not in world.bodies[parent].record["receptacleObjectIds"]:
                yield f"{body.id}: its receptacle does not list it"
        for inner in world.contents(index):
            if body.id not in (world.bodies[inner].record["parentReceptacles"] or ()):
                yield f"{body.id}: lists {world.bodies[inner].id}, which does not agree"
        if index in set(_above(world, index)):
            yield f"{body.id}: contains itself"


def _above(world: World, index: int) -> Iterator[int]:
    stack, seen = world.parents(index), set()
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            yield node
            stack.extend(world.parents(node))


def _metadata(number: int, event: Mapping[str, Any]) -> Iterator[str]:
    if len(event["inventoryObjects"]) > 1:
        yield f"agent {number} holds several objects"
    for record in event["objects"]:
        if record.keys() != _KEYS:
            yield f"{record['objectId']}: keys {sorted(record.keys() ^ _KEYS)}"
        if record["isInteractable"] and not record["visible"]:
            yield f"{record['objectId']}: interactable but not visible"
        position = record["position"]
        if not all(math.isfinite(v) and abs(v) < 1e4 for v in position.values()):
            yield f"{record['objectId']}: position {position}"
    if not event["lastActionSuccess"] and not event["errorMessage"]:
        yield f"agent {number}: failed without a reason"


def random_actions(engine: Engine, seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Yield actions of all kinds on what is there; now and then on what is not."""
    rng = random.Random(seed)
    world = engine.world
    assert world is not None
    cells = sorted(world.cells)
    for _ in range(count):
        agent = rng.randrange(len(world.agents))
        action: dict[str, Any] = {"agentId": agent}
        dice = rng.random()
        if dice < 0.1:
            x, z = rng.choice(cells)
            action |= {"action": "Teleport", "rotation": rng.choice((0, 90, 180, 270)),
                       "position": {"x": x * GRID, "y": world.scene.start.y, "z": z * GRID},
                       "horizon": rng.choice((-30, 0, 30, 60))}
        elif dice < 0.45:
            action["action"] = rng.choice(tuple(ACTIONS)[:8])
        elif dice < 0.97:
            action |= _object_action(world, engine.metadata()[agent], rng)
        elif dice < 0.98:
            action |= {"action": "GetInteractablePoses", "maxPoses": 2,
                       "objectId": rng.choice(world.bodies).id}
        else:
            action |= rng.choice((
                {"action": "Fly"}, {"action": "PickupObject"}, {"action": "MoveAhead",
                 "moveMagnitude": "far"}, {"action": "OpenObject", "objectId": "Nothing|1|2|3"},
                {"action": "Teleport", "position": {"x": 1e300, "y": 0, "z": 0}},
                {"action": "InitialRandomSpawn", "randomSeed": rng.randrange(99),
                 "numDuplicatesOfType": [{"objectType": "Apple", "count": 3}]},
                {"action": "SetObjectStates", "SetObjectStates": {
                    "stateChange": rng.choice(("openable", "dirtyable", "toggleable")),
                    **dict.fromkeys(("isOpen", "isDirty", "isToggled"), rng.random() < 0.5)}},
                {"action": "Crouch"}, {"action": "Stand"}, {"action": "ThrowObject"}))
        yield action


def _object_action(world: World, event: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    seen = [o for o in event["objects"] if o["isInteractable"]]
    chosen = rng.choice(seen) if seen and rng.random() < 0.8 else rng.choice(event["objects"])
    name = rng.choice(_OBJECT_ACTIONS)
    if event["inventoryObjects"] and rng.random() < 0.5:
        name = rng.choice(("PutObject", "PutObject", "DropHandObject"))
    elif chosen["pickupable"] and rng.random() < 0.4:
        name = "PickupObject"
    elif chosen["openable"] and rng.random() < 0.4:
        name = rng.choice(("OpenObject", "CloseObject"))
    action: dict[str, Any] = {"action": name, "objectId": chosen["objectId"]}
    if rng.random() < 0.05:
        x, z = rng.choice(sorted(world.cells))
        return {**action, "action": "PlaceObjectAtPoint",
                "position": {"x": x * GRID, "y": rng.uniform(0, 2), "z": z * GRID}}
    if name in ("EnableObject", "DisableObject") and world.gone:
        return {**action, "action": "EnableObject", "objectId": world.bodies[min(world.gone)].id}
    if rng.random() < 0.2:
        action["forceAction"] = True
    if name == "FillObjectWithLiquid":
        action["fillLiquid"] = rng.choice(("water", "coffee", "wine", "oil"))
    return {k: v for k, v in action.items() if k in ("action", *_signatures()[name][0])}


def digest(events: list[dict[str, Any]]) -> str:
    """Hash of metadata, the same for equal metadata through any hook."""
    text = json.dumps(events, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


PLANS = ("FloorPlan1", "FloorPlan3", "FloorPlan10", "FloorPlan201", "FloorPlan219",
         "SmallKitchen", "SmallLivingRoom")


def walk(engine: Engine, scene: str, actions: int, seed: int) -> Verdict:
    """Walk; count how often each kind of action succeeded."""
    engine.reset(scene, agentCount=3)
    done, broken = Counter[str](refused=0), []
    for number, action in enumerate(random_actions(engine, seed, actions)):
        events = engine.act(action)
        done[action["action"] if events[engine.active]["lastActionSuccess"] else "refused"] += 1
        broken += [f"step {number} {action}: {v}" for v in violations(engine, events)]
    return Verdict(scene, f"seed {seed}", "; ".join(broken), done)


def judge(scene: str, seed: int, number: int) -> Verdict:
    return walk(Engine(), scene, 500, 1000 * seed + number)


ATTACKS: dict[str, Attack] = {scene: partial(judge, scene) for scene in PLANS}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 20))
