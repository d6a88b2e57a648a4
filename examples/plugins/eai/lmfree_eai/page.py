"""The page: our rows beside published language models, errors, causes of what is lost."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.statistics import clopper_pearson
from lmfree_eai.judge import table
from lmfree_eai.package import VERSION

__all__ = ["page"]

HEAD = ("who", "actions: goal SR", "actions: executed", "subgoals: task SR", "goals: F1")
GIVEN = """A planner is given what a model is not: the ids in the goals, the whole scene graph, and
laws written from the simulator's source. It was developed on the tasks it is judged on; there is no
hold-out but for goal interpretation. The models' rows come from an older evaluator."""


def page(report: Mapping[str, Any]) -> str:
    """Return the page as Markdown; intervals are Clopper-Pearson's, 95 %."""
    rows = [HEAD, tuple("---" for _ in HEAD), _ours(report["modules"]), *_published()]
    lines = [f"# VirtualHome of the Embodied Agent Interface (eai-eval {VERSION})", "", GIVEN, ""]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    errors = list(_errors(report["modules"]))
    lines += ["", "## Errors of ours", "", *errors, "", "## What is lost, and why", "", "```",
              *table(report), "```", ""]
    return "\n".join(lines)


def _ours(modules: Mapping[str, Any]) -> tuple[str, ...]:
    cells = ["lmfree-planner"]
    actions, subgoals, goals = (modules.get(m, {}) for m in (
        "action_sequencing", "subgoal_decomposition", "goal_interpretation"))
    summary = actions.get("official", {}).get("lmfree", {})
    counted = sum(t["counted"] for t in actions.get("tasks", {}).values())
    if summary:
        cells += [_rate(summary["goal_evaluation"]["task_success_rate"], counted),
                  _rate(summary["trajectory_evaluation"]["execution_success_rate"], counted)]
    else:
        cells += ["", ""]
    judged = subgoals.get("tasks", {}).values()
    cells.append(_rate(100 * sum(not t["cause"] for t in judged) / len(judged), len(judged))
                 if judged else "")
    unseen = goals.get("official", {}).get("lmfree_unseen", {})
    cells.append(f"{unseen['all_f1']:.1f} on unseen titles" if unseen else "")
    return tuple(cells)


def _published() -> Iterator[tuple[str, ...]]:
    known = tomllib.loads(Path(__file__).with_name("published.toml").read_text(encoding="utf-8"))
    for row in known["row"]:
        goal, executed = row["action_sequencing"]
        n = known["n"]["action_sequencing"]
        yield (row["model"], _rate(goal, n), _rate(executed, n),
               _rate(row["subgoal_decomposition"][0], known["n"]["subgoal_decomposition"]),
               f"{row['goal_interpretation']:.1f}")


def _rate(percent: float, n: int) -> str:
    interval = clopper_pearson(round(percent * n / 100), n)
    return f"{percent:.1f} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def _errors(modules: Mapping[str, Any]) -> Iterator[str]:
    for module in modules:
        found = modules[module]["official"].get("lmfree", {}).get("trajectory_evaluation", {})
        for group in ("grammar_error", "runtime_error"):
            if group in found:
                told = ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in found[group].items())
                yield f"- {module}, {group.replace('_', ' ')} (%): {told}"
