"""The table that ``planner solve`` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from planner.cli.solve_jobs import Result
from planner.console import counted, echo, table
from planner.solving import SolveReport

_FEW = 5
"""Files whose assumptions are printed, and assumptions of each."""


def print_report(results: Sequence[Result]) -> None:
    """Print a row per file, totals, and the distribution of times."""
    if any("rewards" in result.data for result in results):
        _print_rewards(results)
    else:
        _print_costs(results)
    if len(results) == 1 and "joint" in results[0].data:
        _print_joint(results[0].data["joint"])
    if len(results) == 1 and len(results[0].data.get("plans", ())) > 1:
        for number, plan in enumerate(results[0].data["plans"], start=1):
            echo(f"; {number}: cost {plan['cost']:.12g}")
            echo("\n".join(plan["plan"]))
    elif len(results) == 1 and results[0].plan_text:
        echo(results[0].plan_text, nl=False)


def better_line(better: SolveReport) -> str:
    """Return the line of a plan that has just been found."""
    bound = "" if better.bound is None else f", bound {better.bound:.12g}"
    return (f"{better.seconds['total']:8.2f} s  cost {better.cost or 0.0:.12g}{bound}, "
            f"{counted(len(better.plan or ()), 'action')} ({better.engine})")


def _print_joint(joint: Mapping[str, Any]) -> None:
    """Say how good a joint plan is known to be, and who the robots are."""
    bound = joint["bound"]
    if "makespan" in joint:
        known = "the shortest" if joint["makespan"] == bound else f"{bound:g} at least"
        echo(f"makespan {joint['makespan']:g} ({known} in whole units, a robot doing one thing at "
             f"a time), {joint['how']}; {joint['robots']}")
        return
    steps = joint["steps"]
    known = "no plan has fewer" if steps == bound else f"{bound} at least"
    cost = f", cost {joint['cost']:.12g}" if "cost" in joint else ""
    echo(f"{counted(steps, 'joint step')} ({known}){cost}, {joint['how']}; {joint['robots']}")


def _print_rewards(results: Sequence[Result]) -> None:
    header = ["problem", "score", "bound", "proven", "tasks", "kept", "cost", "actions", "ms"]
    solved = [r.data for r in results if "rewards" in r.data]
    planned = [r.data for r in results if r.data.get("plan") is not None]
    bounds = [d["rewards"]["upper_bound"] for d in solved]
    footer: list[object] = [
        f"{counted(len(results), 'file')}, {len(planned)} solved",
        sum(d["rewards"]["base_score"] for d in solved),
        "" if None in bounds else sum(bounds),
        sum(d["optimal"] for d in solved),
        sum(_count(d, "tasks", "satisfied") for d in solved),
        sum(_count(d, "constraints", "kept") for d in solved),
        f"{sum(d.get('cost') or 0 for d in planned):.12g}",
        sum(len(d["plan"]) for d in planned),
        "",
    ]
    table(header, [_reward_row(result) for result in results], footer=footer,
          numeric=range(1, len(header)))
    _print_assumptions(solved)
    _print_times([d["seconds"]["total"] for d in solved])


def _print_assumptions(solved: Sequence[Any]) -> None:
    """Say what scores and bounds rest on where not everything is known."""
    resting = [data for data in solved if data.get("assumptions")]
    if len(resting) > _FEW:
        echo(f"{len(resting)} scores and bounds rest on assumptions; --json lists them")
        return
    for data in resting:
        name, listed = Path(data["input"]).name, data["assumptions"]
        more = f"; and {len(listed) - _FEW} more (--json)" if len(listed) > _FEW else ""
        echo(f"{name}: score and bound hold if {'; '.join(listed[:_FEW])}{more}")


def _reward_row(result: Result) -> list[object]:
    data = result.data
    name = Path(data["input"]).name
    if "rewards" not in data:
        return [name, "-", "", data["status"].lower().replace("_", " "), "", "", *_found(data), ""]
    rewards = data["rewards"]
    return [
        name,
        rewards["base_score"],
        "" if rewards["upper_bound"] is None else rewards["upper_bound"],
        "yes" if data["optimal"] else _unproven(data),
        f"{_count(data, 'tasks', 'satisfied')}/{len(rewards['tasks'])}",
        f"{_count(data, 'constraints', 'kept')}/{len(rewards['constraints'])}",
        data["cost"],
        len(data["plan"]),
        f"{1000 * data['seconds']['total']:.1f}",
    ]


def _found(data: Mapping[str, Any]) -> tuple[str, str]:
    """Return the cost and the number of actions of a plan; empty where there is none."""
    cost, plan = data.get("cost"), data.get("plan")
    return "" if cost is None else f"{cost:.12g}", "" if plan is None else str(len(plan))


def _unproven(data: Any) -> str:
    """Say what ended the search before the proof: effort, states, a deadline, or the clock."""
    ended = data.get("search", {}).get("ended", "proof")
    return "no" if ended == "proof" else f"no ({ended})"


def _count(data: Any, kind: str, key: str) -> int:
    return sum(entry[key] for entry in data["rewards"][kind])


def _print_costs(results: Sequence[Result]) -> None:
    rows = [(Path(data["input"]).name, data["status"],
             cost, "yes" if data.get("optimal") else "", actions,
             data.get("engine", ""), f"{data['seconds'].get('total', 0):.3f}")
            for data in (result.data for result in results) for cost, actions in [_found(data)]]
    header = ("problem", "status", "cost", "proven", "actions", "engine", "s")
    table(header, rows, numeric=(2, 4, 6))


def _print_times(seconds: list[float]) -> None:
    if len(seconds) < 2:
        return
    from statistics import median  # a single file does without

    ordered = sorted(seconds)
    tail = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    echo(f"seconds from text to plan: median {median(ordered):.3f}, "
         f"95th percentile {tail:.3f}, most {ordered[-1]:.3f}")
