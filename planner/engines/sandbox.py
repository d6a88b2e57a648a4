"""Run external commands in their own directory, under limits, always reaped.

Engines write scratch files with fixed names; two runs in one directory corrupt each other and
report solvable problems as unsolvable. So every run gets an empty directory of its own. The
process itself is watched by :mod:`planner.engines.supervisor`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from planner.engines.limits import Limits
from planner.errors import ComponentError

__all__ = ["Execution", "execute", "private_directory"]

_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "JAVA_HOME", "PYTHONPATH",
         "VIRTUAL_ENV")


@dataclass(frozen=True)
class Execution:
    """How a command ended: ``status`` is ``exited``, ``timeout`` or ``memout``.

    ``code`` is the exit code (negative: the signal's number), None where it was ended by a limit.
    """

    status: str
    code: int | None
    wall_s: float
    cpu_s: float
    peak_mb: float
    output: str


@contextmanager
def private_directory() -> Iterator[Path]:
    """Make an empty directory that vanishes afterwards, whatever happens inside."""
    with tempfile.TemporaryDirectory(prefix="planner-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def execute(
    command: Sequence[str],
    directory: Path,
    limits: Limits,
    *,
    environment: Mapping[str, str] | None = None,
    output_bytes: int = 200_000,
    file_mb: int = 4096,
) -> Execution:
    """Run ``command`` in ``directory`` and wait for it.

    Its output goes to ``engine.log`` there; the last ``output_bytes`` come back. Raises
    :class:`ComponentError` when the supervisor itself cannot run. On an interrupt the command is
    ended before the exception goes on.
    """
    log = directory / "engine.log"
    spec = {
        "command": list(command), "cwd": str(directory),
        "deadline": time.monotonic() + limits.wall_s,
        "memory_mb": limits.memory_mb, "file_mb": file_mb, "stdout": str(log),
        "stderr": str(log), "env": _environment(environment), "parent": os.getpid(),
    }
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", str(_SUPERVISOR)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    try:
        answer, trouble = process.communicate(json.dumps(spec) + "\n", limits.wall_s + 30)
    except BaseException:
        process.send_signal(signal.SIGTERM)
        process.wait()
        raise
    if process.returncode != 0:
        raise ComponentError(f"the supervisor of {command[0]} failed: {trouble.strip()[-500:]}")
    return Execution(**json.loads(answer), output=_tail(log, output_bytes))


def _environment(extra: Mapping[str, str] | None) -> dict[str, str]:
    kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
    return {**kept, "PYTHONDONTWRITEBYTECODE": "1", **(extra or {})}


def _tail(path: Path, count: int) -> str:
    if not path.exists():
        return ""
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - count))
        return stream.read().decode("utf-8", "replace")
