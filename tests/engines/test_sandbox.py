"""The sandbox: statuses within limits, nothing left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from planner.engines import Limits
from planner.engines.sandbox import Execution, execute, private_directory
from planner.errors import UsageError

PYTHON = sys.executable
MARK = "planner_sandbox_test_mark"


def marked() -> list[int]:
    """Processes of these tests that are still there, in whatever state."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if any(MARK in word for word in process.info["cmdline"] or ()):
            found.append(process.pid)
    return found


def run(code: str, wall_s: float = 10.0, memory_mb: int = 500) -> Execution:
    with private_directory() as directory:
        result = execute([PYTHON, "-c", f"{code} # {MARK}"], directory, Limits(wall_s, memory_mb))
    assert not directory.exists()
    assert not marked()
    return result


def test_output_and_exit_code_come_back() -> None:
    result = run("print('hello'); raise SystemExit(3)")
    assert (result.status, result.code, result.output) == ("exited", 3, "hello\n")


def test_a_crash_is_a_signal() -> None:
    assert run("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)").code == -signal.SIGSEGV


def test_a_hung_engine_is_ended_with_its_children() -> None:
    code = ("import subprocess, sys, time; "
            f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60) # {MARK}'], "
            "start_new_session=True); time.sleep(60)")
    assert run(code, wall_s=1.0).status == "timeout"


def test_an_orphan_of_a_finished_engine_is_ended() -> None:
    code = ("import subprocess, sys; "
            f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60) # {MARK}'], "
            "start_new_session=True)")
    assert run(code).status == "exited"


def test_a_memory_hungry_engine_is_ended() -> None:
    code = "x = []\nwhile True: x.append(bytearray(10_000_000))"
    assert run(code, memory_mb=200).status == "memout"


def test_a_missing_program_is_no_python_exception() -> None:
    with private_directory() as directory:
        result = execute(["no-such-engine-here"], directory, Limits(5, 100))
    assert result.code == 127
    assert "cannot start" in result.output


def test_limits_must_mean_something() -> None:
    for wall, memory in ((0, 100), (-1, 100), (float("nan"), 100), (1, 1)):
        with pytest.raises(UsageError):
            Limits(wall, memory)


def test_the_engine_dies_with_its_caller(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path\n"
        "from planner.engines.sandbox import execute, private_directory\n"
        "from planner.engines import Limits\n"
        "import sys\n"
        "with private_directory() as d:\n"
        "    print(d, flush=True)\n"
        f"    execute([sys.executable, '-c', 'import time; open(\\'up\\', \\'x\\'); time.sleep(60)"
        f" # {MARK}'], d, Limits(60, 500))\n"
    )
    caller = subprocess.Popen([PYTHON, "-c", script], stdout=subprocess.PIPE, text=True)
    assert caller.stdout is not None
    directory = Path(caller.stdout.readline().strip())
    wait_until((directory / "up").exists)
    caller.send_signal(signal.SIGKILL)
    caller.wait()
    caller.stdout.close()
    wait_until(lambda: not marked() and not directory.exists())


def wait_until(condition: Callable[[], bool], patience_s: float = 20.0) -> None:
    end = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < end, "the condition never came true"
        time.sleep(0.02)


def test_many_at_a_time_leave_nothing(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        codes = list(pool.map(lambda i: run_in(tmp_path, i), range(24)))
    assert codes == [i % 5 for i in range(24)]
    assert not list(tmp_path.iterdir())


def run_in(folder: Path, number: int) -> int | None:
    with private_directory() as directory:
        code = f"open('output.sas', 'x').write('{number}'); raise SystemExit({number % 5})"
        result = execute([PYTHON, "-S", "-c", code], directory, Limits(30, 500))
    assert os.path.exists(directory) is False
    return result.code
