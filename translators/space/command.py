"""``planner space``: Chinese spatial text."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.console import counted
from planner.errors import InputError, UsageError
from planner.files import write_text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

TaskOption = Annotated[int, typer.Option("--task", min=1, max=3, help="Subtask 1, 2 or 3.")]
MoreOption = Annotated[list[Path] | None, typer.Option(
    "--text", help="Further text of yours, one text a line, for the counts of subtask 1.")]
DataOption = Annotated[
    Path, typer.Option("--data", help="Folder or .zip archive with your copy of the data.")]
ModelsOption = Annotated[
    Path | None, typer.Option("--models", help="Model folder (without: rules alone).")]
JsonOption = Annotated[
    str | None, typer.Option("--json", help="Write the result as JSON to FILE ('-': output).")
]


@app.command("score")
def score(
    gold: Annotated[Path, typer.Argument(help="Gold file (JSON lines or array).")],
    predictions: Annotated[Path, typer.Argument(help="File of answers.")],
    task: TaskOption,
    json_file: JsonOption = None,
) -> None:
    """Score answers exactly as the evaluation does."""
    from domains.space.items import read_items
    from domains.space.scoring import score as figures_of
    from domains.space.scoring.means import figures_text

    truth, given = read_items(gold), read_items(predictions)
    if not truth:
        raise InputError(f"{gold}: no item has a 'qid'")
    missing = [qid for qid in truth if qid not in given]
    strange = [qid for qid in given if qid not in truth]
    if len(missing) == len(truth):
        raise InputError(f"{predictions}: answers none of the {len(truth)} items of {gold} "
                         f"(its ids: {', '.join(strange[:3]) or 'none'} …)")
    figures = figures_of(task, truth, given)
    result = {"status": "Accepted", **figures, "unanswered": missing, "unknown_ids": strange}
    for what, ids in (("items without an answer", missing), ("answers to unknown ids", strange)):
        if ids:
            typer.echo(f"{len(ids)} {what}: {', '.join(ids[:10])}", err=True)
    _write(result, json_file, "\n".join(line.strip() for line in figures_text(figures)))


@app.command("rank")
def rank(
    systems: Annotated[
        Path, typer.Argument(help="Table of scores (.json, .toml, .csv) or a folder of systems.")
    ],
    missing: Annotated[
        str, typer.Option(help="What a missing subtask counts: zero or skip.")
    ] = "zero",
    json_file: JsonOption = None,
) -> None:
    """Rank systems by the mean of their standard scores (Z-scores) over the subtasks."""
    from domains.space.scoring.ranking import rank_systems, read_systems

    if missing not in ("zero", "skip"):
        raise UsageError(f"--missing must be zero or skip, found {missing!r}")
    places = rank_systems(read_systems(systems), missing=missing)
    lines = []
    for place in places:
        details = "  ".join(f"{t}: {z:+.3f}" for t, z in place.standard_scores.items())
        note = f"  (no answer: {', '.join(place.missing)})" if place.missing else ""
        lines.append(f"{place.place:>3}  {place.mean:+.4f}  {place.system}  [{details}]{note}")
    _write([asdict(p) for p in places], json_file, "\n".join(lines))


@app.command("solve")
def solve(
    file: Annotated[Path, typer.Argument(help="Puzzles: text, JSON or JSON lines.")],
    limit: Annotated[int, typer.Option(help="Solve at most this many puzzles (0: all).")] = 0,
    pictures: Annotated[
        Path | None, typer.Option("--svg", help="Folder for pictures of the arrangements.")
    ] = None,
    json_file: JsonOption = None,
) -> None:
    """Solve arrangement puzzles; name sentences that cannot be read."""
    from translators.space.arrangements.files import read_puzzles
    from translators.space.arrangements.report import solution_text, summary, summary_text
    from translators.space.arrangements.solve import solve_puzzle
    from translators.space.learning import model_folder

    puzzles = read_puzzles(file)
    drawn = 3 if pictures or json_file else 0
    solutions = [solve_puzzle(p, pictures=drawn) for p in (puzzles[:limit] if limit else puzzles)]
    text = "\n\n".join(solution_text(s) for s in solutions)
    if any(s.expected for s in solutions):
        text += "\n\n" + summary_text(solutions)
    for solution in solutions if pictures else ():
        for question, answer in enumerate(solution.answers, 1):
            for number, picture in enumerate(answer.pictures, 1):
                name = re.sub(r"[^\w.-]+", "_", solution.id)
                write_text(model_folder(pictures or Path()) / f"{name}-{question}-{number}.svg", picture + "\n")
    _write({"format": 2, "solutions": [asdict(s) for s in solutions],
            "summary": summary(solutions)}, json_file, text)
    if not all(a.status == "solved" for s in solutions for a in s.answers):
        raise typer.Exit(1)


@app.command("train")
def train(
    data: DataOption,
    task: TaskOption,
    models: Annotated[Path, typer.Option("--models", help="Folder the model is written to.")],
    more: MoreOption = None,
    json_file: JsonOption = None,
) -> None:
    """Train on your own copy of the training file; the model stays in your folder."""
    from translators.space.evaluation import train as learn

    result = {"task": task, "models": str(models), **learn(task, data, models, more or ())}
    _write(result, json_file, "  ".join(f"{k} {v}" for k, v in result.items()))


@app.command("predict")
def predict(
    file: Annotated[Path, typer.Argument(help="Input items (JSON lines).")],
    task: TaskOption,
    out: Annotated[Path, typer.Option("--out", help="File of answers to write.")],
    models: ModelsOption = None,
) -> None:
    """Answer every item of a file, each one alone, in the released form."""
    from translators.space.evaluation import answer_file

    count, failures = answer_file(task, file, out, models)
    typer.echo(f"{counted(count, 'item')} answered, {len(failures)} not", err=True)
    for message in failures:
        typer.echo(f"  {message}", err=True)
    if failures:
        raise typer.Exit(1)


@app.command("evaluate")
def evaluate(
    data: DataOption,
    task: TaskOption,
    models: Annotated[
        Path | None, typer.Option("--models", help="Keep the model in this folder.")
    ] = None,
    more: MoreOption = None,
    json_file: JsonOption = None,
) -> None:
    """Train on train, score on dev, and print the figures beside the published ones."""
    from translators.space.evaluation import evaluate as run
    from translators.space.evaluation import table_text

    result = run(task, data, models, more or ())
    _write(asdict(result), json_file, table_text(result))


@app.command("show")
def show(
    text: Annotated[str, typer.Argument(help="A Chinese text.")],
    other: Annotated[str, typer.Argument(help="Subtask 3: the second text.")] = "",
    task: Annotated[int, typer.Option("--task", min=1, max=3, help="Subtask 1, 2 or 3.")] = 1,
    models: ModelsOption = None,
    json_file: JsonOption = None,
) -> None:
    """Walk through one sentence: tokens, relations, decision, explanation."""
    from translators.space.walk import walk

    steps = walk(task, text, other, models)
    _write(steps, json_file, "\n".join(
        f"{name}:\n" + "\n".join(f"  {line}" for line in lines) for name, lines in steps.items()))


app.command("walk", hidden=True)(show)


def _write(result: Any, json_file: str | None, text: str) -> None:
    rendered = "" if json_file is None else json.dumps(result, ensure_ascii=False, indent=2)
    if json_file not in (None, "-"):
        write_text(Path(str(json_file)), rendered + "\n")
    typer.echo(rendered if json_file == "-" else text)
