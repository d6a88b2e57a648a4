"""Run external commands in a directory of their own, under limits, always reaped.

Engines write scratch files with fixed names; two runs in one directory corrupt each other and
report solvable problems as unsolvable. So every solve gets an empty directory of its own, which
holds the scratch files that engines put into the folder for temporary files, too. The directory
belongs to a small process (:mod:`planner.engines.supervisor`) that also watches the engine:

* this process is killed: the supervisor's input ends; it ends the engine and removes the directory;
* the supervisor is killed: the kernel kills the engine, this process ends what the engine started
  and removes the directory;
* the supervisor is stopped: it is killed some seconds after the limit.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from planner.engines.limits import Limits
from planner.errors import ComponentError, PlannerError
from planner.files import read_bytes

__all__ = ["Execution", "Sandbox"]

_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "JAVA_HOME", "PYTHONPATH",
         "VIRTUAL_ENV")
_MARK = "PLANNER_SANDBOX"
"""Environment variable by which the processes of a sandbox are found again."""
_START_S = 30.0
"""Patience with a supervisor that starts on a busy machine …"""
_GRACE_S = 10.0
"""… and with one that has to end an engine: killing and reaping take milliseconds."""
_LOOK_S, _LOOKS_S, _LOOKED = 0.02, 0.25, 0.1
"""Pauses between looks at what a command has found so far: a share of the time it has taken."""
_LOG_LIMIT = 200_000


@dataclass(frozen=True)
class Execution:
    """How a command ended: ``exited``, ``timeout``, ``memout``, ``interrupted`` or ``stopped``.

    ``code`` is the exit code (negative: the signal's number), None where it was ended by a limit
    or an interruption.
    """

    status: str
    code: int | None
    wall_s: float
    cpu_s: float
    peak_mb: float
    output: str

    @property
    def interrupted(self) -> bool:
        """Say whether the user ended the command."""
        return self.status == "interrupted"


class Sandbox:
    """A private directory, from ``with`` to its end, and the commands that run in it.

    >>> with Sandbox() as box:
    ...     box.run(["echo", "hello"], Limits(10, 100)).output
    'hello\\n'
    """

    directory: Path

    def __init__(self) -> None:
        self.directory = Path(tempfile.gettempdir()).resolve() / f"planner-{os.urandom(16).hex()}"
        self._process: subprocess.Popen[bytes] | None = None
        self._engine = 0
        self._text = b""

    def __enter__(self) -> Sandbox:
        command = [sys.executable, "-I", "-S", str(_SUPERVISOR), str(self.directory),
                   str(os.getpid())]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True, cwd="/",
        )
        try:
            if self._line(_START_S) is None:
                raise ComponentError(f"no private directory in {self.directory.parent}: "
                                     "it cannot be written, or the process that makes it failed")
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def run(
        self,
        command: Sequence[str],
        limits: Limits,
        *,
        environment: Mapping[str, str] | None = None,
        file_mb: int = 1024,
        enough: Callable[[], bool] | None = None,
    ) -> Execution:
        """Run ``command`` in the directory and wait for it.

        The end of its output comes back. ``file_mb`` bounds every file it writes. ``enough`` is
        asked now and then whether the command may be ended (its status: ``stopped``). An interrupt
        (Ctrl-C) ends the command, not this process: its status is ``interrupted``. Raises
        :class:`ComponentError` when the supervisor is lost.
        """
        assert self._process is not None, "used before 'with'"
        assert self._process.stdin is not None
        deadline = time.monotonic() + limits.wall_s
        log = self.directory / "engine.log"
        spec = {
            "command": list(command), "cwd": str(self.directory), "deadline": deadline,
            "memory_mb": limits.memory_mb, "file_mb": file_mb, "log": str(log),
            "env": self._environment(environment),
        }
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(marshal.dumps(spec).hex().encode() + b"\n")
            self._process.stdin.flush()
        answer = self._answer(deadline, enough)
        if answer is None:
            late = time.monotonic() >= deadline
            self._kill()
            if not late:
                raise ComponentError(f"the supervisor of {command[0]} was killed or failed")
            answer = {"status": "timeout", "code": None, "wall_s": limits.wall_s, "cpu_s": 0.0,
                      "peak_mb": 0.0}
        return Execution(**answer, output=_tail(log))

    def _answer(
        self, deadline: float, enough: Callable[[], bool] | None
    ) -> dict[str, Any] | None:
        """Return what became of the command; None from a supervisor that is lost or too late."""
        try:
            started = self._line(_START_S)
            self._engine = int(started["pid"]) if started else 0
            if started is None:
                return None
            stopped = enough is not None and self._waited(deadline, enough)
            found = self._line(deadline + _GRACE_S - time.monotonic())
            return {**found, "status": "stopped"} if found and stopped and (
                found["status"] == "interrupted") else found
        except KeyboardInterrupt:
            self._stop()
            answer = self._line(_GRACE_S)
            return self._line(_GRACE_S) if answer is not None and "pid" in answer else answer

    def _waited(self, deadline: float, enough: Callable[[], bool]) -> bool:
        """Wait for an answer; say whether the command was stopped before."""
        assert self._process is not None
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout.fileno(), selectors.EVENT_READ)
            begun, pause = time.monotonic(), _LOOK_S
            while b"\n" not in self._text and time.monotonic() < deadline:
                if selector.select(pause):
                    return False
                pause = min(max(_LOOK_S, _LOOKED * (time.monotonic() - begun)), _LOOKS_S)
                if enough():
                    self._stop()
                    return True
        return False

    def _stop(self) -> None:
        """Tell the supervisor to end the command."""
        assert self._process is not None
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(b"stop\n")
            self._process.stdin.flush()

    def _line(self, wait_s: float) -> dict[str, Any] | None:
        """Return the supervisor's next line; None where it doesn't come."""
        assert self._process is not None
        assert self._process.stdout is not None
        stream, end = self._process.stdout.fileno(), time.monotonic() + wait_s
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while b"\n" not in self._text:
                ready = selector.select(max(0.0, end - time.monotonic()))
                fresh = os.read(stream, 65536) if ready else b""
                if not fresh:
                    return None
                self._text += fresh
        line, _, self._text = self._text.partition(b"\n")
        found: dict[str, Any] = marshal.loads(bytes.fromhex(line.decode()))
        return found

    def _close(self) -> None:
        """End everything; the directory is gone afterwards."""
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(b"end\n")  # others forked from here may hold the pipe open
            process.stdin.flush()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            self._kill()
        finally:
            if process.returncode != 0:
                self._kill()
            if self.directory.exists():  # the supervisor was ended before its time
                shutil.rmtree(self.directory, ignore_errors=True)
            process.stdout.close()
            self._process = None

    def _kill(self) -> None:
        """End a supervisor that is lost, and its engine with whatever that started."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        if self._engine > 1:
            with contextlib.suppress(OSError):
                os.killpg(self._engine, signal.SIGKILL)
        for _ in range(50):
            left = list(_marked(f"{_MARK}={self.directory}"))
            for pid in left:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            if not left:
                return
            time.sleep(0.01)

    def _environment(self, extra: Mapping[str, str] | None) -> dict[str, str]:
        kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
        folder = str(self.directory)
        scratch = dict.fromkeys(("TMPDIR", "TMP", "TEMP", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"),
                                folder)
        return {**kept, **scratch, "PYTHONDONTWRITEBYTECODE": "1", _MARK: folder,
                **(extra or {})}


def _marked(mark: str) -> Iterator[int]:
    """Yield the living processes that were started with ``mark`` in their environment."""
    wanted = mark.encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in path.read_bytes().split(b"\0"):
                yield int(path.parent.name)


def _tail(path: Path) -> str:
    try:
        return read_bytes(path, _LOG_LIMIT, part="tail").decode("utf-8", "replace")
    except PlannerError:
        return ""
