"""Whole rooms and crowds: "tidy up the room" in rooms of all kinds, and who is in whose way.

``python -m benchmarks.studies.household_rooms [--first N] [--agents 2] [--crowd 4 5]`` needs the
store of ``planner scenes fetch``. It plays every fifth floor plan of the kitchens, living rooms,
bedrooms and bathrooms from the Nth on, 60 steps, wording by wording in turn; or, with ``--crowd``,
every fifth episode of mapthor-1 with so many robots, and counts walks and moves that were blocked.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator
from typing import Any

from benchmarks.metrics import steps
from benchmarks.statistics import clopper_pearson
from benchmarks.studies.playing import run_case
from benchmarks.suite import find_suite, load_suite
from domains.household.policy.outcomes import BLOCKED
from domains.household.policy.policy import WATCH

__all__ = ["crowd", "main", "rooms"]

ROOMS = {0: "kitchen", 200: "living room", 300: "bedroom", 400: "bathroom"}
WORDINGS = ("Tidy up the room", "Put everything where it belongs", "Tidy up the {room}",
            "Put everything away", "Clear up the {room}", "Tidy the room")
EVERY = 5


def rooms(first: int, agents: int) -> Iterator[str]:
    """Play the rooms; yield a line for each, and the rate with its 95 % interval."""
    plans = [(base + n, kind) for base, kind in ROOMS.items() for n in range(first, 31, EVERY)]
    solved = total = 0
    for number, (plan, kind) in enumerate(plans):
        wording = WORDINGS[number % len(WORDINGS)].format(room=kind)
        record = run_case("household", {
            "instruction": wording, "floor_plan": f"FloorPlan{plan}", "agents": agents,
            "max_steps": 60})
        solved, total = solved + record.success, total + 1
        missing = record.extra["readings"]["final_state"]["missing"]
        yield (f"FloorPlan{plan:<4} {wording:<32} {'yes' if record.success else 'no':<4}"
               f"{steps(record):>3}  {'; '.join(missing[:3])}")
    rate = clopper_pearson(solved, total)
    yield f"{solved} of {total} tidied: {rate.mean:.2f} [{rate.low:.2f}, {rate.high:.2f}]"


def crowd(robots: int) -> str:
    """Play every fifth episode of mapthor-1 with so many robots; count what was blocked."""
    cases = [c for c in load_suite(find_suite("mapthor-1")).cases if c["agents"] == 2][::EVERY]
    blocked = idle = acted = solved = 0
    for case in cases:
        trace = io.StringIO()
        solved += run_case("household", {**case, "agents": robots}, trace).success
        for line in map(json.loads, trace.getvalue().splitlines()):
            told: dict[str, Any] = line if line["kind"] == "step" else {"actions": {}}
            for robot, action in told["actions"].items():
                if action != "Done":
                    acted += 1
                    blocked += told["failure"].get(robot) in BLOCKED
                    idle += action == "Idle" or told["reasons"][robot] == WATCH
    return (f"{robots} robots, {len(cases)} episodes: {solved} solved, {blocked} blocked, "
            f"{idle / max(1, acted):.2f} of the actions wait or keep watch")


def main() -> None:
    """Parse arguments, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--agents", type=int, default=2)
    parser.add_argument("--crowd", type=int, nargs="*", default=())
    asked = parser.parse_args()
    lines = map(crowd, asked.crowd) if asked.crowd else rooms(asked.first, asked.agents)
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
