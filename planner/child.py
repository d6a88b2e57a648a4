"""Start a module of this package in a process of its own, wherever that stands.

``python -P child.py MODULE [ARGUMENT...]``, see :func:`child_command`. The folder that one happens
to stand in is never looked at: modules come from the interpreter, from what is installed, and from
the places that the caller itself imports from.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

__all__ = ["child_command", "child_environment", "die_with", "safe_path"]

_PR_SET_PDEATHSIG = 1
PATH = "PLANNER_CHILD_PATH"
"""Environment variable with the places to import from, one after the other as in ``PATH``."""


def child_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of ours as a program, in isolation."""
    return [sys.executable, "-P", str(Path(__file__).resolve()), module, *arguments]


def safe_path() -> list[str]:
    """Return the places this process imports from, without the folder one happens to stand in.

    That folder stays where ``PYTHONPATH`` names it, and where this package itself lies in it.
    """
    home, here = Path(__file__).resolve().parents[1], Path.cwd()
    named = {Path(place).resolve() for place in os.environ.get("PYTHONPATH", "").split(os.pathsep)
             if place} if not sys.flags.ignore_environment else set()
    return [place for place in sys.path
            if place and (Path(place).resolve() != here or here == home or here in named)]


def child_environment() -> dict[str, str]:
    """Return the environment for a child that imports from where we do."""
    return {**os.environ, PATH: os.pathsep.join(safe_path()), "PYTHONSAFEPATH": "1"}


def die_with(parent: int) -> None:
    """Make this process, a child of ``parent``, end when that has ended in any way.

    The thread that made it counts as the parent: it must live as long as the child is needed.
    """
    import ctypes

    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _main() -> None:
    import runpy

    own, module = sys.argv[0], sys.argv[1]
    given = [place for place in os.environ.get(PATH, "").split(os.pathsep) if place]
    home = str(Path(own).parents[1])
    sys.path[:] = list(dict.fromkeys([*(given or sys.path), home]))
    sys.argv = sys.argv[1:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
