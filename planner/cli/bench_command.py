"""``planner bench``: run a benchmark suite."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner.cli.options import POLICIES, SUITES
from planner.console import counted, number_option, printable, write_json
from planner.errors import AgentError, ComponentError, ExitCode, UsageError
from planner.supervision import count

if TYPE_CHECKING:
    from benchmarks.runner import Progress
    from benchmarks.suite import Run, Suite


def command(
    suite: Annotated[str, typer.Argument(
        help="Name of a shipped suite, or a .toml file.", autocompletion=SUITES)],
    out: Annotated[Path, typer.Option("--out", help="Folder that receives the runs.")],
    filter_text: Annotated[str, typer.Option(
        "--filter", help="Only these cases: 'scene=1 agents=2,3' or a word.")] = "",
    algorithms: Annotated[str, typer.Option(
        help="Comma-separated; default: those the suite runs by default.")] = "",
    policy: Annotated[str, typer.Option(
        help="Play with this policy instead of the suite's algorithms (a name or module:Class).",
        autocompletion=POLICIES)] = "",
    label: Annotated[str, typer.Option(help="With --policy: its name in tables.")] = "",
    controls: Annotated[bool, typer.Option(
        "--controls", help="Also run idle, random and explore-only: where they succeed, success "
                           "means little.")] = False,
    jobs: Annotated[int | None, typer.Option(
        min=0, show_default="2, without Dask 0",
        help="Local workers; 0 runs in this process.")] = None,
    cluster: Annotated[str, typer.Option(
        help="Address of a running Dask scheduler, tcp://HOST:PORT.")] = "",
    resume: Annotated[bool, typer.Option(
        "--resume", help="Run what is missing or gave no result (an endpoint was down, say).")
    ] = False,
    retry: Annotated[str, typer.Option(
        help="With --resume: run these outcomes again, too, e.g. 'time-limit,input'.")] = "",
    time_limit: Annotated[float | None, number_option(
        min=0.1,
        help="Wall clock seconds per run, instead of the suite's and algorithms'.")] = None,
    allow_host: Annotated[list[str] | None, typer.Option(
        metavar="HOST[:PORT]", help="Send the language model's key there; may be repeated.")
    ] = None,
    data: Annotated[Path | None, typer.Option(
        help="Folder of data outside the repository ($PLANNER_DATA).")] = None,
    replay_chat: Annotated[Path | None, typer.Option(
        help="Runs whose recorded exchanges answer instead of a language model.")] = None,
    json_file: Annotated[str | None, typer.Option(
        "--json", help="Write the tally as JSON to FILE ('-': output).")] = None,
) -> None:
    """Run a benchmark suite; each run is stored in its own folder below RUNS.

    A sweep may be interrupted anywhere and continued with --resume; results don't depend on
    the number of workers. Runs that gave no result make the exit code 5.
    """
    from benchmarks.baselines.key_host import allow
    from benchmarks.runner import prepare, run_suite, summarise
    from benchmarks.runs.manifest import write_manifest
    from benchmarks.runs.outcome import retried
    from benchmarks.runs.store import Store
    from benchmarks.suite import find_suite, load_suite, with_policy

    again = retried(_names(retry), resume)
    allow(allow_host or [])
    loaded = with_policy(load_suite(find_suite(suite), data), policy, label)
    loaded, runs = _runs(loaded, _names(algorithms), filter_text, controls)
    if time_limit is not None:
        runs = [replace(r, limits=replace(r.limits, wall_seconds=time_limit)) for r in runs]
    try:
        store = prepare(loaded, runs, out, resume=resume, asking=replay_chat is None,
                        filter=filter_text)
        for error in store.set_aside():
            _tell(f"set aside and run again: {error}")
        if jobs is None:
            jobs = 2 if cluster or find_spec("distributed") else 0
        progress = run_suite(
            loaded, runs, store, jobs=jobs, cluster=cluster, replay=replay_chat, retry=again,
            on_progress=lambda p: count(f"{p.skipped + p.done} of {p.total} runs" + _rate(p)))
        made = write_manifest(store, len(runs))
    except KeyboardInterrupt:
        stored = sum(Store(out).settled(run.key) is not None for run in runs)
        _tell(f"interrupted; {stored} of {len(runs)} runs are stored in {out}, "
              "--resume runs the rest")
        raise SystemExit(int(ExitCode.INTERRUPTED)) from None
    tally = {
        "format": 1, "manifest": str(made), "suite": loaded.name, "out": str(out),
        "runs": progress.total, "executed": progress.done, "skipped": progress.skipped,
        "solved": progress.solved,
        "outcomes": dict(sorted(progress.outcomes.items())),
        "unexplained": progress.unexplained, "no_result": progress.no_result,
        "begin_done": progress.begin_done, "agent": progress.mistaken,
    }
    _write(tally, json_file)
    summarise(loaded.summary if json_file != "-" else "", store)
    for name, note in sorted(progress.notes.items()):
        _tell(f"{progress.outcomes[name]} ended '{name}'; the first: {note}")
    if progress.begin_done:
        _tell(f"{counted(len(progress.begin_done), 'run')} in no figure, done from the beginning: "
              + ", ".join(progress.begin_done))
    if progress.no_result:
        raise ComponentError(
            f"{len(progress.no_result)} of {progress.total} runs gave no result and count for "
            f"nothing; --resume runs them again; the first: {progress.no_result[0]}")
    if progress.mistaken:
        raise AgentError(f"{len(progress.mistaken)} of {progress.total} runs failed by the "
                         "agent's own mistake and count as failures; the first: "
                         + progress.mistaken[0])
    if progress.unexplained:
        raise ComponentError(
            f"{counted(len(progress.unexplained), 'run')} ended unexplained; the first: "
            f"{progress.unexplained[0]} (logs: {out}/runs/*/*/error.log)")


def _runs(
    suite: Suite, chosen: list[str], filter_text: str, controls: bool
) -> tuple[Suite, list[Run]]:
    """Return the runs that are asked for, and the suite with the controls among them."""
    from benchmarks.suite import with_controls

    runs = suite.runs(chosen, filter_text)
    if controls:
        suite, more = with_controls(suite)
        known = {run.key for run in runs}
        runs += [run for run in suite.runs(more, filter_text) if run.key not in known]
    if not runs:
        raise UsageError(f"no case of suite {suite.name!r} matches {filter_text!r}; "
                         "`planner list cases SUITE` shows them")
    return suite, runs


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _tell(text: str) -> None:
    typer.echo(printable(f"planner: {text}"), err=True)


def _write(tally: dict[str, Any], json_file: str | None) -> None:
    if json_file:
        write_json(tally, json_file)
    if json_file != "-":
        outcomes = ", ".join(f"{count} {name}" for name, count in tally["outcomes"].items())
        typer.echo(f"{tally['suite']}: {counted(tally['runs'], 'run')}, "
                   f"{tally['skipped']} stored before, {tally['executed']} executed "
                   f"({outcomes or 'none'}), {tally['solved']} solved → {tally['out']}")


def _rate(progress: Progress) -> str:
    return (f", {progress.rate:.1f} runs/s, {progress.seconds_left:.0f} s left, "
            f"{progress.solved} solved") if progress.done else ""
