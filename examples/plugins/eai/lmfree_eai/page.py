"""The page: our rows beside published language models, errors, causes of what is lost."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from benchmarks.statistics import clopper_pearson
from lmfree_eai.package import VERSION

__all__ = ["html", "page", "results"]

HERE = Path(__file__).parent
HEAD = ("who", "actions: goal success", "actions: executed", "subgoals: success",
        "subgoals: executed", "goals: F1")
STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:64em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:1em 0;display:block;overflow-x:auto}
td,th{border-bottom:1px solid #ccc;padding:.35em .7em;text-align:left;vertical-align:top}
th{background:#f3f3f3} h2{margin-top:2em} tr:first-child td{font-weight:600}
table~table tr:first-child td{font-weight:inherit} code{background:#f3f3f3;padding:0 .2em}"""
TRANSITION = """## Transition modeling: not beside language models

Agreement with an annotation that differs from the simulator in fourteen places, whatever is right;
copying the shipped operators scores 100. `lmfree_laws` are the simulator's laws in the annotation's
words, `lmfree_learned` what random traces in tasks of other titles teach.

"""


def html(text: str) -> str:
    """Return Markdown as a page to look at."""
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark").enable("table").render(text)
    return ('<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" '
            f'content="width=device-width"><title>VirtualHome</title><style>{STYLE}</style>'
            f"<body>{body}</body></html>\n")


def page(report: Mapping[str, Any]) -> str:
    """Return the page as Markdown."""
    rows, errors, lost, transition = results(report)
    return Template((HERE / "page.md").read_text(encoding="utf-8")).substitute(
        version=VERSION, seed=report["hash_seed"], rows=rows, errors=errors, lost=lost,
        transition=transition and TRANSITION + transition)


def results(report: Mapping[str, Any]) -> tuple[str, str, str, str]:
    """Return the tables: results, errors, tasks lost, transition modeling (or nothing)."""
    modules = report["modules"]
    scores = modules.get("transition_modeling", {}).get("official", {})
    rows = [(who, *(f"{s['overall'][k]:.1f}" for k in ("f1", "planner_success_rate")))
            for who, s in scores.items()]
    return (_table(HEAD, [_ours(modules), *_published()]),
            _table(*_errors(modules)), _table(("module", "tasks", "why", "which"), _lost(modules)),
            _table(("who", "F1", "problems solved with the operators"), rows) if rows else "")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows))


def _ours(modules: Mapping[str, Any]) -> Sequence[str]:
    cells = ["lmfree-planner"]
    for module in ("action_sequencing", "subgoal_decomposition"):
        found = modules.get(module, {})
        n = sum(t["counted"] for t in found.get("tasks", {}).values())
        cells += [_rate(rate, n) if n else "–"
                  for rate in _rates(found.get("official", {}).get("lmfree"))]
    goals = modules.get("goal_interpretation", {}).get("official", {})
    names = {"lmfree_unseen": "unseen titles", "lmfree_seen": "seen", "lookup": "look-up"}
    cells.append("; ".join(f"{goals[who]['all_f1']:.1f} ({what})"
                           for who, what in names.items() if who in goals) or "–")
    return cells


def _rates(summary: Mapping[str, Any] | None) -> tuple[float, float]:
    """Return success and executed in per cent; subgoals come as fractions."""
    if not summary:
        return 0.0, 0.0
    rates = (summary["goal_evaluation"]["task_success_rate"],
             summary["trajectory_evaluation"]["execution_success_rate"])
    return rates if max(rates) > 1 else (100 * rates[0], 100 * rates[1])


def _published() -> Iterator[Sequence[str]]:
    known = tomllib.loads((HERE / "published.toml").read_text(encoding="utf-8"))
    for row in known["row"]:
        yield (row["model"], *(_rate(rate, n) for module, n in known["n"].items()
                               for rate in row[module]), f"{row['goal_interpretation']:.1f}")


def _rate(percent: float, n: int) -> str:
    interval = clopper_pearson(round(percent * n / 100), n)
    return f"{percent:.1f} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def _errors(modules: Mapping[str, Any]) -> tuple[Sequence[str], list[Sequence[str]]]:
    kinds = ("wrong order", "missing step", "affordance", "additional step", "hallucination",
             "parsing", "predicate argument number")
    rows: list[Sequence[str]] = []
    for module, found in modules.items():
        told = found["official"].get("lmfree", {}).get("trajectory_evaluation", {})
        if told:
            factor = 1 if told["execution_success_rate"] > 1 else 100
            values = {k.replace("_", " ").removesuffix(" error"): factor * v for k, v in (
                told["runtime_error"] | told["grammar_error"]).items()}
            rows.append((module.replace("_", " "), *(f"{values[k]:.1f}" for k in kinds)))
    return ("module", *kinds[:-1], "number of arguments"), rows


def _lost(modules: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    for module, found in modules.items():
        name, tasks = module.replace("_", " "), found["tasks"]
        if found["crash"]:
            yield name, "–", "the evaluator crashed (its defect, not ours)", f"`{found['crash']}`"
        for counted in (True, False):
            group = {n: t["cause"] for n, t in tasks.items() if t["counted"] is counted}
            for cause in sorted({c for c in group.values() if c}):
                names = [n.removeprefix("scene_1_") for n, c in group.items() if c == cause]
                yield name, str(len(names)), cause + ("" if counted else "; not counted"), (
                    f"`{' '.join(names)}`")
            solved = sum(not cause for cause in group.values())
            if group:
                yield name, str(solved), f"solved of {len(group)} " + (
                    "counted" if counted else "not counted: by the exact check"), "–"
