"""Execute one run in this process, under its limits, and store it whatever happens."""

from __future__ import annotations

import contextlib
import io
import os
import platform
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from benchmarks.baselines.policies import LANGUAGE
from benchmarks.runs.outcome import KINDS, RETRIED, RunOutcome
from benchmarks.runs.store import Store
from benchmarks.runs.stored_run import StoredRun, blank_record
from benchmarks.secrets import hidden
from benchmarks.suite import Run
from benchmarks.watchdog import LimitReached, Watchdog
from planner.discovery import domain_named
from planner.domain import PolicyContext, load_part
from planner.errors import AgentError, PlannerError
from planner.execution.episode import play, request
from planner.execution.trace import EpisodeRecord
from planner.files import write_text

PRINTED = 100_000
_NAMED = {kind.error: name for name, kind in KINDS.items()}


@dataclass(frozen=True)
class Task:
    """Everything a worker needs: where to store what, and what to run.

    ``hard`` allows the worker to end its own process when a run doesn't stop at its limit; the
    cluster starts it again. ``replay`` is a folder of runs whose recorded exchanges with a
    language model are used instead of asking it. ``retry`` are the outcomes that don't settle a
    run.
    """

    root: str
    run: Run
    function: str
    versions: Mapping[str, str]
    hard: bool = False
    replay: str = ""
    retry: frozenset[str] = RETRIED


def execute(task: Task) -> dict[str, Any]:
    """Run the task unless it is stored already; return its key, outcome and success."""
    return _unless_stored(task, lambda folder: _played(task, folder))


def _unless_stored(task: Task, make: Callable[[Path], StoredRun]) -> dict[str, Any]:
    """Make a run in a folder of its own and store it; a result that is already there stays."""
    store = Store(Path(task.root))
    stored = store.settled(task.run.key, task.retry)
    if stored is None:
        with store.begin() as folder:
            stored = make(folder)
            store.commit(stored, folder, task.retry)
    return _brief(stored)


def _played(task: Task, folder: Path) -> StoredRun:
    """Play the case of a task under its limits, and write what belongs to it into the folder."""
    run, started = task.run, time.perf_counter()

    def give_up(outcome: RunOutcome) -> None:
        """Store the outcome of a run that doesn't react, then leave the process."""
        store_failure(task, outcome, started)
        if task.hard:
            _leave()

    outcome, record, log, printed = RunOutcome(), None, "", _Printed()
    watchdog = Watchdog(run.limits.wall_seconds, run.limits.memory_mb, give_up)
    try:
        with (folder / "trace.jsonl").open("w", encoding="utf-8") as trace, watchdog, \
                contextlib.redirect_stdout(printed):
            record = _call(task, folder, trace)
            if not isinstance(record, EpisodeRecord):
                raise TypeError(f"{task.function} returned {type(record).__name__}")
            if record.begins_done:
                outcome = RunOutcome("begins-done", KINDS["begins-done"].meaning)
    except LimitReached as error:
        outcome = _placed(watchdog.outcome, run, error)
    except (Exception, SystemExit) as error:
        outcome, log = _failed(error)
    for name, text in (("printed.log", printed.getvalue()), ("error.log", log)):
        if text:
            write_text(folder / name, hidden(text))
    return _stored(task, outcome, record, started)


def _failed(error: BaseException) -> tuple[RunOutcome, str]:
    """Return how a run ended that raised, and the traceback where it is of use."""
    if isinstance(error, MemoryError):
        return RunOutcome("memory-limit", "the worker had no memory left"), ""
    trace = "".join(traceback.format_exception(error))
    if isinstance(error, PlannerError):
        name = next(_NAMED[kind] for kind in type(error).__mro__ if kind in _NAMED)
        return RunOutcome(name, str(error)), trace if isinstance(error, AgentError) else ""
    return RunOutcome("crashed", f"{type(error).__name__}: {error}"), trace


def _placed(outcome: RunOutcome, run: Run, error: BaseException) -> RunOutcome:
    """Say where an agent of the user's own was when its limit came."""
    module, colon, name = str(run.case.get("policy", "")).partition(":")
    frames = [f for f in traceback.extract_tb(error.__traceback__)
              if f.filename.endswith(f"{module.removesuffix('.py').replace('.', '/')}.py")]
    if not (colon and frames):
        return outcome
    where = f"; the agent {name} was in {frames[-1].filename}:{frames[-1].lineno}"
    return replace(outcome, message=outcome.message + where)


class _Printed(io.StringIO):
    """What a policy prints; of very much the beginning."""

    def write(self, text: str) -> int:
        """Keep what there is room for."""
        super().write(text[: max(0, PRINTED - self.tell())])
        return len(text)


def execute_all(tasks: Sequence[Task]) -> list[dict[str, Any]]:
    """Execute a batch of short runs one after the other."""
    return [execute(task) for task in tasks]


def store_failure(task: Task, outcome: RunOutcome, started: float) -> dict[str, Any]:
    """Store a run that ended without a record; a result that is already there stays."""
    return _unless_stored(task, lambda _: _stored(task, outcome, None, started))


def _call(task: Task, folder: Path, trace: TextIO) -> EpisodeRecord:
    """Play the case of a domain, or call the suite's own function (``docs/suites.md``)."""
    run = task.run
    if ":" in task.function:
        found: EpisodeRecord = load_part(task.function)(run.case, trace=trace)
        return found
    transcript = Path(task.replay) / "runs" / run.key / "chat.jsonl" if task.replay else None
    asked = request(domain_named(task.function), run.asked)
    return play(asked, trace, run.case_id, PolicyContext("", asked.settings, folder, transcript))


def _stored(
    task: Task, outcome: RunOutcome, record: EpisodeRecord | None, started: float
) -> StoredRun:
    run = task.run
    if outcome.name == "time-limit" and run.case.get("policy") in LANGUAGE:
        outcome = replace(outcome, name="model-time")
    record = record or blank_record(run, outcome.name)
    times = {"wall_seconds": time.perf_counter() - started, "host": platform.node(),
             "finished": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
    return StoredRun(
        run.algorithm, run.case_id, run.case, outcome, replace(record, case=run.case_id),
        dict(task.versions), asdict(run.limits), times,
    )


def _brief(run: StoredRun) -> dict[str, Any]:
    return {"key": run.key, "outcome": run.outcome.name, "explained": run.outcome.kind.explained,
            "counts": run.outcome.kind.counts, "success": run.record.success,
            "seconds": run.times.get("wall_seconds", 0.0),
            "message": hidden(run.outcome.message)[:300]}


def _leave() -> None:
    """End this process and its children at once; stored runs are safe."""
    import psutil

    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            child.kill()
    os._exit(70)
