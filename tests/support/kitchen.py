"""Helpers of the engine's tests: act, find, approach, and whole stories in words."""

import contextlib
import json
import math
import re
from typing import Any

from domains.household.thor import Engine, open_store
from domains.household.thor.acts.arguments import _signatures


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


def object_of(engine: Engine, identifier: str) -> dict[str, Any]:
    return next(o for o in engine.metadata()[0]["objects"] if o["objectId"] == identifier)


def name(engine: Engine, kind: str, number: int = 0) -> str:
    return str(find(engine, kind, number)["objectId"])


def approach(engine: Engine, identifier: str, agent: int = 0) -> None:
    """Teleport an agent to the pose that faces the object best among those that reach it."""
    centre = object_of(engine, identifier)["axisAlignedBoundingBox"]["center"]

    def turned_away(pose: dict[str, float]) -> float:
        wanted = math.degrees(math.atan2(centre["x"] - pose["x"], centre["z"] - pose["z"]))
        return abs((wanted - pose["rotation"] + 180) % 360 - 180)

    query = act(engine, "GetInteractablePoses", objectId=identifier, agentId=agent,
                horizons=[0, 30])
    for pose in sorted(query["actionReturn"], key=turned_away):
        if done(engine, "TeleportFull", agentId=agent, **pose):
            return
    raise AssertionError(f"no pose for {identifier}")


def tell(engine: Engine, story: str) -> None:
    """Play a story; its steps stand between bars and line ends.

    ``PickupObject Mug`` is a call about the first thing of a type (``StoveBurner/1`` the second),
    forced unless it was approached last; ``… ! words`` is refused with these words and changes
    nothing; ``approach Fridge`` is :func:`approach`, ``fetch Mug`` also picks it up.
    ``Mug.isDirty``, ``not Mug.isDirty``, ``Mug.fillLiquid = water``, ``Mug in Sink`` are facts,
    as are ``holding Mug``, ``holding nothing``, ``at 0.5 -0.25``, ``agents 3`` and ``gone Mug``.
    """
    near = ""
    for step in filter(None, map(str.strip, re.split(r" \| |\n", story))):
        verb, *given = step.split()
        if verb in ("approach", "fetch"):
            near = given[0]
            approach(engine, _thing(engine, near)["objectId"])
            if verb == "fetch":
                _call(engine, f"PickupObject {near}", near)
        elif "." in verb or verb.islower() or given[:1] == ["in"]:
            assert _holds(engine, step), step
        else:
            _call(engine, step, near)


def _thing(engine: Engine, words: str) -> dict[str, Any]:
    kind, _, number = words.partition("/")
    return find(engine, kind, int(number or 0))


def _value(text: str) -> Any:
    with contextlib.suppress(ValueError):
        return json.loads(text)
    return text


def _holds(engine: Engine, fact: str) -> bool:
    mine = engine.metadata()[engine.active]
    match fact.split():
        case ["agents", number]:
            return len(engine.metadata()) == int(number)
        case ["gone", kind]:
            return kind not in {o["objectType"] for o in mine["objects"]}
        case ["holding", kind]:
            return [o["objectType"] for o in mine["inventoryObjects"]] == [kind] * (
                kind != "nothing")
        case ["at", x, z]:
            return [mine["agent"]["position"][axis] for axis in "xz"] == [float(x), float(z)]
        case [kind, "in", place]:
            parents = _thing(engine, kind)["parentReceptacles"]
            return bool(parents == [_thing(engine, place)["objectId"]])
    what, _, value = fact.removeprefix("not ").partition(" = ")
    kind, key = what.split(".")
    wanted = _value(value) if value else what == fact
    return bool(_thing(engine, kind)[key] == wanted)


def _call(engine: Engine, step: str, near: str) -> None:
    call, refused, words = step.partition(" !")
    action, *given = call.split()
    arguments = {k: _value(v) for k, equals, v in (w.partition("=") for w in given) if equals}
    if given and "=" not in given[0]:
        arguments["objectId"] = _thing(engine, given[0])["objectId"]
        if given[0] != near and "forceAction" in _signatures()[action][0]:
            arguments.setdefault("forceAction", True)
    before = [(e["agent"], e["objects"]) for e in engine.metadata()]
    told = act(engine, action, **arguments)
    said = f"{told['errorCode']}: {told['errorMessage']}"
    assert told["lastActionSuccess"] is not bool(refused), f"{step}: {said}"
    assert words.strip() in said, f"{step}: {said}"
    assert not refused or before == [(e["agent"], e["objects"]) for e in engine.metadata()], step
