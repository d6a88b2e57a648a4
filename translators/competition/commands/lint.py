"""``planner lint``: check competition problem files against the submission rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planner.errors import ExitCode, PlannerError, UsageError
from translators.competition.lint.linter import PROFILES, Finding, lint_file
from translators.competition.lint.report import FORMATS, render

__all__ = ["command"]


def command(
    files: Annotated[list[Path], typer.Argument(help="Problem files.")],
    stage: Annotated[
        int | None, typer.Option(min=1, max=2, help="Demand the flags of this stage.")
    ] = None,
    form: Annotated[str, typer.Option("--format", help="|".join(FORMATS))] = "text",
    profile: Annotated[
        str | None,
        typer.Option(help=f"Edition of the rules: {'|'.join(PROFILES)} (default guide)"),
    ] = None,
) -> None:
    """Check competition problem files against the submission rules R1-R23.

    Exit code 1 if anything was found, 3 if a file could not be opened.
    """
    if form not in FORMATS:
        raise UsageError(f"unknown format {form!r}; there are {', '.join(FORMATS)}")
    findings: list[Finding] = []
    unreadable = False
    for path in files:
        try:
            findings += lint_file(path, stage=stage, profile=profile)
        except UsageError:
            raise
        except PlannerError as error:
            unreadable = True
            typer.echo(f"planner: {error}", err=True)
    text = render(findings, form, len(files))
    if text:
        typer.echo(text)
    if unreadable:
        raise SystemExit(int(ExitCode.INPUT))
    if findings:
        raise SystemExit(int(ExitCode.NEGATIVE))
