"""Solve files of any domain (whose it is, its contents say), many in several processes.

Ctrl-C stops the solving and keeps what was found.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
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
from planner.lineage import die_with_parent
from planner.solving import SolveOptions, SolveReport, changed, solve_case
from planner.supervision import stage, supervise

__all__ = ["Interruption", "Request", "Result", "solve_all", "solve_source"]


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


def solve_all(
    files: Sequence[Path], request: Request, jobs: int, interruption: Interruption
) -> Iterator[Result]:
    """Yield results in the order of ``files``; fewer where an interruption ends it.

    A process that is killed from outside costs one file at most, and is named in its result.
    """
    if jobs == 1 or len(files) == 1:
        for file in files:
            result = _solve(file, request, interruption)
            if result is None:
                return
            yield result
        return
    begin = 0
    while begin < len(files) and not interruption.count:
        for result in _pool(files[begin:], request, jobs, interruption):
            begin += 1
            yield result
        if begin < len(files) and not interruption.count:  # a process was lost: this file alone
            alone = next(_pool(files[begin : begin + 1], request, 1, interruption), None)
            if alone is not None or not interruption.count:
                yield alone or _lost(files[begin])
            begin += 1


def _solve(file: Path, request: Request, interruption: Interruption) -> Result | None:
    """Solve a file; None where an interruption was there first."""
    if interruption.count:
        return None
    try:
        with interruption.solving():
            result = solve_source(file, request)
    except KeyboardInterrupt:
        if interruption.count > 1:
            raise
        return _ended(file, "interrupted before any plan was found", ExitCode.INTERRUPTED,
                      "TIMEOUT", interrupted=True)
    if not interruption.count:
        return result
    status = {"SOLVED_SATISFICING": "INTERMEDIATE"}.get(result.data["status"])
    data = {**result.data, "interrupted": True} | ({"status": status} if status else {})
    return replace(result, data=data, interrupted=True)


def _pool(
    files: Sequence[Path], request: Request, jobs: int, interruption: Interruption
) -> Iterator[Result]:
    """Yield results from processes of their own; end early where one of them is lost."""
    pool = ProcessPoolExecutor(min(jobs, len(files)), initializer=_begin_worker)
    try:
        waiting = [pool.submit(_solve_in_worker, file, request) for file in files]
        for number, future in enumerate(waiting):
            result = _wait(future, waiting[number + 1 :], interruption)
            if result is None:
                break
            yield result
    except BrokenProcessPool:
        pass
    except BaseException:
        for child in multiprocessing.active_children():
            child.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _wait(
    future: Future[Result | None], later: Sequence[Future[Result | None]],
    interruption: Interruption,
) -> Result | None:
    """Wait for a result; at an interruption pass it on and wait for what is kept."""
    try:
        with interruption.solving():
            if not interruption.count:
                return future.result()
    except KeyboardInterrupt:
        if interruption.count > 1:
            raise
        for other in reversed(later):
            other.cancel()
        for child in multiprocessing.active_children():
            if child.pid:
                os.kill(child.pid, signal.SIGINT)
    try:
        return future.result()
    except CancelledError:
        return None


_worker = Interruption()


def _begin_worker() -> None:
    """End with the parent; take interrupts from the parent alone."""
    die_with_parent()
    os.setsid()
    _worker.__enter__()


def _solve_in_worker(file: Path, request: Request) -> Result | None:
    return _solve(file, request, _worker)


def _lost(file: Path) -> Result:
    return _ended(file, f"{file}: the process that solved it was killed", ExitCode.COMPONENT,
                  "INTERNAL_ERROR")


def _ended(
    file: Path, why: str, code: ExitCode, status: str, *, interrupted: bool = False
) -> Result:
    data = {"format": 1, "input": str(file), "status": status, "plan": None, "error": why,
            "interrupted": interrupted, "seconds": {"total": 0.0}}
    return Result(str(file), code, data, error=why, interrupted=interrupted)


@dataclass(frozen=True)
class Request:
    """How to solve; all but ``options`` is for the files that have such a choice."""

    domain: Path | None = None
    true_world: bool = False
    strict: bool = False
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
    """Solve a file; errors of the :class:`PlannerError` tree become part of the result.

    Where limits are asked for, all of it happens in a process that is ended at them.
    """
    begin = time.perf_counter()
    try:
        options = request.options
        report: SolveReport = _report(file, request) if not options.limited else supervise(
            "planner.cli.solve_jobs:_report", file, request, wall_s=options.time_limit,
            memory_mb=options.memory_limit)
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


def _report(file: Path, request: Request) -> SolveReport:
    stage("reading")
    domain = recognise(file)
    case = changed(domain, domain.read(file), str(file), domain=request.domain,
                   true_world=request.true_world, strict=request.strict)
    return solve_case(case, request.options, source=str(file), domain=domain)


def _status(error: PlannerError) -> str:
    """Return the word for a file that no solver was run on, or whose solver broke."""
    words: tuple[tuple[type[PlannerError], str], ...] = (
        (MissingError, "MISSING_COMPONENT"), (ComponentError, "INTERNAL_ERROR"),
        (UnsupportedError, "UNSUPPORTED_PROBLEM"), (UsageError, "USAGE_ERROR"),
        (LimitError, "LIMIT_REACHED"),
    )
    return next((word for kind, word in words if isinstance(error, kind)), "INPUT_ERROR")
