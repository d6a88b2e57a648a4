"""Model folders: what training writes and prediction reads, in the user's own place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from planner.errors import InputError
from planner.files import read_json, write_text
from translators.space.loglinear import LogLinear

__all__ = ["load_linear", "load_table", "model_folder", "save_linear", "save_table"]

MAX_MODEL_BYTES = 512 * 1024 * 1024


def model_folder(path: Path) -> Path:
    """Make the folder of a model; raise ``InputError`` when it cannot be written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be made ({error.strerror})") from None
    return path


def save_table(path: Path, table: Mapping[str, Any]) -> None:
    """Write a table as JSON."""
    write_text(path, json.dumps(table, ensure_ascii=False))


def load_table(path: Path, **fields: type) -> dict[str, Any]:
    """Read a table with the ``fields`` told; raise ``InputError`` if it is missing or damaged."""
    if not path.is_file():
        raise InputError(f"{path}: no trained model here (planner space train writes it)")
    value = read_json(path, MAX_MODEL_BYTES)
    if not isinstance(value, dict) or (fields and {*value} != {*fields}) or not all(
            isinstance(value[k], t) for k, t in fields.items()):
        raise InputError(f"{path}: damaged model file")
    return value


def save_linear(path: Path, model: LogLinear) -> None:
    """Write the weights of a log-linear model."""
    save_table(path, {k: round(v, 5) for k, v in model.weights.items()})


def load_linear(path: Path) -> LogLinear:
    """Read the weights of a log-linear model."""
    table = load_table(path)
    if not all(isinstance(v, int | float) for v in table.values()):
        raise InputError(f"{path}: damaged model file")
    return LogLinear(table)
