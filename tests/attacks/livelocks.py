"""Does a team behind ``planned`` ever go on for ever? Short episodes over all worlds with a bridge.

``python tests/attacks/livelocks.py [DOMAIN…] [--count N] [--seed K] [--budget S]
[--out FILE]`` plays N episodes of each domain (rescue scenes, household rooms, generated problems
of the competition's stage 2) and counts those that came to a standstill, by the same measure by
which the loop gives up, and those that were not solved at their step limit. ``--out`` keeps a line
of JSON for each; what it has already is not played again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import metrics
from benchmarks.studies.planned import cases as planned_cases
from benchmarks.studies.playing import asked
from planner.errors import PlannerError
from planner.execution.actor.planned import planned
from planner.execution.actor.policy import STANDSTILL
from planner.execution.episode import run
from translators.competition.generate.problems import FAMILIES, generate

__all__ = ["Ended", "cases", "main", "play", "told"]

DOMAINS = ("rescue", "household", "competition")
LIGHT = tuple(family for family in FAMILIES if family != "heavy")


@dataclass(frozen=True)
class Ended:
    """How an episode ended; ``idle`` is the count of decisions that had brought nothing new."""

    domain: str
    case: str
    success: bool
    at_limit: bool
    idle: float

    @property
    def standstill(self) -> bool:
        """Say whether the team went on without anything new for as long as makes it give up."""
        return self.idle > STANDSTILL


def cases(domain: str, count: int, seed: int, folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield so many cases with their names; problem files are written to a folder."""
    if domain == "competition":
        makers = {family: generate(count, seed, stage=2, family=family) for family in LIGHT}
        for number, family in zip(range(count), cycle(LIGHT), strict=False):
            path = folder / f"{family}-{number}.xml"
            path.write_text(next(makers[family]).text, encoding="utf-8")
            yield f"{path.name} seed {seed}", {"problem": str(path), "seed": seed}
        return
    found = planned_cases(domain, -(-count // 20), 0.0)
    if domain == "household":
        found = chain(found, planned_cases(domain, 1, 0.0, "mapthor-all"))
    else:
        found = ({**case, "seed": case["seed"] + seed} for case in found)
    for case in islice(found, count):
        yield json.dumps(case, sort_keys=True), case


def play(domain: str, name: str, case: Mapping[str, Any]) -> Ended:
    """Play one case."""
    known = asked(domain, case)
    policy = planned(known.domain, known.case)
    record = run(known.case, policy=policy, domain=known.domain)
    steps = int(metrics.steps(record))
    return Ended(domain, name, record.success, steps >= record.max_steps, policy.progress.idle)


def told(played: Sequence[Ended]) -> Iterator[str]:
    """Yield a line for each domain, and what came to a standstill."""
    for domain in dict.fromkeys(e.domain for e in played):
        mine = [e for e in played if e.domain == domain]
        limit = sum(e.at_limit and not e.success for e in mine)
        still, solved = sum(e.standstill for e in mine), sum(e.success for e in mine)
        yield (f"{domain:<12}{len(mine):>5} episodes, {still} standstill, "
               f"{limit} at the step limit unsolved, {solved} solved")
    yield from (f"standstill: {e.domain} {e.case}" for e in played if e.standstill)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("domains", nargs="*", default=DOMAINS)
    parser.add_argument("--count", type=int, default=100, help="episodes of a domain")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", type=float, default=1800.0, help="seconds a domain")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    lines = options.out.read_text().splitlines() if options.out and options.out.exists() else []
    known = {(e.domain, e.case): e for e in (Ended(**json.loads(line)) for line in lines)}
    played: list[Ended] = []
    with TemporaryDirectory() as folder:
        for domain in options.domains:
            end = time.monotonic() + options.budget
            try:
                for name, case in cases(domain, options.count, options.seed, Path(folder)):
                    if (domain, name) not in known and time.monotonic() > end:
                        break
                    ended = known.get((domain, name)) or play(domain, name, case)
                    played.append(ended)
                    if options.out and (domain, name) not in known:
                        with options.out.open("a", encoding="utf-8") as stream:
                            stream.write(json.dumps(asdict(ended)) + "\n")
            except PlannerError as error:
                sys.stderr.write(f"{domain}: {error}\n")
    sys.stdout.write("\n".join(told(played)) + "\n")
    return int(any(e.standstill for e in played))


if __name__ == "__main__":
    raise SystemExit(main())
