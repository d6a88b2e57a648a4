"""The table of ``planner space evaluate``: own figures, published figures, caveats."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from translators.space.evaluation import Evaluation

__all__ = ["table_text"]


def table_text(result: Evaluation) -> str:
    """Return the table as text."""
    path = Path(__file__).parent / "leaderboard.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    lines = [f"Subtask {result.task}, {result.items} dev items"]
    for name, row in result.rows.items():
        lines += _row(name, row)
    cost = f"{result.items_per_s:.0f} items/s, peak {result.peak_mb:.0f} MiB"
    if result.training:
        told = ", ".join(f"{k} {_short(v)}" for k, v in result.training.items())
        lines.append(f"training: {told}, {result.train_s:.1f} s of processor time; {cost}")
    else:
        lines.append(cost)
    if result.unanswered:
        lines.append(f"unanswered (counted as wrong): {len(result.unanswered)}")
        lines += [f"  {line}" for line in result.unanswered[:20]]
    lines.append("Published (test part):")
    lines += [f"  {s['name']}: {s[f'task{result.task}']}" for s in table["system"]]
    lines.append("Bear in mind:")
    caveats = [*table["caveats"]["all"], *table["caveats"][f"task{result.task}"]]
    return "\n".join([*lines, *(f"  - {c}" for c in caveats)])


def _row(name: str, row: Mapping[str, Any]) -> list[str]:
    kinds = {k: v for k, v in row.items() if isinstance(v, Mapping)} or {"": row}
    return [
        f"  {name:<24}{kind:<8}" + "  ".join(
            f"{k} {_short(v)}" for k, v in figures.items() if k != "status")
        for kind, figures in kinds.items()
    ]


def _short(value: Any) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
