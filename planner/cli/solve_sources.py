"""Solve one input file of any kind; the kind is recognised by content."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.errors import (
    ComponentError,
    ExitCode,
    InputError,
    LimitError,
    MissingError,
    PlannerError,
    UnsupportedError,
    UsageError,
)
from planner.files import read_toml

__all__ = ["Request", "Result", "is_household", "kind_of", "solve_source"]

_HEAD = 4096
MEMORY_MB = 4096
_OPTIONS = {"domain": "--domain", "engine": "--engine", "memory_mb": "--memory-limit",
            "optimal": "--optimal", "true_world": "--true-world"}


@dataclass(frozen=True)
class Request:
    """How to solve; ``engine`` is a name or ``auto``."""

    domain: Path | None = None
    engine: str = "auto"
    time_limit_s: float | None = None
    memory_mb: int | None = None
    optimal: bool = False
    true_world: bool = False


@dataclass(frozen=True)
class Result:
    """What came of a file: the JSON data of the contract, the plan's text, or an error."""

    file: str
    exit_code: ExitCode
    data: Mapping[str, Any]
    plan_text: str | None = None
    error: str = ""
    interrupted: bool = False


def kind_of(file: Path) -> str:
    """Return ``competition``, ``pddl`` or ``toml``; raise ``InputError`` for anything else."""
    if file.is_dir():
        raise InputError(f"{file}: is a folder, expected a problem file")
    try:
        with file.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if file.suffix.lower() == ".xml" or text.startswith(b"<"):
        return "competition"
    if file.suffix.lower() == ".pddl" or text.startswith((b"(", b";")):
        return "pddl"
    if file.suffix.lower() == ".toml":
        return "toml"
    raise InputError(
        f"{file}: not recognised; expected a competition problem (XML), a PDDL problem, "
        "or a rescue scene or household task (TOML)"
    )


def is_household(file: Path) -> bool:
    """Say whether a TOML file is a household task; raise ``InputError`` where it is not TOML."""
    keys = read_toml(file)
    return bool({"instruction", "floor_plan"} & keys.keys())


def _refuse_others(file: Path, request: Request, *served: str) -> None:
    """Raise UsageError for an option that this kind of file would silently ignore."""
    usual = Request()
    for name, option in _OPTIONS.items():
        if name not in served and getattr(request, name) != getattr(usual, name):
            raise UsageError(f"{file}: {option} has no effect on this kind of file")


def solve_source(file: Path, request: Request) -> Result:
    """Solve a file; errors of the :class:`PlannerError` tree become part of the result."""
    begin = time.perf_counter()
    try:
        kind = kind_of(file)
        if kind == "competition":
            return _competition(file, request)
        if kind == "pddl":
            return _pddl(file, request)
        return _toml(file, request)
    except PlannerError as error:
        seconds = {"total": time.perf_counter() - begin}
        data = {
            "format": 1,
            "input": str(file),
            "status": _status(error),
            "plan": None,
            "error": str(error),
            "seconds": seconds,
        }
        return Result(str(file), error.exit_code, data, error=str(error))


def _status(error: PlannerError) -> str:
    """Return the word for a file that no solver was run on, or whose solver broke."""
    words: tuple[tuple[type[PlannerError], str], ...] = (
        (MissingError, "MISSING_COMPONENT"), (ComponentError, "INTERNAL_ERROR"),
        (UnsupportedError, "UNSUPPORTED_PROBLEM"), (UsageError, "USAGE_ERROR"),
        (LimitError, "LIMIT_REACHED"),
    )
    return next((word for kind, word in words if isinstance(error, kind)), "INPUT_ERROR")


def _competition(file: Path, request: Request) -> Result:
    from translators.competition.solve_record import competition_record

    _refuse_others(file, request, "engine", "memory_mb", "optimal", "true_world")
    record = competition_record(
        file,
        engine=request.engine,
        time_limit_s=request.time_limit_s,
        memory_mb=request.memory_mb or MEMORY_MB,
        optimal=request.optimal,
        true_world=request.true_world,
    )
    plan = "".join(f"{line}\n" for line in record["plan"] or ())
    code = ExitCode.OK if record["plan"] is not None else ExitCode.LIMIT
    if record["status"] == "UNSUPPORTED_PROBLEM":
        code = ExitCode.UNSUPPORTED
    elif record["status"] == "INTERNAL_ERROR":
        code = ExitCode.COMPONENT
    return Result(str(file), code, record, plan, record.get("message", "") if code else "")


def _pddl(file: Path, request: Request) -> Result:
    from planner.engines import Limits, solve_pddl
    from planner.plan import to_ipc

    domain = request.domain or file.with_name("domain.pddl")
    if not domain.exists():
        raise UsageError(f"{file}: no domain.pddl beside it; name one with --domain")
    begin = time.perf_counter()
    _refuse_others(file, request, "domain", "engine", "memory_mb", "optimal")
    limits = Limits(60.0 if request.time_limit_s is None else request.time_limit_s,
                    request.memory_mb or MEMORY_MB)
    outcome = solve_pddl(
        domain, file, engine=request.engine, limits=limits, optimal=request.optimal
    )
    total = time.perf_counter() - begin
    data = {
        "format": 1,
        "input": str(file),
        "status": str(outcome.status),
        "plan": [str(step) for step in outcome.plan.steps] if outcome.plan is not None else None,
        "cost": outcome.cost,
        "bound": outcome.bound,
        "optimal": str(outcome.status) == "SOLVED_OPTIMALLY",
        "engine": f"{outcome.engine} {outcome.version}".strip(),
        "seconds": {
            "read": None,
            "compile": max(0.0, total - outcome.seconds),
            "solve": outcome.seconds,
            "total": total,
        },
        "message": outcome.message,
    }
    text = to_ipc(outcome.plan) if outcome.plan is not None else None
    return Result(str(file), outcome.status.exit_code, data, text, outcome.message,
                  outcome.interrupted)


def _toml(file: Path, request: Request) -> Result:
    """Delegate to the translator whose tables the file holds."""
    _refuse_others(file, request)
    import importlib

    household = is_household(file)
    name = "translators.mapthor.solving" if household else "translators.rescue.solving"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        what = "household task" if household else "rescue scene"
        raise UsageError(
            f"{file}: a {what} is played in its environment: planner run {file}"
        ) from error
    record = module.solve_record(file, time_limit_s=request.time_limit_s)
    plan = "".join(f"{line}\n" for line in record["plan"] or ())
    code = ExitCode.OK if record["plan"] is not None else ExitCode.NEGATIVE
    return Result(str(file), code, record, plan)
