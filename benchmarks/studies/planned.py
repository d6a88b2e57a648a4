"""What special decision code buys: ``planned`` against a domain's own policies, paired.

``python -m benchmarks.studies.planned [rescue] [household] [--seeds K] [--budget S] [--out FILE]``
prints one table by domain and team: success rate, joint steps, the difference to the first on
the same episodes with its 95 % interval, processor seconds per decision, and the bound of a joint
plan with everything known (of the model in ``domain.pddl``, not of the world). Then the lines of
decision code. The household needs its scenes (``planner scenes``); ``--suite mapthor-all
--every 3`` plays a third of another suite of it. ``--failing P`` lets robots fail. ``--out`` keeps
a line of JSON for each episode; what it has already is not played again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice, product
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import metrics
from benchmarks.statistics import clopper_pearson, paired_bootstrap, quantile
from benchmarks.studies.playing import asked, run_case
from benchmarks.suite import find_suite, load_suite
from planner.discovery import domain_named
from planner.errors import PlannerError
from planner.execution.actor.planned import planned
from planner.execution.trace import EpisodeRecord

__all__ = ["Episode", "code_lines", "episodes", "main", "table"]

ROOT = Path(__file__).resolve().parents[2]
FIRST_SEED = 9100
"""Seeds from here on were not looked at while the code was written."""
POLICIES: Mapping[str, tuple[str, ...]] = {"rescue": ("symbolic", "greedy", "planned"),
                                           "household": ("planned",)}
CODE: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("rescue", "symbolic"): tuple(f"domains/rescue/policy/{name}.py" for name in (
        "policy", "acting", "assignment", "tasks", "fights", "helping", "giving_up")),
    ("rescue", "greedy"): ("domains/rescue/policy/greedy.py",),
    ("rescue", "planned"): ("domains/rescue/bridge", "domains/rescue/domain.pddl"),
    ("household", "planned"): ("domains/household/bridge", "domains/household/domain.pddl"),
}
"""Where a policy's decisions are made; what several share (belief, looks, skills) is left out."""
HEAD = ("domain    team policy      n   SR [low]         L  to the first          median p95    "
        "calls  cap  bound")
Row = dict[str, Any]


@dataclass(frozen=True)
class Played:
    """How a policy fared in an episode; ``seconds`` are those of its decisions."""

    success: bool
    steps: int
    at_limit: bool
    seconds: Sequence[float]
    calls: int

    @classmethod
    def of(cls, record: EpisodeRecord) -> Played:
        """Return what counts of a record."""
        steps = int(metrics.steps(record))
        return cls(record.success, steps, steps >= record.max_steps,
                   [round(s, 4) for s in record.decision_seconds], record.engine_calls)


@dataclass(frozen=True)
class Episode:
    """One case played by all policies of its domain; ``bound`` with everything known, or None."""

    domain: str
    case: Mapping[str, Any]
    played: Mapping[str, Played]
    bound: int | None

    @property
    def agents(self) -> int:
        """The team's size."""
        return int(self.case["agents"])

    @classmethod
    def read(cls, line: str) -> Episode:
        """Return the episode of a line of JSON."""
        told = json.loads(line)
        return cls(**{**told, "played": {p: Played(**r) for p, r in told["played"].items()}})


def cases(domain: str, seeds: int, failing: float, suite: str = "mapthor-1",
          every: int = 1) -> Iterator[dict[str, Any]]:
    """Yield the cases of a domain: rescue scenes with fresh seeds, or a suite of the household."""
    if domain == "rescue":
        rules = {"rules": {"failure_probability": failing}} if failing else {}
        for seed, scene, agents in product(range(FIRST_SEED, FIRST_SEED + seeds), range(1, 6),
                                           range(2, 6)):
            yield {"scene": scene, "agents": agents, "seed": seed, **rules}
        return
    pairs = (dict(case) for case in load_suite(find_suite(suite)).cases if case["agents"] == 2)
    failures = {"failure_rate": failing} if failing else {}
    yield from ({**case, **failures} for case in islice(pairs, 0, None, every))


