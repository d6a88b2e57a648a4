"""A scene as it lies on disk, checked and cleaned: object records, walkable grid, start pose."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from domains.household.thor.geometry import Box, box_of_record
from planner.errors import InputError

T = TypeVar("T", bound=Hashable)

GRID = 0.25
"""Spacing of the walkable grid in metres."""

Cell = tuple[int, int]
"""A grid point (x, z) in units of :data:`GRID`."""

OBJECT_KEYS = (
    "name", "position", "rotation", "visible", "isInteractable", "receptacle", "toggleable",
    "isToggled", "breakable", "isBroken", "canFillWithLiquid", "isFilledWithLiquid", "fillLiquid",
    "dirtyable", "isDirty", "canBeUsedUp", "isUsedUp", "cookable", "isCooked", "temperature",
    "isHeatSource", "isColdSource", "sliceable", "isSliced", "openable", "isOpen", "openness",
    "pickupable", "isPickedUp", "moveable", "mass", "salientMaterials", "receptacleObjectIds",
    "distance", "objectType", "objectId", "assetId", "parentReceptacles", "controlledObjects",
    "isMoving", "axisAlignedBoundingBox", "objectOrientedBoundingBox",
)
"""The 42 keys of an object in ai2thor 5.0.0 metadata, in its order."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where an agent stands: metres, yaw in degrees."""

    x: float
    y: float
    z: float
    yaw: float


@dataclass(frozen=True, eq=False)
class Scene:
    """One floor plan. ``objects`` are records with all 42 keys; they are never mutated.

    ``source`` names the store; ``synthetic_start`` tells that the start pose is not the real
    engine's.
    """

    name: str
    objects: tuple[Mapping[str, Any], ...]
    cells: frozenset[Cell]
    start: Pose
    bounds: Mapping[str, Any]
    source: str
    synthetic_start: bool = False


def build_scene(
    name: str, event: Mapping[str, Any], points: Sequence[Sequence[float]], source: str, origin: str
) -> Scene:
    """Check one recorded event and its grid and make a scene of them.

    ``origin`` is the file named in errors. Raises :class:`InputError` where the record is
    incomplete, belongs to another scene or to another metadata version.
    """
    recorded = str(event.get("sceneName", ""))
    if recorded.removesuffix("_physics") != name:
        raise InputError(f"{origin}: holds scene {recorded or '?'!r}, expected {name!r}")
    objects = event.get("objects")
    if not isinstance(objects, list) or not objects:
        raise InputError(f"{origin}: 'objects' is not a list of object records")
    for number, record in enumerate(objects):
        _check_record(record, f"{origin}: object {number}")
    if not isinstance(event.get("sceneBounds"), dict):
        raise InputError(f"{origin}: no 'sceneBounds'")
    cells = frozenset(_cell(point, origin) for point in points)
    if not cells:
        raise InputError(f"{origin}: scene {name} has no walkable grid points")
    return Scene(name, tuple(_clean_containment([dict(o) for o in objects])), cells,
                 _start(event, origin), event["sceneBounds"], source,
                 bool(event.get("syntheticStart", False)))


def flood(start: Iterable[Cell], free: Callable[[Cell], bool], stride: int = 1) -> dict[Cell, Cell]:
    """Map the cells that steps of ``stride`` over free cells reach to those before them."""
    def steps(cell: Cell) -> Iterator[Cell]:
        for dx, dz in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            way = [(cell[0] + dx * k, cell[1] + dz * k) for k in range(1, stride + 1)]
            if all(map(free, way)):
                yield way[-1]

    return reached(start, steps)


def reached(start: Iterable[T], onward: Callable[[T], Iterable[T]]) -> dict[T, T]:
    """Map all that steps lead to, nearest first, to what came before; the start to itself."""
    before = {node: node for node in start}
    for node in (order := list(before)):
        for there in onward(node):
            if there not in before:
                before[there] = node
                order.append(there)
    return before


def way_to(goal: T, before: Mapping[T, T]) -> list[T]:
    """Return the way to a goal that :func:`reached` has found, both ends included; none if not."""
    way = [goal] if goal in before else []
    while way and before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return way[::-1]


def _check_record(record: Any, where: str) -> None:
    if not isinstance(record, dict):
        raise InputError(f"{where}: expected an object record, found {type(record).__name__}")
    missing = [key for key in OBJECT_KEYS if key not in record]
    if missing:
        raise InputError(
            f"{where} ({record.get('objectId', '?')}): metadata of another version, "
            f"missing {', '.join(missing[:4])}"
        )
    try:
        box = box_of_record(record)
        position = [float(record["position"][axis]) for axis in "xyz"]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{where} ({record['objectId']}): unreadable box ({error})") from None
    if not isinstance(record["objectId"], str):
        raise InputError(f"{where}: objectId is not a text")
    parents = record["parentReceptacles"]
    if not (parents is None or (isinstance(parents, list)
                                and all(isinstance(p, str) for p in parents))):
        raise InputError(
            f"{where} ({record['objectId']}): parentReceptacles is not a list of names")
    if not all(math.isfinite(v) for v in (*position, *box.centre, *box.half)):
        raise InputError(f"{where} ({record['objectId']}): a coordinate is not finite")


def cell_at(x: float, z: float) -> Cell:
    """Return the grid point nearest to a place."""
    return round(x / GRID), round(z / GRID)


def _cell(point: Sequence[float], origin: str) -> Cell:
    try:
        return cell_at(float(point[0]), float(point[1]))
    except (TypeError, ValueError, IndexError, OverflowError):
        raise InputError(f"{origin}: grid point {point!r} is not a pair of numbers") from None


def _start(event: Mapping[str, Any], origin: str) -> Pose:
    try:
        agent = event["agent"]
        position = agent["position"]
        return Pose(float(position["x"]), float(position["y"]), float(position["z"]),
                    float(round(float(agent["rotation"]["y"]) / 90) * 90 % 360))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{origin}: unreadable start pose ({error})") from None


def _believable(record: Mapping[str, Any], box: Box, holder: Mapping[str, Any], outer: Box) -> bool:
    """Tell whether a record may lie in or on a holder."""
    if not holder["receptacle"]:
        return False
    loose = record["pickupable"] or record["moveable"]
    if not loose and not outer.holds(box.centre):
        return False
    movable = holder["moveable"] or holder["pickupable"]
    return not (movable and outer.half.prod() < box.half.prod())


def _clean_containment(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep only believable containment and make both directions agree.

    The dumps hold wrong pairs (a CounterTop inside a Bowl, a DiningTable on a Chair). Kept is
    "x in y" where y is a receptacle and x can be carried or pushed, or x's centre lies in y;
    never where y can be pushed and is smaller than x; and never a cycle.
    """
    known = {o["objectId"]: o for o in objects}
    boxes = {o["objectId"]: box_of_record(o) for o in objects}
    parents: dict[str, list[str]] = {}
    for record in objects:
        own = record["objectId"]
        parents[own] = [
            parent for parent in sorted(set(record["parentReceptacles"] or ()))
            if parent in known
            and _believable(record, boxes[own], known[parent], boxes[parent])
            and own not in reached([parent], lambda name: parents.get(name, ()))]
    contents: dict[str, list[str]] = {o["objectId"]: [] for o in objects}
    for own, kept in parents.items():
        for parent in kept:
            contents[parent].append(own)
    for record in objects:
        record["parentReceptacles"] = parents[record["objectId"]] or None
        inside = contents[record["objectId"]]
        record["receptacleObjectIds"] = inside if record["receptacle"] else None
    return objects
