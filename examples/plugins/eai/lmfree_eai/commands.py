"""``planner eai``: write, judge and compare; told in the README."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from planner.files import write_text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


Module = StrEnum("Module", ["action_sequencing", "subgoal_decomposition", "goal_interpretation",
                            "transition_modeling"])


HOW = ("executed", "refused", "open", "different", "crash")
"""How a transition compares: alike, left open by our laws, different, no state to compare."""


@app.command("write")
def write_answers(
    module: Annotated[Module, typer.Option(help="Module of the evaluator.")],
    out: Annotated[Path, typer.Option(help="Root that the evaluator is pointed at.")],
    task: Annotated[list[str] | None, typer.Option(help="Only this task (repeatable).")] = None,
) -> None:
    """Write ROOT/virtualhome/MODULE/lmfree_outputs.json."""
    from lmfree_eai.modules import write

    notes = write(module.value, out, task or ())
    counts = Counter(why or "answered" for why in notes["tasks"].values())
    typer.echo(f"{module.value}: " + ", ".join(f"{n} {why}" for why, n in counts.most_common())
               + f"; {notes['cpu_seconds']} s of CPU")


@app.command("judge")
def judge_answers(
    root: Annotated[Path, typer.Argument(help="Root with answers.")],
    hash_seed: Annotated[int, typer.Option(help="PYTHONHASHSEED of the evaluator.", min=0)] = 0,
    write: Annotated[bool, typer.Option(
        help="Write the answers first, those of transition modeling apart.")] = False,
    page: Annotated[Path | None, typer.Option(help="The page: .html, else Markdown.")] = None,
) -> None:
    """Run the official evaluator and the exact checker; say why each lost task is lost.

    For all tasks that takes about ten minutes of CPU.
    """
    from lmfree_eai.judge import judge
    from lmfree_eai.page import html, tables
    from lmfree_eai.page import page as made

    for module in list(Module)[:3] if write else ():
        write_answers(module, root)
    report = judge(root, hash_seed=hash_seed, say=lambda text: typer.echo(text, err=True))
    if page is not None:
        text = made(report)
        write_text(page, html(text) if page.suffix == ".html" else text)
    typer.echo("\n\n".join(t for t in tables(report).values() if t[0] == "|"))


@app.command("laws")
def compare_laws(
    steps: Annotated[int, typer.Option(help="Transitions.", min=1)] = 2000,
    seed: Annotated[int, typer.Option(help="Which.")] = 0,
) -> None:
    """Compare the domain with the package's simulator, state by state, on random transitions."""
    from lmfree_eai.transitions import compare

    found, different = compare(steps, seed)
    for name in sorted({name for _, name in found}):
        typer.echo(f"{name:10}" + "".join(f" {how} {n:5} " for how in HOW
                                          if (n := found[how, name])))
    counts = {how: sum(n for (h, _), n in found.items() if h == how) for how in HOW}
    typer.echo("\n".join([*different, f"{found.total()} transitions: " + ", ".join(
        f"{n} {how}" for how, n in counts.items())]))
    raise typer.Exit(bool(different))


@app.command("tell")
def tell_task(
    task: Annotated[str, typer.Argument(help="Identifier, e.g. 27_2.")],
    picture: Annotated[Path | None, typer.Option(
        help="The graph before and after, e.g. FILE.svg or FILE.png.")] = None,
) -> None:
    """Tell a task step by step: what each action changed, executed by the package's simulator."""
    from lmfree_eai.package import task_of
    from lmfree_eai.telling import tell

    typer.echo("\n".join(tell(task_of(task), picture)))
