"""Read a plan however it is written: free text, JSON, a recorded CSV, or a trace.

Free text has one joint step per line; a line may name its robot ("Alice: open the fridge") and
hold several robots separated by ``;``. Numbers and bullets in front are ignored. Lines of robots
in turn are gathered into joint steps. The words stay words: they become actions when the world
that is to execute them says which are admissible (:mod:`planner.execution.plans.check`).
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner.errors import InputError, SourceError, Span
from planner.files import parse_json

MAX_CHARS = 2_000_000
MAX_STEPS = 5000
MAX_LINE = 5000
_BULLET = re.compile(r"^\s*(?:(?:step\s*)?\d+\s*[.):]|[-*•])\s*", re.IGNORECASE)
_ROBOT = re.compile(r"^\s*([A-Z][\w-]{0,30})(?:'s action)?\s*[:=]\s*(.+)$")
_COMMENT = re.compile(r"^\s*(#|//|```|;)")


@dataclass(frozen=True)
class PlanStep:
    """One joint step: words per robot, and the 1-based line where it begins.

    The robot ``""`` stands for the first one where the plan names none.
    """

    actions: Mapping[str, str]
    line: int


def read_plan(text: str, source: str, agents: Sequence[str]) -> list[PlanStep]:
    """Read a plan; raises SourceError or InputError when there is none.

    ``agents`` are the robots of the case in order: lists without names are given to them in turn.
    """
    if len(text) > MAX_CHARS:
        raise InputError(f"{source}: larger than {MAX_CHARS} characters")
    stripped = text.lstrip("\ufeff \t\r\n")
    if stripped.startswith(("{", "[")):
        steps = _from_json(text, source, agents)
    elif re.match(r"Step,.*\bAction\b", stripped.partition("\n")[0]):
        steps = _from_csv(text, source, agents)
    else:
        steps = _from_text(text, source, agents)
    if not steps:
        raise SourceError.in_text("no action in this plan", source, text, Span(1, 1),
                                  expected="one action per line, JSON, or a recorded CSV")
    if len(steps) > MAX_STEPS:
        raise InputError(f"{source}: more than {MAX_STEPS} steps")
    unknown = sorted({robot for step in steps for robot in step.actions} - {"", *agents})
    if unknown:
        line = next(s.line for s in steps if unknown[0] in s.actions)
        raise SourceError.in_text(f"no robot called {unknown[0]!r} in this case", source, text,
                                  Span(line, 1), expected=", ".join(agents))
    return steps


def _from_text(text: str, source: str, agents: Sequence[str]) -> list[PlanStep]:
    steps: list[PlanStep] = []
    open_step: dict[str, str] = {}
    begun = 0
    for number, raw in enumerate(text.splitlines(), start=1):
        if not raw.strip() or _COMMENT.match(raw):
            continue
        if len(raw) > MAX_LINE:
            raise SourceError.in_text("line too long", source, text, Span(number, 1))
        parts = _parts(_BULLET.sub("", raw), agents)
        if open_step and (set(parts) & set(open_step) or "" in parts or len(parts) > 1):
            steps.append(PlanStep(open_step, begun))
            open_step = {}
        begun = begun if open_step else number
        open_step = {**open_step, **parts}
        if "" in parts or len(parts) > 1 or len(open_step) == len(agents):
            steps.append(PlanStep(open_step, begun))
            open_step = {}
    return [*steps, *([PlanStep(open_step, begun)] if open_step else [])]


def _parts(line: str, agents: Sequence[str]) -> dict[str, str]:
    """Split ``Alice: a; Bob: b``; a line without a known robot's name belongs to the first."""
    found: dict[str, str] = {}
    for piece in line.split(";"):
        match = _ROBOT.match(piece)
        if match and (match.group(1) in agents or ";" in line):
            found[match.group(1)] = match.group(2).strip()
        elif piece.strip() and not found:
            return {"": line.strip()}
    return found or {"": line.strip()}


def _from_json(text: str, source: str, agents: Sequence[str]) -> list[PlanStep]:
    """Read a list of steps, ``{"plan": […]}``, ``{robot: […]}``, or JSON lines (a trace)."""
    try:
        data = parse_json(text, source)
    except InputError:
        if (lines := _json_lines(text)) is None:
            raise
        return lines
    if isinstance(data, dict):
        inner = next((data[k] for k in ("plan", "steps", "actions", "trace") if k in data), data)
        data = _columns(inner) if isinstance(inner, dict) else inner
    if not isinstance(data, list):
        raise InputError(f"{source}: expected a list of steps, found {type(data).__name__}")
    return [PlanStep(_json_step(item, source, n, agents), 1)
            for n, item in enumerate(data, start=1)]


def _columns(data: Mapping[str, Any]) -> list[Any]:
    """Turn one list per robot into joint steps; a single joint action stays one step."""
    if not all(isinstance(value, list) for value in data.values()):
        return [data]
    longest = max((len(value) for value in data.values()), default=0)
    return [{robot: value[k] for robot, value in data.items() if k < len(value)}
            for k in range(longest)]


def _json_step(item: Any, source: str, number: int, agents: Sequence[str]) -> dict[str, str]:
    if isinstance(item, str):
        return _parts(_BULLET.sub("", item), agents)
    inner = item.get("actions", item.get("action", item)) if isinstance(item, dict) else item
    if isinstance(inner, str):
        return {str(item.get("agent", item.get("robot", ""))): inner}
    if isinstance(inner, dict):
        return {str(robot): str(action) for robot, action in inner.items()}
    if isinstance(inner, list):
        return {agent: str(action) for agent, action in zip(agents, inner)}
    raise InputError(f"{source}: step {number}: expected a text, a list or an object, found "
                     f"{type(item).__name__}")


def _json_lines(text: str) -> list[PlanStep] | None:
    try:
        rows = [(number, json.loads(line))
                for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    except (ValueError, RecursionError):
        return None
    if not all(isinstance(row, dict) for _, row in rows):
        return None
    return [PlanStep({str(k): str(v) for k, v in row["actions"].items()}, number)
            for number, row in rows if isinstance(row.get("actions"), dict)] or None


def _from_csv(text: str, source: str, agents: Sequence[str]) -> list[PlanStep]:
    """Read the recorded format: the column Action holds a list of mapped actions."""
    reader = csv.DictReader(io.StringIO(text))
    steps = []
    for row in reader:
        try:
            actions = ast.literal_eval(row["Action"])
            steps.append(PlanStep({a: str(x) for a, x in zip(agents, actions, strict=True)},
                                  reader.line_num))
        except (ValueError, SyntaxError, KeyError, TypeError, RecursionError, MemoryError) as e:
            raise SourceError.in_text(f"not a recorded step for {len(agents)} robots: {e}",
                                      source, text, Span(reader.line_num, 1)) from None
    return steps
