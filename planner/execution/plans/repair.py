"""Search the shortest sequence of actions that lets a failing action succeed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from planner.environment import Briefing, Environment
from planner.execution.wording import view

__all__ = ["Repair", "find_repair"]

MAX_CANDIDATES, MAX_WORKING = 40, 60
ROBOT_VERBS = {"Open": "open", "Close": "close", "Navigate": "go to", "Pickup": "pick up",
               "Put": "put it on", "Toggle": "switch", "Slice": "slice", "Clean": "clean",
               "Get": "fetch from", "Carry": "take hold of", "Drop": "drop off"}


@dataclass(frozen=True)
class Repair:
    """Actions to be done before the failing one, each ``robot: action``, and a sentence."""

    actions: tuple[str, ...]
    sentence: str


def find_repair(
    make: Callable[[], Environment],
    seed: int,
    before: Sequence[dict[str, str]],
    robot: str,
    action: str,
    briefing: Briefing,
    *,
    depth: int,
    deadline: float,
) -> Repair | None:
    """Return the shortest repair of at most ``depth`` steps, or None within the deadline.

    Tried are actions of the robot itself on the objects concerned, and the same done by all
    robots together (a person needs two to be carried). Every trial replays the plan's beginning
    in a fresh episode of the same seed.
    """
    environment = make()
    try:
        alone, together = _candidates(environment, seed, before, robot, action, briefing)
        for candidates in (alone, [*together, *alone]):
            found = _search(environment, seed, before, candidates, robot, action, briefing,
                            depth, deadline)
            if found is not None:
                return _described(found, robot)
    finally:
        environment.close()
    return None


Trial = tuple[str, bool]
"""An action and whether all robots do it."""


def _candidates(
    environment: Environment, seed: int, before: Sequence[dict[str, str]], robot: str,
    action: str, briefing: Briefing,
) -> tuple[list[Trial], list[Trial]]:
    observations, _ = environment.reset(seed=seed)
    for joint in before:
        observations = environment.step(joint)[0]
    verb, _, rest = action.partition("(")
    names = [n.strip() for n in re.split(r"[,)]", rest) if n.strip()]
    usable = view(observations[robot], briefing).actions
    concerned = [a for a in usable
                 if not a.startswith(f"{verb}(") and _concerns(a, names, verb)]
    known, verbs = {*concerned}, {_verb(a) for a in usable}
    for name in names:
        concerned += [extra for extra in (f"NavigateTo({name})", f"OpenObject({name})")
                      if extra not in known and extra != action and _verb(extra) in verbs]
    concerned.sort(key=lambda a: not any(f"({n}" in a for n in names))
    single: list[Trial] = [(a, False) for a in concerned[:MAX_CANDIDATES]]
    together: list[Trial] = [(a, True) for a in [*concerned[:MAX_CANDIDATES], action]
                             if len(briefing.agents) > 1]
    return single, together


def _verb(action: str) -> str:
    return action.partition("(")[0]


def _search(
    environment: Environment, seed: int, before: Sequence[dict[str, str]],
    candidates: Sequence[Trial], robot: str, action: str, briefing: Briefing, depth: int,
    deadline: float,
) -> tuple[Trial, ...] | None:
    """Go through sequences of growing length; only those whose actions all work are extended."""
    working: list[tuple[Trial, ...]] = [()]
    for _ in range(depth):
        longer = []
        for start in working:
            for candidate in candidates:
                if time.monotonic() > deadline or candidate in start[-1:]:
                    continue
                trial = (*start, candidate)
                worked, repaired = _try(environment, seed, before, trial, robot, action, briefing)
                if repaired:
                    return trial
                if worked:
                    longer.append(trial)
        working = longer[:MAX_WORKING]
    return None


def _concerns(action: str, names: Sequence[str], verb: str) -> bool:
    """Keep actions on the same objects, fetching, letting go, and making hands free."""
    if any(re.search(rf"\b{re.escape(name)}\b", action) for name in names):
        return not action.startswith(("Move", "Rotate", "Look"))
    if verb == "UseSupply" and action.startswith(("GetSupply", "NavigateTo(Reservoir")):
        return True
    if verb in ("UseSupply", "NavigateTo") and action.startswith("NavigateTo") and any(
            name in action for name in names):
        return True
    if verb == "PutObject":
        return action.startswith("PickupObject")
    if verb == "PickupObject":
        return action.startswith(("PutObject", "OpenObject"))
    return verb == "DropOff" and action.startswith("NavigateTo")


def _try(
    environment: Environment, seed: int, before: Sequence[dict[str, str]],
    trial: Sequence[Trial], robot: str, action: str, briefing: Briefing,
) -> tuple[bool, bool]:
    """Say whether all actions of the trial work, and whether the failing one does then."""
    environment.reset(seed=seed)
    for joint in before:
        environment.step(joint)
    for act, joined in trial:
        chosen = {a: act if joined or a == robot else "Idle" for a in briefing.agents}
        infos = environment.step(chosen)[4]
        if not infos.get(robot, {}).get("success", False):
            return False, False
    last = {a: action if a == robot else "Idle" for a in briefing.agents}
    return True, bool(environment.step(last)[4].get(robot, {}).get("success", False))


def _described(trial: Sequence[Trial], robot: str) -> Repair:
    listed = tuple(f"{'all' if joined else robot}: {act}" for act, joined in trial)
    told = list(_words(trial))
    return Repair(listed, f"{', then '.join(told)} first ({'; '.join(listed)})")


def _words(trial: Sequence[Trial]) -> Iterator[str]:
    for act, joined in trial:
        verb, _, rest = act.partition("(")
        spoken = next((w for start, w in ROBOT_VERBS.items() if verb.startswith(start)), verb)
        thing = " ".join(re.findall(r"[A-Z]?[a-z]+|\d+", rest.rstrip(")"))).lower()
        thing = re.sub(r" \d+$", "", thing)
        yield f"{spoken} the {thing}" + (" together" if joined else "")
