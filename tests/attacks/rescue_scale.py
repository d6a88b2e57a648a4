"""Search & rescue at size: steps, bounds, decision seconds and standstills of generated worlds.

``python tests/attacks/rescue_scale.py PART [--worlds N] [--first SEED] [--seconds S]
[--policy P] [--json FILE]``. Parts: ``scale`` (10 robots and 20 fires, up to 200
robots and 100 fires), ``curves`` (over robots, fires, grid), ``stress`` (failures, slow ways, fires
noticed late, three lights a fire), ``standstill`` (20 to 60 robots in crowded worlds). World and
episode have the same seed. Seconds are processor seconds. Bound and plain work are those of
:mod:`domains.rescue.world.bound`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from benchmarks import metrics
from domains.rescue.case import RescueCase
from domains.rescue.episode import open_environment
from domains.rescue.world.bound import fewest_steps
from domains.rescue.world.environment import RescueEnvironment
from planner.execution.episode import run

__all__ = ["Figures", "Standstill", "case", "play", "rows"]

BUDGET = 300
"""Joint steps after which an episode counts as not solved."""
REPEATS = 2
"""Times in a row that a robot may repeat an action that changes nothing."""


class Standstill:
    """Counts how often in a row a robot repeats an action by which nothing about it changes.

    Waiting (Idle, Done), looking around (Explore) and malfunctions don't count, nor what a use of
    supplies changes about a fire. Somebody who is on its way (``move_cost``) moves.
    """

    def __init__(self, environment: RescueEnvironment) -> None:
        self.environment = environment
        self.before = self._state()
        self.runs: dict[str, tuple[str, int]] = {}
        self.longest = 0
        self.example = ""

    def _state(self) -> dict[str, Any]:
        world = self.environment.world
        spent = sum(f.version for f in world.fires)
        return {r.name: (r.x, r.y, dict(r.held), r.person, spent if sum(r.held.values()) else 0)
                for r in world.robots}

    def note(self, step: int, actions: Mapping[str, str]) -> None:
        """Take in one joint step."""
        if not step:
            return
        now, outcomes = self._state(), self.environment.outcomes
        for (name, action), outcome in zip(actions.items(), outcomes, strict=True):
            last, times = self.runs.get(name, ("", 0))
            idle = action in ("Idle", "Done") or action.startswith("Explore")
            same = now[name] == self.before[name] or (
                action == last and action.startswith("NavigateTo") and outcome.success)
            if outcome.failure in ("malfunction", "under_way"):
                continue
            self.runs[name] = (action, times + 1 if action == last and same else int(same))
            if not idle and self.runs[name][1] > self.longest:
                self.longest, self.example = self.runs[name][1], f"step {step}: {name} {action}"
        self.before = now


@dataclass(frozen=True)
class Figures:
    """What one episode showed."""

    group: str
    seed: int
    solved: bool
    believed: bool
    steps: int
    bound: int
    plain: int
    seconds: float
    middle: float
    slowest: float
    repeats: int
    example: str
    balance: float
    even: float

    @property
    def ratio(self) -> float:
        """Return the steps over the bound."""
        return self.steps / max(1, self.bound)


def case(robots: int, fires: int, width: int, seed: int, people: int = -1, lights: int = 2,
         rules: Mapping[str, Any] | None = None, **world: Any) -> RescueCase:
    """Return a generated world; without ``people`` there are as many as fires, 20 at most."""
    return RescueCase(
        agents=robots, seed=seed, max_steps=BUDGET, rules=rules or {},
        generate={"seed": seed, "width": width, "height": width, "fires": fires,
                  "people": min(20, fires) if people < 0 else people, "lights": lights, **world})


def play(group: str, asked: RescueCase, policy: str = "symbolic") -> Figures:
    """Play one episode."""
    environment = open_environment(asked)
    environment.reset(seed=asked.seed)
    bound, watch = fewest_steps(environment.world), Standstill(environment)
    begin = time.process_time()
    record = run(asked, policy=policy, environment=environment, on_step=watch.note,
                 clock=time.process_time)
    seconds = record.decision_seconds
    spent = time.process_time() - begin
    return Figures(group, asked.seed, record.success, record.believed_success,
                   metrics.steps(record), bound.steps, bound.plain_steps, spent, median(seconds),
                   max(seconds), watch.longest, watch.example,
                   metrics.balance(record), metrics.balance_bound(record))


SCALE = ((10, 20, 60), (10, 20, 80), (10, 20, 100), (50, 40, 100), (50, 40, 200), (200, 100, 300))


def _scale(seeds: Sequence[int]) -> Iterator[tuple[str, RescueCase]]:
    for robots, fires, width in SCALE:
        for seed in seeds:
            yield (f"{robots} robots, {fires} fires, {width}x{width}",
                   case(robots, fires, width, seed))


def _curves(seeds: Sequence[int]) -> Iterator[tuple[str, RescueCase]]:
    for robots in (2, 4, 6, 10, 20, 50, 100, 200):
        for seed in seeds:
            yield f"robots {robots:3} (20 fires, 100x100)", case(robots, 20, 100, seed)
    for fires in (2, 5, 10, 20, 40, 80):
        for seed in seeds:
            yield f"fires {fires:3} (20 robots, 100x100)", case(20, fires, 100, seed)
    for width in (40, 60, 100, 200, 300, 400):
        for seed in seeds:
            yield f"grid {width:3} (20 robots, 12 fires)", case(20, 12, width, seed)


STRESS: Mapping[str, Mapping[str, Any]] = {
    "plain": {}, "failures 10 %": {"failure_probability": 0.1},
    "failures 20 %": {"failure_probability": 0.2}, "failures 30 %": {"failure_probability": 0.3},
    "slow ways .1": {"move_cost": 0.1}, "slow ways .3": {"move_cost": 0.3},
    "fires noticed 6 late": {"unnoticed": 6}, "fires noticed 12 late": {"unnoticed": 12},
}


def _stress(seeds: Sequence[int]) -> Iterator[tuple[str, RescueCase]]:
    for robots in (4, 8, 16):
        for name, rules in STRESS.items():
            for seed in seeds:
                yield f"{robots:2} robots, {name}", case(robots, 8, 50, seed, people=4, rules=rules)
        for seed in seeds:
            yield f"{robots:2} robots, three lights", case(robots, 8, 50, seed, people=4, lights=3)


def _standstill(seeds: Sequence[int]) -> Iterator[tuple[str, RescueCase]]:
    for seed in seeds:
        robots, fires = 20 + seed % 41, 5 + seed % 36
        yield "20 to 60 robots", case(robots, fires, 60 + 10 * (seed % 5), seed)


PARTS = {"scale": _scale, "curves": _curves, "stress": _stress, "standstill": _standstill}


def rows(found: Sequence[Figures]) -> Iterator[str]:
    """Yield a Markdown table with one row per group."""
    yield ("| worlds | n | solved | believed | wrong claims | L mean | bound | L / bound mean, "
           "worst | plain work | L / plain work mean, worst | B useful | shared out evenly | "
           "decision s median, slowest | repeats > 2 |")
    yield "|---" * 14 + "|"
    for group in dict.fromkeys(f.group for f in found):
        some = [f for f in found if f.group == group]
        yield (f"| {group} | {len(some)} | {sum(f.solved for f in some)} | "
               f"{sum(f.believed for f in some)} | {sum(f.believed != f.solved for f in some)} | "
               f"{fmean(f.steps for f in some):.1f} | {fmean(f.bound for f in some):.1f} | "
               f"{fmean(f.ratio for f in some):.2f}, {max(f.ratio for f in some):.2f} | "
               f"{fmean(f.plain for f in some):.1f} | "
               f"{fmean(f.steps / f.plain for f in some):.2f}, "
               f"{max(f.steps / f.plain for f in some):.2f} | "
               f"{fmean(f.balance for f in some):.2f} | {fmean(f.even for f in some):.2f} | "
               f"{median(f.middle for f in some):.3f}, {max(f.slowest for f in some):.2f} | "
               f"{sum(f.repeats > REPEATS for f in some)} |")


def main() -> int:
    """Play the worlds that the arguments ask for, within the budget; print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=sorted(PARTS))
    parser.add_argument("--worlds", type=int, default=5)
    parser.add_argument("--first", type=int, default=5000, help="Seed of the first world.")
    parser.add_argument("--only", default="", help="Groups whose name contains this.")
    parser.add_argument("--policy", default="symbolic")
    parser.add_argument("--seconds", type=float, default=600.0, help="Time budget.")
    parser.add_argument("--json", default="", metavar="FILE")
    options = parser.parse_args()
    found, end = [], time.monotonic() + options.seconds
    for group, asked in PARTS[options.part](range(options.first, options.first + options.worlds)):
        if options.only in group and time.monotonic() < end:
            found.append(play(group, asked, options.policy))
            sys.stderr.write(f"{found[-1]}\n")
    sys.stdout.write("\n".join(rows(found)) + "\n")
    for f in found:
        if not f.solved or f.repeats > REPEATS:
            sys.stdout.write(f"{f.group}, seed {f.seed}: solved {f.solved}, "
                             f"{f.repeats} repeats {f.example}\n")
    if options.json:
        Path(options.json).write_text(json.dumps([asdict(f) for f in found]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
