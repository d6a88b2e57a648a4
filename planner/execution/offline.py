"""A case of a domain without an environment: the plan is the result, two judges are the referee."""

from __future__ import annotations

import json
from typing import Any, TextIO

from planner.domain import Domain, Translation
from planner.engines.outcome import Status
from planner.errors import ComponentError, UnsupportedError
from planner.execution.plans.check import by_pddl
from planner.execution.trace import EpisodeRecord
from planner.solving import SolveOptions, SolveReport, solve_case
from planner.validation import Verdict


def solved_episode(
    domain: Domain[Any], case: Any, options: SolveOptions, *, name: str = "",
    trace: TextIO | None = None,
) -> EpisodeRecord:
    """Solve a case, judge the plan, and return that as a record.

    ``L`` is the plan's length; success means that both judges accept it. An engine that crashes
    has not solved its problem; one that is not installed raises MissingError. Two judges that
    disagree raise ComponentError: such a plan is not counted as wrong.
    """
    name = name or str(getattr(case, "label", domain.name))
    report = solve_case(case, options, source=name, domain=domain)
    if report.status is Status.UNSUPPORTED_PROBLEM:
        raise UnsupportedError(f"engine {report.engine}: {report.message}")
    valid = report.solved and _valid(domain, case, report)
    steps = list(report.plan or ())
    if trace is not None:
        trace.write(json.dumps({"kind": "plan", "status": str(report.status), "plan": steps})
                    + "\n")
    goal = (f"solve {name}",)
    return EpisodeRecord(
        domain=domain.name, case=name, policy=report.engine, agents=("planner",), seed=0,
        max_steps=0, steps=len(steps), trailing_done=False, success=valid,
        believed_success=report.solved, subtasks=goal, credited=goal if valid else (),
        coverage=(), covered=(), successes={}, useful={},
        decision_seconds=(report.seconds.get("solve") or 0.0,), replans=0, engine_calls=1,
        failures=() if valid else (
            f"0 planner: {name}: {report.status} {report.message[:300]}".rstrip(),),
        extra={"engine": report.engine, "status": str(report.status), "cost": report.cost},
        basis={"simulator": "none, the plan is the result", "referee": "two judges of plans",
               "preparation": "none", "scenes": "the case's own"}, begins_done=False)


def _valid(domain: Domain[Any], case: Any, report: SolveReport) -> bool:
    known, text = domain.translate(case), report.plan_text or ""
    if report.ground:  # in the names of the PDDL, silent actions included
        known, text = Translation(known.domain, known.problem), "\n".join(report.ground)
    verdict = by_pddl(known, text)
    if verdict.status not in (Verdict.VALID, Verdict.INVALID):
        raise ComponentError(f"judges: {verdict}")
    return verdict.status is Verdict.VALID
