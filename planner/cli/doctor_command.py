"""``planner doctor``: what is installed, what is missing and the command that installs it."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from planner.console import table, write_json
from planner.discovery import discover, missing_parts, recognise, shared_policies, version
from planner.errors import PlannerError, remedy
from planner.origin import WAY_OUT, misplaced

EXTRAS = {
    "thor": ("ai2thor", "AI2-THOR's client, for episodes in floor plans"),
    "engines": ("ortools", "further engines and constraint solving"),
    "plots": ("matplotlib", "plots and pictures"),
    "cluster": ("distributed", "sweeps on Dask"),
    "lm": ("httpx", "language-model baselines"),
    "space": ("jieba", "Chinese spatial text"),
    "serve": ("uvicorn", "the planning service over HTTP"),
    "mcp": ("mcp", "the planning service for agents (MCP)"),
    "docs": ("mkdocs", "the documentation as a site"),
}


def command(
    as_json: Annotated[str, typer.Option("--json", help="Write JSON to FILE ('-': output).")] = "",
) -> None:
    """Show what is installed, what is missing and how to install it.

    Exit code 1 where a part of the core is missing or shadowed; missing extras are only shown.
    """
    rows = _core()
    if not misplaced():  # nothing of a foreign package is run
        rows += [*_extras(), *_domain_rows(), *_engine_rows(), *_outside()]
    if as_json:
        write_json([dict(zip(("part", "what", "state", "remedy"), r, strict=True)) for r in rows],
                   as_json)
    else:
        table(("part", "what", "state", "remedy"), rows)
    if any(row[2] == "BROKEN" for row in rows):
        raise typer.Exit(1)


def _core() -> list[tuple[str, str, str, str]]:
    python = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= (3, 11)
    rows = [("python", python, "ok" if good else "BROKEN", "" if good else "Python 3.11 or newer")]
    rows += [("packages", trouble, "BROKEN", WAY_OUT) for trouble in misplaced()]
    for name in ("unified-planning", "up-fast-downward", "pyperplan", "lark", "typer"):
        rows.append((name, found, "ok", "") if (found := version(name)) else (
            name, "", "BROKEN", f"pip install {name}"))
    return rows


def _extras() -> list[tuple[str, str, str, str]]:
    return [(f"extra: {extra}", purpose, "ok", "") if importlib.util.find_spec(package) else (
        f"extra: {extra}", purpose, "missing", remedy(extra))
        for extra, (package, purpose) in EXTRAS.items()]


def _domain_rows() -> list[tuple[str, str, str, str]]:
    """Tell of every plug-in what is wrong with it, and let each domain tell of its own parts."""
    found = discover()
    with contextlib.suppress(PlannerError):  # nobody's file: all plug-ins are asked
        recognise(Path(__file__))
    shared_policies()
    rows: list[tuple[str, str, str, str]] = []
    for name, domain in found.domains.items():
        missing = missing_parts(domain)
        rows.append((f"domain: {name}", domain.summary, "BROKEN" if missing else "ok",
                     f"no module {', '.join(missing)}" if missing else ""))
        try:
            told = domain.part("doctor")() if domain.doctor and not missing else ()
            rows += [(part, what, state, way) for part, what, state, way in told]
        except Exception as error:
            rows.append((f"domain: {name}", f"its doctor fails: {error}", "BROKEN", ""))
    return rows + [(f"plug-in: {fault.name}", fault.reason, "not used",
                    f"correct or remove {fault.distribution}") for fault in found.faults]


def _engine_rows() -> list[tuple[str, str, str, str]]:
    from planner.engines import ENGINES

    return [(f"engine: {spec.name}", spec.summary, "missing" if why else "ok", why)
            for spec in ENGINES.values() for why in [spec.missing()]]


def _outside() -> list[tuple[str, str, str, str]]:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    store = os.environ.get("PLANNER_SCENES", "")
    return [("browser", "tests of the HTML report", "ok" if browser else "missing",
             "" if browser else "apt-get install chromium"),
            ("scene store", store or "PLANNER_SCENES is not set",
             "ok" if store and Path(store).is_dir() else "default",
             "planner scenes fetch; planner scenes list")]
