"""The sandbox: statuses within limits, nothing left behind."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from teams import world
from waiting import wait_until

from planner.engines import Limits
from planner.engines.registry import ENGINES, engine
from planner.engines.solve import solve_task
from planner.errors import UsageError
from planner.pddl import read_texts
from planner.sandbox import Execution, Sandbox

PYTHON = sys.executable
MARK = f"planner_sandbox_test_mark_{os.getpid()}"


def marked() -> list[int]:
    """Return the processes of these tests that are still there, in whatever state."""
    return [process.pid for process in psutil.process_iter(["cmdline"])
            if any(MARK in word for word in process.info["cmdline"] or ())]


def run(code: str, wall_s: float = 10.0, memory_mb: int = 500) -> Execution:
    with Sandbox() as box:
        result = box.run([PYTHON, "-c", f"{code} # {MARK}"], Limits(wall_s, memory_mb))
    assert not box.directory.exists()
    assert not marked()
    return result


@pytest.mark.parametrize(("code", "exit_code", "output"), [
    ("print('hello'); raise SystemExit(3)", 3, "hello\n"),
    ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", -signal.SIGSEGV, ""),
    ("import tempfile, os; print(tempfile.mkdtemp().startswith(os.getcwd()))", 0, "True\n")])
def test_output_and_exit_code_come_back(code: str, exit_code: int, output: str) -> None:
    result = run(code)
    assert (result.status, result.code, result.output) == ("exited", exit_code, output)


CHILD = ("import subprocess, sys, time; "
         f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60) # {MARK}'], "
         "start_new_session=True); ")
GRANDCHILD = CHILD + "open('up', 'x'); time.sleep(60)"


@pytest.mark.parametrize(("then", "wall_s", "status"), [
    ("time.sleep(60)", 1.0, "timeout"), ("", 10.0, "exited")])
def test_the_children_of_an_engine_are_ended_with_it(
    then: str, wall_s: float, status: str
) -> None:
    assert run(CHILD + then, wall_s).status == status


def test_a_memory_hungry_engine_is_ended() -> None:
    code = "x = []\nwhile True: x.append(bytearray(10_000_000))"
    assert run(code, 60.0, memory_mb=200).status == "memout"


def test_a_missing_program_is_no_python_exception() -> None:
    with Sandbox() as box:
        result = box.run(["no-such-engine-here"], Limits(5, 100))
    assert result.code == 127
    assert "no-such-engine-here" in result.output


def test_limits_must_mean_something() -> None:
    for wall, memory in ((0, 100), (-1, 100), (float("nan"), 100), (1, 1)):
        with pytest.raises(UsageError):
            Limits(wall, memory)


def test_the_engine_dies_with_its_caller() -> None:
    script = (
        "from pathlib import Path\n"
        "from planner.sandbox import Sandbox\n"
        "from planner.engines import Limits\n"
        "import sys\n"
        "with Sandbox() as box:\n"
        "    print(box.directory, flush=True)\n"
        f"    box.run([sys.executable, '-c', 'import time; open(\\'up\\', \\'x\\'); time.sleep(60)"
        f" # {MARK}'], Limits(60, 500))\n"
    )
    caller = subprocess.Popen([PYTHON, "-c", script], stdout=subprocess.PIPE, text=True)
    assert caller.stdout is not None
    directory = Path(caller.stdout.readline().strip())
    wait_until((directory / "up").exists)
    caller.send_signal(signal.SIGKILL)
    caller.wait()
    caller.stdout.close()
    wait_until(lambda: not marked() and not directory.exists())


def test_many_at_a_time_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(number: int) -> int | None:
        with Sandbox() as box:
            code = f"open('output.sas', 'x').write('{number}'); raise SystemExit({number % 5})"
            return box.run([PYTHON, "-S", "-c", code], Limits(30, 500)).code

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ended, range(24))) == [i % 5 for i in range(24)]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("signum", [signal.SIGKILL, signal.SIGSTOP])
def test_a_janitor_that_is_lost_or_stopped_leaves_nothing(
    signum: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planner.sandbox._GRACE_S", 0.5)
    with Sandbox() as box, ThreadPoolExecutor(1) as pool:
        assert box._janitor is not None
        pool.submit(box._janitor.send_signal, signum)
        result = box.run([PYTHON, "-c", f"{GRANDCHILD} # {MARK}"], Limits(1, 500))
    assert result.status == "timeout"
    assert not marked()
    assert not box.directory.exists()


def test_an_interrupt_ends_the_engine_and_keeps_what_it_left() -> None:
    def interrupt() -> None:
        wait_until((box.directory / "up").exists)
        os.kill(os.getpid(), signal.SIGINT)

    with Sandbox() as box, ThreadPoolExecutor(1) as pool:
        pool.submit(interrupt)
        result = box.run([PYTHON, "-c", f"{GRANDCHILD} # {MARK}"], Limits(60, 500))
        assert result.status == "interrupted"
        assert (box.directory / "up").exists()
        assert not marked()


def test_locked_and_deep_folders_are_removed() -> None:
    code = ("import os\nos.makedirs('a/b'); open('a/b/c', 'x'); os.chmod('a', 0)\n"
            "for _ in range(1050): os.mkdir('deep'); os.chdir('deep')")
    with Sandbox() as box:
        box.run([PYTHON, "-c", code], Limits(60, 500))
    assert not box.directory.exists()


LEFTOVERS = {
    "a folder": "os.mkdir('plan')",
    "a pipe": "os.mkfifo('plan')",
    "a device": "os.symlink('/dev/zero', 'plan')",
    "a giant": "open('plan', 'w').truncate(300_000_000)",
    "no number": "open('plan', 'w').write('(step c0 c1)\\n; cost = ......\\n')",
    "no number either": "open('plan', 'w').write('(step c0 c1)\\n; cost = 1.2.3\\n')",
    "bytes": "open('plan', 'wb').write(bytes(range(256)))",
}


DOMAIN = world("chain")
PROBLEM = """(define (problem p) (:domain chain) (:objects c0 c1 - cell)
 (:init (here c0) (next c0 c1)) (:goal (here c1)))"""


@pytest.mark.parametrize("kind", LEFTOVERS)
def test_whatever_an_engine_leaves_is_bounded(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = engine("fast-downward")
    command = [PYTHON, "-c", f"import os; {LEFTOVERS[kind]}"]
    broken = spec._replace(command=lambda *_: command)
    monkeypatch.setitem(ENGINES, spec.name, broken)
    outcome = solve_task(read_texts(DOMAIN, PROBLEM), engine=spec.name, limits=Limits(20, 500))
    assert outcome.status.solved == ("number" in kind)
