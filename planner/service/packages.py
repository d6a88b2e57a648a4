"""The engines as packages in the words of "planning as a service"."""

from __future__ import annotations

from typing import Any

from planner.engines import ENGINES

__all__ = ["manifest", "manifests"]

_AUTO = "the written-down portfolio: the first engine that takes the problem"


def manifests() -> dict[str, dict[str, Any]]:
    """Return the manifest of every engine that can run here, by name; ``auto`` comes first."""
    there = {"auto": _AUTO, **{n: s.summary for n, s in ENGINES.items() if not s.missing()}}
    return {name: manifest(name, summary) for name, summary in there.items()}


def manifest(name: str, summary: str) -> dict[str, Any]:
    """Return one manifest. Its arguments are the two files only: clients pass exactly those."""
    files = [{"name": part, "type": "file", "description": f"{part} file"}
             for part in ("domain", "problem")]
    solve = {"template": "classical", "call": f"{name} {{domain}} {{problem}}", "args": files,
             "return": {"type": "generic/log", "files": "*plan*"}}
    return {"package_name": name, "name": name, "description": summary, "runnable": True,
            "endpoint": {"services": {"solve": solve}}}
