"""``planner lint``: check competition problem files and submissions against the rules."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os.path import realpath
from pathlib import Path
from typing import Annotated

import typer

from domains.competition.messages import chosen
from planner.console import counted
from planner.errors import ExitCode, InputError, UsageError
from planner.files import write_bytes, write_text
from planner.supervision import count
from translators.competition.lint.draft import PROFILES, Finding, edition
from translators.competition.lint.fixing import fixed, patch
from translators.competition.lint.page import page
from translators.competition.lint.report import FORMATS, render
from translators.competition.lint.submission import (
    SubmittedFile,
    check_file,
    check_folder,
    check_pairs,
    files_of,
    stage_of,
)

Folders = dict[Path, list[SubmittedFile]]
LOOSE = Path("files")
"""Stands for the folder of files that were given one by one."""


def command(
    files: Annotated[
        list[Path], typer.Argument(help="Problem files; a folder is a submission.")
    ],
    stage: Annotated[
        int | None, typer.Option(min=1, max=2, help="Demand the flags of this stage.")] = None,
    form: Annotated[str, typer.Option("--format", help="|".join(FORMATS))] = "text",
    profile: Annotated[
        str | None,
        typer.Option(help=f"Edition of the rules: {'|'.join(PROFILES)} (default guide)"),] = None,
    expected: Annotated[
        int | None, typer.Option(min=1, help="Problems a submission has in each stage (50; 30 by "
                                             "the rules of 2026).")] = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Show the certain corrections as a patch; ask.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --fix: make them without asking.")]
    = False,
    report: Annotated[
        Path | None, typer.Option(help="Write a page of everything found to this HTML file.")
    ] = None,
    language: Annotated[str, typer.Option(help="Of the messages: en, zh (else LANG).")] = "",
) -> None:
    """Check competition problem files against the submission rules R1-R23 and R29.

    The files of a folder are also checked together (R24-R27): numbers and test.list, repeated
    problems, stages as pairs.

    Exit code 1 if anything was found (with --fix: is left), 3 if a file could not be opened.
    """
    said = chosen(language)
    if form not in FORMATS:
        raise UsageError(f"unknown format {form!r}; there are {', '.join(FORMATS)}")
    if yes and not fix:
        raise UsageError("--yes has no effect without --fix")
    folders, unreadable = read_all(files, stage, profile)
    findings = all_findings(folders, expected, profile)
    patches = _patches(_all(folders), findings, stage, profile) if fix or report else {}
    if report is not None:
        title = ", ".join(path.resolve().name for path in files)
        shown = [text for text, _ in patches.values()]
        write_text(report, page(title, findings, folders, shown, said))
    if fix and _fix(patches, yes):
        folders, _ = read_all(files, stage, profile)
        findings = all_findings(folders, expected, profile)
    text = render(findings, form, [str(file.path) for file in _all(folders)], said)
    if text and (folders or form != "text"):
        typer.echo(text)
    for message in unreadable:
        typer.echo(f"planner: {message}", err=True)
    if unreadable:
        raise SystemExit(int(ExitCode.INPUT))
    if findings:
        raise SystemExit(int(ExitCode.NEGATIVE))


def read_all(
    paths: Sequence[Path], stage: int | None, profile: str | None
) -> tuple[Folders, list[str]]:
    """Read and lint everything once; return also messages about what cannot be opened."""
    edition(profile)
    found: Folders = {}
    unreadable = []
    seen: set[str] = set()
    for path in sorted(paths, key=lambda path: not path.is_dir()):
        inside = files_of(path) if path.is_dir() else {LOOSE: (path,)}
        if not inside:
            unreadable.append(f"{path}: no problem files (*.xml) in this folder")
        for folder, name in ((folder, name) for folder, names in inside.items() for name in names):
            if (place := realpath(name)) in seen:
                continue
            seen.add(place)
            count(f"{len(_all(found))} files")
            try:
                file = check_file(name, stage or stage_of(folder), profile)
                found.setdefault(folder, []).append(file)
            except InputError as error:
                unreadable.append(str(error))
    return found, unreadable


def _all(folders: Folders) -> list[SubmittedFile]:
    return [file for files in folders.values() for file in files]


def all_findings(folders: Folders, expected: int | None, profile: str | None) -> list[Finding]:
    """Return what was found in files and folders, as severe as the edition takes it."""
    rules = edition(profile)
    found: list[Finding] = []
    for folder, files in folders.items():
        found += [finding for file in files for finding in file.findings]
        if folder != LOOSE:
            found += check_folder(folder, files, expected or rules.files, rules.names)
    found += check_pairs(folders)
    return [replace(f, severity="error") if f.rule in rules.errors else f for f in found]


def _patches(
    files: Sequence[SubmittedFile], findings: Sequence[Finding], stage: int | None,
    profile: str | None,
) -> Mapping[Path, tuple[str, bytes]]:
    """Return patch and new bytes of every file that certain corrections change."""
    found = {}
    for file in files:
        if any(finding.suggestion for finding in file.findings):
            new = fixed(file.data, str(file.path), profile=profile,
                        stage=stage or stage_of(file.path.parent))
            if new != file.data:
                found[file.path] = (patch(file.data, new, file.path), new)
    for finding in findings:
        path = Path(finding.source)
        if finding.rule == "R24" and finding.suggestion and path not in found:
            old = path.read_bytes() if path.is_file() else b""
            new = finding.suggestion.encode()
            found[path] = (patch(old, new, path), new)
    return found


def _fix(patches: Mapping[Path, tuple[str, bytes]], yes: bool) -> bool:
    """Show the patches, ask, write; tell whether anything was written."""
    if not patches:
        typer.echo("no correction is certain", err=True)
        return False
    for text, _ in patches.values():
        typer.echo(text, nl=False)
    asked = f"make these corrections in {counted(len(patches), 'file')}?"
    if not yes and not (sys.stdin.isatty() and typer.confirm(asked, err=True)):
        typer.echo("nothing was changed (--yes makes the corrections)", err=True)
        return False
    for path, (_, data) in patches.items():
        write_bytes(path, data)
    return True
