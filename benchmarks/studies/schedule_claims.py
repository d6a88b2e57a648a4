"""Are schedules called optimal, bounds and the check right? Random small problems.

``python -m benchmarks.studies.schedule_claims [--count N] [--seed K] [--seconds S] [--jobs N]
[--json FILE]``. Every claim of both schedulers is compared with an optimum found independently
(``schedule_reference``), and the check's verdict on valid and on changed schedules with a naive
judge's. Exit code 1 if any claim is wrong. What is drawn follows from seed and number alone.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

from benchmarks.studies.schedule_cases import FAMILIES, draw, mutated
from benchmarks.studies.schedule_reference import Truth, allowed, most_goals, truth
from planner.schedule import (
    Schedule,
    ScheduleProblem,
    Slot,
    check,
    check_slots,
    list_schedule,
    schedule,
)

__all__ = ["Verdict", "judge", "main", "table"]

MUTANTS = 8
CHUNK = 50
"""Problems that a worker judges at a time."""


@dataclass(frozen=True)
class Verdict:
    """One problem: what was wrong, whether the optimum was met, and what the check was asked."""

    family: str
    number: int
    wrong: tuple[str, ...]
    proven: bool
    rule_best: bool
    impossible: bool
    valid: int
    changed: int


def judge(seed: int, number: int) -> Verdict:
    """Draw a problem, solve it in three ways and compare."""
    family = FAMILIES[number % len(FAMILIES)]
    rng = random.Random(f"{seed}/{number}")
    problem = draw(family, rng)
    best, quick, right = schedule(problem), list_schedule(problem), truth(problem)
    silent = not quick.slots and not quick.unreachable and not quick.optimal
    if right is None:
        wrong = [*_impossible(problem, best), *(() if silent else _impossible(problem, quick))]
        return Verdict(family, number, tuple(wrong), best.optimal, False, True, 0, 0)
    wrong = [f"schedule: {w}" for w in _wrong(problem, best, right, right.once)]
    # the rule may reach goals twice where it finds nothing else, but then proves nothing
    wrong += () if silent else [f"list_schedule: {w}" for w in _wrong(
        problem, quick, right, quick.optimal and right.once)]
    reference = replace(best, slots=right.slots, lateness=right.lateness, makespan=right.steps,
                        bound=0)
    wrong += [f"check refuses the optimum: {w}" for w in check(problem, reference)]
    changes = [mutated(problem, best, rng) for _ in range(MUTANTS)]
    verdicts = [allowed(problem, slots, right.once) for slots in changes]
    for slots, fine in zip(changes, verdicts, strict=True):
        wrong += _compared(problem, slots, fine, right.once)
    met = (quick.lateness, quick.makespan) == (right.lateness, right.steps)
    return Verdict(family, number, tuple(wrong), best.optimal, met and not silent, False,
                   3 + sum(verdicts), MUTANTS - sum(verdicts))


def _wrong(problem: ScheduleProblem, found: Schedule, right: Truth, once: bool
           ) -> Iterator[str]:
    """Yield what is wrong with a schedule and what it claims."""
    if found.unreachable or (problem.goals and not found.slots):
        yield f"goals given up without need: {sorted(found.unreachable)}"
        return
    if not allowed(problem, found.slots, once):
        yield "not allowed"
    loose = problem if once else replace(problem, once=frozenset())
    yield from (f"check refuses it: {w}" for w in check(loose, found))
    best = right.lateness, right.steps
    if once and (found.lateness, found.makespan) < best:
        yield f"better than the optimum: {found.lateness, found.makespan} < {best}"
    if found.optimal and (found.lateness, found.makespan) != best:
        yield f"optimal at {found.lateness, found.makespan}, truth {best}"
    if found.lateness >= right.lateness and found.bound > right.steps:
        yield f"bound {found.bound}, truth {right.steps}"


def _impossible(problem: ScheduleProblem, found: Schedule) -> Iterator[str]:
    """Yield what is wrong with a claim that goals cannot be reached."""
    given_up = found.unreachable
    if found.slots or not given_up:
        yield "no goals given up where not all can be reached"
    elif all(truth(replace(problem, goals=frozenset({g}))) is None for g in given_up):
        return
    elif len(problem.goals) - len(given_up) != most_goals(problem):
        yield f"too many goals given up: {sorted(given_up)}"


def _compared(problem: ScheduleProblem, slots: tuple[Slot, ...], fine: bool, once: bool
              ) -> Iterator[str]:
    faults = check_slots(problem, slots, once=once)
    if fine and faults:
        yield f"check refuses a valid schedule: {faults[0]}: {slots}"
    if not fine and not faults:
        yield f"check accepts an invalid schedule: {slots}"


def verdicts(seed: int, count: int, seconds: float, jobs: int = 1,
             clock: Callable[[], float] = time.monotonic) -> Iterator[Verdict]:
    """Judge problems until all are judged or the time is over."""
    end = clock() + seconds
    if jobs == 1:
        for number in range(count):
            if clock() > end:
                return
            yield judge(seed, number)
        return
    numbers = iter(range(count))
    with ProcessPoolExecutor(jobs) as pool:
        while clock() < end and (some := list(islice(numbers, jobs * CHUNK))):
            yield from pool.map(partial(judge, seed), some, chunksize=CHUNK // 5)


def table(found: Sequence[Verdict]) -> Iterator[str]:
    """Yield a Markdown table, one row per family and one for all."""
    yield ("| family | problems | wrong claims | proven | of these "
           "impossible | optimum met by the list rule | check: valid | check: changed to invalid |")
    yield "|---|---|---|---|---|---|---|---|"
    for name in (*FAMILIES, "all"):
        some = [v for v in found if name in (v.family, "all")]
        yield (f"| {name} | {len(some)} | {sum(bool(v.wrong) for v in some)} | "
               f"{sum(v.proven for v in some)} | {sum(v.impossible for v in some)} | "
               f"{sum(v.rule_best for v in some)} | "
               f"{sum(v.valid for v in some)} | {sum(v.changed for v in some)} |")


def main() -> int:
    """Parse arguments, judge, print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600.0, help="Time budget.")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", default="", metavar="FILE")
    chosen = parser.parse_args()
    found = list(verdicts(chosen.seed, chosen.count, chosen.seconds, chosen.jobs))
    for line in table(found):
        sys.stdout.write(f"{line}\n")
    wrong = [v for v in found if v.wrong]
    for v in wrong:
        sys.stdout.write(f"{v.family}, number {v.number}: {'; '.join(v.wrong)}\n")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps([asdict(v) for v in found]), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
