"""``planner compare``: tables of runs beside published, recorded or other runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner.console import note_unreadable
from planner.files import write_text

if TYPE_CHECKING:
    from benchmarks.tables import Table


def command(
    runs: Annotated[Path, typer.Argument(help="Folder of runs (planner bench --out).")],
    against: Annotated[
        str, typer.Option(help="'published', 'recorded' or another folder of runs.")
    ] = "",
    paired: Annotated[
        bool, typer.Option("--paired", help="Test differences on the same problems.")
    ] = False,
    data: Annotated[
        Path | None, typer.Option(help="Folder of data outside the repository ($PLANNER_DATA).")
    ] = None,
    markdown_file: Annotated[
        str | None, typer.Option("--markdown", help="Write the tables as Markdown to FILE ('-').")
    ] = None,
    csv_file: Annotated[
        str | None, typer.Option("--csv", help="Write the tables as CSV to FILE ('-').")
    ] = None,
    latex_file: Annotated[
        str | None, typer.Option("--latex", help="Write the tables as LaTeX to FILE ('-').")
    ] = None,
    json_file: Annotated[
        str | None, typer.Option("--json", help="Write the tables as JSON to FILE ('-': output).")
    ] = None,
) -> None:
    """Compare runs: SR, TR, C, B and L with 95 % intervals, and paired differences."""
    from benchmarks import compare as comparing
    from benchmarks.baselines.published import published
    from benchmarks.runs.store import Store
    from benchmarks.samples import Sample, from_recorded, from_runs
    from benchmarks.suite import data_folder
    from benchmarks.tables import csv_text, latex, line_table, markdown, paired_table

    store = Store.open(runs)
    ours = from_runs(store.all(note_unreadable))
    other: list[Sample] = []
    printed: list[comparing.Line] = []
    if against == "recorded":
        other = _same_kind(from_recorded(
            str(store.header().get("recorded")), data_folder(data, "recorded runs")), ours)
    elif against == "published":
        domains = {(s.domain, s.agents) for s in ours}
        printed = comparing.published_lines(
            [r for r in published() if (r.domain, r.agents) in domains])
    elif against:
        other = from_runs(Store.open(Path(against)).all(note_unreadable),
                          label=f"{Path(against).name}:")
    found = [*comparing.lines([*ours, *other]), *printed]
    tests = []
    if paired:
        tests = (comparing.paired(
            ours, other, by="pair" if against == "recorded" else "case_id") if other
                 else comparing.unique(comparing.paired(ours, ours)))
    result = {"format": 1, "runs": str(runs), "against": against,
              "lines": [line.to_json() for line in found],
              "paired": [line.to_json() for line in tests]}
    tables = [line_table(found), *([paired_table(tests)] if paired else [])]
    _write(tables, [
        (json_file, json.dumps(result, ensure_ascii=False) + "\n"),
        (markdown_file, markdown(tables)), (csv_file, csv_text(tables)),
        (latex_file, latex(tables))])


def _same_kind(other: list[Any], ours: list[Any]) -> list[Any]:
    """Keep the recorded runs whose team sizes occur among ours."""
    kinds = {(s.domain, s.agents) for s in ours}
    return [s for s in other if (s.domain, s.agents) in kinds] or other


def _write(tables: list[Table], contents: list[tuple[str | None, str]]) -> None:
    """Write each content to the file asked for; without '-' among them, print the tables."""
    for target, content in contents:
        if target == "-":
            typer.echo(content, nl=False)
        elif target:
            write_text(Path(target), content)
    if any(target == "-" for target, _ in contents):
        return
    from planner.console import table

    for shown in tables:
        rows = [[cell.replace(" [", "\n[") for cell in row] for row in shown.rows]
        table(shown.header, rows, title=shown.title)
        typer.echo(shown.note)
