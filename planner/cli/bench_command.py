"""``planner bench``: run a benchmark suite."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner.errors import ComponentError, UsageError

if TYPE_CHECKING:
    from benchmarks.runner import Progress


def command(
    suite: Annotated[str, typer.Argument(help="Name of a shipped suite, or a .toml file.")],
    out: Annotated[Path, typer.Option("--out", help="Folder that receives the runs.")],
    filter_text: Annotated[
        str, typer.Option("--filter", help="Only these cases: 'scene=1 agents=2,3' or a word.")
    ] = "",
    algorithms: Annotated[
        str, typer.Option(help="Comma-separated; default: those the suite runs by default.")
    ] = "",
    jobs: Annotated[
        int, typer.Option(min=0, help="Local workers; 0 runs in this process.")
    ] = 2,
    cluster: Annotated[
        str, typer.Option(help="Address of a running Dask scheduler, tcp://HOST:PORT.")
    ] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Run only what is missing.")] = False,
    data: Annotated[
        Path | None, typer.Option(help="Folder of data outside the repository ($PLANNER_DATA).")
    ] = None,
    replay_chat: Annotated[
        Path | None,
        typer.Option(help="Runs whose recorded exchanges answer instead of a language model."),
    ] = None,
    json_file: Annotated[
        str | None, typer.Option("--json", help="Write the tally as JSON to FILE ('-': output).")
    ] = None,
) -> None:
    """Run a benchmark suite; each run is stored in its own folder below RUNS.

    A sweep may be interrupted anywhere and continued with --resume; results don't depend on
    the number of workers.
    """
    from benchmarks.runner import prepare, run_suite
    from benchmarks.suite import find_suite, load_suite

    loaded = load_suite(find_suite(suite), data)
    chosen = [name.strip() for name in algorithms.split(",") if name.strip()]
    runs = loaded.runs(chosen, filter_text)
    if not runs:
        raise UsageError(f"no case of suite {loaded.name!r} matches {filter_text!r}")
    store = prepare(loaded, runs, out, resume=resume, filter=filter_text)
    with _Display(sys.stderr.isatty()) as show:
        progress = run_suite(loaded, runs, store, jobs=jobs, cluster=cluster, replay=replay_chat,
                             on_progress=show)
    tally = {
        "format": 1, "suite": loaded.name, "out": str(out), "runs": progress.total,
        "executed": progress.done, "skipped": progress.skipped, "solved": progress.solved,
        "outcomes": dict(sorted(progress.outcomes.items())),
        "unexplained": progress.unexplained,
    }
    _write(tally, json_file)
    for name, note in sorted(progress.notes.items()):
        told = f"planner: {progress.outcomes[name]} ended '{name}'; the first: {note}"
        typer.echo(told, err=True)
    if progress.unexplained:
        raise ComponentError(
            f"{len(progress.unexplained)} runs ended unexplained; the first: "
            f"{progress.unexplained[0]} (logs: {out}/runs/*/*/error.log)"
        )


def _write(tally: dict[str, Any], json_file: str | None) -> None:
    if json_file == "-":
        typer.echo(json.dumps(tally, ensure_ascii=False))
        return
    if json_file:
        Path(json_file).write_text(json.dumps(tally, ensure_ascii=False) + "\n", encoding="utf-8")
    outcomes = ", ".join(f"{count} {name}" for name, count in tally["outcomes"].items())
    typer.echo(
        f"{tally['suite']}: {tally['runs']} runs, {tally['skipped']} stored before, "
        f"{tally['executed']} executed ({outcomes or 'none'}), {tally['solved']} solved "
        f"→ {tally['out']}"
    )


class _Display:
    """Show progress on standard error: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, terminal: bool) -> None:
        self.terminal = terminal
        self._next = time.monotonic() + 10.0
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Callable[[Progress], None]:
        if self.terminal:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(
                TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                TextColumn("{task.fields[rate]}"), console=Console(stderr=True), transient=True,
            )
            self._bar.start()
            self._task = self._bar.add_task("runs", rate="")
        return self._show

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _show(self, progress: Progress) -> None:
        rate = (f"{progress.rate:.1f} runs/s, {progress.seconds_left:.0f} s left, "
                f"{progress.solved} solved") if progress.done else ""
        seen = progress.skipped + progress.done
        if self._bar is not None:
            self._bar.update(self._task, total=progress.total, completed=seen, rate=rate)
        elif time.monotonic() >= self._next and progress.done:
            self._next = time.monotonic() + 10.0
            typer.echo(f"planner: {seen}/{progress.total} runs, {rate}", err=True)
