"""Solve one PDDL problem as a benchmark case: engine, status, plan length and two judges."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from planner.errors import ComponentError, MissingError, UnsupportedError, UsageError
from planner.execution.trace import EpisodeRecord

__all__ = ["POLICIES", "run_case"]

POLICIES: tuple[str, ...] = ()
"""None: cases name engines (key ``engine``)."""


def run_case(case: Mapping[str, Any], *, trace: TextIO | None = None) -> EpisodeRecord:
    """Solve ``case["problem"]`` with ``case["engine"]`` (keys ``time_limit`` s, ``memory_limit``
    MB, ``optimal``) and judge the plan.

    ``L`` is the plan's length; success means that both judges accept it. An engine that crashes
    has not solved its problem; one that is not installed raises MissingError. A judge that crashes,
    or two that disagree, raise ComponentError: such a plan is not counted as wrong.
    """
    from planner.engines import ENGINES
    from planner.engines.limits import Limits
    from planner.engines.solve import solve_task
    from planner.pddl import read_task
    from planner.validation.judges import Verdict, judge

    problem = Path(str(case["problem"]))
    task = read_task(problem.with_name("domain.pddl"), problem)
    wanted = str(case.get("engine", "auto"))
    if wanted != "auto" and wanted not in ENGINES:
        raise UsageError(f"no engine {wanted!r}; known: auto, {', '.join(ENGINES)}")
    if wanted in ENGINES and (missing := ENGINES[wanted].missing()):
        raise MissingError(f"engine {wanted}: {missing}")
    limits = Limits(float(case.get("time_limit", 20)), int(case.get("memory_limit", 2000)))
    found = solve_task(task, engine=wanted, limits=limits,
                       optimal=bool(case.get("optimal", False)))
    if found.status == "UNSUPPORTED_PROBLEM":
        raise UnsupportedError(f"engine {found.engine}: {found.message}")
    valid = False
    if found.plan is not None:
        verdict = judge(task, found.plan)
        if verdict.overall in (Verdict.CRASHED, Verdict.DISAGREE):
            raise ComponentError(f"judges: {verdict.overall}: {verdict.explanation}")
        valid = verdict.overall == Verdict.VALID
    steps = [str(step) for step in found.plan.steps] if found.plan is not None else []
    if trace is not None:
        trace.write(json.dumps({"kind": "plan", "status": str(found.status), "plan": steps}) + "\n")
    name = f"{problem.parent.name}/{problem.stem}"
    goal = (f"solve {name}",)
    return EpisodeRecord(
        domain="pddl", case=name, policy=found.engine, agents=("planner",), seed=0, max_steps=0,
        steps=len(steps), trailing_done=False, success=valid,
        believed_success=found.plan is not None, subtasks=goal, credited=goal if valid else (),
        coverage=(), covered=(), successes={}, useful={}, decision_seconds=(found.seconds,),
        replans=0, engine_calls=1,
        failures=() if valid else (
            f"0 planner: {name}: {found.status} {found.message[:300]}".rstrip(),),
        extra={"engine": found.engine, "version": found.version, "status": str(found.status),
               "cost": found.cost},
    )
