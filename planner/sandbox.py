"""Run commands under limits in a directory of their own, always ended, always removed.

Engines write scratch files with fixed names; two runs in one directory corrupt each other and
report solvable problems as unsolvable. So every run gets an empty directory of its own, which holds
what is put into the folder for temporary files, too. All that is started there carries the
directory's name in its environment, and a shell, the janitor, waits for the end of this process:

* this process ends its commands and says so: the janitor removes the directory;
* this process is killed: the janitor's input ends, and it ends whatever carries the name, too;
* the janitor is killed or stopped: this process removes the directory.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

from planner.errors import ComponentError, UsageError

_JANITOR = """trap "" HUP INT TERM
while read -r word; do [ "$word" != end ] || break; group=$word; done
if [ "$word" != end ]; then
    [ -z "$group" ] || kill -s KILL -- "-$group"
    for attempt in 1 2 3 4 5 6 7 8 9; do
        sleep 0.05
        left=$(grep -lasF "PLANNER_SANDBOX=$0" /proc/[0-9]*/environ | tr -dc '0-9\\n')
        [ -n "$left" ] || break
        kill -s KILL $left
    done
fi
for attempt in 1 2 3 4 5 6 7 8 9; do
    rm -rf -- "$0" && break
    chmod -R u+rwx -- "$0"
    sleep 0.05
