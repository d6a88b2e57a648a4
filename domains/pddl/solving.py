"""Solve, print and judge PDDL files as they are."""

from __future__ import annotations

import time
from pathlib import Path

from domains.pddl.domain import PddlCase
from planner.domain import Translation
from planner.engines.solve import solve_pddl
from planner.errors import UsageError
from planner.pddl import read_task
from planner.pddl.printer import print_domain, print_problem
from planner.solving import SolveOptions, SolveReport, report_of

__all__ = ["compiled", "solve"]


def solve(case: PddlCase, options: SolveOptions) -> SolveReport:
    """Solve a problem with an engine."""
    begin = time.perf_counter()
    outcome = solve_pddl(_domain(case), case.problem, engine=options.engine,
                         limits=options.limits, optimal=options.optimal)
    return report_of(outcome, str(case.problem), time.perf_counter() - begin)


def compiled(case: PddlCase) -> Translation:
    """Read a problem and print it in this project's form."""
    task = read_task(_domain(case), case.problem)
    return Translation(print_domain(task.domain), print_problem(task),
                       {name: name for name in sorted(task.objects)})


def _domain(case: PddlCase) -> Path:
    found = case.domain or case.problem.with_name("domain.pddl")
    if not found.exists():
        raise UsageError(f"{case.problem}: no domain.pddl beside it; name one with --domain")
    return found
