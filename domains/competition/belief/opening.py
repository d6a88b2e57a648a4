"""What to believe before the first action: stated facts, infos, weak evidence, statistics.

Pure functions from the stated world and the instructions to the parts of a
:class:`~domains.competition.belief.beliefs.WorldBelief`; the numbers are in ``priors.toml``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from domains.competition.world.model import UNSAID, Instruction, Place, World
from planner.execution.belief import Categorical
from planner.files import read_toml

T = TypeVar("T")
Hint = Callable[[Place], float]
_STATES = {"open": "opened", "opened": "opened", "close": "closed", "closed": "closed"}


@cache
def priors() -> Mapping[str, Any]:
    """Read ``priors.toml``."""
    return read_toml(Path(__file__).with_name("priors.toml"))


def carried_at_start(told: World, instructions: Iterable[Instruction]) -> tuple[int, int]:
    """Return (hand, plate) as stated or conveyed by an info; 0 is nothing.

    Where nothing is said about one of them it stays :data:`UNSAID`: the platform then knows no
    hand (or plate) to take anything with.
    """
    hand, plate = told.hand, told.plate
    for item in instructions:
        if item.kind == "info" and item.predicate in ("plate", "hold"):
            for thing in told.meant(item):
                if item.predicate == "plate" and plate in (0, UNSAID) and thing != hand:
                    plate = thing
                if item.predicate == "hold" and hand in (0, UNSAID) and thing != plate:
                    hand = thing
    return hand, plate


def carried_yet_inside(
    told: World, items: Sequence[Instruction], carried: Collection[int]
) -> set[tuple[int, int]]:
    """Return (thing, container) of what is carried at the start and to be taken out all the same.

    Such a task would be done before the first action, unless a second fact says that the thing is
    inside; files with both exist, and the platform keeps both (specification §4).
    """
    pairs = [told.meant(item) for item in items
             if item.kind == "task" and item.predicate == "takeout"]
    return {(pair[0], pair[1]) for pair in pairs
            if pair and pair[0] in carried and pair[0] != pair[1]}


def info_places(
    told: World, instructions: Sequence[Instruction], loose: Collection[int],
    given: Mapping[int, int],
) -> dict[int, Place]:
    """Return the places that ``:info`` items convey; they are true.

    An info that fits several objects says too little to be used, and so does one about what is
    beside a big object of no ``given`` location.
    """
    known: dict[int, Place] = {}
    infos = (item for item in instructions if item.kind == "info" and len(item.variables) == 2)
    for item in sorted(infos, key=lambda i: i.predicate == "inside"):
        found, inside = told.bindings(item), item.predicate == "inside"
        either = () if inside else (pair[::-1] for pair in found)
        pairs = [(one, other) for one, other in (*found, *either) if one in loose]
        if len(pairs) == 1 and pairs[0][0] != pairs[0][1]:
            (thing, other), = pairs
            if inside:
                known[thing] = ("inside", other)
            elif other in given:
                known[thing] = ("at", given[other])
    return known


def door_beliefs(
    told: World, instructions: Iterable[Instruction], containers: Iterable[int]
) -> dict[int, Categorical[str]]:
    """Return the belief over ``opened`` and ``closed`` of each container."""
    unknown, right = float(priors()["door"]["opened"]), float(priors()["told"]["door_right"])
    doors: dict[int, Categorical[str]] = {}
    for c in containers:
        opened = (right if c in told.doors_opened else
                  1.0 - right if c in told.doors_closed else unknown)
        doors[c] = Categorical({"opened": opened, "closed": 1.0 - opened})
    odds = priors()["instruction"]
    for item in sorted(instructions, key=lambda i: i.kind == "info"):
        state = _STATES.get(item.predicate, "")
        for c in doors.keys() & (told.meant(item) if state else ()):
            if item.kind == "info":
                doors[c] = Categorical.certain(state)
            elif item.kind == "task":
                doors[c] = doors[c].updated(_boost(state, float(odds["task_true"])))
    return doors


def anywhere(containers: Iterable[int], locations: Iterable[int]) -> Categorical[Place]:
    """Return where a small object is of which nothing is known."""
    weights = priors()["place"]
    mass = {("inside", c): float(weights["inside"]) for c in containers}
    mass |= {("at", location): weights["at"] for location in sorted(locations)}
    return Categorical(mass or {("at", 0): 1.0})


def plate_belief(things: Iterable[int], told: Collection[int]) -> Categorical[int]:
    """Return what is on a plate of which no fact speaks: one of these things, or nothing (0).

    ``told`` are things of which a place is stated.
    """
    odds = priors()["plate"]
    return Categorical({0: odds["none"], **{
        n: odds["told" if n in told else "untold"] for n in things}})


def stage_odds(missing: int) -> tuple[float, float]:
    """Return the odds (unreliable, reliable) when ``missing`` objects have no stated place."""
    stage = priors()["stage"]
    row = min(2, missing)
    return (stage["unreliable"] * stage["missing_if_unreliable"][row],
            (1.0 - stage["unreliable"]) * stage["missing_if_reliable"][row])


def share_right(told: int, wrong: int, right: int) -> float:
    """Return P(a stated place is right), given how many stated places proved wrong and right.

    The result stays between 0.05 and 0.98; it is a half when no stated place is left.
    """
    rest = told - wrong - right
    if rest <= 0:
        return 0.5
    weight = share = 0.0
    for count, chance in enumerate(priors()["told"]["wrong_places"]):
        if wrong <= count <= told - right:
            odds = chance * math.comb(rest, count - wrong) / math.comb(told, count)
            weight += odds
            share += odds * (rest - (count - wrong)) / rest
    return min(0.98, max(0.05, share / weight)) if weight else 0.5


def hints(
    told: World, instructions: Iterable[Instruction], smalls: Collection[int],
    home: Mapping[int, int],
) -> dict[int, list[Hint]]:
    """Turn constraints and takeout tasks into weak evidence about the start."""
    odds = priors()["instruction"]
    found: dict[int, list[Hint]] = {}
    for item in instructions:
        things = told.meant(item) if item.kind != "info" else ()
        spot = _spot(item.predicate, things, home)
        if spot is None or things[0] not in smalls:
            continue
        if item.predicate == "takeout":
            factor = float(odds["takeout_inside"])
        elif item.kind == "task":
            thing, (how, where) = things[0], spot
            told_there = (thing, where) in (told.at if how == "at" else told.inside)
            factor = 1.0 if told_there else float(odds["task_true"])
        else:
            factor = float(odds["notnot_holds" if item.kind == "cons_notnot" else "not_holds"])
        found.setdefault(things[0], []).append(_boost(spot, factor))
    return found


def _spot(predicate: str, things: Sequence[int], home: Mapping[int, int]) -> Place | None:
    if predicate in ("inside", "putin", "takeout") and len(things) == 2:
        return ("inside", things[1])
    if predicate in ("on", "near", "puton") and len(things) == 2 and things[1] in home:
        return ("at", home[things[1]])
    return None


def _boost(spot: T, factor: float) -> Callable[[T], float]:
    return lambda place: factor if place == spot else 1.0
