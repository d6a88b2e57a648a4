"""``planner eai``: write, judge and compare; told in the README."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from planner.files import write_text

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


class Module(StrEnum):
    """Modules that answers are written for."""

    ACTIONS = "action_sequencing"
    SUBGOALS = "subgoal_decomposition"
    GOALS = "goal_interpretation"


@app.command("write")
def write_answers(
    module: Annotated[Module, typer.Option(help="Module of the evaluator.")],
    out: Annotated[Path, typer.Option(help="Root that the evaluator is pointed at.")],
    task: Annotated[list[str] | None, typer.Option(help="Only this task (repeatable).")] = None,
) -> None:
    """Write ROOT/virtualhome/MODULE/lmfree_outputs.json."""
    from collections import Counter

    from lmfree_eai.modules import write

    notes = write(module.value, out, task or ())
    counts = Counter(note["status"] for note in notes["tasks"].values())
    typer.echo(f"{module.value}: " + ", ".join(f"{n} {s}" for s, n in counts.most_common())
               + f" in {notes['cpu_seconds']} s CPU")


@app.command("judge")
def judge_answers(
    root: Annotated[Path, typer.Argument(help="Root with answers.")],
    hash_seed: Annotated[int, typer.Option(help="PYTHONHASHSEED of the evaluator.", min=0)] = 0,
    write: Annotated[bool, typer.Option(help="Write all answers first.")] = False,
    out: Annotated[Path | None, typer.Option("--json", help="The report as JSON.")] = None,
    page: Annotated[Path | None, typer.Option(help="The page as Markdown.")] = None,
) -> None:
    """Run the official evaluator and the exact checker; say why each lost task is lost."""
    from lmfree_eai.judge import judge, table
    from lmfree_eai.modules import write as write_module
    from lmfree_eai.page import page as made

    for module in Module if write else ():
        write_module(module.value, root)
    report = judge(root, hash_seed=hash_seed)
    if out is not None:
        write_text(out, json.dumps(report, indent=1) + "\n")
    if page is not None:
        write_text(page, made(report))
    typer.echo("\n".join(table(report)))


@app.command("laws")
def compare_laws(
    steps: Annotated[int, typer.Option(help="Transitions.", min=1)] = 2000,
    seed: Annotated[int, typer.Option(help="Which.")] = 0,
) -> None:
    """Compare the domain with the package's simulator, state by state, on random transitions."""
    from lmfree_eai.transitions import by_action, compare

    found = compare(steps, seed)
    for line in (*by_action(found), *found.different):
        typer.echo(line)
    typer.echo(f"{found.total} transitions: {sum(found.done.values())} executed alike, "
               f"{sum(found.refused.values())} refused alike, {sum(found.open.values())} left "
               f"open (order of a set), {len(found.different)} different; the simulator broke "
               f"down {sum(found.crashes.values())} times")
    raise typer.Exit(bool(found.different))


@app.command("transition")
def compare_models(
    seed: Annotated[int, typer.Option(help="Of the traces.")] = 0,
) -> None:
    """Compare operators with the annotation: our laws, and what random traces teach.

    Not the module's F1 and not to stand beside language models: the annotation itself differs
    from the simulator (README), and copying it scores 100.
    """
    from lmfree_eai.modeling import agreement, learned

    for what, score in (("our laws", agreement()), ("learned from traces", learned(seed=seed))):
        typer.echo(f"{what}: F1 {score.f1:.3f} with the annotation ({score.both} in both, "
                   f"{score.ours} only in ours, {score.theirs} only there)")


@app.command("tell")
def tell_task(
    task: Annotated[str, typer.Argument(help="Identifier, e.g. 27_2.")],
    picture: Annotated[Path | None, typer.Option(help="SVG of the graph before and after.")] = None,
) -> None:
    """Tell a task step by step: what each action changed, executed by the package's simulator."""
    from lmfree_eai.package import task_of
    from lmfree_eai.telling import tell

    lines, drawn = tell(task_of(task))
    typer.echo("\n".join(lines))
    if picture is not None and drawn:
        write_text(picture, drawn)
