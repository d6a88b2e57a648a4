"""Small random houses with hidden keys and stuck doors, every hidden world looked at.

A claim is wrong where a team says "impossible" and some world that agrees with everything it saw
can be solved; a failure is one in a world that can be. Options: ``attack.py``.
"""

import random
import sys
from typing import Any

from attack import Verdict, main
from hidden_rooms import PDDL, House, Lodger, Optimum, Plan, World
from records import traced

from planner.execution.actor.policy import Planned
from planner.execution.actor.solver import JointSolver
from planner.execution.trace import EpisodeRecord
from planner.pddl import read_domain

DOMAIN = read_domain(PDDL)


def play(plan: Plan, world: World) -> tuple[EpisodeRecord, list[dict[str, Any]], Lodger]:
    bridge = Lodger(plan)
    return *traced(House(plan, world), Planned(bridge, DOMAIN, JointSolver, 5.0)), bridge


def judge(seed: int, number: int) -> Verdict:
    """Draw a house and one of its worlds, by their probabilities, and play it."""
    rng = random.Random(f"{seed}/{number}")
    plan = next(p for p in iter(lambda: Plan.draw(rng), None) if p.worlds)
    world = rng.choices([*plan.worlds], [*plan.worlds.values()])[0]
    record, steps, bridge = play(plan, world)
    left, said = bridge.possible(), "impossible" in steps[-1]["replan"]
    hopeless = not any(map(plan.solvable, left))
    counts: dict[str, float] = {
        "said": said, "impossible": hopeless, "solvable": plan.solvable(world),
        "solved": record.success}
    if record.success and len(plan.worlds) <= 40:
        counts |= {"steps": record.steps - record.trailing_done,
                   "optimum": Optimum(plan).expected()}
    return Verdict("houses", f"{seed}/{number}", "impossible, and is not" * (said and not hopeless),
                   counts)


if __name__ == "__main__":
    sys.exit(main(judge, __doc__, 120))
