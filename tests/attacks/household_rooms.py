"""Whole rooms and crowds: "tidy up the room" in rooms of all kinds, and who is in whose way.

``python tests/attacks/household_rooms.py [--first N] [--agents 2] [--crowd 4 5]`` needs the
store of ``planner scenes fetch``. It plays every fifth floor plan of the kitchens, living rooms,
bedrooms and bathrooms from the Nth on, 60 steps, wording by wording in turn; or, with ``--crowd``,
every fifth episode of mapthor-1 with so many robots: walks and moves that were blocked, the idle
share, and what of it even a team that knows the room cannot help.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from statistics import fmean
from typing import Any

from playing import asked, run_case

from benchmarks.metrics import idle_bound, idle_share, steps
from benchmarks.statistics import clopper_pearson
from benchmarks.suite import find_suite, load_suite
from domains.household.episode import compiled
from domains.household.policy.outcomes import BLOCKED
from planner.engines.joint import JointEngine, JointStatus
from planner.pddl.reader import read_domain, read_problem

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


def crowd(robots: int) -> Iterator[str]:
    """Play every fifth episode of mapthor-1 with so many robots; yield a line for each, and all.

    A line tells L, the walks and moves that others blocked, the idle share; then the fewest joint
    steps with the room known (``<``: not proven) with that plan's actions, and three shares that
    stay idle unless robots do more than is needed: of that plan, of its actions in the L that
    was reached, and of this with all that was done while something was looked for as needed.
    """
    cases = [c for c in load_suite(find_suite("mapthor-1")).cases if c["agents"] == 2][::EVERY]
    rows = [_crowded({**case, "agents": robots}) for case in cases]
    yield f"{'task':<40} solved   L blocked idle  least actions bound at L  searched"
    for row in rows:
        yield (f"{row.name[:40]:<40} {'yes' if row.solved else 'no':<6} {row.steps:>3} "
               f"{row.blocked:>7} {row.idle:4.2f}  {'' if row.proven else '<'}{row.least:>5} "
               f"{row.actions:>7} {row.bound(0):5.2f} {row.bound(1):4.2f} {row.bound(2):9.2f}")
    total = [fmean(values) for values in zip(*(
        (r.steps, r.idle, *map(r.bound, range(3))) for r in rows), strict=True)]
    yield (f"{robots} robots, {len(rows)} episodes: {sum(r.solved for r in rows)} solved, "
           f"L {total[0]:.2f}, {sum(r.blocked for r in rows)} blocked, idle {total[1]:.2f}; "
           f"bounds {total[2]:.2f}, {total[3]:.2f}, {total[4]:.2f}")


@dataclass(frozen=True)
class _Row:
    """An episode, and the joint plan for the same task with the room known."""

    name: str
    robots: int
    solved: bool
    steps: int
    blocked: int
    idle: float
    searched: int
    least: int
    actions: int
    proven: bool

    def bound(self, which: int) -> float:
        """Return one of the three bounds, as numbered in the heading's order."""
        steps = self.steps if which else self.least
        looking = self.searched * self.robots if which == 2 else 0
        return idle_bound(self.actions + looking, steps, self.robots)


def _crowded(case: dict[str, Any]) -> _Row:
    trace = io.StringIO()
    record = run_case("household", case, trace)
    told = [t for t in map(json.loads, trace.getvalue().splitlines()) if t["kind"] == "step"]
    model = compiled(asked("household", case).case)
    domain = read_domain(model.domain)
    problem = read_problem(model.problem, "problem.pddl", domain)
    best = JointEngine(domain, problem.objects, agents="robot").solve(
        problem.init, problem.goal, limit=30.0)
    return _Row(
        f"{case['floor_plan'][9:]} {case['instruction']}", len(record.agents), record.success,
        steps(record), sum(why in BLOCKED for t in told for why in t["failure"].values()),
        idle_share(record), sum(bool(t["notes"].get("assumed")) for t in told),
        len(best.plan.steps) if best.plan else 0, best.plan.actions if best.plan else 0,
        best.status is JointStatus.PROVEN)


def main() -> None:
    """Parse arguments, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--agents", type=int, default=2)
    parser.add_argument("--crowd", type=int, nargs="*", default=())
    told = parser.parse_args()
    lines = (chain.from_iterable(map(crowd, told.crowd)) if told.crowd
             else rooms(told.first, told.agents))
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
