"""Helpers of the engine's tests: act, find, approach."""

import math
from typing import Any

from domains.household.thor import Engine, open_store


def kitchen(agents: int = 2, room: str = "SmallKitchen", **parameters: Any) -> Engine:
    """Open a shipped room, whatever stores this machine has."""
    engine = Engine(open_store([]))
    engine.reset(room, agentCount=agents, **parameters)
    return engine


def act(engine: Engine, action: str, **arguments: Any) -> dict[str, Any]:
    """Perform an action and return the acting agent's metadata."""
    answer: dict[str, Any] = engine.act({"action": action, **arguments})[engine.active]
    return answer


def done(engine: Engine, action: str, **arguments: Any) -> bool:
    """Perform an action and tell whether it succeeded."""
    return bool(act(engine, action, **arguments)["lastActionSuccess"])


def refusal(engine: Engine, action: str, **arguments: Any) -> str:
    """Perform an action, which has to fail; return the engine's words."""
    answer = act(engine, action, **arguments)
    assert not answer["lastActionSuccess"]
    return str(answer["errorMessage"])


def find(engine: Engine, kind: str, number: int = 0, agent: int = 0) -> dict[str, Any]:
    """Return the n-th object of a type, as an agent sees it."""
    things: list[dict[str, Any]] = engine.metadata()[agent]["objects"]
    return [o for o in things if o["objectType"] == kind][number]


def name(engine: Engine, kind: str, number: int = 0) -> str:
    return str(find(engine, kind, number)["objectId"])


def approach(engine: Engine, identifier: str, agent: int = 0) -> None:
    """Teleport an agent to the pose that faces the object best among those that reach it."""
    objects = engine.metadata()[0]["objects"]
    place = next(o for o in objects if o["objectId"] == identifier)
    centre = place["axisAlignedBoundingBox"]["center"]

    def turned_away(pose: dict[str, float]) -> float:
        wanted = math.degrees(math.atan2(centre["x"] - pose["x"], centre["z"] - pose["z"]))
        return abs((wanted - pose["rotation"] + 180) % 360 - 180)

    query = act(engine, "GetInteractablePoses", objectId=identifier, agentId=agent,
                horizons=[0, 30])
    for pose in sorted(query["actionReturn"], key=turned_away):
        if done(engine, "TeleportFull", agentId=agent, **pose):
            return
    raise AssertionError(f"no pose for {identifier}")


def fetch(engine: Engine, kind: str, number: int = 0) -> str:
    wanted = name(engine, kind, number)
    approach(engine, wanted)
    event = act(engine, "PickupObject", objectId=wanted)
    assert event["lastActionSuccess"], event["errorMessage"]
    return wanted
