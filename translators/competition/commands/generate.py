"""``planner generate``: make problem files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import typer

from planner import supervision
from planner.console import number_option, table, write_json
from planner.errors import ExitCode, PlannerError, UsageError
from planner.files import spare_others, unwritable, write_text
from planner.supervision import Interruption
from translators.competition.generate.problems import FAMILIES, GeneratedProblem, generate
from translators.competition.instructions import worth
from translators.competition.problem_file import parse_problem

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

_DRAWS = 40
"""Problems drawn for each one asked for with a score or a loss."""
_OURS = ("belief", "told")
_LANGUAGES = ("both", "english", "instructions")


@app.callback()
def group() -> None:
    """Make problem files."""


@app.command("competition")
def competition(
    out: Annotated[Path | None, typer.Option(help="Folder for the files and test.list.")] = None,
    stage: Annotated[int, typer.Option(min=1, max=2, help="1: all told is true; 2: not.")] = 1,
    count: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 10,
    seed: Annotated[int, typer.Option(help="Same seed, same problems (in both stages).")] = 0,
    heavy: Annotated[
        bool, typer.Option(help="Up to 45 tasks and 30 constraints, as in 2025/26.")] = False,
    family: Annotated[
        str, typer.Option(help=f"{', '.join(FAMILIES)}: what they abound in.")] = "normal",
    language: Annotated[
        str, typer.Option(help="both, english: free ones; instructions: plain ones.")] = "both",
    dry_run: Annotated[bool, typer.Option(help="Write nothing, print the table.")] = False,
    optimum_limit: Annotated[
        float, number_option(min=0.0, help="Seconds to look for each problem's "
                                           "optimum; 0: skip.")] = 2.0,
    best_from: Annotated[
        int | None, typer.Option(help="Only problems whose best base score is at least this.")
    ] = None,
    best_to: Annotated[
        int | None, typer.Option(help="Only problems whose best base score is at most this.")
    ] = None,
    loss: Annotated[
        int, typer.Option(min=0, help="Only problems on which a solver loses so many points.")] = 0,
    spare: Annotated[
        int | None, typer.Option(min=0, help="With --loss: our own player loses at most this much.")
    ] = None,
    solver: Annotated[
        str, typer.Option(help="Whose loss: belief, told (our players), or a command that speaks "
                               "the line protocol of play --stdio.")] = "belief",
    json_to: Annotated[
        str | None, typer.Option("--json", help="Write the summary as JSON; - for output.")] = None,
) -> None:
    """Make competition problems: varied, seeded, clean under the submission rules.

    The table shows each problem's greatest base score, found with the true world in view.
    """
    wanted = _Wanted(best_from, best_to, loss, solver, spare)
    family = "heavy" if heavy and family == "normal" else family
    for wrong, message in (
        (language not in _LANGUAGES,
         f"unknown language {language!r}; there are {', '.join(_LANGUAGES)}"),
        (family not in FAMILIES, f"unknown family {family!r}; there are {', '.join(FAMILIES)}"),
        (heavy and family != "heavy",
         "--heavy is --family heavy; give one of them"),
        (out is None and not dry_run, "say where to write: --out DIR, or --dry-run"),
        (solver != "belief" and not loss, "--solver says whose loss --loss counts; give both"),
        (spare is not None and not loss, "--spare limits our own loss where --loss asks for one"),
        (wanted.choosy and optimum_limit <= 0,
         "--best-from, --best-to and --loss need an --optimum-limit above 0"),
    ):
        if wrong:
            raise UsageError(message)
    folder = None if dry_run else out
    made = generate(count * _DRAWS if wanted.choosy else count, seed, stage=stage,
                    plain=language == "instructions", family=family)
    drawn: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    with Interruption() as stopped:
        for problem, row, kept in _draw(made, wanted, count, stopped, seed, optimum_limit):
            drawn.append(row)
            if kept:
                row["file"] = f"{len(rows) + 1:0{max(2, len(str(count)))}}.xml"
                rows.append(row)
                if folder is not None:
                    _write(folder / row["file"], problem.text)
            supervision.count(_progress(drawn, rows, count))
        ended_early = stopped()
    if folder is not None and rows:
        _write(folder / "test.list", "".join(f"{row['file']}\n" for row in rows))
    if json_to is not None:
        write_json({"format": 1, "stage": stage, "seed": seed, "problems": rows}, json_to)
    if json_to != "-" and rows:
        _print(rows)
    if len(rows) < count:
        typer.echo(f"planner: {'interrupted: ' * ended_early}{_progress(drawn, rows, count)}",
                   err=True)
        raise typer.Exit(int(ExitCode.INTERRUPTED if ended_early else ExitCode.NEGATIVE))


def _progress(drawn: list[dict[str, Any]], rows: list[dict[str, Any]], count: int) -> str:
    """Say how many problems there are, how many were drawn, between what their scores were."""
    seen = {name: [row[name] for row in drawn if name in row] for name in ("best", "loss")}
    ranges = (f", {name} {min(of)} to {max(of)}" for name, of in seen.items() if of)
    return f"{len(rows)} of {count} problems, {len(drawn)} drawn{''.join(ranges)}"


def _draw(
    made: Iterator[GeneratedProblem], wanted: _Wanted, count: int, stopped: Callable[[], bool],
    seed: int, limit_s: float,
) -> Iterator[tuple[GeneratedProblem, dict[str, Any], bool]]:
    """Yield problems, their rows, and whether they are as wanted; ``count`` of these at most.

    It ends early where somebody says stop.
    """
    while count and (problem := next(made, None)) is not None:
        try:
            row = _row(problem, limit_s)
            kept = wanted.fits(row, problem, seed)
        except PlannerError:
            if not stopped():
                raise
        if stopped():  # a search or a solver that was ended has not done what it could
            return
        count -= kept
        yield problem, row, kept


@dataclass(frozen=True)
class _Wanted:
    """How difficult a problem is to be."""

    best_from: int | None
    best_to: int | None
    loss: int
    solver: str
    spare: int | None

    @property
    def choosy(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.loss) or self.best_from is not None or self.best_to is not None

    def fits(self, row: dict[str, Any], problem: GeneratedProblem, seed: int) -> bool:
        """Say whether a problem is difficult enough, and not too difficult."""
        best = row.get("best", 0)
        low, high = (best if limit is None else limit for limit in (self.best_from, self.best_to))
        if not low <= best <= high:
            return False
        if self.loss:
            row["loss"] = best - _played(problem, seed, self.solver)
            if row["loss"] < self.loss:
                return False
        if self.spare is not None:
            row["ours"] = best - _played(problem, seed, "belief")
        return self.spare is None or bool(row["ours"] <= self.spare)


def _played(problem: GeneratedProblem, seed: int, solver: str) -> int:
    """Return what a solver scores (its base score, answers drawn with ``seed``)."""
    from domains.competition.episode import play_problem
    from domains.competition.policy.options import PlayOptions
    from domains.competition.policy.player import CompetitionPolicy
    from domains.competition.referee.game import LIMIT_S
    from domains.competition.referee.solver_process import START_S, SolverProcess

    file = parse_problem(problem.text.encode(), problem.name)
    if solver in _OURS:
        ours = CompetitionPolicy(PlayOptions(policy=solver), clock=process_time)
        played = play_problem(file, seed=seed, policy=ours, clock=process_time)
    else:
        with SolverProcess(solver) as other:
            played = play_problem(file, seed=seed, policy=other, limit_s=START_S + LIMIT_S)
    return int(played.figure("base"))


def _row(problem: GeneratedProblem, limit_s: float) -> dict[str, Any]:
    tasks, constraints, nominal = worth(problem.items)
    row: dict[str, Any] = {
        "file": problem.name, "objects": len(problem.world.words), "tasks": tasks,
        "constraints": constraints, "infos": len(problem.items) - tasks - constraints,
        "bytes": len(problem.text.encode()), "nominal": nominal}
    if limit_s > 0:
        from domains.competition.search import plan

        found = plan(problem.world, problem.items, deadline_s=limit_s)
        row |= {"best": found.base_score, "bound": found.upper_bound, "proven": found.proven}
    return row


def _print(rows: list[dict[str, Any]]) -> None:
    """Print what fits into 80 columns: a best score equal to its bound is proven."""
    header = [name for name in rows[0] if name not in ("bytes", "proven")]
    sums = {name: sum(row[name] for row in rows) for name in header if name != "file"}
    shown = [[row[name] for name in header] for row in rows]
    footer = ["sum", *("" if name == "objects" else sums[name] for name in header[1:])]
    titles = [{"constraints": "cons"}.get(name, name) for name in header]
    table(titles, shown, footer=footer, numeric=range(1, len(header)))


def _write(path: Path, text: str) -> None:
    """Write a file; raises UsageError where another is there already: it may be anybody's."""
    spare_others(path, text.encode())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from None
    write_text(path, text)
