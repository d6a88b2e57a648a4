"""What a robot sees: objects in its picture with what can be read off them, and nothing else.

MAP-THOR lists an object when it is in the rendered picture (any distance) and has some true
property whose name contains "able"; plain receptacles (Sofa, CounterTop) are therefore listed
only while they are interactable, within 1.5 m. ``landmarks`` adds what such a picture also
shows: unlisted receptacles in view, by type and place, without a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domains.household.names import NameTable

__all__ = ["STATES", "in_picture", "is_listed", "landmarks", "mass_of", "seen"]

STATES = ("isOpen", "isToggled", "isSliced", "isDirty", "isCooked", "isFilledWithLiquid",
          "fillLiquid", "isBroken", "isUsedUp", "temperature", "isPickedUp")
_FLAGS = ("pickupable", "moveable", "receptacle", "openable", "toggleable", "sliceable",
          "dirtyable", "cookable", "breakable", "canFillWithLiquid", "canBeUsedUp")


def in_picture(event: Any) -> frozenset[str]:
    """Return the objectIds in an agent's picture.

    From instance detections where there are any (Unity with images, the in-process engine);
    without images only what the simulator calls visible, which is less.
    """
    detections = event.instance_detections2D
    if detections is not None:
        return frozenset(detections)
    return frozenset(o["objectId"] for o in event.metadata["objects"] if o["visible"])


def is_listed(record: Mapping[str, Any]) -> bool:
    """Whether MAP-THOR lists an object that is in the picture."""
    return any(value is True and "able" in key for key, value in record.items())


def mass_of(record: Mapping[str, Any]) -> float:
    """Return a thing's mass in kg as robots perceive it and as their strength counts: to 10 g."""
    return round(float(record["mass"]), 2)


def seen(records: Iterable[Mapping[str, Any]], names: NameTable) -> dict[str, dict[str, Any]]:
    """Describe listed objects by name."""
    found: dict[str, dict[str, Any]] = {}
    for record in records:
        name = names.name(record["objectId"])
        if name is not None:
            found[name] = _describe(record, names)
    return dict(sorted(found.items()))


def _describe(record: Mapping[str, Any], names: NameTable) -> dict[str, Any]:
    box = record["axisAlignedBoundingBox"]
    parents = record["parentReceptacles"] or []
    return {
        "type": record["objectType"],
        "position": _place(record["position"]),
        "centre": _place(box["center"]),
        "size": [round(box["size"][a], 2) for a in "xyz"],
        "mass": mass_of(record),
        "distance": round(record["distance"], 2),
        "interactable": bool(record["visible"] and record["isInteractable"]),
        "can": [flag for flag in _FLAGS if record[flag]],
        "states": {key: record[key] for key in STATES},
        "parents": sorted(p.split("|")[0] for p in parents),
        "parent_names": sorted(n for p in parents if (n := names.name(p)) is not None),
    }


def landmarks(
    records: Iterable[Mapping[str, Any]], names: NameTable
) -> list[dict[str, Any]]:
    """List receptacles in the picture that have no name yet, by type and place."""
    return [
        {"type": r["objectType"], "position": _place(r["axisAlignedBoundingBox"]["center"]),
         "size": [round(r["axisAlignedBoundingBox"]["size"][a], 2) for a in "xyz"]}
        for r in sorted(records, key=lambda r: str(r["objectId"]))
        if r["receptacle"] and names.name(r["objectId"]) is None
    ]


def _place(position: Mapping[str, float]) -> list[float]:
    return [round(position[axis], 2) for axis in "xyz"]
