"""``planner translate``: a problem as PDDL that any planner reads, with the map back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.cli.solve_sources import is_household, kind_of
from planner.errors import UsageError

__all__ = ["command"]


def command(
    file: Annotated[Path, typer.Argument(
        help="Competition problem (.xml), rescue scene or household task (.toml), or PDDL"
             " problem.")],
    out: Annotated[Path, typer.Option(help="Folder for domain.pddl, problem.pddl, map.json.")],
    domain: Annotated[Path | None, typer.Option(
        help="PDDL domain; by default domain.pddl beside the problem.")] = None,
    true_world: Annotated[bool, typer.Option(
        "--true-world", help="Translate the truth instead of what a solver is told.")] = False,
) -> None:
    """Write a problem as PDDL with action costs, and the map back to its source.

    Competition problems: rewards and constraints are compiled into costs, so that for every plan
    of any planner base score = total_reward - plan cost (both in map.json).
    """
    kind = kind_of(file)
    if kind == "competition":
        mapping = _competition(file, out, true_world)
    elif kind == "pddl":
        mapping = _pddl(file, domain, out)
    elif kind == "toml":
        mapping = _scene(file, out)
    else:
        raise UsageError(f"{file}: this kind of problem has no PDDL form")
    typer.echo(f"{out / 'domain.pddl'}\n{out / 'problem.pddl'}\n{out / 'map.json'}")
    if "total_reward" in mapping:
        typer.echo(f"base score = {mapping['total_reward']} - plan cost")


def _scene(file: Path, out: Path) -> dict[str, Any]:
    if is_household(file):
        from translators.mapthor.solving import translate_file

        mapping = translate_file(file, out)
        _write_map(mapping, out)
        return mapping
    from translators.rescue.compile import translate_scene

    return translate_scene(file, out)


def _competition(file: Path, out: Path, true_world: bool) -> dict[str, Any]:
    from translators.competition.general_path import write_pddl
    from translators.competition.problem_file import read_problem
    from translators.competition.solving import complete

    problem = read_problem(file)
    known = complete(problem, true_world=true_world)
    return write_pddl(known.world, problem.instructions, out, str(file), known.asked)


def _pddl(file: Path, domain: Path | None, out: Path) -> dict[str, Any]:
    from planner.pddl import read_task
    from planner.pddl.printer import print_domain, print_problem

    found = domain or file.with_name("domain.pddl")
    if not found.exists():
        raise UsageError(f"{file}: no domain.pddl beside it; name one with --domain")
    task = read_task(found, file)
    out.mkdir(parents=True, exist_ok=True)
    (out / "domain.pddl").write_text(print_domain(task.domain), encoding="utf-8")
    (out / "problem.pddl").write_text(print_problem(task), encoding="utf-8")
    names = {name: name for name in sorted(task.objects)}
    mapping: dict[str, Any] = {"format": 1, "source": str(file), "objects": names}
    _write_map(mapping, out)
    return mapping


def _write_map(mapping: dict[str, Any], out: Path) -> None:
    text = json.dumps(mapping, indent=1, ensure_ascii=False)
    (out / "map.json").write_text(text + "\n", encoding="utf-8")