def episodes(domain: str, chosen: Iterable[Mapping[str, Any]], budget: float,
             out: Path | None = None) -> Iterator[Episode]:
    """Play cases with each policy until ``budget`` seconds are spent; times are CPU seconds."""
    begin = time.monotonic()
    lines = out.read_text(encoding="utf-8").splitlines() if out and out.exists() else []
    known = [Episode.read(line) for line in lines]
    for case in chosen:
        episode = next((e for e in known if (e.domain, e.case) == (domain, case)), None)
        if episode is None:
            if time.monotonic() - begin > budget:
                return
            episode = Episode(domain, case, {p: Played.of(run_case(
                domain, {**case, "policy": p}, clock=time.process_time))
                for p in POLICIES[domain]}, bound(domain, case))
            if out:
                with out.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(asdict(episode)) + "\n")
        yield episode


def bound(domain: str, case: Mapping[str, Any]) -> int | None:
    """Return a lower bound with everything known and nothing growing, where it was proven."""
    if domain != "rescue":
        return None
    known = asked(domain, {**case, "clairvoyant": True, "rules": {}}).case
    declared = domain_named(domain)
    world = declared.open(known)
    observations, _ = world.reset(seed=known.seed)
    policy = planned(declared, known)
    policy.reset(world.briefing(), observations)
    return policy.solver(policy.bridge.problem(), limit=10.0).lower


def table(played: Sequence[Episode]) -> list[Row]:
    """Return a row for each domain, team (0: all) and policy."""
    rows = []
    for domain in dict.fromkeys(e.domain for e in played):
        mine = [e for e in played if e.domain == domain]
        for agents in [*sorted({e.agents for e in mine}), 0]:
            group = [e for e in mine if agents in (0, e.agents)]
            rows += [_row(group, domain, agents, policy) for policy in POLICIES[domain]]
    return rows


def _row(group: Sequence[Episode], domain: str, agents: int, policy: str) -> Row:
    played = [e.played[policy] for e in group]
    steps = [float(p.steps) for p in played]
    other = [float(e.played[POLICIES[domain][0]].steps) for e in group]
    seconds = [s for p in played for s in p.seconds]
    bounds = [e.bound for e in group if e.bound is not None]
    rate = clopper_pearson(sum(p.success for p in played), len(played))
    difference = paired_bootstrap(steps, other)
    return {"domain": domain, "agents": agents or "all", "policy": policy, "n": len(group),
            "SR": rate.mean, "SR_low": rate.low, "L": fmean(steps),
            "d": difference.mean, "d_low": difference.low, "d_high": difference.high,
            "median": quantile(seconds, 0.5), "p95": quantile(seconds, 0.95),
            "calls": fmean(p.calls for p in played),
            "ended_at_limit": sum(p.at_limit for p in played),
            "bound": fmean(bounds) if bounds else None}


def code_lines(domain: str, policy: str) -> int:
    """Return how many lines that are neither empty nor comment decide for a policy."""
    files = [file for name in CODE.get((domain, policy), ())
             for file in ([ROOT / name] if (ROOT / name).is_file()
                          else sorted((ROOT / name).rglob("*.py")))]
    return sum(bool(line.strip()) and not line.strip().startswith(("#", ";"))
               for file in files for line in file.read_text(encoding="utf-8").splitlines())


def told(row: Row) -> str:
    """Return a row as text."""
    bounded = "" if row["bound"] is None else f"{row['bound']:.2f}"
    return (f"{row['domain']:<10}{row['agents']!s:<5}{row['policy']:<10}{row['n']:>4}"
            f"  {row['SR']:.2f} [{row['SR_low']:.2f}]  {row['L']:6.2f}  {row['d']:+.2f} "
            f"[{row['d_low']:+.2f}, {row['d_high']:+.2f}]  {row['median']:.3f}  {row['p95']:.3f}"
            f"  {row['calls']:5.1f}  {row['ended_at_limit']:>3}  {bounded:>6}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("domains", nargs="*", default=["rescue"])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--budget", type=float, default=1800.0, help="seconds a domain")
    parser.add_argument("--failing", type=float, default=0.0)
    parser.add_argument("--suite", default="mapthor-1", help="of the household")
    parser.add_argument("--every", type=int, default=1, help="of the suite's cases")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    played: list[Episode] = []
    for domain in options.domains:
        try:
            chosen = cases(domain, options.seeds, options.failing, options.suite, options.every)
            played.extend(episodes(domain, chosen, options.budget, options.out))
        except PlannerError as error:
            sys.stderr.write(f"{domain}: {error}\n")
    rows = table(played)
    lines = [HEAD, *map(told, rows)]
    lines += [f"{domain}: lines of decision code: " + ", ".join(
        f"{p} {code_lines(domain, p)}" for p in POLICIES[domain])
        for domain in dict.fromkeys(e.domain for e in played)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