done"""
_LIMITED = 'ulimit -c 0; ulimit -f "$1"; ulimit -t "$2"; shift 2; exec "$@"'
"""Files in blocks of 512 bytes; processor time ends what nobody is left to end."""
SPARE_CPU_S = 60
FILE_MB = 1024
"""Of every file that a command writes."""
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "JAVA_HOME", "PYTHONPATH",
         "VIRTUAL_ENV")
_MARK = "PLANNER_SANDBOX"
"""Environment variable by which the processes of a sandbox are found again."""
_GRACE_S = 10.0
"""Patience with a janitor, whose work takes milliseconds."""
_WATCH_S, _LOOKS_S = (0.02, 0.1), (0.02, 0.25)
"""Least and longest pauses between looks at the memory and at what a command has found so far …"""
_SHARE = 0.1
"""… a share of the time it has taken."""
_TICK_S = 0.004
"""How late the end of a command may be noticed."""
_LOG_BYTES = 200_000


@dataclass(frozen=True)
class Limits:
    """Wall time in seconds and memory in MiB (resident, the whole process tree)."""

    wall_s: float = 60.0
    memory_mb: int = 4096

    def __post_init__(self) -> None:
        """Raise :class:`UsageError` on limits that are none or are out of reach."""
        if not 0 < self.wall_s < 1e7:
            raise UsageError(f"time limit {self.wall_s} s: it must be above 0 and below 1e7")
        if not 16 <= self.memory_mb < 1_000_000_000:
            raise UsageError(f"memory limit {self.memory_mb} MB: it must be 16 to 999999999")


class Execution(NamedTuple):
    """How a command ended: ``exited``, ``timeout``, ``memout``, ``interrupted`` or ``stopped``.

    ``code`` is the exit code (negative: the signal's number), None where it was ended by a limit
    or an interruption; ``output`` the end of what it printed.
    """

    status: str
    code: int | None
    wall_s: float
    peak_mb: float
    output: str


class Forked:
    """A copy of this process, with what is used of ``subprocess.Popen``."""

    def __init__(self, pid: int) -> None:
        self.pid, self.returncode = pid, cast("int | None", None)

    def wait(self) -> int:
        """Wait for its end and return its exit code, negative for a signal."""
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode


Child = subprocess.Popen[bytes] | Forked


class Sandbox:
    """A private directory, from ``with`` to its end; what has its ``setting`` ends with it.

    >>> with Sandbox() as box:
    ...     box.run(["echo", "hello"], Limits(10, 100)).output
    'hello\\n'
    """

    def __init__(self) -> None:
        self.directory = Path(tempfile.gettempdir()).resolve() / f"planner-{os.urandom(16).hex()}"
        self.setting = {_MARK: str(self.directory), "TMPDIR": str(self.directory)}
        self._janitor: subprocess.Popen[bytes] | None = None
        self._started: list[Child] = []

    def __enter__(self) -> Sandbox:
        self._janitor = subprocess.Popen(
            ["/bin/sh", "-c", _JANITOR, str(self.directory)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
            env={key: text for key, text in os.environ.items() if key != _MARK},
            start_new_session=True)
        try:
            self.directory.mkdir(0o700)
        except BaseException as error:
            self._close()
            if isinstance(error, OSError):
                raise ComponentError(f"no private directory in {self.directory.parent}: "
                                     f"{error.strerror}") from None
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._close()

    def start(self, command: Sequence[str], environment: Mapping[str, str], **how: Any
              ) -> subprocess.Popen[bytes]:
        """Start a command, which ends with this sandbox; ``how`` is for ``subprocess.Popen``."""
        assert self._janitor is not None, "used before 'with'"
        process = subprocess.Popen(command, env={**environment, **self.setting}, **how)
        self._started.append(process)
        self._say(str(process.pid))
        return process

    def fork(self, body: Callable[[Mapping[str, str]], object]) -> Forked:
        """Copy this process, to do ``body`` with a sandbox's environment; it ends with this one.

        Interrupts wait until the copy is known here, and there until ``body`` unblocks them.
        """
        assert self._janitor is not None, "used before 'with'"
        sys.stdout.flush()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        pid = os.fork()
        if pid == 0:
            try:
                body(self.setting)
            finally:
                os._exit(1)
        with contextlib.suppress(OSError):
            os.setpgid(pid, pid)
        self._started.append(process := Forked(pid))
        self._say(str(pid))
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return process

    def run(
        self, command: Sequence[str], limits: Limits, *,
        enough: Callable[[float], bool] | None = None,
    ) -> Execution:
        """Run ``command`` in the directory and wait for it; all that it started ends with it.

        ``enough`` is asked now and then, with the processor time used so far, whether the command
        may be ended (``stopped``). Ctrl-C ends it, not this process: it was ``interrupted``.
        """
        cpu_s = int(limits.wall_s) * (os.cpu_count() or 1) + SPARE_CPU_S
        begun = time.monotonic()
        with tempfile.TemporaryFile(dir=self.directory) as log:
            process = self.start(
                ["/bin/sh", "-c", _LIMITED, "sh", str(2048 * FILE_MB), str(cpu_s), *command],
                self._environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self.directory, start_new_session=True)
            try:
                status, peak_mb = _followed(process, limits, enough)
            finally:
                wall = time.monotonic() - begun
                self._end(process)
            log.seek(max(0, log.seek(0, os.SEEK_END) - _LOG_BYTES))
            return Execution(status, process.returncode if status == "exited" else None, wall,
                             peak_mb, log.read().decode("utf-8", "replace"))

    def _end(self, process: Child) -> None:
        """End a command, and whatever it started."""
        if process.returncode is None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for _ in range(100):
            left = list(_marked(self.directory))
            for pid in left:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            if not left:
                break
            time.sleep(0.005)

    def _close(self) -> None:
        """End everything; the directory is gone afterwards."""
        for process in self._started:
            if process.returncode is None:
                self._end(process)
        if self._janitor is None:
            return
        self._say("end")  # others forked from here may hold the pipe open
        with contextlib.suppress(subprocess.TimeoutExpired, BrokenPipeError):
            self._janitor.communicate(timeout=_GRACE_S)
        if self.directory.exists():  # the janitor was ended before its time
            shutil.rmtree(self.directory, ignore_errors=True)
        self._janitor.kill()
        self._janitor.wait()

    def _say(self, word: str) -> None:
        assert self._janitor is not None
        assert self._janitor.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._janitor.stdin.write(f"{word}\n".encode())
            self._janitor.stdin.flush()

    def _environment(self) -> dict[str, str]:
        kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
        scratch = dict.fromkeys(("TMPDIR", "TMP", "TEMP", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"),
                                str(self.directory))
        return {**kept, **scratch, "PYTHONDONTWRITEBYTECODE": "1"}


def _followed(
    process: subprocess.Popen[bytes], limits: Limits, enough: Callable[[float], bool] | None
) -> tuple[str, float]:
    """Wait for a command until it ends or has to be; return its status and the most MB in use."""
    begun = look = time.monotonic()
    peak_mb = 0.0
    try:
        while True:
            spent = time.monotonic() - begun
            if _ends(process.pid, min(_pause(spent, _WATCH_S), limits.wall_s - spent)):
                _, code, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(code)
                return "exited", max(peak_mb, used.ru_maxrss / 1024)
            pids = tree(process.pid)
            peak_mb = max(peak_mb, resident_mb(*pids))
            now = time.monotonic()
            if now - begun >= limits.wall_s:
                return "timeout", peak_mb
            if peak_mb > limits.memory_mb:
                return "memout", peak_mb
            if enough is not None and now >= look:
                if enough(processor_s(*pids)):
                    return "stopped", peak_mb
                look = time.monotonic() + _pause(now - begun, _LOOKS_S)
    except KeyboardInterrupt:
        return "interrupted", peak_mb


def _pause(spent_s: float, bounds: tuple[float, float]) -> float:
    return min(max(bounds[0], _SHARE * spent_s), bounds[1])


def _ends(pid: int, seconds: float) -> bool:
    """Wait some seconds for the end of a child; say whether it came."""
    until = time.monotonic() + seconds
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if time.monotonic() >= until:
            return False
        time.sleep(_TICK_S)
    return True


def tree(root: int) -> list[int]:
    """Return a process and all its living descendants."""
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{thread}/children") as stream:
                    waiting += map(int, stream.read().split())
    return found


def resident_mb(*pids: int) -> float:
    """Return the resident memory of processes; 0 where that is not known."""
    if not os.path.isdir("/proc/self"):  # macOS
        import psutil

        taken = 0
        for pid in pids:
            with contextlib.suppress(psutil.Error):
                taken += psutil.Process(pid).memory_info().rss
        return taken / 2**20
    pages = 0
    for pid in pids:
        with contextlib.suppress(OSError, IndexError), open(f"/proc/{pid}/statm") as stream:
            pages += int(stream.read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor_s(*pids: int) -> float:
    """Return the processor time of processes and of those of their children that have ended."""
    ticks = 0
    for pid in pids:
        with contextlib.suppress(OSError, IndexError), open(f"/proc/{pid}/stat") as stream:
            ticks += sum(map(int, stream.read().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _marked(directory: Path) -> Iterator[int]:
    """Yield the living processes whose environment names a sandbox."""
    wanted = f"{_MARK}={directory}".encode()
    for name in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else ()):
        with contextlib.suppress(OSError), open(f"/proc/{name}/environ", "rb") as stream:
            if wanted in stream.read():
                yield int(name)
