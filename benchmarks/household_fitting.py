"""Which floor plans fit an instruction: what it names is there, and the simulator allows it.

``python -m benchmarks.household_fitting SUITE`` prints for every instruction of a suite the plans
of the scene store by how they fit, in natural order:

* ``fits``: everything named is there, and each thing may be put where it should go;
* ``refused``: everything is there, but the simulator's placement table refuses some placement, or
  a thing cannot be carried, so that nobody could do all of it;
* ``lacks``: something named, or its place, is not in the room.

Suites take the first five that fit, then those that are refused (reported as failures).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from benchmarks.suite import find_suite, load_suite
from domains.household.final_state import FinalState
from domains.household.goal import Goal, HasState, Placed, Wish
from domains.household.thor.store import open_store
from translators.mapthor.compile import compile_instruction

__all__ = ["fitting", "main"]

Record = Mapping[str, Any]
Placement = Mapping[str, frozenset[str]]
FORCED = "Fridge"
"""MAP-THOR's wrapper forces every placement into a fridge."""


def fitting(goal: Goal, objects: Sequence[Record], placement: Placement) -> tuple[str, str]:
    """Return ``fits``, ``refused`` or ``lacks`` with the reason in words."""
    verdict, reason = "fits", ""
    for wish, ids in zip(goal.wishes, FinalState(goal, objects).chosen, strict=True):
        found = [o for o in objects if str(o["objectId"]) in ids]
        there = found or [o for o in objects if _may_be_meant(o, wish)]
        if len(there) < (wish.what.count if wish.what.quantifier == "some" else 1):
            return "lacks", wish.what.describe()
        if not isinstance(wish, Placed):
            continue
        kinds = {str(o["objectType"]) for o in objects if o["receptacle"] or
                 wish.target.relation == "near"}
        for kind, carried in {str(o["objectType"]): bool(o["pickupable"])
                              for o in found}.items():
            wanted = set(wish.target.homes.get(kind, ())) if wish.target.relation == "home" \
                else set(wish.target.place.types if wish.target.place else ())
            if not wanted & kinds:
                return "lacks", f"{wish.target.describe()} for {kind}"
            if not carried:
                verdict, reason = "refused", f"no robot can carry {kind}"
            elif wish.target.relation != "near" and not _allowed(kind, wanted & kinds, placement):
                verdict, reason = "refused", f"{kind} cannot be put {wish.target.describe()}"
    return verdict, reason


def _may_be_meant(record: Record, wish: Wish) -> bool:
    """Whether a thing is meant once its state allows: "if it is on"; a slice of the bread."""
    kind = str(record["objectType"])
    if isinstance(wish, HasState) and wish.what.states:
        return kind in wish.what.types
    pieces = (f"{kind}Sliced", f"{kind}Cracked")
    return wish.what.quantifier == "some" and any(t in pieces for t in wish.what.types)


def _allowed(kind: str, places: Iterable[str], placement: Placement) -> bool:
    rows = placement.get(kind)
    return rows is None or any(p in rows or p == FORCED for p in places)


def main() -> None:
    """Parse arguments, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite")
    chosen = parser.parse_args()
    store = open_store()
    rooms = {name: store.load(name).objects for name in store.files}
    seen = dict.fromkeys(str(c["instruction"]) for c in
                         load_suite(find_suite(chosen.suite)).cases)
    for instruction in seen:
        goal = compile_instruction(instruction)
        sys.stdout.write(f"{instruction}\n")
        groups: dict[str, list[str]] = {}
        for name, objects in rooms.items():
            verdict, reason = fitting(goal, objects, store.placement)
            groups.setdefault(verdict if verdict != "refused" else f"refused ({reason})",
                              []).append(name.removeprefix("FloorPlan"))
        for verdict in sorted(groups):
            if not verdict.startswith("lacks"):
                sys.stdout.write(f"  {verdict}: {' '.join(groups[verdict])}\n")


if __name__ == "__main__":
    main()
