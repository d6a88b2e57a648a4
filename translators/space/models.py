"""Model folders: what training writes and prediction reads, in the user's own place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from planner.errors import InputError, LimitError
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
    path.write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")


def load_table(path: Path) -> dict[str, Any]:
    """Read a table; raise ``InputError`` naming the command that writes it."""
    try:
        if path.stat().st_size > MAX_MODEL_BYTES:
            raise LimitError(f"{path}: larger than {MAX_MODEL_BYTES} bytes")
        value = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise InputError(f"{path}: no trained model here (planner space train writes it)") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}: damaged model file") from None
    if not isinstance(value, dict):
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
