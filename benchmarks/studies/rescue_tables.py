"""Tables of search & rescue: published scenes, stress, replay of the recorded runs.

``python -m benchmarks.studies.rescue_tables all --out DIR [--data DATA]`` writes Markdown, JSON and
plots. Parts: ``main``, ``balance``, ``stress``, ``replay``, ``speed``. Seconds are
processor seconds of this process, since walls depend on who else is at work.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

from benchmarks import metrics
from benchmarks.statistics import clopper_pearson, quantile, t_interval
from benchmarks.studies.playing import run_case
from benchmarks.studies.rescue_balance import attainable_balance, balance_by_search, free_help
from domains.rescue.schedule import list_schedule
from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.scene_file import shipped_scene
from planner.execution.trace import EpisodeRecord

SCENES, SEEDS, TEAMS = (1, 2, 3, 4, 5), (0, 10, 20, 30, 40), (2, 3, 4, 5)
SEARCHES = range(7)
STRESS: Mapping[str, Mapping[str, Any]] = {
    "fires noticed 6 steps late": {"rules": {"unnoticed": 6}},
    "fires noticed 10 steps late": {"rules": {"unnoticed": 10}},
    "robots fail 10 %": {"rules": {"failure_probability": 0.1}},
    "fires doubled": {"doubled_fires": True},
    "10 cells per step": {"rules": {"move_cost": 0.1}},
}
PAPER = {2: (0.44, 0.86, 0.94, 0.91, 27.76), 3: (0.68, 0.92, 0.96, 0.80, 21.88),
         4: (0.72, 0.94, 0.98, 0.78, 22.00), 5: (0.74, 0.96, 1.00, 0.73, 24.52)}
Row = dict[str, Any]


def episodes(
    agents: int, seeds: Sequence[int], **case: Any
) -> Iterator[tuple[EpisodeRecord, float]]:
    """Run every scene with every seed; yield records with processor seconds per decision."""
    for scene in SCENES:
        for seed in seeds:
            begin = time.process_time()
            record = run_case("rescue", {"scene": scene, "agents": agents, "seed": seed, **case},
                              clock=time.process_time)
            yield record, (time.process_time() - begin) / max(1, record.steps)


def summary(records: Sequence[EpisodeRecord], name: str, agents: int,
            attainable: Mapping[str, Any] | None = None) -> Row:
    """Return the metrics of some episodes with 95 % intervals.

    With ``attainable`` (what the cases have in common) the most even split stands beside it.
    """
    rate = clopper_pearson(sum(r.success for r in records), len(records))
    row: Row = {"who": name, "agents": agents, "episodes": len(records), "SR": str(rate)}
    values: dict[str, Callable[[EpisodeRecord], float]] = {
        "TR": metrics.transport_rate, "C": metrics.coverage, "B": metrics.balance,
        "B_LLaMAR": metrics.balance_released, "L": metrics.steps,
    }
    for key, value in values.items():
        numbers = [float(value(r)) for r in records]
        if key == "B" and not any(r.useful for r in records):
            row[key] = "—"
            continue
        row[key] = str(t_interval(numbers))
        if key == "B" and attainable is not None:
            row["B even split"] = f"{fmean(_attainable(r, attainable) for r in records):.2f}"
    return row


def _attainable(record: EpisodeRecord, common: Mapping[str, Any]) -> float:
    case = {"scene": record.case, "agents": len(record.agents), "seed": record.seed, **common}
    return attainable_balance(record, case)


def bounds(agents: int) -> Row:
    """Return the least steps with people known: proven for every scene and seed, or the bound.

    It is a bound for the jobs of ``domains.rescue.policy.tasks``, team mates who help others to
    land being free of charge.
    """
    found = []
    for scene in SCENES:
        for seed in SEEDS:
            problem = free_help({"scene": scene, "agents": agents, "seed": seed})
            found.append(list_schedule(problem, balanced=False))
    proven = sum(s.optimal for s in found)
    return {"who": f"bound, people known ({proven}/{len(found)} proven)", "agents": agents,
            "episodes": len(found), "L": f"{fmean(s.bound for s in found):.2f}"}


def main_table(data: Path | None, other_seeds: int) -> dict[str, list[Row]]:
    """Return the table of the published scenes beside paper, recorded runs, script and bounds."""
    rows: list[Row] = []
    times: list[Row] = []
    recorded: dict[int, list[EpisodeRecord]] = {}
    if data is not None:
        from domains.rescue.recorded import recorded as read_recorded

        for found in read_recorded(data):
            record = found.record
            assert record is not None
            recorded.setdefault(len(record.agents), []).append(record)
    for agents in TEAMS:
        ours = list(episodes(agents, SEEDS, policy="symbolic"))
        rows.append(summary([r for r, _ in ours], "symbolic", agents, {}))
        seconds = sorted(s for r, _ in ours for s in r.decision_seconds)
        times.append({"agents": agents, "decisions": len(seconds),
                      "median ms (processor)": f"{1000 * median(seconds):.1f}",
                      "p95 ms (processor)": f"{1000 * quantile(seconds, 0.95):.0f}",
                      "processor ms per joint step (mean)":
                          f"{1000 * fmean(s for _, s in ours):.1f}"})
        capped = [r for r, _ in episodes(agents, SEEDS, policy="symbolic", max_steps=30)]
        rows.append(summary(capped, "symbolic, cap 30", agents))
        if other_seeds:
            seeds = range(100, 100 + other_seeds)
            others = [r for r, _ in episodes(agents, seeds, policy="symbolic")]
            rows.append(summary(others, f"symbolic, {5 * other_seeds} other cases",
                                agents, {}))
        known = [r for r, _ in episodes(agents, SEEDS, policy="symbolic", clairvoyant=True)]
        rows.append(summary(known, "symbolic, people known", agents, {"clairvoyant": True}))
        rows.append(bounds(agents))
        script = [r for r, _ in episodes(agents, SEEDS, policy="greedy")]
        rows.append(summary(script, "greedy script", agents))
        if agents in recorded:
            rows.append(summary(recorded[agents], "LLaMAR, recorded", agents))
            rows.append(_paired([r for r, _ in ours], recorded[agents], agents))
        names = ("SR", "TR", "C", "B_LLaMAR", "L")
        rows.append({"who": "LLaMAR, paper", "agents": agents,
                     **{k: f"{v:.2f}" for k, v in zip(names, PAPER[agents], strict=True)}})
    return {"published scenes": rows, "seconds per decision": times}


def _paired(ours: Sequence[EpisodeRecord], theirs: Sequence[EpisodeRecord], agents: int) -> Row:
    """Return the mean differences over the same scenes and seeds."""
    pairs = {(r.extra["scene"], r.seed): r for r in theirs}
    matched = [(r, pairs[int(r.case.removeprefix("scene_")), r.seed]) for r in ours]
    row: Row = {"who": "difference, paired", "agents": agents, "episodes": len(matched)}
    for key, value in (("SR", metrics.success_rate), ("TR", metrics.transport_rate),
                       ("L", metrics.steps)):
        row[key] = str(t_interval([float(value(a)) - float(value(b)) for a, b in matched]))
    return row


def balance_table() -> dict[str, list[Row]]:
    """Return the best balance that the step allows in which the last person is found.

    Means over all scenes and seeds, in the fewest steps; step 0 means that people are known.
    """
    rows = []
    for agents in TEAMS:
        row: Row = {"robots": agents}
        cases = [{"scene": scene, "agents": agents, "seed": seed}
                 for scene in SCENES for seed in SEEDS]
        best = [balance_by_search(case, SEARCHES) for case in cases]
        for found, column in zip(SEARCHES, zip(*best, strict=True), strict=True):
            row[f"found in step {found}" if found else "known"] = f"{fmean(column):.2f}"
        rows.append(row)
    return {"best balance by length of the search": rows}


def stress_table() -> dict[str, list[Row]]:
    """Return symbolic team and greedy script side by side under stress, horizon 30."""
    rows = []
    for what, change in STRESS.items():
        for agents in (2, 4):
            for policy in ("symbolic", "greedy"):
                records = [r for r, _ in episodes(agents, SEEDS, policy=policy, max_steps=30,
                                                  **change)]
                rows.append({"stress": what, **summary(records, policy, agents)})
    return {"stress": rows}


def replay_table(data: Path) -> dict[str, list[Row]]:
    """Return how far our feedback agrees with the 100 recorded runs."""
    from domains.rescue.policy.replay import ReplayPolicy
    from domains.rescue.recorded import trajectory_files

    rows = []
    for agents in TEAMS:
        steps = differences = unexplained = runs = 0
        for team, seed, scene, path in trajectory_files(data):
            if team != agents:
                continue
            policy = ReplayPolicy.from_file(path)
            case = {"scene": scene, "agents": team, "seed": seed}
            run_case("rescue", case, policy=policy)
            runs += 1
            steps += sum(len(row[0]) for row in policy.rows)
            differences += len(policy.differences)
            unexplained += sum(not d.cause for d in policy.differences)
        rows.append({"agents": agents, "runs": runs, "actions": steps,
                     "differing feedback": differences,
                     "before any Explore or unlit region": unexplained})
    return {"replay of the recorded runs": rows}


def speed_table() -> dict[str, list[Row]]:
    """Return joint steps per second of the environment, three robots, one core."""
    rows = []
    for action in ("Idle", "NavigateTo(ReservoirUtah)", "Explore()"):
        environment = RescueEnvironment(shipped_scene(1), 3, max_steps=10**9)
        environment.reset(seed=0)
        joint = dict.fromkeys(environment.agents, action)
        begin, count = time.process_time(), 5000
        for _ in range(count):
            environment.step(joint)
        rows.append({"all robots": action,
                     "joint steps per second": round(count / (time.process_time() - begin))})
    return {"environment speed": rows}


def markdown(tables: Mapping[str, Sequence[Row]]) -> str:
    """Return tables as Markdown."""
    parts = []
    for title, rows in tables.items():
        columns = list(dict.fromkeys(k for row in rows for k in row))
        parts += [f"### {title}", "", "| " + " | ".join(columns) + " |",
                  "|" + "---|" * len(columns)]
        parts += ["| " + " | ".join(str(r.get(c, "")) for c in columns) + " |" for r in rows]
        parts.append("")
    return "\n".join(parts)


def plot(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    """Draw stress as PNG (needs matplotlib)."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    if "stress" in tables:
        bars = tables["stress"]
        figure, axes = pyplot.subplots(1, 2, figsize=(10, 3.8), sharey=True)
        for axis, agents in zip(axes, (2, 4), strict=True):
            for shift, who in ((-0.2, "symbolic"), (0.2, "greedy")):
                mine = [r for r in bars if r["agents"] == agents and r["who"] == who]
                rates = [float(r["SR"].split()[0]) for r in mine]
                axis.bar([i + shift for i in range(len(mine))], rates, 0.38, label=who)
                axis.set_xticks(range(len(mine)), [r["stress"] for r in mine], rotation=20,
                                ha="right", fontsize=8)
            axis.set(title=f"{agents} robots", ylabel="SR", ylim=(0, 1.05))
        figure.legend(*axes[0].get_legend_handles_labels(), loc="upper center", ncols=2)
        figure.tight_layout(rect=(0, 0, 1, 0.93))
        figure.savefig(folder / "stress.png", dpi=120)


def main() -> None:
    """Write the tables that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("all", "main", "balance", "stress",
                                         "replay", "speed"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, help="folder with llamar/ (recorded runs)")
    parser.add_argument("--other-seeds", type=int, default=0, help="further seeds per scene")
    options = parser.parse_args()
    tables: dict[str, list[Row]] = {}
    if options.part in ("all", "speed"):
        tables |= speed_table()
    if options.part in ("all", "main"):
        tables |= main_table(options.data, options.other_seeds)
    if options.part in ("all", "balance"):
        tables |= balance_table()
    if options.part in ("all", "stress"):
        tables |= stress_table()
    if options.part in ("all", "replay") and options.data is not None:
        tables |= replay_table(options.data)
    options.out.mkdir(parents=True, exist_ok=True)
    text = markdown(tables)
    (options.out / f"{options.part}.md").write_text(text, encoding="utf-8")
    (options.out / f"{options.part}.json").write_text(json.dumps(tables, indent=1))
    plot(tables, options.out)
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
