"""``planner show``: one episode, looked at, from its trace."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.console import display_width
from planner.errors import UsageError


def command(
    trace: Annotated[Path, typer.Argument(help="Trace of an episode (planner run --trace).")],
    html: Annotated[Path | None, typer.Option("--html", help="Page with a replay.")] = None,
    gif: Annotated[Path | None, typer.Option("--gif", help="Animation.")] = None,
) -> None:
    """Show one episode: its steps in words, or as a page or an animation."""
    if html is not None:
        from planner.cli.report_command import command as report

        if html.suffix == ".svg":
            raise UsageError(f"--html {html}: an animation is made by planner report --out")
        report(trace, html)
    if gif is not None:
        from benchmarks.report.single import filmed

        filmed(trace, gif)
        typer.echo(str(gif))
    if html is None and gif is None:
        from benchmarks.report.single import single

        single(trace)  # complains of what is not a trace
        with trace.open(encoding="utf-8") as lines:
            for text in (text for line in lines for text in step_told(json.loads(line))):
                typer.echo(text)


def step_told(row: Mapping[str, Any]) -> Iterator[str]:
    """Tell a line of a trace in words: its header or a step."""
    if row.get("kind") == "header":
        yield f"{row.get('domain', '')} {row.get('case', '')} by {row.get('policy', '')}"
        if row.get("instruction"):
            yield str(row["instruction"])
    if row.get("kind") != "step":
        return
    yield f"step {row['step']}" + (f"  [{row['replan']}]" if row.get("replan") else "")
    yield from (f"    {change}" for change in row.get("notes", {}).get("belief", ()))
    wide, long = (max([least, *map(display_width, words)]) for least, words in (
        (8, row["actions"]), (40, row["actions"].values())))
    for agent, action in row["actions"].items():
        failed = "" if row["success"].get(agent, True) else (
            f"  FAILED: {row['failure'].get(agent) or 'the world gives no reason'}")
        name = agent + " " * (wide - display_width(agent))
        yield f"    {name} {action:<{long}} {row['reasons'].get(agent, '')}{failed}".rstrip()
