"""Solving in several processes: interruptions, killed workers, nothing left."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tours import DOMAIN, tour
from waiting import wait_until

from planner.cli.solve_jobs import Request, Result
from planner.cli.solve_pool import solve_all
from planner.errors import ExitCode
from planner.supervision import Interruption

PROBLEMS = Path(__file__).parents[3] / "domains" / "competition" / "problems"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    for name in ("one", "two"):
        (tmp_path / f"{name}.pddl").write_text(tour(30))
    (tmp_path / "tmp").mkdir()
    return tmp_path


def start(folder: Path, *options: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "planner.cli.main", "solve", "--engine",
               "fast-downward-anytime", "--time-limit", "100", "--out", "out", *options]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, env={**os.environ, "TMPDIR": str(folder / "tmp"),
                                            "PYTHONPATH": str(PROBLEMS.parents[2])})


def engines_with_plans(folder: Path) -> int:
    """Count the private folders in which a whole plan lies."""
    return len({plan.parent for plan in folder.glob("tmp/**/plan.*") if "cost" in plan.read_text()})


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_keeps_the_best_plans(folder: Path, jobs: str) -> None:
    process = start(folder, "one.pddl", "two.pddl", "--jobs", jobs)
    wait_until(lambda: engines_with_plans(folder) == int(jobs))
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == ExitCode.INTERRUPTED
    assert f"{jobs} of 2 files were begun" in said
    assert "Traceback" not in said
    for name in ("one", "two")[: int(jobs)]:
        data = json.loads((folder / "out" / f"{name}.json").read_text())
        assert data["status"] == "INTERMEDIATE"
        assert data["interrupted"] is True
        assert data["cost"] > 0
        assert (folder / "out" / f"{name}.plan").read_text().count("(go ") >= 29
    assert not [*(folder / "tmp").iterdir()]


def killing(file: Path, _request: Request, *_: object) -> Result:
    """Solve like a process that is killed at one of the files."""
    if file.name == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    return Result(ExitCode.OK, {"status": "SOLVED_OPTIMALLY", "input": file.name})


def test_a_killed_worker_costs_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planner.cli.solve_jobs.solve_source", killing)
    files = [Path(name) for name in ("a", "b", "deadly", "c", "d")]
    results = list(solve_all(files, Request(), 2, Interruption()))
    assert [result.data["input"] for result in results] == ["a", "b", "deadly", "c", "d"]
    assert [result.exit_code for result in results] == [0, 0, ExitCode.COMPONENT, 0, 0]
    assert "was killed" in results[2].error
