"""Does a team that says it is done have it done? Random cases with failing robots.

A claim is wrong where the team believes that the task is solved and the referee does not; the other
way round a team only wastes time. ``malfunctions`` is scene 5 with robots whose actions fail, where
two deliveries meet. Options: ``attack.py``.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from attack import Attack, Verdict, main
from belief_cases import household_case, rescue_case
from playing import run_case

from planner.execution.trace import EpisodeRecord

__all__ = ["ATTACKS", "judge", "malfunction", "verdict"]


def judge(domain: str, seed: int, number: int) -> Verdict:
    """Draw an episode of a domain and play it."""
    rng = random.Random(f"{domain}/{seed}/{number}")
    kind, case = rescue_case(rng) if domain == "rescue" else household_case(rng)
    return verdict(f"{domain}, {kind}", case, run_case(domain, case))


def verdict(group: str, case: Mapping[str, Any], record: EpisodeRecord) -> Verdict:
    """Compare what a team says with the referee."""
    solved, believed = record.success, record.believed_success
    return Verdict(
        group, json.dumps(dict(case), sort_keys=True), "believed, not solved" * (
            believed and not solved), {
            "solved": solved, "nothing to do": bool(record.extra.get("nothing_to_do")),
            "solved in time, not believed": solved and not believed
            and record.steps < record.max_steps})


def malfunction(_seed: int, number: int) -> Verdict:
    """Play scene 5: five and four robots, one act in ten fails; ten robots, three in ten do."""
    agents, rate = ((5, 0.1), (4, 0.1), (10, 0.3))[number % 3]
    case = {"scene": 5, "agents": agents, "seed": 500 + number // 3,
            "rules": {"failure_probability": rate}}
    return verdict(f"malfunctions, {agents} robots", case, run_case("rescue", case))


ATTACKS: Mapping[str, Attack] = {
    "rescue": partial(judge, "rescue"), "household": partial(judge, "household"),
    "malfunctions": malfunction}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 120))
