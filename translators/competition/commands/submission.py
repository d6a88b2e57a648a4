"""``planner submission``: check everything that a team hands in, and pack it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domains.competition.commands.bundle import packed
from domains.competition.messages import chosen, translated
from planner.console import number_option
from planner.errors import ExitCode, InputError, PlannerError, UsageError
from planner.files import write_bytes, write_text
from translators.competition.commands.lint import Folders, all_findings, read_all
from translators.competition.lint.draft import PROFILES, Finding
from translators.competition.lint.page import page
from translators.competition.lint.report import render
from translators.competition.lint.submission import SubmittedFile, finding
from translators.competition.lint.xml import BONUS, LEAST_MARK, MOST

if TYPE_CHECKING:
    from domains.competition.search import RewardPlan

_ARCHIVES = (".zip", ".tar.gz", ".tgz")


def command(
    folder: Annotated[Path, typer.Argument(help="What is handed in: a folder of problem files.")],
    profile: Annotated[str, typer.Option(help="Edition of the rules.")] = "2026",
    stage: Annotated[
        int | None, typer.Option(min=1, max=2, help="Demand the flags of this stage.")] = None,
    expected: Annotated[
        int | None, typer.Option(min=1, help="Problems for each stage, if not as prescribed.")
    ] = None,
    seconds: Annotated[
        float, number_option(min=0.0, help="Seconds to look for each problem's "
                                           "best score; 0: skip.")] = 1.0,
    report: Annotated[Path | None, typer.Option(help="Write a page to this HTML file.")] = None,
    archive: Annotated[
        Path | None, typer.Option(help="Pack the files (.zip, .tar.gz) if there is no error.")
    ] = None,
    language: Annotated[str, typer.Option(help="Of the messages: en, zh (else LANG).")] = "",
) -> None:
    """Check what a team hands in: names, number, every rule, full marks; pack it.

    Exit code 1 if an error was found, 3 if a file could not be opened.
    """
    said = chosen(language)
    if archive is not None and not archive.name.endswith(_ARCHIVES):
        raise UsageError(f"{archive}: an archive is one of {', '.join(_ARCHIVES)}")
    folders, unreadable = read_all([folder], stage, profile)
    if unreadable:
        raise InputError("; ".join(unreadable))
    files = [file for found in folders.values() for file in found]
    best = full_marks(files, seconds) if seconds else {}
    findings = [*all_findings(folders, expected, profile), *_marks(best, profile)]
    typer.echo(render(findings, "text", [str(file.path) for file in files], said))
    if report is not None:
        marks = {path: solved.base_score for path, solved in best.items()}
        write_text(report, page(folder.resolve().name, findings, folders, (), said, marks))
    wrong = any(found.severity == "error" for found in findings)
    if archive is not None:
        if not wrong:
            _pack(archive, folder, folders)
        text = (f"errors were found: {archive} is not written" if wrong else
                f"wrote {archive}; problems: {len(files)}")
        typer.echo(translated(text, said))
    if wrong:
        raise SystemExit(int(ExitCode.NEGATIVE))


def full_marks(files: list[SubmittedFile], seconds: float) -> dict[Path, RewardPlan]:
    """Return the best plan found for each problem that can be solved, the truth in view."""
    from domains.competition.search import plan

    found = {}
    for file in files:
        with suppress(PlannerError):  # its own findings say why
            if file.problem is not None:
                found[file.path] = plan(file.problem.true_world(), file.items, deadline_s=seconds)
    return found


def _marks(best: dict[Path, RewardPlan], profile: str) -> Iterator[Finding]:
    """R30: the best score with the bonus; that it is too low is said if no plan can reach more."""
    for path, solved in best.items():
        total = solved.base_score + BONUS
        if solved.upper_bound + BONUS < LEAST_MARK:
            yield finding("R30", f"best score {total} with the bonus is below {LEAST_MARK}", path,
                          severity="error" * ("R30" in PROFILES[profile].errors))
        elif total > MOST:
            yield finding("R30", f"best score {total} with the bonus: points above {MOST} are not "
                                 "counted", path)


def _pack(archive: Path, root: Path, folders: Folders) -> None:
    """Write the problem files, their places below the folder kept, dates left out."""
    entries = sorted((file.path.relative_to(root).as_posix(), file.data)
                     for files in folders.values() for file in files)
    if archive.suffix != ".zip":
        write_bytes(archive, packed(entries))
    else:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
            for name, data in entries:
                made.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
        write_bytes(archive, buffer.getvalue())
