"""Random small scheduling problems, one family per feature of the model and one with all."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from planner.schedule import Job, Schedule, ScheduleProblem, Slot

__all__ = ["FAMILIES", "draw", "mutated"]

Draft = dict[str, Any]
"""The fields of a job that have been drawn so far."""
TEAM = ("A", "B", "C")


def _unequal(rng: random.Random, job: Draft, team: list[str]) -> None:
    able = [r for r in team if rng.random() < 0.97]
    job["duration"] = {r: rng.choice((1, 1, 2, 2, 3, 4, 6)) for r in able}


def _needs(rng: random.Random, job: Draft, team: list[str]) -> None:
    job["needs"] = frozenset(rng.sample(team, min(len(team), job["robots"], rng.randint(0, 2))))


def _resources(rng: random.Random, job: Draft, _team: list[str]) -> None:
    job["resources"] = frozenset(r for r in ("door", "lift") if rng.random() < 0.5)


def _deadlines(rng: random.Random, job: Draft, _team: list[str]) -> None:
    job["deadline"] = rng.choice((None, rng.randint(0, 7)))


def _releases(rng: random.Random, job: Draft, _team: list[str]) -> None:
    job["release"] = rng.choice((0, 0, rng.randint(1, 6)))


def _first(rng: random.Random, job: Draft, team: list[str]) -> None:
    job["first"] = {r: rng.choice((None, 1, 2, 3, 4)) for r in team if rng.random() < 0.5}


def _growth(rng: random.Random, job: Draft, _team: list[str]) -> None:
    job["growth"] = tuple(rng.randint(-1, 7) for _ in range(rng.choice((0, 1, 1, 2, 3))))


def _alternatives(rng: random.Random, job: Draft, _team: list[str]) -> None:
    job["covers"] = frozenset(rng.sample("wxyz", rng.randint(1, 2)))


def _precedences(rng: random.Random, job: Draft, _team: list[str]) -> None:
    job["after"] = frozenset(g for g in job["others"] if rng.random() < 0.3)


FEATURES: dict[str, Callable[[random.Random, Draft, list[str]], None]] = {
    "unequal lengths": _unequal, "needs": _needs, "resources": _resources,
    "deadlines": _deadlines, "releases": _releases, "first": _first, "growth": _growth,
    "alternatives": _alternatives, "once": _alternatives, "precedences": _precedences,
}
FAMILIES = ("plain", *FEATURES, "three features", "all features")


def draw(family: str, rng: random.Random, jobs: int = 0) -> ScheduleProblem:
    """Return a random problem of a family, with few jobs unless their number is given."""
    if family == "all features":
        active = {f for f in FEATURES if rng.random() < 0.6}
    elif family == "three features":
        active = set(rng.sample(list(FEATURES), 3))
    else:
        active = {family} & set(FEATURES)
        # alone, few features make a choice hard
        active |= {f for f in ("unequal lengths", "releases") if active and rng.random() < 0.4}
    team = list(TEAM[:rng.choice((1, 2, 2, 3, 3))])
    count = jobs or rng.randint(2, 6 if len(active) < 3 else 5)
    names = [f"j{i}" for i in range(count)]
    covers = {n: frozenset({n}) for n in names}
    drafts: list[Draft] = []
    for name in names:
        draft: Draft = {"name": name, "duration": rng.randint(1, 4),
                        "robots": min(len(team), rng.choice((1, 1, 2, 2, 3)))}
        for feature in (f for f in FEATURES if f in active and f != "precedences"):
            FEATURES[feature](rng, draft, team)
        covers[name] = draft.get("covers", covers[name])
        drafts.append(draft)
    for i, draft in enumerate(drafts) if "precedences" in active else ():
        # mostly of earlier jobs, so that circles are rare
        others = names if rng.random() < 0.1 else names[:i]
        draft["others"] = sorted({g for n in others for g in covers[n]} - covers[names[i]])
        _precedences(rng, draft, team)
        del draft["others"]
    problem = ScheduleProblem(tuple(team), tuple(Job(**d) for d in drafts))
    return _surroundings(problem, active, rng)


def _surroundings(problem: ScheduleProblem, active: set[str], rng: random.Random
                  ) -> ScheduleProblem:
    if "resources" in active:
        problem = replace(problem, capacity={"door": rng.choice((1, 1, 2)), "lift": 2})
    if "releases" in active:
        problem = replace(problem, ready={r: rng.randint(0, 4) for r in problem.robots
                                          if rng.random() < 0.4})
    if "once" in active:
        problem = replace(problem, once=frozenset(
            g for g in sorted(problem.goals) if rng.random() < 0.7))
    if len(active) > 1 and rng.random() < 0.3:
        wanted = [g for g in sorted(problem.goals) if rng.random() < 0.7]
        problem = replace(problem, goals=frozenset(wanted) or problem.goals)
    return replace(problem, worked={r: rng.randint(0, 4) for r in problem.robots
                                    if rng.random() < 0.2})


def mutated(problem: ScheduleProblem, result: Schedule, rng: random.Random) -> tuple[Slot, ...]:
    """Return slots with one or two small changes, which may or may not be allowed."""
    slots = list(result.slots)
    for _ in range(rng.choice((1, 1, 1, 2))):
        if slots:
            _change(slots, rng.randrange(len(slots)), problem, rng)
    return tuple(slots)


def _change(slots: list[Slot], at: int, problem: ScheduleProblem, rng: random.Random) -> None:
    slot, by = slots[at], rng.choice((-2, -1, 1, 1, 2, 9))
    one = rng.choice(sorted(slot.starts))
    other = rng.choice(problem.robots)
    shifted = {r: s + by for r, s in slot.starts.items()}
    match rng.randrange(7):
        case 0 | 1:
            slots[at] = replace(slot, starts=shifted, end=slot.end + by)
        case 2:
            slots[at] = replace(slot, starts=shifted, end=slot.end + 2 * by)
        case 3:
            slots[at] = replace(slot, starts={**slot.starts, one: slot.starts[one] + by})
        case 4:
            swap = {one: other, other: one}
            slots[at] = replace(slot, starts={swap.get(r, r): s for r, s in slot.starts.items()})
        case 5:
            del slots[at]
        case _:
            swap = {one: other, other: one}
            slots[:] = [replace(s, starts={swap.get(r, r): b for r, b in s.starts.items()})
                        for s in slots]
