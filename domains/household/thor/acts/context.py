"""What the world does by itself after an action: water, heat, cold, coffee.

Effects are instant and do not wear off: durations are in no source.
"""

from __future__ import annotations

import math

from domains.household.thor.acts.states import pour
from domains.household.thor.bodies.world import World

__all__ = ["apply_rules"]

_FILLED = frozenset({"Bottle", "Bowl", "Cup", "HousePlant", "Kettle", "Mug", "Pot",
                     "WateringCan", "WineBottle"})
_COOKS = {
    "Microwave": frozenset({"Potato", "PotatoSliced", "Egg", "EggCracked", "BreadSliced"}),
    "StoveBurner": frozenset({"Potato", "PotatoSliced", "BreadSliced", "EggCracked"}),
    "Toaster": frozenset({"BreadSliced"}),
}
_BASINS = {"Faucet": ("SinkBasin", "BathtubBasin"), "ShowerHead": ("BathtubBasin",)}
_STREAM = 1.0  # metres, horizontally, between a tap and its basin


def apply_rules(world: World) -> None:
    """Apply every rule once; only bodies that really change are replaced."""
    for index, body in enumerate(list(world.bodies)):
        kind, on = body.type, body.record["isToggled"]
        if kind == "Fridge":
            for inner in world.carried(index):
                _set(world, inner, temperature="Cold")
        elif on and kind in _BASINS:
            _run_water(world, index, _BASINS[kind])
        elif on and kind in _COOKS:
            _heat(world, index, _COOKS[kind])
        elif on and kind == "CoffeeMachine":
            for inner in world.contents(index):
                _fill(world, inner, "coffee")


def _heat(world: World, source: int, cooks: frozenset[str]) -> None:
    for inner in world.carried(source):
        body = world.bodies[inner]
        _set(world, inner, temperature="Hot")
        if body.type in cooks and body.record["cookable"]:
            _set(world, inner, isCooked=True)
        if body.type == "Candle":
            _set(world, inner, isToggled=True)


def _run_water(world: World, tap: int, basins: tuple[str, ...]) -> None:
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
            _set(world, inner, isDirty=False)
        if record["objectType"] in _FILLED:
            _fill(world, inner, "water")
        if record["objectType"] == "Candle":
            _set(world, inner, isToggled=False)


def _fill(world: World, index: int, liquid: str) -> None:
    record = world.bodies[index].record
    if record["canFillWithLiquid"] and not record["isFilledWithLiquid"]:
        pour(world, index, liquid)


def _set(world: World, index: int, **changes: object) -> None:
    record = world.bodies[index].record
    if any(record[key] != value for key, value in changes.items()):
        world.change(index, **changes)
