"""Check whether what the household team calls out of reach from everywhere really is.

``python -m benchmarks.studies.household_reach [--every N] [--first N]`` takes every Nth floor plan
of the scene store (``planner scenes fetch`` for more than the recorded ones). For each thing
that can be taken, opened, switched or sliced, and is not shut away, it asks where a robot alone in
the room would end its walk and whether it would give the thing up there
(:func:`~domains.household.policy.outcomes.beyond_reach`); the engine's interactable poses, over all
reachable cells, headings and horizons, say what is true. The team itself never sees either.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from domains.household.belief.belief import item_of
from domains.household.environment.navigation import GRID, cell, nearest_cells
from domains.household.environment.perception import seen
from domains.household.names import NameTable
from domains.household.policy.outcomes import beyond_reach
from domains.household.thor.protocol.client import controller
from domains.household.thor.scenes.store import open_store

__all__ = ["claims", "main"]

ABLE = ("pickupable", "openable", "toggleable", "sliceable")


def claims(plan: str) -> Iterator[tuple[str, bool, bool]]:
    """Yield each thing of a room, whether it is given up, and whether it is out of reach."""
    engine = controller(plan, 1, "headless", store=open_store(), gridSize=GRID,
                        visibilityDistance=1.5)
    try:
        free = {cell(p["x"], p["z"]) for p in engine.step("GetReachablePositions").metadata[
            "actionReturn"]}
        things: list[dict[str, Any]] = engine.last_event.metadata["objects"]
        table = NameTable()
        table.see((t["objectId"], t["objectType"]) for t in things)
        known = {table.object_id(n): item_of(n, e) for n, e in seen(things, table, {}).items()}
        shut = {t["objectId"] for t in things if t["openable"] and not t["isOpen"]}
        for thing in things:
            if not any(thing[a] for a in ABLE) or shut & {*(thing["parentReceptacles"] or ())}:
                continue
            item = known.get(thing["objectId"])
            if item is None:
                continue
            middle = (item.centre[0], item.centre[2])
            x, z = nearest_cells(free, middle, (), next(iter(free)))[0]
            poses = engine.step("GetInteractablePoses", objectId=thing["objectId"]).metadata[
                "actionReturn"]
            yield f"{plan} {thing['objectId']}", beyond_reach((x * GRID, z * GRID), item), not poses
    finally:
        engine.stop()


def main() -> None:
    """Check the rooms; print the disagreements and a tally."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--first", type=int, default=0)
    told = parser.parse_args()
    tally: Counter[tuple[bool, bool]] = Counter()
    plans = open_store().names()[told.first::told.every]
    for plan in plans:
        for name, given_up, true in claims(plan):
            tally[given_up, true] += 1
            if given_up or true:
                sys.stdout.write(f"{name}: {'given up' if given_up else 'kept'}, "
                                 f"{'out of reach' if true else 'within reach'}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{len(plans)} rooms, {sum(tally.values())} things: {tally[True, True]} "
                     f"rightly given up, {tally[True, False]} wrongly, {tally[False, True]} out of "
                     "reach and not noticed by a walk\n")


if __name__ == "__main__":
    main()
