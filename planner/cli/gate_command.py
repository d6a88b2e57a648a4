"""``planner gate``: fail on a regression against a stored baseline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner.cli.options import among
from planner.console import counted, note_unreadable, printable
from planner.errors import ExitCode, InputError, UsageError
from planner.files import write_text

if TYPE_CHECKING:
    from benchmarks.regression import GateVerdict

FORMS = ("text", "json", "junit", "github")
SHOWN = 25


def command(
    runs: Annotated[Path, typer.Argument(help="Folder of runs (planner bench --out).")],
    baseline: Annotated[Path, typer.Option("--baseline", help="Stored baseline (JSON).")],
    update: Annotated[bool, typer.Option(
        "--update", help="Write the baseline from these runs.")] = False,
    output: Annotated[
        str, typer.Option("--format", help="'text', 'json', 'junit' or 'github' (annotations).",
                          autocompletion=among(lambda: FORMS))
    ] = "text",
    out: Annotated[Path | None, typer.Option(
        "--out", help="Write the verdict to this file (of any format) and print it as text.")
    ] = None,
) -> None:
    """Compare runs with a baseline; exit code 1 on a regression, naming the cases.

    Exit code 5 when runs gave no result, so that nothing can be said about their cases.
    """
    from benchmarks.junit import junit
    from benchmarks.regression import baseline_of, judge, read_baseline, to_json, write_baseline
    from benchmarks.runs.store import Store

    _check_format(output, out)
    store, unreadable = Store.open(runs), list[InputError]()
    found = list(store.all(unreadable.append))
    for error in unreadable:
        note_unreadable(error)
    suite = str(store.header().get("suite", ""))
    if not found:
        raise UsageError(f"{runs} holds no finished runs")
    if update:
        if unreadable:
            raise InputError(f"{runs}: {len(unreadable)} unreadable records; no baseline is made "
                             "without them (planner bench --resume runs them again)")
        write_baseline(baseline, baseline_of(found, suite))
        typer.echo(f"{baseline}: baseline of {counted(len(found), 'run')} written")
        return
    verdict = judge(found, read_baseline(baseline))
    text = (json.dumps(to_json(verdict), ensure_ascii=False) + "\n" if output == "json" else
            junit(verdict, [run.key for run in found], suite) if output == "junit" else "")
    if text and out is None:
        typer.echo(text, nl=False)
    else:
        if out is not None:
            write_text(out, text)
        _show(verdict, baseline, github=output == "github")
    if verdict.failed:
        raise typer.Exit(int(ExitCode.NEGATIVE))
    if not verdict.passed:
        raise typer.Exit(int(ExitCode.COMPONENT))


def _check_format(output: str, out: Path | None) -> None:
    if output not in FORMS:
        raise UsageError(f"--format must be text, json, junit or github, found {output!r}")
    if out is not None and output not in ("json", "junit"):
        raise UsageError("--out goes with --format json or junit")


def _show(verdict: GateVerdict, baseline: Path, *, github: bool) -> None:
    worse = [f for f in verdict.findings if f.worse]
    for finding in verdict.findings[:SHOWN]:
        text = f"{finding.where}: {finding.message}"
        if github:
            level = "error" if finding.worse or finding.undecided else "notice"
            escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
            typer.echo(f"::{level} title=planner gate::{escaped}")
        else:
            mark = "WORSE " if finding.worse else "NONE  " if finding.undecided else "note  "
            typer.echo(printable(f"{mark}{text}"))
    if len(verdict.findings) > SHOWN:
        typer.echo(f"… and {len(verdict.findings) - SHOWN} more")
    result = "passed" if verdict.passed else "FAILED" if verdict.failed else "UNDECIDED"
    none = sum(f.undecided for f in verdict.findings)
    typer.echo(f"gate {result}: {counted(verdict.cases, 'case')} against {baseline}, "
               f"{len(worse)} worse"
               + (f", {none} without a result" if none else ""))
