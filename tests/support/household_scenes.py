"""Household teams that have seen some things, without a simulator."""

from collections.abc import Sequence
from typing import Any

from domains.household.belief.belief import Belief
from domains.household.goal import Goal, Location, Placed, Selection
from domains.household.policy.goals import Tracker
from domains.household.policy.skills import Skills

STATES = dict.fromkeys(("isOpen", "isToggled", "isSliced", "isPickedUp"), False)


def thing(
    kind: str, x: float = 0.0, z: float = 1.0, y: float = 0.9, *can: str, on: str = "",
    **more: Any,
) -> dict[str, Any]:
    """Return what a robot sees of a thing out of reach; ``on``: the name of what it lies on.

    States are given by their names, anything else replaces what is seen.
    """
    states = {**STATES, **{k: more.pop(k) for k in [*more] if k in STATES}}
    return {"type": kind, "position": [x, y, z], "centre": [x, y, z], "size": [0.4, 0.2, 0.4],
            "distance": 1.0, "interactable": False, "can": can or ("pickupable",),
            "parents": [on.rpartition("_")[0]] if on else [], "parent_names": [on] if on else [],
            "states": states, **more}


def record(name: str, *inside: str, x: float = 0.0, size: float = 0.1, **changes: Any
           ) -> dict[str, Any]:
    """Return the simulator's record of a thing: ``Mug|2`` or, the first of its type, ``Mug``."""
    first, *places = (n if "|" in n else f"{n}|1" for n in (name, *inside))
    box = {"center": {"x": x, "y": 0.0, "z": 0.0}, "size": dict.fromkeys("xyz", size)}
    return {"objectId": first, "objectType": first.partition("|")[0], **STATES, "isDirty": False,
            "receptacle": True, "parentReceptacles": places, "axisAlignedBoundingBox": box,
            **changes}


def seen(step: int = 0, pitch: float = 0.0, last: str = "", failure: str = "",
         **things: dict[str, Any]) -> dict[str, Any]:
    """Return the observation of a robot that looks north from the origin."""
    return {"step": step, "position": [0.0, 0.0], "yaw": 0.0, "pitch": pitch, "held": "nothing",
            "seen": things, "glimpsed": {}, "landmarks": [],
            "last": {"action": last, "success": not failure, "failure": failure}}


def team(
    goal: Goal, agents: Sequence[str] = ("Alice",), **observation: Any
) -> tuple[Belief, Tracker, Skills]:
    """Return the mind of a team whose first robot has made an observation."""
    belief = Belief(agents)
    belief.update({agents[0]: seen(**observation)})
    tracker = Tracker(goal, belief)
    return belief, tracker, Skills(belief, tracker)


def put(kind: str, *places: str, relation: Any = "on") -> Placed:
    return Placed(Selection((kind,)), Location(relation, Selection(places)))
