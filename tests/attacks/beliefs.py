"""A team that says it is done has it done, and none goes on for ever: random cases, robots fail.

A claim is wrong where the team believes that the task is solved and the referee does not; the other
way round a team only wastes time. ``malfunctions`` is scene 5 with robots whose actions fail, where
two deliveries meet. ``standstill``: short episodes of ``planned`` over all worlds with a bridge
(``failing``: every fifth action fails); wrong is what brings nothing new for longer than the loop
bears. Options: ``attack.py``.
"""

import json
import random
import sys
import tempfile
from collections.abc import Mapping
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from attack import Attack, Verdict, main
from belief_cases import household_case, rescue_case
from playing import asked, run_case

from benchmarks.suite import find_suite, load_suite
from planner.execution.actor.policy import STANDSTILL, planned
from planner.execution.trace import EpisodeRecord
from translators.competition.generate.problems import FAMILIES, generate

FIRST_SEED = 9100
"""Seeds of standstills from here on were not looked at while the code was written."""
LIGHT = tuple(family for family in FAMILIES if family != "heavy")


def judge(domain: str, seed: int, number: int) -> Verdict:
    rng = random.Random(f"{domain}/{seed}/{number}")
    kind, case = rescue_case(rng) if domain == "rescue" else household_case(rng)
    return verdict(f"{domain}, {kind}", case, run_case(domain, case))


def verdict(group: str, case: Mapping[str, Any], record: EpisodeRecord, idle: float = 0) -> Verdict:
    """Compare what a team says with the referee; ``idle``: decisions that brought nothing new."""
    solved, believed = record.success, record.believed_success
    wrong = "believed, not solved" * (believed and not solved) or (
        f"{idle:g} decisions brought nothing new" * (idle > STANDSTILL))
    return Verdict(group, json.dumps(dict(case), sort_keys=True), wrong, {
        "solved": solved, "nothing to do": bool(record.extra.get("nothing_to_do")),
        "at the limit, not solved": not solved and record.steps >= record.max_steps,
        "solved in time, not believed": solved and not believed
        and record.steps < record.max_steps})


def malfunction(_seed: int, number: int) -> Verdict:
    """Play scene 5: five and four robots, one act in ten fails; ten robots, three in ten do."""
    agents, rate = ((5, 0.1), (4, 0.1), (10, 0.3))[number % 3]
    case = {"scene": 5, "agents": agents, "seed": 500 + number // 3,
            "rules": {"failure_probability": rate}}
    return verdict(f"malfunctions, {agents} robots", case, run_case("rescue", case))


def _planned(domain: str, case: Mapping[str, Any]) -> Verdict:
    policy = planned(asked(domain, case).domain, asked(domain, case).case)
    record = run_case(domain, case, policy=policy)
    return verdict(f"standstill, {domain}", case, record, policy.progress.idle)


def standstill(domain: str, rate: float, seed: int, number: int) -> Verdict:
    """Play a published scene, a task of MAP-THOR, or a generated problem of stage 2."""
    if domain == "rescue":
        return _planned(domain, {
            "scene": 1 + number % 5, "agents": 2 + number // 5 % 4,
            "seed": FIRST_SEED + 100 * seed + number // 20,
            "rules": {"failure_probability": rate}})
    if domain == "household":
        tasks = _tasks()
        return _planned(domain, {**tasks[(seed + number) % len(tasks)], "agents": 2,
                                 "failure_rate": rate})
    family = LIGHT[number % len(LIGHT)]
    made = next(islice(generate(1, 1000 * seed + number, stage=2, family=family), 1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{family}-{number}.xml"
        path.write_text(made.text, encoding="utf-8")
        return _planned(domain, {"problem": str(path), "seed": seed})


@lru_cache(maxsize=1)
def _tasks() -> list[dict[str, Any]]:
    return [{k: v for k, v in case.items() if k != "id"}
            for case in load_suite(find_suite("mapthor-all")).cases]


ATTACKS: Mapping[str, Attack] = {
    "rescue": partial(judge, "rescue"), "household": partial(judge, "household"),
    "malfunctions": malfunction,
    **{f"standstill, {domain}": partial(standstill, domain, 0.0)
       for domain in ("rescue", "household", "competition")},
    **{f"standstill, {domain}, failing": partial(standstill, domain, 0.2)
       for domain in ("rescue", "household")}}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 120))
