"""Which floor plans fit an instruction: what it names is there, and the simulator allows it.

``python -m benchmarks.studies.household_fitting SUITE`` prints for every instruction of a suite the
plans of the scene store by how they fit, in natural order: ``fits``, or ``refused`` (everything is
there, but the simulator's placement table refuses some placement, or a thing cannot be carried,
so that nobody could do all of it). Suites take the first five that fit, then refused ones, which
their reports show as such.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks.suite import find_suite, load_suite
from domains.household.referee.fitting import obstacles
from domains.household.thor.bodies.allowed import placement_rules
from domains.household.thor.scenes.store import open_store
from translators.mapthor.compile import compile_instruction

__all__ = ["main"]


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
            found = obstacles(goal, objects, placement_rules())
            if not any(o.kind == "lacks" for o in found):
                verdict = f"refused ({found[0].text})" if found else "fits"
                groups.setdefault(verdict, []).append(name.removeprefix("FloorPlan"))
        for verdict in sorted(groups):
            sys.stdout.write(f"  {verdict}: {' '.join(groups[verdict])}\n")


if __name__ == "__main__":
    main()
