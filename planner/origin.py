"""Where modules come from: ours are ours, and a program of ours imports what its parent does.

``python -P origin.py MODULE [ARGUMENT...]`` starts a module, see :func:`child_command`. The current
folder is never looked at: modules come from the interpreter, from what is installed, and from the
places that the caller itself imports from. Another distribution or folder may have taken the name
of one of our packages: :func:`misplaced`.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path

PACKAGES = ("planner", "domains", "translators", "benchmarks")
WAY_OUT = ("rename that folder, or install into a virtual environment of its own: "
           "python3 -m venv planner-env && planner-env/bin/pip install lmfree-planner")
MARK = b"lmfree-planner"
"""Stands in the first lines of each package's ``__init__.py``."""
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


def misplaced() -> list[str]:
    """Return which packages come from elsewhere, or were overwritten by another distribution."""
    home = str(Path(__file__).resolve().parents[1])
    found = []
    for name in PACKAGES:
        place, ours = _place(name), os.path.join(home, name)
        if place != ours:
            found.append(f"{name} is taken from {place or 'nowhere'}, not from {ours}")
        elif not _marked(ours):
            found.append(f"{name} in {ours} was overwritten by another distribution{_owners(name)}")
    return found


def claim() -> None:
    """Import our packages from where they lie, before a folder of the same name is found.

    In a notebook or a script the folder one stands in comes first. What is imported already stays;
    what another distribution has overwritten is not run.
    """
    home = str(Path(__file__).resolve().parents[1])
    for name in PACKAGES:
        spec = None if name in sys.modules else PathFinder.find_spec(name, [home])
        if spec is not None and spec.loader is not None and _marked(os.path.join(home, name)):
            module = sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(module)


def _place(name: str) -> str:
    module = sys.modules.get(name)
    if module is not None:
        places = list(getattr(module, "__path__", ()))
        return os.path.realpath(places[0]) if places else str(getattr(module, "__file__", ""))
    spec = PathFinder.find_spec(name)
    if spec is None:
        return ""
    places = list(spec.submodule_search_locations or ())
    return os.path.realpath(places[0]) if places else str(spec.origin)


def _marked(folder: str) -> bool:
    try:
        with Path(folder, "__init__.py").open("rb") as stream:
            return MARK in stream.read(400)
    except OSError:
        return False


def _owners(name: str) -> str:
    from importlib.metadata import packages_distributions  # reads every installed record

    others = sorted({*packages_distributions().get(name, [])} - {"lmfree-planner"})
    return f" ({', '.join(others)})" if others else ""


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
