"""A household task file solved offline: the clairvoyant plan of a classical planner.

The file (TOML) has ``instruction``, ``floor_plan`` and optionally ``agents`` and ``task``.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from domains.household.environment import AGENT_NAMES
from planner.engines.limits import Limits
from planner.engines.solve import solve_pddl
from planner.errors import InputError
from planner.files import read_toml
from translators.mapthor.compile import compile_instruction
from translators.mapthor.problem import pddl_problem

__all__ = ["read_case", "solve_record", "translate_file"]

_DOMAIN = Path(__file__).resolve().parents[2] / "domains" / "household" / "domain.pddl"
_KEYS = {"instruction": str, "floor_plan": str, "agents": int, "task": str, "max_steps": int,
         "seed": int, "name": str, "format": int, "thor": str, "scene_store": str}


def read_case(file: Path) -> dict[str, Any]:
    """Read a household task file; raises :class:`InputError` naming the wrong key."""
    data = read_toml(file)
    for key in ("instruction", "floor_plan"):
        if key not in data:
            raise InputError(f"{file}: {key} is missing")
    for key, value in data.items():
        if key not in _KEYS:
            raise InputError(f"{file}: unknown key {key!r}; known: {', '.join(sorted(_KEYS))}")
        if not isinstance(value, _KEYS[key]) or isinstance(value, bool):
            raise InputError(f"{file}: {key} must be of type {_KEYS[key].__name__}")
    if not 1 <= data.get("agents", 2) <= len(AGENT_NAMES):
        raise InputError(f"{file}: agents must be 1 to {len(AGENT_NAMES)}")
    return data


def translate_file(file: Path, out: Path) -> dict[str, Any]:
    """Write ``domain.pddl`` and ``problem.pddl`` into ``out``; return the map of names."""
    text, names = _problem(read_case(file), str(file))
    out.mkdir(parents=True, exist_ok=True)
    (out / "domain.pddl").write_text(_DOMAIN.read_text(encoding="utf-8"), encoding="utf-8")
    (out / "problem.pddl").write_text(text, encoding="utf-8")
    return {"format": 1, "source": str(file), "objects": names}


def _problem(case: dict[str, Any], source: str) -> tuple[str, dict[str, str]]:
    from domains.household.thor.store import open_store
    from translators.mapthor.episode import build_environment

    goal = compile_instruction(case["instruction"], source)
    environment = build_environment(case)
    try:
        environment.reset()
        objects = environment.event.metadata["objects"]
        agents = AGENT_NAMES[:case.get("agents", 2)]
        return pddl_problem(goal, objects, agents, open_store().placement)
    finally:
        environment.close()


def solve_record(file: Path, *, time_limit_s: float | None = None) -> dict[str, Any]:
    """Solve a task file with full knowledge of the room; return the ``solve`` JSON record."""
    begin = time.perf_counter()
    text, names = _problem(read_case(file), str(file))
    compiled = time.perf_counter() - begin
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder) / "problem.pddl"
        problem.write_text(text, encoding="utf-8")
        limits = Limits() if time_limit_s is None else Limits(wall_s=time_limit_s)
        outcome = solve_pddl(_DOMAIN, problem, limits=limits)
    plan = None
    if outcome.plan is not None:
        plan = [f"({' '.join([s.name, *(names.get(a, a) for a in s.arguments)])})"
                for s in outcome.plan.steps if s.name != "look-inside"]
    return {
        "format": 1, "input": str(file), "status": str(outcome.status), "plan": plan,
        "cost": outcome.cost, "bound": outcome.bound,
        "optimal": str(outcome.status) == "SOLVED_OPTIMALLY",
        "engine": f"{outcome.engine} {outcome.version}".strip(),
        "seconds": {"read": 0.0, "compile": compiled, "solve": outcome.seconds,
                    "total": time.perf_counter() - begin},
        "message": outcome.message,
    }
