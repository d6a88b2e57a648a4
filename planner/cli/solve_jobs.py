"""Solve files of any domain (whose it is, its contents say), one after the other.

Ctrl-C stops the solving and keeps what was found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from planner.errors import ExitCode, MissingError, PlannerError
from planner.solving import SolveOptions, SolveReport, read_case, solve_case
from planner.supervision import Interruption, supervise

_WORDS = {ExitCode.COMPONENT: "INTERNAL_ERROR", ExitCode.UNSUPPORTED: "UNSUPPORTED_PROBLEM",
          ExitCode.USAGE: "USAGE_ERROR", ExitCode.LIMIT: "LIMIT_REACHED"}
"""What is said of a file that no solver was run on, or whose solver broke, by the exit code."""


def solve_file(
    file: Path, request: Request, interruption: Interruption,
    better: Callable[[SolveReport], None] | None = None,
) -> Result | None:
    """Solve a file; None where an interruption was there first."""
    if interruption.count:
        return None
    try:
        with interruption.solving():
            result = solve_source(file, request, better)
    except KeyboardInterrupt:
        if interruption.count > 1:
            raise
        return ended(file, "interrupted before any plan was found", ExitCode.INTERRUPTED,
                     "TIMEOUT", interrupted=True)
    if not interruption.count:
        return result
    status = str(result.data["status"])
    return result._replace(data={
        **result.data, "interrupted": True,
        "status": "INTERMEDIATE" if status == "SOLVED_SATISFICING" else status})


def ended(
    file: Path, why: str, code: ExitCode, status: str, total_s: float = 0.0, **more: Any
) -> Result:
    """Return the result of a file that no solver came to the end of."""
    return Result(code, {"format": 1, "input": str(file), "status": status, "plan": None,
                         "error": why, **more, "seconds": {"total": total_s}})


class Request(NamedTuple):
    """How to solve; all but ``options`` is for the files that have such a choice."""

    domain: Path | None = None
    true_world: bool = False
    strict: bool = False
    options: SolveOptions = SolveOptions()


class Result(NamedTuple):
    """What came of a file: the JSON data of the contract, and the report of who solved it."""

    exit_code: ExitCode
    data: Mapping[str, Any]
    report: SolveReport | None = None

    @property
    def plan_text(self) -> str | None:
        """Return the plan's text, where there is a plan."""
        return self.report.plan_text if self.report is not None else None

    @property
    def error(self) -> str:
        """Return what went wrong, or nothing."""
        if self.report is None:
            return str(self.data.get("error", ""))
        return self.report.message if self.exit_code else ""


def solve_source(
    file: Path, request: Request, better: Callable[[SolveReport], None] | None = None
) -> Result:
    """Solve a file; errors of the :class:`PlannerError` tree become part of the result.

    Where limits or better plans are asked for, all of it happens in a process that is ended at
    them and tells of these.
    """
    begin = time.perf_counter()
    try:
        options = request.options
        report: SolveReport = supervise(
            "planner.cli.solve_jobs:_report", file, request, wall_s=options.time_limit,
            memory_mb=options.memory_limit, better=better,
        ) if options.limited or better else _report(file, request)
        return Result(report.exit_code, report.to_json(), report)
    except PlannerError as error:
        word = "MISSING_COMPONENT" if isinstance(error, MissingError) else _WORDS.get(
            error.exit_code, "INPUT_ERROR")
        return ended(file, str(error), error.exit_code, word, time.perf_counter() - begin)


def _report(file: Path, request: Request) -> SolveReport:
    domain, case = read_case(file, domain=request.domain, true_world=request.true_world,
                             strict=request.strict)
    return solve_case(case, request.options, source=str(file), domain=domain)
