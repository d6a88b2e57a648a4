"""Rank systems by the mean of their standard scores over the subtasks.

A standard score is (score - mean) / standard deviation over the systems compared; the deviation
divides by their number. Where all systems are equal every standard score is 0. Tables of scores are
JSON, TOML or CSV files, or folders of score files.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from domains.space.items import read_text, typed
from planner.errors import InputError
from planner.files import parse_json, parse_toml

MAX_BYTES = 4_000_000
Table = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Place:
    """One row of the ranking; equal means share a place."""

    place: int
    system: str
    mean: float
    standard_scores: Mapping[str, float]
    missing: tuple[str, ...] = ()


def rank_systems(scores: Table, *, missing: str = "zero") -> list[Place]:
    """Return the systems, best first.

    ``missing`` says what a subtask without answer counts: ``zero`` (score 0, a system that hands
    in nothing gets nothing) or ``skip`` (left out of that system's mean).
    """
    if len(scores) < 2:
        raise InputError("a ranking needs at least two systems")
    tasks = sorted({task for row in scores.values() for task in row})
    if not tasks:
        raise InputError("no system has a score")
    standard = {task: _standard(task, scores, missing) for task in tasks}
    rows = []
    for system, row in scores.items():
        values = {t: standard[t][system] for t in tasks if system in standard[t]}
        mean = fmean(values.values()) if values else float("-inf")
        rows.append((mean, system, values, tuple(t for t in tasks if t not in row)))
    rows.sort(key=lambda r: (-r[0], r[1]))
    means = [row[0] for row in rows]
    return [Place(means.index(row[0]) + 1, row[1], row[0], row[2], row[3]) for row in rows]


def _standard(task: str, scores: Table, missing: str) -> dict[str, float]:
    column = {name: row.get(task, 0.0) for name, row in scores.items()
              if task in row or missing == "zero"}
    mean, spread = fmean(column.values()), pstdev(column.values())
    return {name: (value - mean) / spread if spread else 0.0 for name, value in column.items()}


def read_systems(path: Path) -> dict[str, dict[str, float]]:
    """Return ``{system: {subtask: score}}``.

    A folder holds one folder per system with ``task1.json``, ``task2.json``, ``task3.json`` as
    written by ``planner space score --json``; of subtask 1 the strict macro F1 counts, of
    subtask 2 the macro F1, of subtask 3 the judge accuracy.
    """
    if path.is_dir():
        return _folder(path)
    text = read_text(path, limit=MAX_BYTES)
    if path.suffix == ".csv":
        table: Any = _csv(text, path)
    else:
        table = (parse_toml if path.suffix == ".toml" else parse_json)(text, str(path))
    return {system: {task: _number(score, f"{path}: system {system!r}, subtask {task}")
                     for task, score in typed(row, dict, f"{path}: system {system!r}").items()}
            for system, row in typed(table, dict, f"{path}: the table of systems").items()}


def _folder(path: Path) -> dict[str, dict[str, float]]:
    systems: dict[str, dict[str, float]] = {}
    for file in sorted(path.glob("*/task[123].json")):
        value = parse_json(read_text(file, limit=MAX_BYTES), str(file))
        for key in ("strict", "macro_f1", "judge_accuracy"):
            value = value[key] if isinstance(value, Mapping) and key in value else value
        systems.setdefault(file.parent.name, {})[file.stem[4:]] = _number(value, f"{file}: no score")
    if not systems:
        raise InputError(f"{path}: no SYSTEM/task1.json … task3.json")
    return systems


def _csv(text: str, path: Path) -> dict[str, dict[str, str]]:
    try:
        rows = [row for row in csv.reader(text.splitlines()) if row]
    except csv.Error as error:
        raise InputError(f"{path}: {error}") from None
    if not rows or len(rows[0]) < 2:
        raise InputError(f"{path}:1: expected a heading 'system,1,2,3'")
    return {row[0]: {task: cell for task, cell in zip(rows[0][1:], row[1:], strict=False)
                     if cell.strip() not in ("", "-")} for row in rows[1:]}


def _number(value: Any, place: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"{place}: expected a finite number, found {value!r:.40}")
    return number
