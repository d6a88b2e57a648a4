"""Build the distributions, install the wheel in fresh environments and use it outside the tree.

Usage: ``python .ci/wheel.py [--extras all] [--pythons python3.12 python3.13]`` (``build`` must be
installed). Checks that

* the wheel, built from the source distribution, holds every data file that the repository has;
* ``planner doctor`` finds nothing broken;
* with the pure wheel and no extras each block of the README that is run works in an empty
  directory, on this Python and on the others that are named: a row of the table each.

Exit code 0 if all of it holds; otherwise the output of the first command that failed is shown.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("planner", "domains", "translators", "benchmarks")
T = TypeVar("T")


def main() -> None:
    """Run the step and say how long each part took."""
    options = argparse.ArgumentParser()
    options.add_argument("--extras", default="all", help="extras to install with the wheel")
    options.add_argument("--pythons", nargs="*", default=[], help="further interpreters")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="wheel-") as name:
        folder = Path(name)
        wheel = step("build", lambda: build(folder / "dist"))
        step("complete", lambda: check_complete(wheel))
        planner = step("install", lambda: install(wheel, given.extras, folder / "env"))
        step("doctor", lambda: run([str(planner), "doctor"], empty(folder / "doctor")))
        pure = step("pure build", lambda: build(folder / "pure", {"PLANNER_PURE_PYTHON": "1"}))
        print("pure wheel on | packages, MB | README, CPU s")
        for number, python in enumerate([sys.executable, *given.pythons]):
            print(row(pure, python, empty(folder / f"use-{number}")), flush=True)


def row(wheel: Path, python: str, folder: Path) -> str:
    """Install the core with an interpreter, run the README there, return a row of the table."""
    planner = install(wheel, "", folder / "env", python)
    mb = sum(f.stat().st_size for f in (folder / "env").rglob("*") if f.is_file()) / 1e6
    own = planner.parent / "python"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run([str(own), "-P", str(ROOT / "tests/support/pages.py"), str(ROOT / "README.md")],
        empty(folder / "cwd"), {"PATH": f"{planner.parent}{os.pathsep}{os.environ['PATH']}"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    version = run([str(own), "--version"], folder).strip()
    return f"{version} | {mb:.0f} | {cpu:.0f}"


def step(name: str, action: Callable[[], T]) -> T:
    """Run one part and print its wall time in seconds."""
    start = time.monotonic()
    result = action()
    print(f"wheel: {name}: ok ({time.monotonic() - start:.0f} s)", flush=True)
    return result


def build(target: Path, extra: dict[str, str] | None = None) -> Path:
    """Build the source distribution, and the wheel from that."""
    run([sys.executable, "-m", "build", "--outdir", str(target), str(ROOT)], ROOT, extra)
    (wheel,) = target.glob("*.whl")
    return wheel


def check_complete(wheel: Path) -> None:
    """Compare the files of the packages in the repository with those in the wheel."""
    listed = run(["git", "ls-files", "-z", *PACKAGES], ROOT).split("\0")
    wanted = {n for n in listed if n}
    missing = sorted(wanted - set(zipfile.ZipFile(wheel).namelist()))
    if missing:
        sys.exit(f"wheel: {len(missing)} files are not in {wheel.name}: {missing[:20]}")


def install(wheel: Path, extras: str, home: Path, python: str = sys.executable) -> Path:
    """Install the wheel into a new environment; return its ``planner`` command."""
    run([python, "-m", "venv", str(home)], ROOT)
    run([str(home / "bin" / "python"), "-m", "pip", "install", "--quiet",
         "--disable-pip-version-check", "--constraint", str(ROOT / "constraints.txt"),
         f"{wheel}[{extras}]" if extras else str(wheel)], home)
    return home / "bin" / "planner"


def empty(folder: Path) -> Path:
    """Create and return a new directory."""
    folder.mkdir()
    return folder


def run(command: list[str], folder: Path, extra: dict[str, str] | None = None) -> str:
    """Run a command and return what it printed; end the step with its output if it fails."""
    clean = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(command, cwd=folder, env={**clean, **(extra or {})}, text=True,
                          capture_output=True, timeout=1200, check=False)
    if done.returncode:
        sys.exit(f"wheel: {shlex.join(command)[:500]} ended with {done.returncode}\n"
                 f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
