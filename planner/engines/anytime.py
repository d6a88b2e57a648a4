"""Plans that get better: read while the engine works, and when enough is enough."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from planner.errors import PlannerError
from planner.files import read_text
from planner.pddl import PDDLTask
from planner.pddl.temporal import execute, plan_cost, read_plan
from planner.plan import Plan, Step

PLAN_BYTES = 16_000_000
PLAN_FILES = 50
"""Bounds on what an engine may leave to be read."""
PATIENCE = 0.25
"""After a first plan, go on for this share of the processor time it took: so a plan that is not
made cheaper costs little more than its first search …"""
HOPE = 1.0
"""… and after a better one for as long as that took from the start."""


@dataclass
class Progress:
    """The plans an engine has left in its folder so far; calling it says whether it may stop.

    ``found`` is given each better one; ``patient`` engines go on to their limit.
    """

    folder: Path
    task: PDDLTask
    patient: bool = True
    best: Plan | None = None
    end: float = float("inf")
    files: int = PLAN_FILES
    seen: dict[str, tuple[float, int]] = field(default_factory=dict)
    plans: list[Plan] = field(default_factory=list)
    found: Callable[[Plan], None] | None = None
    wrong: str = ""
    """Why the last plan that does not count does not."""

    def __call__(self, spent: float = 0.0) -> bool:
        """Look for new plans; return whether it does not pay to wait for another one.

        ``spent`` is the engine's processor time so far: a busy machine waits for as much.
        """
        first = self.best is None
        for plan in list(self._fresh()):
            if self.best is None or plan.cost < self.best.cost:  # type: ignore[operator]
                self.best = plan
                self.end = spent * (1 + (PATIENCE if first else HOPE))
                if self.found is not None:
                    self.found(plan)
        return not self.patient and spent > self.end

    def _fresh(self) -> Iterator[Plan]:
        """Yield the complete plans of files that are new or have grown.

        What was cut off, and what is not a regular file of a reasonable size, is passed over.
        """
        for path, state in _plan_files(self.folder)[-self.files:]:
            if self.seen.get(path.name) == state:
                continue
            self.seen[path.name] = state
            try:
                found = read_plan(self.task, read_text(path, PLAN_BYTES), path.name)
                plan = Plan(tuple(sorted(
                    map(self._lasting, found.steps), key=lambda step: step.start or 0)))
                cost = plan_cost(self.task, plan)
            except PlannerError as error:
                self.wrong = str(error).splitlines()[0]
                continue
            if cost is None and (failure := execute(self.task, plan).failure) is not None:
                where = f"step {failure.step + 1}" if plan.steps[failure.step:] else "the goal"
                self.wrong = f"{where}: {'; '.join(failure.reasons)}"[:300]
            if cost is not None:
                self.plans.append(Plan(plan.steps, cost))
                yield self.plans[-1]

    def _lasting(self, step: Step) -> Step:
        """Return a step with a duration if its action has one.

        LPG writes one of 0 after actions without, Aries leaves it out where it is 0.
        """
        schema = self.task.domain.actions.get(step.name)
        durative = schema is not None and schema.durative is not None
        return replace(step, duration=step.duration or Fraction(0) if durative else None)


def _plan_files(folder: Path) -> list[tuple[Path, tuple[float, int]]]:
    """Return the regular files that may hold a plan with their states, the latest ones last."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            named = entry.name == "problem.pddl.soln" or entry.name.startswith("plan")
            if named and entry.is_file(follow_symlinks=False):
                state = entry.stat(follow_symlinks=False)
                found.append((Path(entry.path), (state.st_mtime, state.st_size)))
    return sorted(found, key=lambda item: (item[1], item[0].name))
