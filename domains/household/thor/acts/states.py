"""Object states: open, toggle, slice, break, clean, cook, fill, use up.

And what the world does by itself after an action: water, heat, cold, coffee. These effects are
instant and do not wear off: durations are in no source.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from domains.household.thor.acts.arguments import ActionFailed, Arguments, exception_failure, target
from domains.household.thor.bodies.body import Agent, Body, box_metadata
from domains.household.thor.bodies.placement import join_or_fall
from domains.household.thor.bodies.world import World
from domains.household.thor.geometry import Box, Floats, box_of_record
from domains.household.thor.scene import GRID
from planner.files import read_toml

Effect = Callable[[World, Agent, Arguments], None]

_SLIDE = 0.75  # share of its depth that an open drawer comes out
_PIVOT = 0.05  # metres from the middle from which on a pivot is said to lie on the front
RULES = read_toml(Path(__file__).with_name("contextual.toml"))
"""What the world does by itself, by types."""
CHANGES = RULES["changes"]
"""By action: property, refusal without it, state, value, refusal where it is so already."""
_STREAM = 1.0  # metres, horizontally, between a tap and its basin
_LIQUIDS = ("water", "coffee", "wine")


def open_object(world: World, agent: Agent, arguments: Arguments, default: float) -> None:
    """Open (or with 0 close) an object; opening an open one is not an error."""
    index = target(world, agent, arguments)
    body = world.bodies[index]
    if not body.record["openable"]:
        raise ActionFailed(f"{body.id} is not an Openable object")
    openness = arguments.get("openness", default) if default else 0.0
    if not 0.0 <= openness <= 1.0:
        raise exception_failure("ArgumentException", "openness must be in [0:1]")
    if body.type in ("Microwave", "Laptop") and openness > 0 and body.record["isToggled"]:
        raise ActionFailed("Target must be OFF to open!")
    if body.type == "Drawer":
        _slide(world, index, openness - body.record["openness"])
    world.change(index, openness=openness, isOpen=openness > 0.0)


def _slide(world: World, index: int, amount: float) -> None:
    """Pull a drawer out towards its front."""
    body, record = world.bodies[index], world.scene.objects[index]
    home = Body(record, box_of_record(record))
    way = _front(world, home)
    if amount == 0 or way is None:
        return
    depth = 2.0 * float((np.abs(home.box.axes) @ home.box.half) @ np.abs(way))
    offset = way * depth * _SLIDE * amount
    world.move(index, [p + o for p, o in zip(body.position, offset.tolist(), strict=True)])


def _front(world: World, drawer: Body) -> Floats | None:
    """Direction in which a drawer opens, or None.

    Where the recorded pivot lies on the front it tells the direction; where it lies in the middle
    (more than half of the drawers) the side decides in front of which one can stand nearest. Of
    187 drawers with a pivot on the front the two agree in 177.
    """
    way: Floats = np.array(drawer.position) - drawer.box.centre
    way[1] = 0.0
    length = float(np.hypot(way[0], way[2]))
    if length >= _PIVOT:
        return way / length
    extent, centre = drawer.box.extent(), drawer.box.centre
    ground = np.array(sorted(world.cells), dtype=float).reshape(-1, 2) * GRID - centre[[0, 2]]
    best: tuple[float, Floats] | None = None
    for axis, sign in ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)):
        ahead = ground[:, axis] * sign - extent[2 * axis]
        beside = np.abs(ground[:, 1 - axis]) <= max(extent[2 - 2 * axis], GRID / 2)
        gaps = ahead[beside & (ahead > -0.05)]
        if len(gaps) and (best is None or gaps.min() < best[0]):
            direction = np.zeros(3)
            direction[2 * axis] = sign
            best = float(gaps.min()), direction
    return None if best is None else best[1]


def toggle(world: World, agent: Agent, arguments: Arguments, wanted: bool) -> None:
    """Switch an object and all that it controls."""
    index = target(world, agent, arguments)
    body = world.bodies[index]
    if not body.record["toggleable"]:
        if body.type == "StoveBurner":
            raise ActionFailed(
                "target object is controlled by another sim object. "
                "target object cannot be turned on/off directly")
        raise ActionFailed("object is not toggleable.")
    if body.record["isToggled"] == wanted:
        word = "on" if wanted else "off"
        raise ActionFailed(f"can't toggle object {word} if it's already {word}!")
    if wanted and body.type == "Microwave" and body.record["isOpen"]:
        raise ActionFailed("Target must be closed to Toggle On!")
    if wanted and body.record["isBroken"]:
        raise ActionFailed("Target is broken and cannot be Toggled On!")
    _switch(world, body, wanted)


def _switch(world: World, body: Body, on: bool) -> None:
    for name in (body.id, *(body.record["controlledObjects"] or ())):
        if name in world.index:
            world.change(world.index[name], isToggled=on)


def toggle_types(world: World, _agent: Agent, arguments: Arguments) -> None:
    """Switch all objects of types (``objectToggles``: objectType, isOn), with what they control."""
    for entry in arguments.get("objectToggles"):
        for body in [b for b in world.bodies
                     if b.type == entry["objectType"] and b.record["toggleable"]]:
            _switch(world, body, entry["isOn"])


def set_states(world: World, agent: Agent, arguments: Arguments) -> None:
    """Bring all things that have a property into a state, or those of a type (``objectType``).

    ``stateChange`` is the property; what cannot be brought there (a cooked thing raw) stays.
    """
    asked = arguments.get("SetObjectStates")
    if asked.get("stateChange") not in _SETTERS:
        raise ActionFailed(
            f"SetObjectStates: stateChange must be one of {', '.join(_SETTERS)}, found "
            f"{str(asked.get('stateChange'))[:40]!r}", "InvalidArgument")
    key, on, off = _SETTERS[asked["stateChange"]]
    effect = on if asked.get(key) else off
    for body in world.bodies[:]:
        if (effect is not None and body.record[asked["stateChange"]] and body.active
                and asked.get("objectType") in (None, body.type)
                and body.record[key] is not bool(asked.get(key))):
            forced = {"objectId": body.id, "forceAction": True, "fillLiquid": "water"}
            with suppress(ActionFailed):
                effect(world, agent, Arguments("SetObjectStates", forced))


def slice_object(world: World, agent: Agent, arguments: Arguments) -> None:
    """Cut an object into pieces; no knife is needed, and slicing again does nothing."""
    index = target(world, agent, arguments)
    body = world.bodies[index]
    if world.holder(index) is not None:
        raise ActionFailed("target object cannot be sliced if it is in the agent's hand")
    if not body.record["sliceable"]:
        raise ActionFailed(f"{body.record['name']} Does not have the CanBeSliced property!")
    if body.record["isSliced"]:
        return
    if body.type == "Egg":
        _crack(world, index)
    else:
        _divide(world, index, _pieces, isSliced=True)


def _divide(world: World, index: int, pieces: Callable[[Body], list[Body]], **states: Any) -> None:
    """Bring the pieces of a body into the scene in its place."""
    parents = world.parents(index)
    world.change(index, **states)
    world.deactivate(index)
    for piece in pieces(world.bodies[index]):
        number = world.add(piece)
        for parent in parents[:1]:
            world.attach(number, parent)


def _pieces(source: Body) -> list[Body]:
    """Slices side by side along the longest level axis of the source."""
    count = RULES["pieces"].get(source.type, 4)
    box = source.box
    axis = 0 if box.half[0] >= box.half[2] else 2
    half = box.half.copy()
    half[axis] /= count
    shifts = [box.half[axis] * ((2 * k + 1) / count - 1) for k in range(count)]
    return [_piece(source, f"{source.type}Sliced", k, Box(
        box.centre + box.axes[:, axis] * shift, box.axes, half), count)
        for k, shift in enumerate(shifts)]


def _piece(source: Body, kind: str, number: int, box: Box, count: int) -> Body:
    record = source.record
    own = {
        "name": f"{record['name']}_{kind}_{number}", "objectType": kind,
        "objectId": f"{source.id}|{kind}_{number}", "assetId": "",
        "position": dict(zip("xyz", box.centre.tolist(), strict=True)),
        "sliceable": False, "isSliced": True, "breakable": False, "pickupable": True,
        "moveable": False, "receptacle": False, "mass": record["mass"] / count,
        "cookable": kind in ("BreadSliced", "PotatoSliced", "EggCracked"),
        "isCooked": record["isCooked"], "parentReceptacles": None, "receptacleObjectIds": None,
        "isPickedUp": False,
    }
    return Body({**record, **own, **box_metadata(box, record)}, box)


def _crack(world: World, index: int) -> None:
    world.release(index)
    _divide(world, index, lambda egg: [_piece(egg, "EggCracked", 0, egg.box, 1)],
            isSliced=True, isBroken=True)


def break_object(world: World, agent: Agent, arguments: Arguments) -> None:
    """Break an object."""
    index = target(world, agent, arguments)
    body = world.bodies[index]
    if not body.record["breakable"]:
        raise ActionFailed(f"{body.record['name']} does not have the CanBreak property!!")
    if not body.record["isBroken"]:
        shatter(world, index)


def shatter(world: World, index: int) -> None:
    """Break a body: eggs crack, devices switch off for good, contents spill where they are."""
    body = world.bodies[index]
    if body.type == "Egg":
        _crack(world, index)
        return
    if world.holder(index) is not None:
        world.release(index)
        join_or_fall(world, index)
    world.change(index, isBroken=True)
    if body.type in RULES["broken_for_good"]:
        world.change(index, isToggled=False)
    elif body.record["receptacle"]:
        for inner in world.contents(index):
            world.detach(inner)


def bring(world: World, agent: Agent, arguments: Arguments, change: str) -> None:
    """Bring an object that has a property into a state, by one of :data:`CHANGES`."""
    key, refusal, state, wanted, already = CHANGES[change]
    index = target(world, agent, arguments)
    record = world.bodies[index].record
    if not record[key]:
        raise ActionFailed(refusal.format(**record))
    if record[state] == wanted:
        raise ActionFailed(already.format(**record))
    if state != "isFilledWithLiquid":
        world.change(index, **{state: wanted})
        return
    liquid = arguments.get("fillLiquid") if wanted else None
    if wanted and liquid not in _LIQUIDS:
        raise ActionFailed(f"{liquid} is not a valid Liquid Type")
    pour(world, index, liquid)


def pour(world: World, index: int, liquid: str | None) -> None:
    """Fill a body with water, coffee or wine, or empty it (None); coffee makes it hot."""
    warm = {"temperature": "Hot"} if liquid == "coffee" else {}
    world.change(index, isFilledWithLiquid=liquid is not None, fillLiquid=liquid, **warm)


_SETTERS: Mapping[str, tuple[str, Effect, Effect | None]] = {
    "toggleable": ("isToggled", partial(toggle, wanted=True), partial(toggle, wanted=False)),
    "openable": ("isOpen", partial(open_object, default=1.0), partial(open_object, default=0.0)),
    "breakable": ("isBroken", break_object, None),
    "sliceable": ("isSliced", slice_object, None),
    "canFillWithLiquid": ("isFilledWithLiquid", partial(bring, change="FillObjectWithLiquid"),
                          partial(bring, change="EmptyLiquidFromObject")),
    "dirtyable": ("isDirty", partial(bring, change="DirtyObject"),
                  partial(bring, change="CleanObject")),
    "cookable": ("isCooked", partial(bring, change="CookObject"), None),
    "canBeUsedUp": ("isUsedUp", partial(bring, change="UseUpObject"), None),
}
"""Property → the state that goes with it, what sets it and what takes it back."""


def apply_rules(world: World) -> None:
    """Apply every rule once; only bodies that really change are replaced."""
    for index, body in enumerate(list(world.bodies)):
        kind, on = body.type, body.record["isToggled"]
        if kind == "Fridge":
            for inner in world.carried(index):
                world.change(inner, temperature="Cold")
        elif on and kind in RULES["basins"]:
            _run_water(world, index, RULES["basins"][kind])
        elif on and kind in RULES["cooks"]:
            _heat(world, index, RULES["cooks"][kind])
        elif on and kind == "CoffeeMachine":
            for inner in world.contents(index):
                _fill(world, inner, "coffee")


def _heat(world: World, source: int, cooks: Collection[str]) -> None:
    for inner in world.carried(source):
        body = world.bodies[inner]
        world.change(inner, temperature="Hot")
        if body.type in cooks and body.record["cookable"]:
            world.change(inner, isCooked=True)
        if body.type == "Candle":
            world.change(inner, isToggled=True)


def _run_water(world: World, tap: int, basins: Collection[str]) -> None:
    here = world.bodies[tap].box.centre
    near = [
        (math.hypot(*(b.box.centre - here)[[0, 2]]), i)
        for i, b in enumerate(world.bodies) if b.type in basins
    ]
    if not near or min(near)[0] > _STREAM:
        return
    for inner in world.carried(min(near)[1]):
        record = world.bodies[inner].record
        if record["dirtyable"]:
            world.change(inner, isDirty=False)
        if record["objectType"] in RULES["filled"]:
            _fill(world, inner, "water")
        if record["objectType"] == "Candle":
            world.change(inner, isToggled=False)


def _fill(world: World, index: int, liquid: str) -> None:
    record = world.bodies[index].record
    if record["canFillWithLiquid"] and not record["isFilledWithLiquid"]:
        pour(world, index, liquid)
