"""What a plain command line means is what Typer takes it for; the rest is left to Typer."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer

from planner.cli.plain import plain_call

CALLS: list[dict[str, Any]] = []


def command(
    files: Annotated[list[Path], typer.Argument(help="Files.")],
    plan: Annotated[Path | None, typer.Option(help="A path.")] = None,
    limit: Annotated[float | None, typer.Option(min=0.0, help="Seconds.")] = None,
    top: Annotated[int, typer.Option(min=0, max=9, help="A number.")] = 0,
    name: Annotated[str, typer.Option("--name", metavar="X")] = "auto",
    strict: Annotated[bool, typer.Option("--strict")] = False,
    loud: Annotated[bool, typer.Option(help="A flag with its opposite.")] = False,
) -> None:
    """Note how it is called."""
    CALLS.append(dict(locals()))


WORDS = ["a.pddl", "b", "--plan", "--plan=p", "--limit", "3", "2.5", "--limit=-1", "--top", "12",
         "--name", "joint:robot", "--name=", "--strict", "--strict=1", "--loud", "--no-loud", "-v",
         "--help", "--", "-", "--nam", "--limit=nan", "--limit=inf", "--top=7", "--top=3.5", "é"]


def by_typer(words: list[str]) -> dict[str, Any] | None:
    """Return what Typer calls the command with; None where it refuses or explains."""
    app = typer.Typer()
    app.command()(command)
    CALLS.clear()
    try:
        app(args=words, standalone_mode=False)
    except Exception:
        return None
    return CALLS[0] if CALLS else None


@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_typer_makes_of_it(seed: int) -> None:
    chance, plain = random.Random(seed), 0
    for words in [["x", *chance.choices(WORDS, k=chance.randint(0, 4))] for _ in range(60)]:
        found = plain_call(command, words)
        plain += found is not None
        assert found is None or dict(found) == by_typer(words), words
    assert plain > 8
    assert plain_call(command, []) is plain_call(command, ["x", "--top", "10"]) is None
