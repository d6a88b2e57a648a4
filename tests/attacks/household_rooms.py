"""Whole rooms and crowds: "tidy up the room" in rooms of all kinds, and who is in whose way.

``tidy`` plays every fifth floor plan of the kitchens, living rooms, bedrooms and bathrooms from
that of the seed on, as far as the scene store has them (``planner scenes fetch``: all; a folder of
others: ``PLANNER_SCENES``), two robots, 60 steps, wording by wording in turn. The crowds play every
fifth episode of mapthor-1 with four and five robots: walks and moves that were blocked, robot-steps
in which nothing was done. Wrong is a task that is not done. Options: ``attack.py``.
"""

import io
import json
import sys
from functools import partial
from typing import Any

from attack import Attack, Verdict, main
from playing import run_case

from benchmarks.metrics import idle_share, steps
from benchmarks.suite import find_suite, load_suite
from domains.household.policy.skills import BLOCKED
from domains.household.thor.scenes.store import open_store

ROOMS = {0: "kitchen", 200: "living room", 300: "bedroom", 400: "bathroom"}
WORDINGS = ("Tidy up the room", "Put everything where it belongs", "Tidy up the {room}",
            "Put everything away", "Clear up the {room}", "Tidy the room")
EVERY = 5


def _played(group: str, case: dict[str, Any]) -> Verdict:
    trace = io.StringIO()
    record = run_case("household", case, trace)
    lines = [t for t in map(json.loads, trace.getvalue().splitlines()) if t["kind"] == "step"]
    missing = "; ".join(record.extra["readings"]["final_state"]["missing"][:3])
    return Verdict(group, f"{case['floor_plan']} {case['instruction']}",
                   (missing or "not done") * (not record.success), {
        "L": steps(record), "idle share": idle_share(record),
        "blocked": sum(why in BLOCKED for t in lines for why in t["failure"].values())})


def tidy(seed: int, number: int) -> Verdict:
    stored = open_store().names()
    plans = [(base + n, kind) for base, kind in ROOMS.items() for n in range(seed, 31, EVERY)
             if f"FloorPlan{base + n}" in stored]
    assert plans, "no scene store: planner scenes fetch, or PLANNER_SCENES=FOLDER"
    plan, kind = plans[number % len(plans)]
    return _played(kind, {"instruction": WORDINGS[number % len(WORDINGS)].format(room=kind),
                          "floor_plan": f"FloorPlan{plan}", "agents": 2, "max_steps": 60})


def crowd(robots: int, _seed: int, number: int) -> Verdict:
    """Play one of the ten episodes with a number of robots."""
    cases = [c for c in load_suite(find_suite("mapthor-1")).cases if c["agents"] == 2][::EVERY]
    return _played(f"{robots} robots", {**cases[number % len(cases)], "agents": robots})


ATTACKS: dict[str, Attack] = {"tidy": tidy, **{f"{n} robots": partial(crowd, n) for n in (4, 5)}}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 24))
