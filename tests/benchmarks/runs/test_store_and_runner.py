"""Sweeps: equal for any number of workers, whole or not at all, exactly once."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TextIO

import pytest
from sweeps import bench, slow_suite
from waiting import wait_until

from benchmarks.execute import Task, _failed, execute
from benchmarks.runner import _result, prepare, run_suite
from benchmarks.runs.store import Store, without_times
from benchmarks.suite import Limits, Run, Suite, find_suite, load_suite
from planner.cli.bench_command import command
from planner.errors import ComponentError, InputError, MemoutError, UsageError
from planner.execution.trace import EpisodeRecord


def content(root: Path) -> dict[str, list[Any]]:
    """Return all results and traces of a sweep without times."""
    found = {}
    for path in sorted((root / "runs").glob("*/*")):
        lines = (path / "trace.jsonl").read_text().splitlines()
        found[str(path.relative_to(root))] = [
            without_times(json.loads((path / "result.json").read_text())),
            *(without_times(json.loads(line)) for line in lines),
        ]
    return found


def sweep(out: Path, suite: Suite, jobs: int = 0, **options: Any) -> Path:
    runs = suite.runs(**options)
    run_suite(suite, runs, prepare(suite, runs, out, resume=True), jobs=jobs)
    return out


@pytest.fixture(scope="module")
def corridor() -> Suite:
    return load_suite(find_suite("corridor"))


@pytest.fixture(scope="module")
def undisturbed(corridor: Suite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sweep(tmp_path_factory.mktemp("sweep") / "plain", corridor)


def test_a_run_folder_holds_everything(undisturbed: Path) -> None:
    run = Store.open(undisturbed).read("walker/length-6.agents-1.seed-0")
    assert run.outcome.kind.explained
    assert run.record.success
    assert run.limits == {"wall_seconds": 20.0, "memory_mb": 8000}
    assert "python" in run.versions
    assert run.record.decision_seconds
    assert len(list(Store.open(undisturbed).all())) == 20
    assert list((undisturbed / "partial").iterdir()) == []


def test_two_workers_write_the_same(corridor: Suite, undisturbed: Path, tmp_path: Path) -> None:
    assert content(sweep(tmp_path / "two", corridor, jobs=2)) == content(undisturbed)


def test_a_folder_of_other_runs_is_refused(corridor: Suite, tmp_path: Path) -> None:
    prepare(corridor, corridor.runs(), tmp_path / "runs", resume=False)
    with pytest.raises(UsageError, match="already holds"):
        prepare(corridor, corridor.runs(), tmp_path / "runs", resume=False)
    with pytest.raises(UsageError, match="other runs"):
        Store.create(tmp_path / "runs", {"suite": "other"}, resume=True)
    with pytest.raises(UsageError, match="not empty"):
        Store.create(tmp_path, {"suite": "other"}, resume=True)
    with pytest.raises(InputError, match="not a folder of runs"):
        Store.open(tmp_path / "none")


def test_a_changed_setting_is_not_mixed_with_what_was_run(
    corridor: Suite, undisturbed: Path
) -> None:
    changed = replace(corridor, algorithms={"walker": {"detour": 1}})
    with pytest.raises(UsageError, match="was run with detour = None, and the suite says 1 now"):
        sweep(undisturbed, changed)


def test_an_interruption_before_the_first_run_says_what_is_stored(
    undisturbed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Store, "set_aside", lambda _: signal.raise_signal(signal.SIGINT))
    with pytest.raises(SystemExit, match="130"):
        command("corridor", undisturbed, resume=True, algorithms="walker,random")
    assert "interrupted; 20 of 40 runs are stored" in capsys.readouterr().err


def spin(case: Mapping[str, Any], *, trace: TextIO) -> EpisodeRecord:
    """Never come back; with ``eat`` fill the memory meanwhile."""
    eaten = []
    while True:
        if case.get("eat"):
            eaten.append(bytearray(10_000_000))
        time.sleep(0.01)


def fail(case: Mapping[str, Any], *, trace: TextIO) -> EpisodeRecord:
    raise {"input": InputError("no such scene"), "component": ComponentError("engine died"),
           "bug": ZeroDivisionError("oops")}[case["kind"]]


def outcome(root: Path, function: str, limits: Limits, **case: Any) -> dict[str, Any]:
    run = Run("a", "-".join(map(str, case.values())) or "x", case, limits)
    root = Store.create(root, {}, resume=True).root
    return execute(Task(str(root), run, f"test_store_and_runner:{function}", {}))


def test_limits_of_a_run_become_its_outcome(tmp_path: Path) -> None:
    found = outcome(tmp_path / "runs", "spin", Limits(wall_seconds=0.3))
    assert (found["outcome"], found["explained"]) == ("time-limit", True)
    found = outcome(tmp_path / "runs", "spin", Limits(20, 600), eat=1)
    assert found["outcome"] == "memory-limit"


def test_crashes_differ_from_wrong_inputs(tmp_path: Path) -> None:
    limits = Limits()
    assert outcome(tmp_path / "runs", "fail", limits, kind="input")["outcome"] == "input"
    assert outcome(tmp_path / "runs", "fail", limits, kind="component")["explained"]
    found = outcome(tmp_path / "runs", "fail", limits, kind="bug")
    assert (found["outcome"], found["explained"]) == ("crashed", False)
    assert "oops" in found["message"]
    assert (tmp_path / "runs/runs/a/bug/error.log").is_file()


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    return slow_suite(tmp_path, 14)


def wait_for(out: Path, count: int, name: str = "runs/*/*/result.json") -> None:
    wait_until(lambda: sum(path.read_text().rstrip().endswith("}")
                           for path in out.glob(name)) >= count, 180)


def workers_of(parent: int) -> list[int]:
    import psutil

    return [p.pid for p in psutil.Process(parent).children(recursive=True)
            if "spawn_main" in " ".join(p.cmdline())]


def test_killed_worker_and_killed_parent_lose_nothing(slow: Path, tmp_path: Path) -> None:
    suite = load_suite(slow)
    plain = content(sweep(tmp_path / "plain", suite))
    out = tmp_path / "killed"
    process = bench(slow, out, "--jobs", "2")
    wait_for(out, 2)
    os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    wait_for(out, 6)
    process.kill()
    process.communicate()
    assert len(list(out.glob("runs/*/*/result.json"))) < 14
    assert content(sweep(out, suite)) == plain  # resumed


def test_results_lost_with_their_worker_are_waited_for() -> None:
    """Dask calls them lost until another worker has executed the runs again."""
    future = SimpleNamespace(status="lost", result=lambda timeout: [{"key": "a/b"}])
    assert _result(future, [], SimpleNamespace(status="running")) == [{"key": "a/b"}]


def test_lost_scheduler_and_worker_of_a_cluster(slow: Path, tmp_path: Path) -> None:
    suite = load_suite(slow)
    plain = content(sweep(tmp_path / "plain", suite))
    out, address = tmp_path / "cluster", tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard",
               "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(address)]
    quiet = subprocess.DEVNULL
    scheduler = subprocess.Popen(command, stdout=quiet, stderr=quiet)
    workers = []
    try:
        wait_for(tmp_path, 1, address.name)
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-dashboard",
                  "--nthreads", "1", "--no-nanny", "--scheduler-file", str(address),
                  "--local-directory", str(tmp_path)]
        workers = [subprocess.Popen(worker, stdout=quiet, stderr=quiet) for _ in range(2)]
        process = bench(slow, out, "--cluster", json.loads(address.read_text())["address"])
        wait_for(out, 3)
        workers[0].kill()
        wait_for(out, 8)
        scheduler.kill()
        _, errors = process.communicate(timeout=100)
        assert process.returncode == 5, errors
        assert "--resume" in errors
        assert "Traceback" not in errors
    finally:
        for child in (scheduler, *workers):
            child.kill()
            child.wait()
    assert content(sweep(out, suite)) == plain  # resumed


def test_a_job_beyond_its_memory_is_not_told_to_be_late() -> None:
    assert _failed(MemoutError("memory limit of 8 MB"))[0].name == "memory-limit"
