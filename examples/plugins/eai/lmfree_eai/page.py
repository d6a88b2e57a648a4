"""The page: our rows beside published language models, errors, causes of what is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from benchmarks.statistics import clopper_pearson
from lmfree_eai.package import VERSION
from planner.files import read_toml

HERE = Path(__file__).parent
HEAD = ("who", "actions: goal success", "actions: executed", "subgoals: success",
        "subgoals: executed", "goals: F1")
RATES = ("task_success_rate", "execution_success_rate")
ERRORS = {"wrong_order": "wrong order", "missing_step": "missing step", "affordance": "affordance",
          "additional_step": "additional step", "hallucination": "hallucination",
          "parsing": "parsing", "predicate_argument_number": "number of arguments"}
GOALS = {"lmfree_unseen": "unseen titles", "lmfree_seen": "seen", "lookup": "look-up"}


def html(text: str) -> str:
    """Return Markdown as a page to look at."""
    from markdown_it import MarkdownIt

    style = (HERE / "page.css").read_text(encoding="utf-8")
    return ('<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" '
            f'content="width=device-width"><title>VirtualHome</title><style>{style}</style>'
            f"<body>{MarkdownIt('commonmark').enable('table').render(text)}</body></html>\n")


def page(report: Mapping[str, Any]) -> str:
    """Return the page as Markdown."""
    template = Template((HERE / "page.md").read_text(encoding="utf-8"))
    return template.substitute(tables(report), version=VERSION, seed=report["hash_seed"])


def tables(report: Mapping[str, Any]) -> dict[str, str]:
    """Return the tables: results, errors, tasks lost, and transition modeling if that was run."""
    modules = report["modules"]
    rates = {m: _percent(found["official"]["lmfree"]) for m, found in modules.items()
             if "trajectory_evaluation" in found["official"].get("lmfree", {})}
    goals = modules.get("goal_interpretation", {}).get("official", {})
    ours = ["lmfree-planner"]
    for module in ("action_sequencing", "subgoal_decomposition"):
        n = sum(t["counted"] for t in modules.get(module, {"tasks": {}})["tasks"].values())
        ours += [_rate(rates[module][r], n) if module in rates else "–" for r in RATES]
    ours.append("; ".join(f"{goals[who]['all_f1']:.1f} ({what})" for who, what in GOALS.items()
                          if who in goals) or "–")
    models = modules.get("transition_modeling", {}).get("official", {})
    return {
        "rows": _table(HEAD, [ours, *_published()]),
        "errors": _table(("module", *ERRORS.values()), (
            (m.replace("_", " "), *(f"{found[e]:.1f}" for e in ERRORS))
            for m, found in rates.items())),
        "lost": _table(("module", "tasks", "why", "which"), _lost(modules)),
        "transition": _table(("who", "F1", "problems solved with the operators"), (
            (who, *(f"{s['overall'][k]:.1f}" for k in ("f1", "planner_success_rate")))
            for who, s in models.items())) if models else "(Not run.)"}


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows))


def _percent(summary: Mapping[str, Any]) -> dict[str, float]:
    """Return an evaluator's rates in per cent; those of subgoals come as fractions."""
    told = summary["trajectory_evaluation"]
    rates = {"task_success_rate": summary["goal_evaluation"]["task_success_rate"],
             "execution_success_rate": told["execution_success_rate"],
             **told["runtime_error"], **told["grammar_error"]}
    factor = 1 if rates["execution_success_rate"] > 1 else 100
    return {name.removesuffix("_error"): factor * rate for name, rate in rates.items()}


def _published() -> Iterator[Sequence[str]]:
    known = read_toml(HERE / "published.toml")
    for row in known["row"]:
        yield (row["model"], *(_rate(rate, n) for module, n in known["n"].items()
                               for rate in row[module]), f"{row['goal_interpretation']:.1f}")


def _rate(percent: float, n: int) -> str:
    interval = clopper_pearson(round(percent * n / 100), n)
    return f"{percent:.1f} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def _lost(modules: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    for module, found in modules.items():
        name = module.replace("_", " ")
        if found["crash"]:
            yield name, "–", "the evaluator crashed (its defect, not ours)", f"`{found['crash']}`"
        groups: dict[tuple[str, str], list[str]] = {}
        for task, told in found["tasks"].items():
            key = "" if told["counted"] else "; not counted", told["cause"] or "solved"
            groups.setdefault(key, []).append(task.removeprefix("scene_1_"))
        for (counted, cause), names in sorted(groups.items()):
            which = "–" if cause == "solved" else f"`{' '.join(names)}`"
            yield name, str(len(names)), cause + counted, which
