"""Solve many files in several processes; only a command that does so imports what that takes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from planner.cli.solve_jobs import Request, Result, ended, solve_file
from planner.errors import ExitCode
from planner.origin import die_with
from planner.supervision import Interruption


def solve_all(
    files: Sequence[Path], request: Request, jobs: int, interruption: Interruption
) -> Iterator[Result]:
    """Yield results in the order of ``files``; fewer where an interruption ends it.

    A process that is killed from outside costs one file at most, and is named in its result.
    """
    begin = 0
    while begin < len(files) and not interruption.count:
        for result in _pool(files[begin:], request, jobs, interruption):
            begin += 1
            yield result
        if begin < len(files) and not interruption.count:  # a process was lost: this file alone
            file = files[begin]
            alone = next(_pool([file], request, 1, interruption), None)
            if alone is not None or not interruption.count:
                yield alone or ended(file, f"{file}: the process that solved it was killed",
                                     ExitCode.COMPONENT, "INTERNAL_ERROR")
            begin += 1


def _pool(
    files: Sequence[Path], request: Request, jobs: int, interruption: Interruption
) -> Iterator[Result]:
    """Yield results from processes of their own; end early where one of them is lost."""
    pool = ProcessPoolExecutor(min(jobs, len(files)), initializer=_begin_worker,
                               initargs=(os.getpid(),))
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


def _begin_worker(parent: int) -> None:
    """End with the parent; take interrupts from the parent alone."""
    die_with(parent)
    os.setsid()
    _worker.__enter__()


def _solve_in_worker(file: Path, request: Request) -> Result | None:
    return solve_file(file, request, _worker)
