"""``planner season``: frozen games over generated families, every lost problem with its cause."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from planner import supervision
from planner.console import table
from planner.errors import InputError, UsageError
from planner.files import read_text, write_text
from translators.competition.generate.problems import FAMILIES, generate
from translators.competition.problem_file import ProblemFile, parse_problem

__all__ = ["Game", "command", "games"]

SEASON = ("normal", "facts", "constraints", "guide2025", "rules2026")


@dataclass(frozen=True)
class Game:
    """One problem: the best score with the truth in view, what was scored, and why less.

    ``certain`` is the score of the same problem in stage 1, where all that is given is true.
    ``cause`` is ``rule`` (the problem counts nothing), ``search`` (stage 1 loses most of it, too),
    ``belief`` (a task was lost for a thing believed in a wrong place), ``question`` (the points
    went into questions, looks and detours, or a task was not worth them), or empty.
    """

    family: str
    problem: str
    best: int
    certain: int
    base: int
    cause: str


def command(
    count: Annotated[int, typer.Option(min=1, help="Problems of each family.")] = 20,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 2026,
    families: Annotated[str, typer.Option(help=",".join(FAMILIES))] = ",".join(SEASON),
    out: Annotated[Path | None, typer.Option(help="Write the record (JSON).")] = None,
    against: Annotated[
        Path | None, typer.Option(help="A record of before: pair the same games with it.")
    ] = None,
    worst: Annotated[int, typer.Option(min=0, help="Lost problems listed.")] = 20,
) -> None:
    """Play frozen games over our own families; list every lost problem with its cause."""
    chosen = families.split(",")
    if unknown := [name for name in chosen if name not in FAMILIES]:
        raise UsageError(f"unknown family {unknown[0]!r}; there are {', '.join(FAMILIES)}")
    before = _record(against) if against else {}
    played: list[Game] = []
    for game in games(chosen, count, seed):
        played.append(game)
        supervision.count(f"{len(played)} of {count * len(chosen)} games, {game.family}")
    _sums(chosen, played, before)
    lost = sorted((g for g in played if g.cause), key=lambda g: g.base - g.best)[:worst]
    if lost:
        table(["family", "problem", "best", "stage 1", "played", "lost", "cause", "before"],
              [[g.family, g.problem, g.best, g.certain, g.base, g.best - g.base, g.cause,
                before.get((g.family, g.problem), "")] for g in lost], numeric=range(2, 6))
    if out is not None:
        data = {"format": 1, "seed": seed, "games": [asdict(game) for game in played]}
        write_text(out, json.dumps(data, indent=1) + "\n")


def games(families: Sequence[str], count: int, seed: int) -> Iterator[Game]:
    """Play each family's problems in stage 2, and as they are in stage 1."""
    for family in families:
        twins = generate(count, seed, stage=1, family=family, plain=True)
        for number, (made, twin) in enumerate(zip(
                generate(count, seed, stage=2, family=family, plain=True), twins, strict=True)):
            yield _game(family, parse_problem(made.text.encode(), made.name),
                        parse_problem(twin.text.encode(), twin.name), seed + number)


def _game(family: str, problem: ProblemFile, twin: ProblemFile, seed: int) -> Game:
    from domains.competition.episode import play_problem
    from translators.competition.solving import solve_world

    best = solve_world(problem.true_world(), problem.instructions).base_score
    certain, played = (play_problem(one, seed=seed, clock=lambda: 0.0)  # whatever the machine does
                       for one in (twin, problem))
    base = played.figure("base")
    cause = "" if base >= best else (
        "rule" if played.trouble else
        "search" if 2 * (best - certain.figure("base")) > best - base else
        "belief" if played.figure("tasks")[0] < certain.figure("tasks")[0] and any(
            p > 0.5 and not right for p, right in played.believed) else "question")
    return Game(family, problem.name, best, certain.figure("base"), base, cause)


def _sums(families: Sequence[str], played: Sequence[Game], before: dict[Any, int]) -> None:
    causes = ("rule", "search", "belief", "question")
    rows = []
    for name in (*families, "all"):
        mine = [g for g in played if name in (g.family, "all")]
        best, base = sum(g.best for g in mine), sum(g.base for g in mine)
        old = sum(before.get((g.family, g.problem), 0) for g in mine)
        rows.append([name, best, sum(g.certain for g in mine), base, f"{base / max(1, best):.3f}",
                     *(sum(g.best - g.base for g in mine if g.cause == cause) for cause in causes),
                     old if before else ""])
    table(["family", "best", "stage 1", "played", "share", *causes, "before"], rows,
          numeric=range(1, 10))


def _record(path: Path) -> dict[tuple[str, str], int]:
    try:
        return {(game["family"], game["problem"]): int(game["base"])
                for game in json.loads(read_text(path))["games"]}
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{path}: not a record of planner season --out") from None
