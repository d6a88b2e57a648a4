"""Build the distributions, install the wheel in a fresh environment and use it outside the tree.

Usage: ``python .ci/wheel.py [--extras all]`` (Python ≥ 3.11 with ``build`` installed). Checks that

* the wheel, built from the source distribution, holds every data file that the repository has;
* ``planner doctor`` finds nothing broken;
* with the pure wheel and no extras each ``sh run`` block of the README works in an empty directory.

Exit code 0 if all of it holds; otherwise the output of the first command that failed is shown.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("planner", "domains", "translators", "benchmarks")
T = TypeVar("T")
BLOCK = re.compile(r"```sh run\n(.*?)```", re.DOTALL)


def main() -> None:
    """Run the step and say how long each part took."""
    options = argparse.ArgumentParser()
    options.add_argument("--extras", default="all", help="extras to install with the wheel")
    extras = options.parse_args().extras
    with tempfile.TemporaryDirectory(prefix="wheel-") as name:
        folder = Path(name)
        wheel = step("build", lambda: build(folder / "dist"))
        step("complete", lambda: check_complete(wheel))
        planner = step("install", lambda: install(wheel, extras, folder / "env"))
        step("doctor", lambda: run([str(planner), "doctor"], empty(folder / "doctor")))
        pure = step("pure build", lambda: build(folder / "pure", {"PLANNER_PURE_PYTHON": "1"}))
        core = step("core", lambda: install(pure, "", folder / "core"))
        step("README", partial(use, core, "".join(blocks()), empty(folder / "use")))


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


def install(wheel: Path, extras: str, home: Path) -> Path:
    """Install the wheel into a new environment; return its ``planner`` command."""
    run([sys.executable, "-m", "venv", str(home)], ROOT)
    run([str(home / "bin" / "python"), "-m", "pip", "install", "--quiet",
         "--disable-pip-version-check", "--constraint", str(ROOT / "constraints.txt"),
         f"{wheel}[{extras}]" if extras else str(wheel)], home)
    return home / "bin" / "planner"


def blocks() -> list[str]:
    """Return the README's executable blocks; they follow each other in one directory."""
    return BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))


def use(planner: Path, block: str, folder: Path) -> None:
    """Run commands in a shell, as a newcomer would, with ``planner`` on the path."""
    path = f"{planner.parent}{os.pathsep}{os.environ['PATH']}"
    run(["bash", "-euo", "pipefail", "-c", block], folder, {"PATH": path})


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
