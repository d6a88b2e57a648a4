"""``planner solve`` for a file of arrangement puzzles: the answers are the plan."""

from __future__ import annotations

import time
from dataclasses import asdict

from domains.space.domain import SpaceCase
from planner.engines.outcome import Status
from planner.engines.registry import refuse
from planner.errors import UsageError
from planner.solving import SolveOptions, SolveReport
from translators.space.arrangements.files import read_puzzles
from translators.space.arrangements.report import solution_text, summary
from translators.space.arrangements.solve import solve_puzzle

SOLVER = "arrangements"
_STATUS = {"unread": Status.UNSUPPORTED_PROBLEM, "contradiction": Status.UNSOLVABLE_PROVEN,
           "undetermined": Status.UNSOLVABLE_INCOMPLETELY}


def solve(case: SpaceCase, options: SolveOptions) -> SolveReport:
    """Solve every puzzle of a file; the status is that of the first one without an answer."""
    refuse(SOLVER, options)
    if options.engine not in ("auto", SOLVER):
        raise UsageError(f"puzzles are not for {options.engine}; their solver is {SOLVER}")
    begin = time.perf_counter()
    solutions = [solve_puzzle(p) for p in read_puzzles(case.file)]
    failed = next((a for s in solutions for a in s.answers if a.status != "solved"), None)
    lines = tuple(line for s in solutions for line in solution_text(s).split("\n"))
    return SolveReport(
        case.label, _STATUS[failed.status] if failed else Status.SOLVED_SATISFICING,
        None if failed else lines, engine=SOLVER,
        seconds={"total": time.perf_counter() - begin},
        message="；".join(failed.reason[:2]) if failed else "",
        more={"solutions": [asdict(s) for s in solutions], "summary": summary(solutions)})
