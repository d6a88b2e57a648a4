"""``planner solve scene.toml``: an offline plan by way of PDDL, or the proof that there is none."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from planner.engines import Limits, solve_pddl
from translators.rescue.compile import translate_scene

__all__ = ["solve_record"]

TIME_LIMIT_S = 60.0
MEMORY_MB = 4096
COMPLETE = "fast-downward"
"""The engine for ``auto``: it also proves that there is no plan."""


def solve_record(
    file: Path, *, time_limit_s: float | None = None, engine: str = "auto", agents: int = 0
) -> dict[str, Any]:
    """Solve a scene file with a classical engine; return the record of ``planner solve``.

    People are taken as known. With one robot and a person to carry the status is
    ``UNSOLVABLE_PROVEN``. Steps of the plan are PDDL actions with the scene's own names.
    """
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        mapping = translate_scene(file, out, agents=agents)
        compiled = time.perf_counter()
        limits = Limits(TIME_LIMIT_S if time_limit_s is None else time_limit_s, MEMORY_MB)
        files = out / "domain.pddl", out / "problem.pddl"
        outcome = solve_pddl(*files, engine=COMPLETE if engine == "auto" else engine,
                             limits=limits)
    names = mapping["objects"]
    plan = None
    if outcome.plan:
        plan = [" ".join(names.get(word, word) for word in _words(str(step)))
                for step in outcome.plan.steps]
    return {
        "format": 1, "input": str(file), "status": str(outcome.status), "plan": plan,
        "cost": outcome.cost, "bound": outcome.bound,
        "optimal": str(outcome.status) == "SOLVED_OPTIMALLY",
        "engine": f"{outcome.engine} {outcome.version}".strip(),
        "seconds": {"read": None, "compile": compiled - begin, "solve": outcome.seconds,
                    "total": time.perf_counter() - begin},
        "message": outcome.message,
    }


def _words(step: str) -> list[str]:
    for mark in "(),":
        step = step.replace(mark, " ")
    return step.split()
