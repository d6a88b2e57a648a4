"""Solve one input file of any domain; whose it is, its contents say."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from planner.discovery import recognise
from planner.errors import (
    ComponentError,
    ExitCode,
    LimitError,
    MissingError,
    PlannerError,
    UnsupportedError,
    UsageError,
)
from planner.solving import SolveOptions, changed, solve_case

__all__ = ["Request", "Result", "solve_source"]


@dataclass(frozen=True)
class Request:
    """How to solve; ``domain`` and ``true_world`` are for the files that have such a choice."""

    domain: Path | None = None
    true_world: bool = False
    options: SolveOptions = field(default_factory=SolveOptions)


@dataclass(frozen=True)
class Result:
    """What came of a file: the JSON data of the contract, the plan's text, or an error."""

    file: str
    exit_code: ExitCode
    data: Mapping[str, Any]
    plan_text: str | None = None
    error: str = ""
    interrupted: bool = False


def solve_source(file: Path, request: Request) -> Result:
    """Solve a file; errors of the :class:`PlannerError` tree become part of the result."""
    begin = time.perf_counter()
    try:
        domain = recognise(file)
        case = changed(domain, domain.read(file), str(file), domain=request.domain,
                       true_world=request.true_world)
        report = solve_case(case, request.options, source=str(file), domain=domain)
        return Result(str(file), report.exit_code, report.to_json(), report.plan_text,
                      report.message if report.exit_code else "", report.interrupted)
    except PlannerError as error:
        seconds = {"total": time.perf_counter() - begin}
        data = {
            "format": 1,
            "input": str(file),
            "status": _status(error),
            "plan": None,
            "error": str(error),
            "seconds": seconds,
        }
        return Result(str(file), error.exit_code, data, error=str(error))


def _status(error: PlannerError) -> str:
    """Return the word for a file that no solver was run on, or whose solver broke."""
    words: tuple[tuple[type[PlannerError], str], ...] = (
        (MissingError, "MISSING_COMPONENT"), (ComponentError, "INTERNAL_ERROR"),
        (UnsupportedError, "UNSUPPORTED_PROBLEM"), (UsageError, "USAGE_ERROR"),
        (LimitError, "LIMIT_REACHED"),
    )
    return next((word for kind, word in words if isinstance(error, kind)), "INPUT_ERROR")
