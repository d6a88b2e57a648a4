"""Does a team behind ``planned`` ever go on for ever? Short episodes over all worlds with a bridge.

Rescue scenes, MAP-THOR's tasks, generated problems of the competition's stage 2. Wrong is what came
to a standstill, by the same measure by which the loop gives up. Options: ``attack.py``.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from attack import Attack, Verdict, main
from playing import asked

from benchmarks import metrics
from benchmarks.suite import find_suite, load_suite
from planner.execution.actor.planned import planned
from planner.execution.actor.policy import STANDSTILL
from planner.execution.episode import run
from translators.competition.generate.problems import FAMILIES, generate

__all__ = ["ATTACKS", "play"]

FIRST_SEED = 9100
"""Seeds from here on were not looked at while the code was written."""
LIGHT = tuple(family for family in FAMILIES if family != "heavy")


def play(domain: str, case: Mapping[str, Any]) -> Verdict:
    """Play one case."""
    known = asked(domain, case)
    policy = planned(known.domain, known.case)
    record = run(known.case, policy=policy, domain=known.domain)
    idle = policy.progress.idle
    return Verdict(
        domain, json.dumps(dict(case), sort_keys=True),
        f"{idle:g} decisions brought nothing new" if idle > STANDSTILL else "", {
            "solved": record.success,
            "at the limit, not solved": not record.success
            and metrics.steps(record) >= record.max_steps})


def rescue(seed: int, number: int) -> Verdict:
    """Play a published scene with a fresh seed, two to five robots."""
    return play("rescue", {"scene": 1 + number % 5, "agents": 2 + number // 5 % 4,
                           "seed": FIRST_SEED + 100 * seed + number // 20})


def household(seed: int, number: int) -> Verdict:
    """Play a task of MAP-THOR, two robots."""
    cases = _tasks()
    return play("household", {**cases[(seed + number) % len(cases)], "agents": 2})


@lru_cache(maxsize=1)
def _tasks() -> list[dict[str, Any]]:
    return [{k: v for k, v in case.items() if k != "id"}
            for case in load_suite(find_suite("mapthor-all")).cases]


def competition(seed: int, number: int) -> Verdict:
    """Play a generated problem of stage 2."""
    family = LIGHT[number % len(LIGHT)]
    made = next(islice(generate(1, 1000 * seed + number, stage=2, family=family), 1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{family}-{number}.xml"
        path.write_text(made.text, encoding="utf-8")
        return play("competition", {"problem": str(path), "seed": seed})


ATTACKS: Mapping[str, Attack] = {
    "rescue": rescue, "household": household, "competition": competition}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 100))
