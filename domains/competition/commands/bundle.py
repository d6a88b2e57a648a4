"""``planner bundle``: everything a machine without network needs to play, in one archive."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from planner.errors import ComponentError, InputError, UsageError
from planner.files import read_text, write_bytes

_ROOT = Path(__file__).resolve().parents[3]
_PLATFORMS = ("manylinux1", "manylinux2010", "manylinux2014",
              *(f"manylinux_2_{minor}" for minor in range(17, 28)))
"""Kinds of wheels that run with glibc 2.27 (Ubuntu 18.04)."""


def command(
    out: Annotated[Path, typer.Option(help="The archive to write (.tar.gz).")],
    wheel: Annotated[
        Path | None, typer.Option(help="Our own wheel; without it one is built from the source.")
    ] = None,
    python: Annotated[str, typer.Option(help="Version of Python on that machine.")] = "3.11",
) -> None:
    """Pack an offline set of wheels for the contest's machine, with scripts and a page.

    Needs a package index now; what is packed needs none (docs/contest-machine.md).
    """
    if not out.name.endswith((".tar.gz", ".tgz")):
        raise UsageError(f"--out is a .tar.gz, not {out.name!r}")
    page = _ROOT / "docs/contest-machine.md"
    if wheel is None and not (_ROOT / "setup.py").is_file():
        raise UsageError("this is not a source tree: give our own wheel with --wheel FILE")
    with TemporaryDirectory() as folder:
        wheels = Path(folder)
        ours = str(wheel) if wheel is not None else str(_ROOT)
        _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ours)
        (built,) = wheels.glob("*.whl")
        _pip("download", "--dest", folder, "--only-binary=:all:", "--python-version", python,
             "--implementation", "cp", "--abi", f"cp{python.replace('.', '')}", "--abi", "abi3",
             "--abi", "none", *(word for name in _PLATFORMS
                                for word in ("--platform", f"{name}_x86_64")),
             "--platform", "any", str(built), "ortools", "pip")
        here = Path(__file__).parent
        texts = {script.name: read_text(script) for script in sorted(here.glob("*.sh"))}
        texts["problem.xml"] = read_text(here.parent / "problems/plate.xml")
        if page.is_file():
            texts["README.md"] = read_text(page)
        found = sorted(wheels.glob("*.whl"))
        write_bytes(out, packed([
            *((f"team/{name}", text.encode()) for name, text in texts.items()),
            *((f"team/wheels/{path.name}", path.read_bytes()) for path in found)]))
    typer.echo(f"wrote {out}: {len(found)} wheels, {out.stat().st_size >> 20} MB")


def packed(entries: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a .tar.gz; the same entries give the same bytes but for the time of compression."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", compresslevel=1) as tar:
        for name, data in entries:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o755 if name.endswith(".sh") else 0o644
            tar.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def _pip(*arguments: str) -> None:
    try:
        done = subprocess.run(  # a wheel compiled here would need the C library of this machine
            [sys.executable, "-m", "pip", "--quiet", *arguments], capture_output=True, text=True,
            check=False, timeout=1200, env={**os.environ, "PLANNER_PURE_PYTHON": "1"})
    except subprocess.TimeoutExpired:
        raise ComponentError(f"pip {arguments[0]} took more than 20 minutes") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise InputError(f"pip {arguments[0]} failed: {' '.join(said[:2]) or done.stderr[-300:]}")
