"""The table of ``planner space evaluate``: own figures, published figures, caveats."""

from __future__ import annotations

import tomllib
from pathlib import Path

from domains.space.scoring.means import figures_text, shown
from translators.space.evaluation import Evaluation

__all__ = ["table_text"]


def table_text(result: Evaluation) -> str:
    """Return the table as text."""
    table = tomllib.loads((Path(__file__).parent / "leaderboard.toml").read_text(encoding="utf-8"))
    own = [line for name, row in result.rows.items() for line in figures_text(row, f"  {name:<24}", 4)]
    told = ", ".join(f"{k} {shown(v, 4)}" for k, v in result.training.items())
    learnt = f"training: {told}, {result.train_s:.1f} s of processor time; " if told else ""
    cost = f"{learnt}{result.items_per_s:.0f} items/s, peak {result.peak_mb:.0f} MiB"
    lost = [f"unanswered (counted as wrong): {len(result.unanswered)}",
            *(f"  {line}" for line in result.unanswered[:20])] if result.unanswered else []
    published = [f"  {s['name']}: {s[f'task{result.task}']}" for s in table["system"]]
    caveats = [*table["caveats"]["all"], *table["caveats"][f"task{result.task}"]]
    return "\n".join([f"Subtask {result.task}, {result.items} dev items", *own, cost, *lost,
                      "Published (test part):", *published, "Bear in mind:", *(f"  - {c}" for c in caveats)])
