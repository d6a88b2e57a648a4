"""Search the shortest sequence of actions that lets a failing action succeed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planner.environment import Briefing, Environment
from planner.execution.wording import view

DEPTH = 3
MAX_CANDIDATES, MAX_WORKING = 40, 60
ROBOT_VERBS = {"Open": "open", "Close": "close", "Navigate": "go to", "Pickup": "pick up",
               "Put": "put it on", "Toggle": "switch", "Slice": "slice", "Clean": "clean",
               "Get": "fetch from", "Carry": "take hold of", "Drop": "drop off"}


@dataclass(frozen=True)
class Repair:
    """Actions to be done before the failing one, each ``robot: action``, and a sentence."""

    actions: tuple[str, ...]
    sentence: str


Trial = tuple[str, bool]
"""An action and whether all robots do it."""


@dataclass(frozen=True)
class Failing:
    """An action that fails after the steps ``before`` of an episode of ``seed``."""

    environment: Environment
    seed: int
    before: Sequence[dict[str, str]]
    robot: str
    action: str
    briefing: Briefing

    def candidates(self) -> tuple[list[Trial], list[Trial]]:
        """Return what to try: actions of the robot itself, and of all robots together."""
        observations, _ = self.environment.reset(seed=self.seed)
        for joint in self.before:
            observations = self.environment.step(joint)[0]
        verb, _, rest = self.action.partition("(")
        names = [n.strip() for n in re.split(r"[,)]", rest) if n.strip()]
        usable = view(observations[self.robot], self.briefing).actions
        concerned = [a for a in usable
                     if not a.startswith(f"{verb}(") and _concerns(a, names, verb)]
        known, verbs = {*concerned}, {_verb(a) for a in usable}
        for name in names:
            concerned += [extra for extra in (f"NavigateTo({name})", f"OpenObject({name})")
                          if extra not in {*known, self.action} and _verb(extra) in verbs]
        several = len(self.briefing.agents) > 1
        return ([(a, False) for a in concerned[:MAX_CANDIDATES]],
                [(a, True) for a in [*concerned[:MAX_CANDIDATES], self.action] if several])

    def tried(self, trial: Sequence[Trial]) -> tuple[bool, bool]:
        """Say whether all actions of the trial work, and whether the failing one does then."""
        self.environment.reset(seed=self.seed)
        for joint in self.before:
            self.environment.step(joint)
        for action, joined in trial:
            if not self._works(action, joined):
                return False, False
        return True, self._works(self.action, False)

    def _works(self, action: str, joined: bool) -> bool:
        infos = self.environment.step({
            a: action if joined or a == self.robot else "Idle" for a in self.briefing.agents})[4]
        return bool(infos.get(self.robot, {}).get("success", False))


def find_repair(failing: Failing, deadline: float) -> Repair | None:
    """Return the shortest repair of at most :data:`DEPTH` steps, or None within the deadline.

    Tried are actions of the robot itself on the objects concerned, and the same done by all
    robots together (a person needs two to be carried). Every trial replays the plan's beginning
    in a fresh episode of the same seed.
    """
    alone, together = failing.candidates()
    found = _search(failing, alone, deadline) or _search(failing, [*together, *alone], deadline)
    if found is None:
        return None
    listed = tuple(f"{'all' if joined else failing.robot}: {action}" for action, joined in found)
    return Repair(listed, f"{', then '.join(_words(found))} first ({'; '.join(listed)})")


def _verb(action: str) -> str:
    return action.partition("(")[0]


def _search(
    failing: Failing, candidates: Sequence[Trial], deadline: float
) -> tuple[Trial, ...] | None:
    """Go through sequences of growing length; only those whose actions all work are extended."""
    working: list[tuple[Trial, ...]] = [()]
    for _ in range(DEPTH):
        longer = []
        for start in working:
            for candidate in candidates:
                if time.monotonic() > deadline or candidate in start[-1:]:
                    continue
                trial = (*start, candidate)
                worked, repaired = failing.tried(trial)
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
    helps = {"UseSupply": ("GetSupply", "NavigateTo(Reservoir"), "PutObject": ("PickupObject",),
             "PickupObject": ("PutObject", "OpenObject"), "DropOff": ("NavigateTo",)}
    return action.startswith(helps.get(verb, ()))


def _words(trial: Sequence[Trial]) -> Iterator[str]:
    for act, joined in trial:
        verb, _, rest = act.partition("(")
        spoken = next((w for start, w in ROBOT_VERBS.items() if verb.startswith(start)), verb)
        thing = " ".join(re.findall(r"[A-Z]?[a-z]+|\d+", rest.rstrip(")"))).lower()
        thing = re.sub(r" \d+$", "", thing)
        yield f"{spoken} the {thing}" + (" together" if joined else "")
