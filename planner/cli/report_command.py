"""``planner report``: one self-contained HTML page about runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner.discovery import domain_named
from planner.errors import MissingError, UsageError
from planner.files import write_text

if TYPE_CHECKING:
    from benchmarks.samples import Sample


def command(
    runs: Annotated[Path, typer.Argument(
        help="Folder of runs (planner bench --out), or one trace.")],
    out: Annotated[Path, typer.Option(
        "--out", help="The HTML file to write; of one trace also .svg, an animation.")],
    against: Annotated[str, typer.Option(
        help="'recorded', 'none', or 'auto': recorded where the data are there.")] = "auto",
    data: Annotated[Path | None, typer.Option(
        help="Folder of data outside the repository ($PLANNER_DATA).")] = None,
    replays: Annotated[int, typer.Option(
        min=0, help="How many episodes, at most, the page replays.")] = 600,
) -> None:
    """Write one self-contained HTML page: tables, plots, failures, step-by-step replays.

    Of a single trace: its steps in words, and the replay.
    """
    from benchmarks.published import published
    from benchmarks.report.collect import collect
    from benchmarks.report.page import render
    from benchmarks.runs.store import Store

    if against not in ("auto", "recorded", "none"):
        raise UsageError(f"--against must be auto, recorded or none, found {against!r}")
    if runs.is_file():
        from benchmarks.report.single import animated, single

        page = animated(runs) if out.suffix == ".svg" else render(single(runs))
    else:
        store = Store.open(runs)
        kind = str(store.header().get("recorded") or "")
        other, trace = _recorded(kind, data, against)
        page = render(collect(store, other=other, recorded_trace=trace,
                              published=published(kind or "none"), max_replays=replays))
    write_text(out, page)
    typer.echo(f"{out}: {len(page) // 1024} kB")


def _recorded(
    kind: str, data: Path | None, against: str
) -> tuple[list[Sample], Callable[[Sample], list[dict[str, Any]]] | None]:
    """Return recorded episodes and a function that rebuilds the trace of one."""
    from benchmarks.samples import from_recorded
    from benchmarks.suite import data_folder

    if against == "none" or (against == "auto" and not kind):
        return [], None
    try:
        root = data_folder(data, "recorded runs")
        other = from_recorded(kind, root)
    except MissingError:
        if against == "recorded":
            raise
        return [], None
    domain = domain_named(kind)
    if not domain.has("recorded_trace"):
        return other, None
    rebuild = domain.part("recorded_trace")
    return other, lambda sample: rebuild(root, sample.case_id)
