"""Limits hold for all of a job, whatever stage it is in; nothing is left behind."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from commands import python
from limits import large_competition
from waiting import wait_until

import planner
from planner import supervision
from planner.errors import ComponentError, InputError, LimitError
from planner.solving import SolveOptions
from planner.supervision import keep, remaining, stage, supervise

HERE = "test_limits"
"""This module's name in a child (``tests/attacks`` is on its path)."""


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def _sleeps(found: str) -> str:
    stage("dreaming")
    if found:
        keep(found)
    time.sleep(60)
    return "late"


def _eats() -> int:
    stage("eating")
    food = []
    while True:
        food.append(bytearray(20_000_000))


def _family(folder: str) -> None:
    """Start a process that would outlive us, and say who it is."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as child:
        Path(folder, "pid").write_text(str(child.pid))
        time.sleep(60)


@pytest.mark.parametrize("limit", [0, 1])
def test_the_stage_is_named_and_the_folder_removed(tmp_path: Path, limit: int) -> None:
    with pytest.raises(LimitError, match=rf"time limit of {limit} s exceeded while dreaming"):
        supervise(f"{HERE}:_sleeps", "", wall_s=limit)
    assert list(tmp_path.iterdir()) == []


def test_the_best_so_far_is_kept() -> None:
    assert supervise(f"{HERE}:_sleeps", "a plan", wall_s=1) == "a plan"


def test_memory_is_limited() -> None:
    with pytest.raises(LimitError, match=r"memory limit of 300 MB exceeded while eating"):
        supervise(f"{HERE}:_eats", wall_s=60, memory_mb=300)


def test_what_a_job_started_ends_with_it(tmp_path: Path) -> None:
    with pytest.raises(LimitError):
        supervise(f"{HERE}:_family", str(tmp_path), wall_s=2)
    pid = int((tmp_path / "pid").read_text())
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


@pytest.mark.parametrize(("call", "expected", "words"), [
    ("os:abort", ComponentError, "signal 6"), ("os:_exit", ComponentError, "ended .exit 3."),
    (f"{HERE}:_last_words", ComponentError, "exit 3.*: out of everything$"),
    ("sys:exit", ComponentError, "code of others ended the process: SystemExit: 3")])
def test_a_lost_job_is_named(call: str, expected: type[Exception], words: str) -> None:
    with pytest.raises(expected, match=words):
        supervise(call, *(() if call == "os:abort" else (3,)), wall_s=20, quiet=True)


def _last_words(code: int) -> None:
    os.write(2, b"out of everything\n\n")
    os._exit(code)


def test_errors_come_back_as_they_are(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.xml: cannot be read"):
        planner.solve(tmp_path / "nowhere.xml", time_limit=20)


def test_time_spent_before_the_engine_is_taken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "JOB", supervision.Job())
    assert remaining(7) == 7
    assert SolveOptions().time_left is None
    supervision.begin(5, print)
    assert 4 < (SolveOptions().time_left or 0) <= 5  # a plan is handed over before the job ends
    assert 4 < remaining(60) <= 5
    assert remaining(0.5) == 0.5
    supervision.begin(0, print)
    with pytest.raises(LimitError):
        remaining(60)


def test_the_whole_command_is_limited(tmp_path: Path) -> None:
    """A hundred and sixty beds, as many cups, and what must be near: compiling takes long."""
    file = tmp_path / "large.xml"
    file.write_bytes(large_competition(random.Random(5)))
    ran = python("-P", "-m", "planner", "--time-limit", "1", "translate", file, "--out",
                 tmp_path / "out")
    assert ran.returncode == 4, ran.stderr
    assert "while" in ran.stderr


def test_an_interrupt_reaches_the_job(tmp_path: Path) -> None:
    program = f"""
import sys
sys.path[:0] = {[str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]!r}
from planner.supervision import supervise
try:
    supervise("{HERE}:_family", {str(tmp_path)!r}, wall_s=50)
except KeyboardInterrupt:
    sys.exit(77)
"""
    with subprocess.Popen([sys.executable, "-c", program], process_group=0) as process:
        wait_until((tmp_path / "pid").exists)
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(60) == 77


def test_a_limited_command_keeps_its_exit_code(tmp_path: Path) -> None:
    (tmp_path / "bad.xml").write_text("<test></test>")
    ran = python("-P", "-m", "planner", "--time-limit", "60", "lint", tmp_path / "bad.xml")
    assert (ran.returncode, ran.stderr) == (1, "")
