"""Build the report: one HTML file with everything inside."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import ceil, isnan
from pathlib import Path
from typing import Any

from benchmarks.compare import Line, PairedLine
from benchmarks.metrics import METRICS
from benchmarks.report.failures import Cause, Failure
from benchmarks.report.replays import Replay
from benchmarks.report.taxonomy import KINDS, Errors, kind_of
from benchmarks.samples import Sample, rank
from benchmarks.statistics import grouped
from benchmarks.tables import blocks, cell_text, paired_table, shown_columns
from planner.console import counted
from planner.files import filled

HERE = Path(__file__).parent
MAX_EPISODES = 20_000
MAX_POINTS = 3000
MAX_FAILURES = 1000
TICKS = 5
"""Steps from 0 to the end of an axis."""


@dataclass(frozen=True)
class Content:
    """Everything the page shows; records and numbers only.

    ``steps`` are those of a single replay, with each robot's ``news`` (what its observation changed
    to).
    """

    title: str
    description: str
    versions: Mapping[str, str]
    samples: Sequence[Sample] = ()
    lines: Sequence[Line] = ()
    tests: Sequence[PairedLine] = ()
    episode_causes: Sequence[Cause] = ()
    action_causes: Sequence[Cause] = ()
    failures: Sequence[Failure] = ()
    no_results: Sequence[Cause] = ()
    replays: Sequence[Replay] = ()
    notes: Sequence[str] = ()
    verdict: Sequence[str] = ()
    errors: Sequence[Errors] = ()
    steps: Sequence[Mapping[str, Any]] = ()


def render(content: Content) -> str:
    """Return the page; the same content gives the same bytes."""
    return filled(
        HERE / "template.html", content=content,
        style=(HERE / "style.css").read_text(encoding="utf-8"),
        script=(HERE / "viewer.js").read_text(encoding="utf-8"),
        glossary={c: METRICS[c].meaning for c in shown_columns(content.lines)}, kinds=KINDS,
        blocks=blocks, shown_columns=shown_columns, cell_text=cell_text,
        paired=paired_table(content.tests), plots=_plots(content), max_failures=MAX_FAILURES,
        data=_embedded(_data(content)), kind_of=kind_of,
        pretty=partial(json.dumps, ensure_ascii=False, indent=1),
    )


def _plots(content: Content) -> list[dict[str, Any]]:
    """Return what each plot shows; its ``kind`` names the macro of ``plots.html`` that draws it."""
    plots: list[dict[str, Any]] = []
    teams = grouped(content.samples, lambda s: (s.domain, s.agents))
    for (domain, agents), here in sorted(teams.items()):
        where = f"{domain}, {counted(agents, 'agent')}"
        known = [s for s in here if not isnan(s.values["SR"] + s.steps)]
        if known:
            curves = _curves(known)
            plots.append({"title": f"Share solved within a number of steps ({where})",
                          "kind": "curves", "names": [*curves], "curves": [*curves.values()],
                          "top": _whole_ticks(max(s.steps for s in known))})
        if scatter := _scatter(known):
            plots.append({**scatter, "title": f"Steps, each problem both solved ({where})"})
        balanced = grouped((s for s in here if not isnan(s.values["B"])), lambda s: s.name)
        plots.append({"title": f"Balance ({where})", "kind": "balance", "names": [*balanced],
                      "spreads": [_spread(found) for found in balanced.values()]})
    return plots


def _whole_ticks(most: float) -> int:
    """Return the next number that makes whole ticks."""
    return max(1, ceil(most / TICKS)) * TICKS


def _spread(samples: Sequence[Sample]) -> list[float]:
    """Return least, quartiles and greatest of the balance."""
    ordered = sorted(s.values["B"] for s in samples)
    return [ordered[round(q / 4 * (len(ordered) - 1))] for q in range(5)]


def _curves(samples: Sequence[Sample]) -> dict[str, list[tuple[float, float]]]:
    """Return for each algorithm the share solved within x steps."""
    curves, longest = {}, max(s.steps for s in samples)
    for name, found in grouped(samples, lambda s: s.name).items():
        solved = sorted(s.steps for s in found if s.solved)
        points = [(0.0, 0.0)]
        points += [(x, (k + 1) / len(found)) for k, x in enumerate(solved)
                   if k + 1 == len(solved) or solved[k + 1] != x]
        curves[name] = [*points, (longest, points[-1][1])]
    return curves


def _scatter(samples: Sequence[Sample]) -> dict[str, Any]:
    """Compare the first algorithm with each other one on problems that both solved, if any."""
    groups = {name: {s.pair: s for s in found} for name, found in grouped(
        (s for s in samples if s.pair), lambda s: s.name).items()}
    names = sorted(groups, key=lambda n: ("(recorded)" in n, rank(groups[n].values()), n))
    points = [
        (groups[other][pair].steps, groups[names[0]][pair].steps, f"{other}: {pair}", index)
        for index, other in enumerate(names[1:])
        for pair in sorted(set(groups[names[0]]) & set(groups[other]))
        if groups[names[0]][pair].solved and groups[other][pair].solved  # who gives up is not fast
    ][:MAX_POINTS]
    return {"kind": "scatter", "names": names[1:], "first": names[0], "points": points,
            "top": _whole_ticks(max(max(x, y) for x, y, *_ in points) + 1)} if points else {}


def _data(content: Content) -> dict[str, Any]:
    """Return what the script needs: numbers, episodes, packed replays."""
    replayed = {r.key for r in content.replays}
    episodes = [
        [s.key, s.name, s.case_id, s.agents, _number(s.values["SR"]), _number(s.values["TR"]),
         _number(s.values["B"]), _number(s.steps), int(s.key in replayed)]
        for s in content.samples[:MAX_EPISODES]
    ]
    return {
        "format": 1, "lines": [asdict(line) for line in content.lines],
        "paired": [asdict(test) for test in content.tests], "episodes": episodes,
        "replays": [asdict(replay) for replay in content.replays],
    }


def _number(value: float) -> float | None:
    return None if isnan(value) else round(value, 4)


def _embedded(data: Mapping[str, Any]) -> str:
    """Write JSON so that it can stand inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
