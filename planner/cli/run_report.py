"""What ``planner run`` says about an episode: the summary, and the story step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from planner.execution.trace import EpisodeRecord

__all__ = ["print_episode", "summary"]


def summary(record: EpisodeRecord, trace: Path | None) -> dict[str, Any]:
    """Return the summary of an episode as JSON data; a domain's own entries come last."""
    from benchmarks import metrics

    median, p95 = metrics.decision_seconds(record)
    common = {
        "outcome": _outcome(record),
        "success": record.success, "believed": record.believed_success,
        "SR": metrics.success_rate(record), "TR": metrics.transport_rate(record),
        "C": metrics.coverage(record), "B": metrics.balance(record),
        "B_useful": metrics.balance(record, "paper"), "L": metrics.steps(record),
        "seconds_per_decision": {"median": median, "p95": p95},
        "replans": record.replans, "engine_calls": record.engine_calls,
        "failures": list(record.failures), "trace": str(trace) if trace else None,
        "policy": record.policy, "agents": list(record.agents), "useful": dict(record.useful),
        "open": [s for s in record.subtasks if s not in record.credited],
    }
    return {**{k: v for k, v in record.extra.items() if k not in common}, **common}


def print_episode(
    record: EpisodeRecord, lines: Sequence[Mapping[str, Any]], found: Mapping[str, Any],
    remarks: Sequence[str],
) -> None:
    """Print the story and the summary; ``remarks`` are a domain's own lines."""
    typer.echo(lines[0]["instruction"])
    for line in lines:
        if line["kind"] == "step":
            _print_step(line)
    typer.echo("  ".join(f"{k} {found[k]:.2f}" for k in ("SR", "TR", "C", "B", "B_useful"))
               + f"  L {found['L']}")
    believed = "done" if record.believed_success else "not done"
    judged = f" by {record.extra['judged_by']}" if record.extra.get("judged_by") else ""
    typer.echo(f"{found['outcome']}{judged}, the team believes it {believed}; "
               f"decision {1000 * found['seconds_per_decision']['median']:.1f} ms median; "
               f"{record.replans} replans")
    if found["open"]:
        typer.echo("not done: " + "; ".join(found["open"]))
    for remark in remarks:
        typer.echo(remark)
    for d in found.get("differences", ()):
        cause = f", after {d['cause']}" if d["cause"] else ""
        typer.echo(f"  step {d['step']} {d['agent']} {d['action']}: recorded {d['recorded']}, "
                   f"here {d['ours']}{cause}")
    for name in ("trace", "animation"):
        if found.get(name):
            typer.echo(f"{name}: {found[name]}")


def _outcome(record: EpisodeRecord) -> str:
    """Name the referee's verdict; where nothing was asked for, nothing has been achieved."""
    if record.extra.get("nothing_to_do"):
        return "nothing to do"
    return "success" if record.success else "not solved"


def _print_step(line: Mapping[str, Any]) -> None:
    typer.echo(f"step {line['step']}" + (f"  [{line['replan']}]" if line["replan"] else ""))
    for change in line["notes"].get("belief", []):
        typer.echo(f"    {change}")
    for agent, action in line["actions"].items():
        reason = line["reasons"].get(agent, "")
        outcome = ("" if line["success"].get(agent, True)
                   else f"  FAILED {line['failure'][agent]}".rstrip())
        typer.echo(f"    {agent:<8} {action:<40} {reason}{outcome}".rstrip())
