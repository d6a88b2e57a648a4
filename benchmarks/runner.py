"""Run a suite on Dask: a local cluster, or one that is already there.

The parent holds a short window of runs in flight, so a sweep's length does not matter to its
memory. Short runs travel in batches of about a tenth of a second, since a Dask task costs some
milliseconds. All results go through the file system; a run is executed at most once to completion,
whoever dies.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from benchmarks.execute import Task, execute, execute_all, store_failure
from benchmarks.preflight import check_runs
from benchmarks.runs.outcome import RETRIED, RunOutcome
from benchmarks.runs.store import Store
from benchmarks.runs.stored_run import StoredRun
from benchmarks.secrets import MASK
from benchmarks.suite import Run, Suite
from benchmarks.versions import versions
from planner.domain import load_part
from planner.errors import ComponentError, MissingError, UsageError, remedy
from planner.foreign import place_of
from planner.sandbox import Sandbox

WINDOW = 4
BATCH_S, MAX_BATCH, SMOOTH = 0.1, 32, 8
CONNECT_S = 10


@dataclass
class Progress:
    """How far a sweep is; times in seconds since it began.

    ``no_result`` are the runs executed whose outcome says nothing about the method.
    """

    total: int
    skipped: int = 0
    done: int = 0
    solved: int = 0
    started: float = field(default_factory=time.monotonic)
    outcomes: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)
    no_result: list[str] = field(default_factory=list)
    begin_done: list[str] = field(default_factory=list)
    mistaken: list[str] = field(default_factory=list)
    """Runs that an agent of the user's own spoilt."""
    notes: dict[str, str] = field(default_factory=dict)
    """First message of each explained outcome that prevented runs (a missing scene, say)."""

    @property
    def rate(self) -> float:
        """Return runs per second so far."""
        elapsed = time.monotonic() - self.started
        return self.done / elapsed if elapsed > 0 else 0.0

    @property
    def seconds_left(self) -> float:
        """Return the estimated seconds left; infinity before the first result."""
        left = self.total - self.skipped - self.done
        return left / self.rate if self.rate else float("inf")

    def add(self, brief: dict[str, Any]) -> None:
        """Count one result."""
        self.done += 1
        self.solved += bool(brief["success"])
        self.outcomes[brief["outcome"]] += 1
        if (brief["outcome"] not in ("finished", "agent", "begins-done") and brief["explained"]
                and brief["message"]):
            self.notes.setdefault(brief["outcome"], f"{brief['key']}: {brief['message']}")
        if brief["outcome"] == "begins-done":
            self.begin_done.append(brief["key"])
        elif brief["outcome"] == "agent":
            self.mistaken.append(f"{brief['key']}: {brief['message']}")
        elif not brief["counts"]:
            self.no_result.append(f"{brief['key']}: {brief['outcome']}: {brief['message']}")
        elif not brief["explained"]:
            self.unexplained.append(f"{brief['key']}: {brief['message']}")


def prepare(
    suite: Suite, runs: Sequence[Run], out: Path, *, resume: bool, asking: bool = True, **about: Any
) -> Store:
    """Open the folder of a sweep; the digest of its cases protects against mixing sweeps.

    Raises what :func:`benchmarks.preflight.check_runs` raises, before anything is written.
    """
    check_runs(suite, runs, asking=asking)
    cases = sorted({run.case_id for run in suite.runs(suite.algorithms)})
    header = {
        "suite": suite.name, "suite_cases": len(cases), "agents": _agents(runs),
        "description": suite.description, "recorded": suite.recorded,
        "cases": sha256("\n".join(cases).encode()).hexdigest()[:16],
        "algorithms": sorted({run.algorithm for run in runs}), "runs": len(runs),
        "versions": versions(), **about,
    }
    return Store.create(out.resolve(), header, resume=resume)


def summarise(function: str, *stores: Store) -> None:
    """Let a suite's function print what it makes of the records: ours, then those of before."""
    if function:
        load_part(function)(*({r.key: r.record for r in store.all()} for store in stores))


def _agents(runs: Sequence[Run]) -> dict[str, str]:
    """Return a digest of the file of each agent of the user's own, by algorithm."""
    named = {run.algorithm: str(run.case.get("policy", "")).partition(":") for run in runs}
    files = {name: place_of(module) for name, (module, colon, _) in named.items() if colon}
    return {name: sha256(path.read_bytes()).hexdigest()[:16]
            for name, path in files.items() if path is not None and path.is_file()}


def run_suite(
    suite: Suite,
    runs: Sequence[Run],
    store: Store,
    *,
    jobs: int = 2,
    cluster: str = "",
    replay: Path | None = None,
    retry: frozenset[str] = RETRIED,
    on_progress: Callable[[Progress], None] | None = None,
) -> Progress:
    """Execute the runs that are not stored yet; return the final tally.

    ``jobs=0`` runs in this process without Dask (limits can then only interrupt Python code).
    ``replay`` names runs whose recorded language-model exchanges answer instead of an endpoint.
    Stored runs whose outcome is in ``retry`` are run again.
    Raises UsageError where a stored run was made with other settings than the suite has now, and
    ComponentError when the scheduler is lost; what is stored stays.
    """
    todo = []
    for run in runs:
        if (stored := store.settled(run.key, retry)) is None:
            todo.append(run)
        else:
            _check_settings(store, stored, run)
    progress = Progress(total=len(runs), skipped=len(runs) - len(todo))
    report = on_progress or (lambda _: None)
    report(progress)
    made = versions()
    source = str(replay.resolve()) if replay else ""
    tasks = (Task(str(store.root), run, suite.run, made, jobs != 0, source, retry) for run in todo)
    if not todo:
        return progress
    results = map(execute, tasks) if jobs == 0 and not cluster else _on_dask(tasks, jobs, cluster)
    try:
        for brief in results:
            progress.add(brief)
            report(progress)
    finally:
        store.clean()
    return progress


