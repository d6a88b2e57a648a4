"""Read the scores of several systems: JSON, TOML or CSV table, or a folder of score files."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from domains.space.items import read_text
from planner.errors import InputError
from planner.files import parse_toml

__all__ = ["read_systems"]

_HEADLINE = ("strict", "macro_f1", "judge_accuracy")


def read_systems(path: Path) -> dict[str, dict[str, float]]:
    """Return ``{system: {subtask: score}}``.

    A folder holds one folder per system with ``task1.json``, ``task2.json``, ``task3.json`` as
    written by ``planner space score --json``; of subtask 1 the strict macro F1 counts, of
    subtask 2 the macro F1, of subtask 3 the judge accuracy.
    """
    if path.is_dir():
        return _folder(path)
    text = read_text(path, limit=4_000_000)
    try:
        if path.suffix == ".toml":
            return _table(parse_toml(text, str(path)), path)
        if path.suffix == ".csv":
            return _csv(text, path)
        return _table(json.loads(text), path)
    except (ValueError, csv.Error, RecursionError) as error:
        raise InputError(f"{path}: {error}") from None


def _folder(path: Path) -> dict[str, dict[str, float]]:
    systems: dict[str, dict[str, float]] = {}
    for file in sorted(path.glob("*/task[123].json")):
        value = _json(file)
        systems.setdefault(file.parent.name, {})[file.stem[4:]] = _headline(value, file)
    if not systems:
        raise InputError(f"{path}: no SYSTEM/task1.json … task3.json")
    return systems


def _json(path: Path) -> Any:
    try:
        return json.loads(read_text(path, limit=4_000_000))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not JSON: {error}") from None


def _headline(value: Any, path: Path) -> float:
    for key in _HEADLINE:
        if isinstance(value, Mapping) and key in value:
            value = value[key]
    return _number(value, f"{path}: no score")


def _table(value: Any, path: Path) -> dict[str, dict[str, float]]:
    if not isinstance(value, Mapping):
        raise InputError(f"{path}: expected {{system: {{subtask: score}}}}")
    table: dict[str, dict[str, float]] = {}
    for system, row in value.items():
        if not isinstance(row, Mapping):
            raise InputError(f"{path}: system {system!r}: expected {{subtask: score}}")
        table[system] = {
            task: _number(score, f"{path}: system {system!r}, subtask {task}")
            for task, score in row.items()
        }
    return table


def _csv(text: str, path: Path) -> dict[str, dict[str, float]]:
    rows = list(csv.reader(io.StringIO(text)))
    if not rows or len(rows[0]) < 2:
        raise InputError(f"{path}:1: expected a heading 'system,1,2,3'")
    tasks = rows[0][1:]
    table: dict[str, dict[str, float]] = {}
    for number, row in enumerate(rows[1:], 2):
        if not row:
            continue
        table[row[0]] = {
            task: _number(cell, f"{path}:{number}: system {row[0]!r}, subtask {task}")
            for task, cell in zip(tasks, row[1:])
            if cell.strip() not in ("", "-")
        }
    return table


def _number(value: Any, place: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{place}: expected a number, found {value!r:.40}") from None
    if not math.isfinite(number):
        raise InputError(f"{place}: expected a finite number, found {value!r:.40}")
    return number
