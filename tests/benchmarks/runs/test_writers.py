"""Several processes that write into one folder of runs: nobody touches what another has begun."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from records import record
from sweeps import bench, slow_suite
from waiting import wait_until

from benchmarks.runs.outcome import RunOutcome
from benchmarks.runs.store import Store
from benchmarks.runs.stored_run import StoredRun
from benchmarks.runs.writers import private_folder, remove_abandoned

HOLD = """
import sys, time
from pathlib import Path
from benchmarks.runs.writers import private_folder
with private_folder(Path(sys.argv[1])) as folder:
    print(folder, flush=True)
    time.sleep(100)
"""


def test_a_living_writers_place_stays_and_a_dead_ones_goes(tmp_path: Path) -> None:
    with private_folder(tmp_path) as mine:
        other = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)],
                                 stdout=subprocess.PIPE, text=True)
        assert other.stdout is not None
        theirs = Path(other.stdout.readline().strip())
        (tmp_path / "of an older version").mkdir()
        remove_abandoned(tmp_path)
        assert (mine.is_dir(), theirs.is_dir()) == (True, True)
        other.kill()
        other.communicate()
        remove_abandoned(tmp_path)
        assert sorted(p.name for p in tmp_path.iterdir()) == [mine.name, mine.name + ".lock"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("first", "second", "retried", "kept"), [
    ("finished", "component", "", "finished"), ("component", "finished", "", "finished"),
    ("finished", "finished", "", "finished"), ("component", "missing", "", "missing"),
    ("crashed", "finished", "", "finished"), ("time-limit", "finished", "", "time-limit"),
    ("time-limit", "finished", "time-limit", "finished"),
])
def test_results_stay_and_outages_are_replaced(
    tmp_path: Path, first: str, second: str, retried: str, kept: str
) -> None:
    store = Store.create(tmp_path / "runs", {}, resume=False)
    for name in (first, second):
        run = StoredRun("a", "c", {}, RunOutcome(name), record())
        with store.begin() as folder:
            store.commit(run, folder, *[frozenset({retried})] * bool(retried))
    assert store.read("a/c").outcome.name == kept
    assert store.keys() == ["a/c"]


def test_a_folder_whose_writer_was_ended_at_once_is_taken_up(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    for name in ("runs", "partial"):
        (root / name).mkdir(parents=True)
    (root / ".sweep.json.0123").write_text("{")
    assert Store.create(root, {"suite": "s"}, resume=False).header()["suite"] == "s"


def test_two_sweeps_into_one_folder_at_once(tmp_path: Path) -> None:
    suite, out = slow_suite(tmp_path, 12), tmp_path / "runs"
    first = bench(suite, out, "--jobs", "0")
    wait_until((out / "partial").exists)
    second = bench(suite, out, "--jobs", "0", "--resume")
    for process in (first, second):
        _, errors = process.communicate(timeout=100)
        assert process.returncode == 0, errors
    store = Store.open(tmp_path / "runs")
    assert [run.outcome.name for run in store.all()] == ["finished"] * 12
    remove_abandoned(store.partial)
    assert list(store.partial.iterdir()) == []
    assert not (tmp_path / "runs" / "unreadable").exists()


def test_an_interruption_while_the_workers_start(tmp_path: Path) -> None:
    process = bench(slow_suite(tmp_path, 12), tmp_path / "runs", "--jobs", "2")
    wait_until((tmp_path / "runs" / "partial").exists)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=100)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert "of 12 runs are stored" in errors


def test_results_are_on_the_disk_before_they_are_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        real(descriptor)

    store = Store.create(tmp_path / "runs", {}, resume=False)
    monkeypatch.setattr(os, "fsync", fsync)
    with store.begin() as folder:
        (folder / "trace.jsonl").write_text("{}\n")
        store.commit(StoredRun("a", "c", {}, RunOutcome(), record()), folder)
    assert {Path(p).name for p in synced} >= {"result.json", "trace.jsonl"}
    assert synced[-1] == str(store.runs / "a")
    assert json.loads((store.runs / "a/c/result.json").read_text())["outcome"]["name"] == "finished"