def _check_settings(store: Store, stored: StoredRun, run: Run) -> None:
    """Refuse to mix settings; absolute paths are the machine's, hidden words are not compared."""
    now = json.loads(json.dumps(dict(run.case), default=str))
    for key in sorted(now.keys() | stored.case.keys()):
        before, after = stored.case.get(key), now.get(key)
        if before != after and not str(before).startswith("/") and MASK not in str(before):
            raise UsageError(f"{store.root}: {run.key} was run with {key} = {before!r:.60}, and "
                             f"the suite says {after!r:.60} now; choose another --out")


def _on_dask(tasks: Iterator[Task], jobs: int, address: str) -> Iterator[dict[str, Any]]:
    try:
        from distributed import as_completed
    except ImportError as error:
        raise MissingError("sweeps on several workers need Dask: "
                           f"{remedy('cluster')} (or use --jobs 0)") from error
    with _client(jobs, address) as client:
        waiting: dict[str, list[Task]] = {}
        workers = max(jobs, len(client.scheduler_info(n_workers=-1)["workers"]))
        stream = as_completed(loop=client.loop)
        seconds = BATCH_S

        def submit(batch: list[Task]) -> None:
            if batch:
                key = f"{batch[0].run.key}-{time.monotonic_ns()}"
                waiting[key] = batch
                stream.add(client.submit(execute_all, batch, pure=False, key=key))

        for _ in range(WINDOW * workers):
            submit(list(islice(tasks, 1)))
        for future in stream:
            batch = waiting.pop(future.key)
            briefs = _result(future, batch, client)
            for brief in briefs:
                seconds += (brief["seconds"] - seconds) / SMOOTH
                yield brief
            if not briefs:
                for task in batch:
                    submit([task])
            elif len(waiting) < WINDOW * workers:
                size = max(1, min(MAX_BATCH, int(BATCH_S / max(seconds, 1e-6))))
                submit(list(islice(tasks, size)))


def _result(future: Any, batch: Sequence[Task], client: Any) -> list[dict[str, Any]]:
    """Return the results of a batch; none means that its runs are to be tried one by one."""
    from distributed import KilledWorker

    if future.status == "cancelled" or client.status != "running":  # what is "lost" comes again
        raise ComponentError("the scheduler was lost; stored runs are kept, continue with --resume")
    try:
        return list(future.result(timeout=60))
    except Exception as error:
        if client.status != "running":
            raise ComponentError(f"the scheduler was lost ({error}); continue with "
                                 "--resume") from error
        if len(batch) > 1:
            return []
        name = "worker-lost" if isinstance(error, KilledWorker) else "crashed"
        outcome = RunOutcome(name, f"{type(error).__name__}: {error}")
        return [store_failure(batch[0], outcome, time.perf_counter())]


@contextlib.contextmanager
def _client(jobs: int, address: str) -> Iterator[Any]:
    import dask
    from distributed import Client, LocalCluster
    from distributed.security import Security

    for name in ("asyncio", "tornado.application", *logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "asyncio", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    settings = {"distributed.comm.timeouts.connect": f"{CONNECT_S}s",
                "distributed.worker.memory.terminate": False,
                "distributed.worker.memory.pause": False,
                "distributed.worker.memory.spill": False,
                "distributed.worker.memory.target": False,
                "distributed.scheduler.allowed-failures": 3}
    with dask.config.set(settings), contextlib.ExitStack() as stack:
        if address:
            try:
                client = Client(address, timeout=CONNECT_S, set_as_default=False)
            except (OSError, ValueError) as error:
                raise ComponentError(f"no scheduler at {address}: {error}") from error
        else:
            if jobs < 1:
                raise UsageError(f"--jobs must be at least 0, found {jobs}")
            scratch = str(stack.enter_context(_scratch()))
            stack.enter_context(dask.config.set({"temporary-directory": scratch}))
            try:
                os.environ["PYTHONSAFEPATH"] = "1"  # workers import from named folders only
                with _interrupt_held():
                    local = stack.enter_context(LocalCluster(
                        n_workers=jobs, threads_per_worker=1, processes=True, host="127.0.0.1",
                        dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL,
                        security=Security.temporary(),  # nobody else on this machine is a worker
                    ))
                    client = Client(local, set_as_default=False)
            except RuntimeError as error:
                raise ComponentError(f"the local workers did not start: {error}") from error
        yield stack.enter_context(client)


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    """Keep temporary files in a folder that goes with the workers when this process ends.

    Dask and its workers write their keys there each time they make a connection. The tracker of
    resources is started here, as its start would take the mask of signals away again.
    """
    resource_tracker.ensure_running()  # outside the sandbox: it tidies up behind all
    with Sandbox() as box:
        before = {key: os.environ.get(key) for key in box.setting}
        os.environ.update(box.setting)
        tempfile.tempdir = None  # asked anew
        try:
            yield box.directory
        finally:
            tempfile.tempdir = None
            for key, value in before.items():
                os.environ.pop(key)
                if value is not None:
                    os.environ[key] = value


@contextlib.contextmanager
def _interrupt_held() -> Iterator[None]:
    """Keep Ctrl-C waiting while the cluster starts, and for ever from its workers.

    Dask answers an interruption during its start with tracebacks from every process; workers
    inherit the mask and are ended by the cluster.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
