"""``planner translate``: a problem as PDDL that any planner reads, with the map back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planner.solving import read_case, write_translation
from planner.supervision import stage


def command(
    file: Annotated[Path, typer.Argument(help="A file of any domain (planner list domains).")],
    out: Annotated[Path, typer.Option(help="Folder for domain.pddl, problem.pddl, map.json.")],
    domain: Annotated[Path | None, typer.Option(
        help="PDDL domain; by default domain.pddl beside the problem.")] = None,
    true_world: Annotated[bool, typer.Option(
        "--true-world", help="Translate the truth instead of the stated facts.")] = False,
) -> None:
    """Write a problem as PDDL with action costs, and the map back to its source.

    Rewards and rewarded constraints are compiled into costs, so that for every plan of any
    planner base score = total_reward - plan cost (both in map.json).
    """
    home, case = read_case(file, domain=domain, true_world=true_world)
    stage("compiling")
    mapping = write_translation(home.translate(case), out, str(file))
    typer.echo(f"{out / 'domain.pddl'}\n{out / 'problem.pddl'}\n{out / 'map.json'}")
    if "total_reward" in mapping:
        typer.echo(f"base score = {mapping['total_reward']} - plan cost")
