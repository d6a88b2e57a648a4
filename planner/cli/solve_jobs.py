"""Solve files of any domain (whose it is, its contents say), one after the other.

Ctrl-C stops the solving and keeps what was found.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from planner.discovery import recognise
from planner.errors import ExitCode, MissingError, PlannerError
from planner.solving import SolveOptions, SolveReport, changed, solve_case
from planner.supervision import stage, supervise

_WORDS = {ExitCode.COMPONENT: "INTERNAL_ERROR", ExitCode.UNSUPPORTED: "UNSUPPORTED_PROBLEM",
          ExitCode.USAGE: "USAGE_ERROR", ExitCode.LIMIT: "LIMIT_REACHED"}
"""What is said of a file that no solver was run on, or whose solver broke, by the exit code."""


class Interruption:
    """What Ctrl-C means: the first one stops the solving, the second one everything.

    ``count`` says how often it was pressed. Within :meth:`solving` the first one raises
    ``KeyboardInterrupt``; whoever holds a plan catches it and returns the plan.
    """

    def __init__(self) -> None:
        self.count = 0
        self._solving = False
        self._before: Any = None

    def __enter__(self) -> Interruption:
        ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # a job in the background
        if not ignored and threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def solving(self) -> Iterator[None]:
        """Let an interrupt in, while a file is being solved."""
        self._solving = True
        try:
            yield
        finally:
            self._solving = False

    def _note(self, *_: object) -> None:
        self.count += 1
        if self._solving or self.count > 1:
            raise KeyboardInterrupt


def solve_each(
    files: Sequence[Path], request: Request, interruption: Interruption,
    better: Callable[[SolveReport], None] | None,
) -> Iterator[Result]:
    """Yield results in the order of ``files``; fewer where an interruption ends it.

    ``better`` is given each better plan on the way.
    """
    for file in files:
        result = solve_file(file, request, interruption, better)
        if result is None:
            return
        yield result


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
    stage("reading")
    domain = recognise(file)
    case = changed(domain, domain.read(file), str(file), domain=request.domain,
                   true_world=request.true_world, strict=request.strict)
    return solve_case(case, request.options, source=str(file), domain=domain)
