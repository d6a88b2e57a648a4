"""What special decision code buys: ``planned`` against a domain's own policies, paired.

``python -m benchmarks.studies.planned [rescue] [household] [--seeds K] [--budget S]`` prints one
table by domain and team: success rate, joint steps, the difference to ``symbolic`` on the same
episodes with its 95 % interval, processor seconds per decision, and the bound of a joint plan with
everything known (of the model in ``domain.pddl``, not of the world). Then the lines of decision
code. The household needs its scenes (``planner scenes``); ``--failing P`` lets robots fail.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
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
                                           "household": ("symbolic", "planned")}
CODE: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("rescue", "symbolic"): tuple(f"domains/rescue/policy/{name}.py" for name in (
        "policy", "acting", "assignment", "tasks", "fights", "helping", "giving_up")),
    ("rescue", "greedy"): ("domains/rescue/policy/greedy.py",),
    ("rescue", "planned"): ("domains/rescue/bridge", "domains/rescue/domain.pddl"),
    ("household", "symbolic"): tuple(f"domains/household/policy/{name}.py" for name in (
        "policy", "assigning", "effort")),
    ("household", "planned"): ("domains/household/bridge", "domains/household/domain.pddl"),
}
"""Where a policy's decisions are made; what several share (belief, looks, skills) is left out."""
HEAD = ("domain    team policy      n   SR [low]         L  to symbolic           median p95    "
        "calls  cap  bound")
Row = dict[str, Any]


@dataclass(frozen=True)
class Episode:
    """One case played by all policies of its domain; ``bound`` with everything known, or None."""

    domain: str
    agents: int
    records: Mapping[str, EpisodeRecord]
    bound: int | None


def cases(domain: str, seeds: int, failing: float) -> Iterator[dict[str, Any]]:
    """Yield the cases of a domain: rescue scenes with fresh seeds, or the household's suite."""
    rules = {"rules": {"failure_probability": failing}} if failing else {}
    if domain == "rescue":
        for seed, scene, agents in product(range(FIRST_SEED, FIRST_SEED + seeds), range(1, 6),
                                           range(2, 6)):
            yield {"scene": scene, "agents": agents, "seed": seed, **rules}
        return
    for case in load_suite(find_suite("mapthor-1")).cases:
        if case["agents"] == 2:
            yield dict(case)


def episodes(domain: str, seeds: int, budget: float, failing: float = 0.0) -> Iterator[Episode]:
    """Play the cases with each policy until ``budget`` seconds are spent; times are CPU seconds."""
    begin = time.monotonic()
    for case in cases(domain, seeds, failing):
        if time.monotonic() - begin > budget:
            return
        records = {p: run_case(domain, {**case, "policy": p}, clock=time.process_time)
                   for p in POLICIES[domain]}
        yield Episode(domain, int(case["agents"]), records, bound(domain, case))


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
    records = [e.records[policy] for e in group]
    steps = [float(metrics.steps(r)) for r in records]
    other = [float(metrics.steps(e.records["symbolic"])) for e in group]
    seconds = [s for r in records for s in r.decision_seconds]
    bounds = [e.bound for e in group if e.bound is not None]
    rate = clopper_pearson(sum(r.success for r in records), len(records))
    difference = paired_bootstrap(steps, other)
    return {"domain": domain, "agents": agents or "all", "policy": policy, "n": len(group),
            "SR": rate.mean, "SR_low": rate.low, "L": fmean(steps),
            "d": difference.mean, "d_low": difference.low, "d_high": difference.high,
            "median": quantile(seconds, 0.5), "p95": quantile(seconds, 0.95),
            "calls": fmean(r.engine_calls for r in records),
            "ended_at_limit": sum(metrics.steps(r) >= r.max_steps for r in records),
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
    parser.add_argument("--json", default="")
    options = parser.parse_args(arguments)
    played: list[Episode] = []
    for domain in options.domains:
        try:
            played.extend(episodes(domain, options.seeds, options.budget, options.failing))
        except PlannerError as error:
            sys.stderr.write(f"{domain}: {error}\n")
    rows = table(played)
    lines = [HEAD, *map(told, rows)]
    lines += [f"{domain}: lines of decision code: " + ", ".join(
        f"{p} {code_lines(domain, p)}" for p in POLICIES[domain])
        for domain in dict.fromkeys(e.domain for e in played)]
    sys.stdout.write("\n".join(lines) + "\n")
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
