"""Does a team that says it is done have it done? Random cases with failing robots.

``python tests/attacks/beliefs.py --domain rescue|household [--episodes N] [--seed K]
[--seconds S] [--jobs N] [--json FILE]``. A claim is wrong where the team believes that the task
is solved and the referee does not; the other way round a team only wastes time. Exit code 1 if
any claim is wrong. What is drawn follows from the seed and the number of the episode alone.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from belief_cases import household_case, rescue_case

from benchmarks.studies.playing import run_case

__all__ = ["Verdict", "judge", "main", "table", "verdicts"]


@dataclass(frozen=True)
class Verdict:
    """One episode: what the referee and the team said; ``failures`` is the rate of failing acts.

    ``nothing`` says that there was nothing to do in this room (then nothing is solved).
    """

    case: Mapping[str, Any]
    group: str
    failures: float
    solved: bool
    believed: bool
    nothing: bool
    in_time: bool

    @property
    def wrong(self) -> bool:
        """Whether the team claims what is not so."""
        return self.believed and not self.solved


def judge(domain: str, seed: int, number: int) -> Verdict:
    """Draw an episode of a domain and play it."""
    rng = random.Random(f"{domain}/{seed}/{number}")
    return verdict(domain, *(rescue_case(rng) if domain == "rescue" else household_case(rng)))


def verdict(domain: str, kind: str, case: Mapping[str, Any]) -> Verdict:
    """Play one case and compare what the team says with the referee."""
    record = run_case(domain, case)
    rate = case.get("failure_rate", case.get("rules", {}).get("failure_probability", 0.0))
    return Verdict(case, kind, rate,
                   record.success, record.believed_success,
                   bool(record.extra.get("nothing_to_do")), record.steps < record.max_steps)


def verdicts(domain: str, seed: int, numbers: Iterable[int], seconds: float, jobs: int = 1,
             clock: Callable[[], float] = time.monotonic) -> Iterator[Verdict]:
    """Play episodes until they are all played or the time is over."""
    end = clock() + seconds
    if jobs == 1:
        for number in numbers:
            if clock() > end:
                return
            yield judge(domain, seed, number)
        return
    with ProcessPoolExecutor(jobs) as pool:
        tasks = [pool.submit(judge, domain, seed, n) for n in numbers]
        for task in tasks:
            if clock() > end:
                task.cancel()
            if not task.cancelled():
                yield task.result()


def malfunctions() -> Iterator[Verdict]:
    """Play scene 5 with robots whose actions fail, where two deliveries meet: seeds 500 to 539."""
    for agents, rate in ((5, 0.1), (4, 0.1), (10, 0.3)):
        for seed in range(500, 540):
            yield verdict("rescue", f"{agents} robots, {rate:.0%}", {
                "scene": 5, "agents": agents, "seed": seed,
                "rules": {"failure_probability": rate}})


def table(found: Sequence[Verdict], key: Callable[[Verdict], Any], title: str) -> Iterator[str]:
    """Yield a Markdown table of counts, one row for each value of ``key`` and one for all."""
    yield f"| {title} | episodes | solved | nothing to do | believed, not solved | "\
          "solved, not believed | of these out of steps | solved that are believed |"
    yield "|---|---|---|---|---|---|---|---|"
    rows = sorted({key(v) for v in found})
    for name in [*rows, "total"]:
        some = [v for v in found if name == "total" or key(v) == name]
        solved = [v for v in some if v.solved]
        silent = [v for v in solved if not v.believed]
        share = (len(solved) - len(silent)) / len(solved) if solved else 0.0
        yield (f"| {name} | {len(some)} | {len(solved)} | {sum(v.nothing for v in some)} | "
               f"{sum(v.wrong for v in some)} | {len(silent)} | "
               f"{sum(not v.in_time for v in silent)} | {share:.3f} |")


def main() -> int:
    """Parse arguments, play, print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--domain", choices=("rescue", "household"), default="rescue")
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="Number of the first episode.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600.0, help="Time budget.")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--malfunctions", action="store_true", help=malfunctions.__doc__)
    parser.add_argument("--json", default="", metavar="FILE")
    chosen = parser.parse_args()
    numbers = range(chosen.first, chosen.first + chosen.episodes)
    found = list(malfunctions() if chosen.malfunctions else verdicts(
        chosen.domain, chosen.seed, numbers, chosen.seconds, chosen.jobs))
    for line in (*table(found, lambda v: v.failures, "failure rate"), "",
                 *table(found, lambda v: v.group, "group")):
        sys.stdout.write(f"{line}\n")
    wrong = [v for v in found if v.wrong]
    for v in wrong:
        sys.stdout.write(f"believed, not solved: {json.dumps(v.case)}\n")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps([asdict(v) for v in found]), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
