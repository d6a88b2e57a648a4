"""``planner compare``: tables of runs beside published, recorded or other runs."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner.cli.options import among
from planner.console import note_unreadable, one_output, printable
from planner.errors import UsageError
from planner.files import write_text

if TYPE_CHECKING:
    from benchmarks.runs.store import Store
    from benchmarks.samples import Sample


def command(
    runs: Annotated[Path, typer.Argument(help="Folder of runs (planner bench --out).")],
    against: Annotated[
        str, typer.Option(help="'published', 'recorded' or another folder of runs.",
                          autocompletion=among(lambda: ("published", "recorded")))
    ] = "",
    paired: Annotated[bool, typer.Option(
        "--paired", help="Test differences on the same problems.")] = False,
    data: Annotated[Path | None, typer.Option(
        help="Folder of data outside the repository ($PLANNER_DATA).")] = None,
    columns: Annotated[str, typer.Option(
        help="Only these columns, e.g. SR,TR,B,L (docs/metrics.md).")] = "",
    markdown_file: Annotated[str | None, typer.Option(
        "--markdown", help="Write the tables as Markdown to FILE ('-').")] = None,
    csv_file: Annotated[str | None, typer.Option(
        "--csv", help="Write the lines as CSV to FILE ('-'), numbers in full; with --paired the "
                      "tests to FILE-paired.csv.")] = None,
    latex_file: Annotated[str | None, typer.Option(
        "--latex", help="Write the tables as LaTeX to FILE ('-').")] = None,
    json_file: Annotated[str | None, typer.Option(
        "--json", help="Write the whole comparison as JSON to FILE ('-').")] = None,
) -> None:
    """Compare runs: SR, TR, C, B and L with 95 % intervals, and paired differences.

    Lines stand beside each other where referee and preparation are the same; others stand apart,
    with what differs.
    """
    from benchmarks import compare as comparing
    from benchmarks import tables
    from benchmarks.published import published
    from benchmarks.runner import summarise
    from benchmarks.runs.store import Store
    from benchmarks.suite import summary_of

    one_output(json=json_file, markdown=markdown_file, csv=csv_file, latex=latex_file)
    shown = tables.chosen_columns(columns)
    stores = [Store.open(runs)]
    store = stores[0]
    ours = _samples(store)
    other: list[Sample] = []
    printed: list[comparing.Line] = []
    if against == "recorded":
        other = _recorded(str(store.header().get("recorded")), data, ours)
    elif against == "published":
        domains = {(s.domain, s.agents) for s in ours}
        printed = [line for line in published() if (line.domain, line.agents) in domains]
    elif against:
        stores.append(Store.open(Path(against)))
        other = _samples(stores[1], label=f"{Path(against).name}:")
    found = [*comparing.lines([*ours, *other]), *printed]
    tests = comparing.tests(ours, other, recorded=against == "recorded") if paired else []
    made = [*tables.line_tables(found, shown, tables.parts(ours, store.header())),
            *([tables.paired_table(tests, shown)] if tests else [])]
    if paired and not tests:
        typer.echo("planner: nothing pairs: the same problems, judged by the same referee and "
                   "prepared alike, are needed on both sides", err=True)
    result = {"format": 2, "runs": str(runs), "against": against, "suite": store.header(),
              "lines": [{**asdict(line), "beside_ours": not block.differs}
                        for block in tables.blocks(found) for line in block.lines],
              "paired": [asdict(line) for line in tests],
              "tables": [asdict(table) for table in made]}
    if csv_file not in (None, "-") and tests:
        write_text(Path(f"{Path(csv_file).with_suffix('')}-paired.csv"),
                   tables.paired_csv(tests, shown))
    targets = [(json_file, json.dumps(result, ensure_ascii=False) + "\n"),
               (markdown_file, tables.markdown(made)), (csv_file, tables.csv_text(found, shown)),
               (latex_file, tables.latex(made))]
    for target, content in targets:
        if target == "-":
            typer.echo(content, nl=False)
        elif target:
            write_text(Path(target), content)
    if not any(target == "-" for target, _ in targets):
        width = shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80
        typer.echo(printable(tables.plain_text(made, width)), nl=False)
        summarise(summary_of(str(store.header().get("suite"))), *stores)


def _samples(store: Store, label: str = "") -> list[Sample]:
    """Return a folder's runs; raise :class:`UsageError` where none can be read."""
    from benchmarks.samples import from_runs

    found = from_runs(store.all(note_unreadable), label=label)
    if not found:
        raise UsageError(f"{store.root} holds no finished runs")
    return found


def _recorded(name: str, data: Path | None, ours: list[Sample]) -> list[Sample]:
    from benchmarks.samples import from_recorded, of_these_problems
    from benchmarks.suite import data_folder

    found = of_these_problems(from_recorded(name, data_folder(data, "recorded runs")), ours)
    if not found:
        typer.echo("planner: no recorded run is of these problems", err=True)
    return found
