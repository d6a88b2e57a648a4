"""Search & rescue at size: steps, bounds and standstills of generated worlds.

Groups: ``scale`` (10 robots and 20 fires, up to 200 robots and 100 fires; 80 fires for 20 robots),
``stress`` (failures, slow ways, fires noticed late, three lights a fire), ``standstill`` (20 to 60
robots in crowded worlds). World and episode have the same seed. Wrong is a team that believes what
is not so, and a robot that repeats in vain what changes nothing. Seconds are processor seconds;
bound and plain work are those of :mod:`domains.rescue.world.bound`. Options: ``attack.py``.
"""

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attack import Attack, Verdict, main

from benchmarks import metrics
from domains.rescue.case import RescueCase
from domains.rescue.episode import open_environment
from domains.rescue.world.bound import fewest_steps
from domains.rescue.world.environment import RescueEnvironment
from planner.execution.episode import run

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
        spent = [f.burning[:3] for f in world.fires]
        return {r.name: (r.x, r.y, dict(r.held), r.person, spent if sum(r.held.values()) else [])
                for r in world.robots}

    def note(self, step: int, actions: Mapping[str, str]) -> None:
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


def case(robots: int, fires: int, width: int, seed: int, people: int = -1, lights: int = 2,
         rules: Mapping[str, Any] | None = None) -> RescueCase:
    """Return a generated world; without ``people`` there are as many as fires, 20 at most."""
    return RescueCase(
        agents=robots, seed=seed, max_steps=BUDGET, rules=rules or {},
        generate={"seed": seed, "width": width, "height": width, "fires": fires,
                  "people": min(20, fires) if people < 0 else people, "lights": lights})


def play(group: str, asked: RescueCase) -> Verdict:
    environment = open_environment(asked)
    environment.reset(seed=asked.seed)
    bound, watch = fewest_steps(environment.world), Standstill(environment)
    begin = time.process_time()
    record = run(asked, policy="symbolic", environment=environment, on_step=watch.note)
    wrong = "believed, not solved" * (record.believed_success and not record.success) or (
        watch.example * (watch.longest > REPEATS))
    return Verdict(group, f"seed {asked.seed}", wrong, {
        "solved": record.success, "steps": metrics.steps(record), "bound": bound.steps,
        "plain work": bound.plain_steps, "s": time.process_time() - begin})


SCALE = ((10, 20, 60), (10, 20, 80), (10, 20, 100), (20, 80, 100), (50, 40, 100), (50, 40, 200),
         (200, 100, 300))
STRESS: Mapping[str, Mapping[str, Any]] = {
    "plain": {}, "failures 10 %": {"failure_probability": 0.1},
    "failures 20 %": {"failure_probability": 0.2}, "failures 30 %": {"failure_probability": 0.3},
    "slow ways .1": {"move_cost": 0.1}, "slow ways .3": {"move_cost": 0.3},
    "fires noticed 6 late": {"unnoticed": 6}, "fires noticed 12 late": {"unnoticed": 12},
}
CASES: dict[str, Callable[[int], RescueCase]] = {
    **{f"scale, {robots} robots, {fires} fires, {width}x{width}": partial(
        case, robots, fires, width) for robots, fires, width in SCALE},
    **{f"stress, {robots:2} robots, {name}": partial(case, robots, 8, 50, people=4, rules=rules)
       for robots in (4, 8, 16) for name, rules in STRESS.items()},
    **{f"stress, {robots:2} robots, three lights": partial(
        case, robots, 8, 50, people=4, lights=3) for robots in (4, 8, 16)},
    "standstill, 20 to 60 robots": lambda seed: case(
        20 + seed % 41, 5 + seed % 36, 60 + 10 * (seed % 5), seed),
}


def judge(group: str, seed: int, number: int) -> Verdict:
    return play(group, CASES[group](seed + number))


ATTACKS: dict[str, Attack] = {group: partial(judge, group) for group in CASES}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 5))
