"""The page of a single trace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from benchmarks.metrics import balance, balance_released
from benchmarks.report.animation import animation
from benchmarks.report.film import film
from benchmarks.report.page import Content
from benchmarks.report.replays import Replay, pack, replay_from_trace
from benchmarks.report.taxonomy import errors
from benchmarks.runs.outcome import RunOutcome
from benchmarks.runs.stored_run import StoredRun
from benchmarks.runs.traces import read_trace
from planner.errors import InputError
from planner.execution.trace import EpisodeRecord


def animated(path: Path) -> str:
    """Return the animation of one trace; raises :class:`InputError` for no trace."""
    _, shown = _read(path)
    return animation(shown, str(shown.get("instruction") or path.stem))


def filmed(path: Path, out: Path) -> None:
    """Write a trace as a GIF; raises :class:`InputError` for no trace."""
    film(_read(path)[1], out)


def single(path: Path) -> Content:
    """Return the content of a page about one trace; raises :class:`InputError` for no trace."""
    lines, shown = _read(path)
    header = next(line for line in lines if line.get("kind") == "header")
    result = next((line for line in lines if line.get("kind") == "result"), {})
    success, steps = bool(result.get("success")), len(shown["steps"]) - 1
    news = {line.get("step"): line.get("observations") or {} for line in lines
            if line.get("kind") == "step"}
    policy, case = str(header.get("policy", "")), str(header.get("case", ""))
    return Content(
        title=f"{header.get('domain', '')} {case}: {policy}",
        description=str(header.get("instruction", "")), versions={},
        steps=[{**step, "news": news.get(k, {})} for k, step in enumerate(shown["steps"])],
        verdict=(_verdict(result, policy, steps), *_judged(result, policy)),
        replays=(Replay(f"run:{policy}/{case}", policy, case, "", "run", success, steps,
                        pack(shown)),))


def _read(path: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the lines of a trace and the replay made of them."""
    lines = read_trace(path)
    shown = replay_from_trace(lines)
    if all(line.get("kind") != "header" for line in lines):
        raise InputError(f"{path}: not a trace (no header line); see docs/trace.md")
    return lines, shown


def _judged(result: dict[str, object], policy: str) -> Iterator[str]:
    """Tell what the figures rest on, who decided, the balance and the kinds of errors.

    Nothing is shown of a record that is not whole.
    """
    try:
        record = TypeAdapter(EpisodeRecord).validate_python(result)
    except ValidationError:
        return
    (found,) = errors([StoredRun(policy, record.case, {}, RunOutcome(), record)])
    counted = [f"{count} × {kind}" for kind, count in found.counts.items() if count]
    if counted:
        yield f"Errors: {', '.join(counted)}."
    yield f"Balance {balance(record):.2f}, as in LLaMAR's code {balance_released(record):.2f}."
    if len(record.decided or {}) > 1:
        yield (", ".join(f"{who} {n}" for who, n in (record.decided or {}).items())
               + f" of {sum((record.decided or {}).values())} decisions.")
    yield "; ".join(f"{key}: {text}" for key, text in (record.basis or {}).items()) + "."


def _verdict(result: dict[str, object], policy: str, steps: int) -> str:
    if not result:
        return f"{policy} was cut off after {steps} joint steps; there is no result."
    done = "solved" if result.get("success") else "did not solve"
    credited, subtasks = result.get("credited"), result.get("subtasks")
    parts = (f", {len(credited)} of {len(subtasks)} subtasks"
             if isinstance(credited, list) and isinstance(subtasks, list) else "")
    steps -= bool(result.get("trailing_done"))
    return f"{policy} {done} it in {steps} joint steps{parts}."
