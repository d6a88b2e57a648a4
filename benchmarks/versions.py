"""Say which versions stand behind a run."""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

PACKAGES = ("lmfree-planner", "unified-planning", "up-fast-downward", "up-pyperplan", "up-symk",
            "up-lpg", "up-aries", "up-enhsp", "ortools", "ai2thor", "dask")


def versions() -> dict[str, str]:
    """Return versions of Python, the project (with its commit, if known) and the engines."""
    found = {"python": platform.python_version(), "machine": platform.machine()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    commit = _commit(Path(__file__).resolve().parent.parent)
    return {**found, **({"commit": commit} if commit else {})}


def joined(several: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return the versions of several runs by name; different ones stand beside each other."""
    found: dict[str, set[str]] = {}
    for one in several:
        for name, version in one.items():
            found.setdefault(name, set()).add(version)
    return {name: ", ".join(sorted(versions)) for name, versions in found.items()}


def _commit(root: Path) -> str:
    if not (root / ".git").exists():
        return ""
    try:
        head = subprocess.run(["git", "-C", str(root), "describe", "--always", "--dirty"],
                              capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return head.stdout.strip()
