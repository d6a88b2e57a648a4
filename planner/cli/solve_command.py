"""``planner solve``: the best plan and its score or cost, for any number of problem files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from planner.cli.output import write_json
from planner.cli.solve_jobs import Interruption, solve_all
from planner.cli.solve_report import print_report
from planner.cli.solve_sources import Request, Result
from planner.errors import ExitCode, UsageError
from planner.files import write_text

__all__ = ["command"]

_SEVERITY = (
    ExitCode.INPUT,
    ExitCode.COMPONENT,
    ExitCode.LIMIT,
    ExitCode.USAGE,
    ExitCode.UNSUPPORTED,
    ExitCode.NEGATIVE,
    ExitCode.OK,
)


def command(
    files: Annotated[list[Path], typer.Argument(
        metavar="FILE...",
        help="Competition problems (.xml), PDDL problems, rescue scenes or household tasks "
             "(.toml); told apart by their contents.")],
    domain: Annotated[Path | None, typer.Option(
        help="PDDL domain; by default domain.pddl beside the problem.")] = None,
    engine: Annotated[str, typer.Option(
        help="Engine by name ('planner list engines'). auto: the reward search for competition "
             "problems, the portfolio for PDDL.")] = "auto",
    time_limit: Annotated[float | None, typer.Option(
        min=0.0, help="Seconds per problem. Default for competition problems: as long as it "
                      "pays (2 points per 0.1 s), else 60.")] = None,
    memory_limit: Annotated[int | None, typer.Option(
        min=16, show_default="4096", help="MB per engine process.")] = None,
    optimal: Annotated[bool, typer.Option(
        "--optimal", help="Go on to the proof of the optimum.")] = False,
    true_world: Annotated[bool, typer.Option(
        "--true-world", help="Plan from the truth instead of what a solver is told.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    out: Annotated[Path | None, typer.Option(
        help="Folder for NAME.plan and NAME.json of each input.")] = None,
    pictures: Annotated[bool, typer.Option(
        "--pictures", help="With --out: also NAME.svg of each competition plan.")] = False,
    json_to: Annotated[str, typer.Option(
        "--json", metavar="FILE", help="Write all results as JSON; '-' for standard output.")] = "",
    peer: Annotated[Path | None, typer.Option(
        help="CSV with columns set, problem, base_score: another solver's scores beside ours.",
    )] = None,
) -> None:
    """Solve problem files: the best plan and its score or cost.

    One defective file does not keep the others from being solved; the exit code is then 3.
    Ctrl-C stops and keeps the best plans so far (exit code 130); a second one ends at once.
    """
    if pictures and out is None:
        raise UsageError("--pictures has no effect without --out")
    request = Request(
        domain=domain,
        engine=engine,
        time_limit_s=time_limit,
        memory_mb=memory_limit,
        optimal=optimal,
        true_world=true_world,
    )
    names = _names(files)
    results: list[Result] = []
    with Interruption() as interruption:
        found = solve_all(files, request, jobs, interruption)
        for name, result in zip(names, _progress(found, len(files)), strict=False):
            if result.error:
                typer.echo(f"planner: {result.error}", err=True)
            if out is not None:
                _write(result, out, name, pictures)
            results.append(result)
    if json_to:
        write_json([result.data for result in results], json_to)
    if json_to != "-":
        print_report(results, peer)
    if interruption.count:
        _say_interrupted(results, len(files))
        raise typer.Exit(int(ExitCode.INTERRUPTED))
    raise typer.Exit(int(_worst(results)))


def _say_interrupted(results: Sequence[Result], count: int) -> None:
    plans = sum(result.plan_text is not None for result in results)
    typer.echo(f"planner: {len(results)} of {count} files were begun before the interruption; "
               f"the best plans of {plans} are kept", err=True)


def _progress(results: Iterator[Result], count: int) -> Iterator[Result]:
    """Pass results on; show a bar if standard error is a terminal."""
    if count == 1 or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(results, "solving", count, console=Console(stderr=True), transient=True)


def _names(files: Sequence[Path]) -> list[str]:
    """Return a name for each input: its stem, numbered where that occurs twice."""
    seen: dict[str, int] = {}
    names = []
    for file in files:
        count = seen[file.stem] = seen.get(file.stem, 0) + 1
        names.append(file.stem if count == 1 else f"{file.stem}-{count}")
    return names


def _write(result: Result, folder: Path, name: str, pictures: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if result.plan_text is not None:
        write_text(folder / f"{name}.plan", result.plan_text)
    write_json(result.data, str(folder / f"{name}.json"))
    if pictures and "rewards" in result.data and result.plan_text is not None:
        write_text(folder / f"{name}.svg", _picture(result))


def _picture(result: Result) -> str:
    from domains.competition.picture import plan_svg
    from domains.competition.plan_file import read_plan
    from translators.competition.problem_file import read_problem

    world = read_problem(Path(result.file)).true_world()
    score = result.data["rewards"]["base_score"]
    return plan_svg(world, read_plan(result.plan_text or "", result.file),
                    title=Path(result.file).name, note=f"base score {score}")


def _worst(results: Sequence[Result]) -> ExitCode:
    return min((result.exit_code for result in results), key=_SEVERITY.index, default=ExitCode.OK)
