"""A hidden world of a contingent problem: actions change it, observing actions tell of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from domains.contingent.domain import ContingentCase
from domains.contingent.model import Model
from domains.contingent.reading import read_contingent, read_hidden
from domains.contingent.search import Searcher
from planner.errors import InputError
from planner.pddl.normal_forms import formula_of, junction
from planner.pddl.printer import atom_text, formula_text
from planner.plan import Step
from planner.turns import TurnBased

AGENT = "agent"


class HiddenWorld(TurnBased):
    """One agent acts by ground actions ``(move p1-1 p2-1)``; it knows the problem, not the world.

    What it sees is what its last action told: ``observed`` maps atoms to true or false.
    """

    def __init__(self, model: Model, hidden: int, max_steps: int) -> None:
        self.model, self.hidden = model, hidden
        self.instruction = "reach " + " ".join(_parts(model))
        super().__init__([AGENT], max_steps)

    def start(self, rng: random.Random) -> None:
        """Return to the initial state."""
        self.state, self.told = self.hidden, dict[str, bool]()

    def act(self, agent: str, action: str) -> str:
        """Execute a ground action; it fails where its precondition does not hold."""
        self.told = {}
        acts = self.model.by_step.get(Step.of(action))
        if acts is None:
            return "unknown action"
        act = next((a for a in acts if a.fits(self.state)), None)
        if act is None:
            return "precondition"
        names = (self.model.atoms[a] for a in act.tells)
        self.told = {atom_text(a): seen for a, seen in
                     zip(names, act.seen(self.state), strict=True)}
        self.state = act.after(self.state)
        return ""

    def see(self, agent: str) -> dict[str, Any]:
        """Return what the last action told."""
        return {"observed": dict(self.told)}

    def goals(self) -> dict[str, bool]:
        """Return the goal's parts."""
        return {text: any((self.state >> abs(x) - 1 & 1) == (x > 0) for x in clause)
                for text, clause in zip(_parts(self.model), self.model.goal, strict=True)}


def open_case(case: ContingentCase) -> HiddenWorld:
    """Open the hidden world of a case."""
    model, _ = tools(case)
    listed = _listed(case, model)
    if case.world < 0:
        hidden = model.drawn(case.seed)
    elif case.world < len(listed):
        hidden = listed[case.world]
    else:
        raise InputError(f"{case.problem}: {len(listed)} hidden worlds are listed, "
                         f"no number {case.world}")
    return HiddenWorld(model, hidden, case.max_steps)


def several(case: ContingentCase) -> Sequence[ContingentCase]:
    """Return a case for each hidden world to play: all there are, where they are few enough."""
    if case.worlds == 1 and case.hidden is None:
        return [case]
    model, _ = tools(case)
    listed = _listed(case, model)
    if listed and (case.hidden is not None or len(listed) <= case.worlds):
        return [replace(case, worlds=1, world=k) for k in range(len(listed))]
    return [replace(case, worlds=1, seed=case.seed + k) for k in range(case.worlds)]


def _listed(case: ContingentCase, model: Model) -> list[int]:
    """Return the worlds of the case's list, else all there are, if they were counted."""
    if case.hidden is not None:
        found = [model.state(atoms) for atoms in read_hidden(case.hidden, model.known)]
        bad = next((k for k, state in enumerate(found) if not model.allowed(state)), None)
        if bad is not None:
            raise InputError(f"{case.hidden}: hidden world number {bad} is not one that "
                             f"{case.problem} allows")
        return found
    count = model.count
    return list(model.worlds()) if count is not None and count <= 10_000 else []


def tools(case: ContingentCase) -> tuple[Model, Searcher]:
    """Return the grounded problem of a case and what was found out about it in this process."""
    files = case.domain_file, case.problem
    return _tools(*files, *(f.stat().st_mtime_ns if f.exists() else 0 for f in files))


@lru_cache(maxsize=16)
def _tools(domain: Path, problem: Path, *_changed: int) -> tuple[Model, Searcher]:
    model = Model(read_contingent(domain, problem))
    return model, Searcher(model)


def _parts(model: Model) -> list[str]:
    return [formula_text(formula_of(junction(False, clause), model.atoms)) for clause in model.goal]
