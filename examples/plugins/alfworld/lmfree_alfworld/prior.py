"""Where things lie, counted in games that the user has: ``planner alfworld learn``."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Annotated

import typer

from lmfree_alfworld.game import Game
from planner.errors import InputError, MissingError
from planner.files import read_json, write_text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


class Prior:
    """Counts by kinds of things in receptacles, receptacles and shut ones, without the own scene.

    A table ``auto`` is the ``prior.json`` in the nearest folder above the game. Without a table
    every place is as likely as another, and what nobody saw shut is taken for open.
    """

    def __init__(self, path: str, game: Path) -> None:
        if path == "auto":
            path = next((str(p) for f in game.resolve().parents
                         if (p := f / "prior.json").is_file()), "")
            if not path:
                raise MissingError(f"no prior.json above {game}: `planner alfworld learn`")
        self.counts = Counter[str]()
        try:
            for scene, counts in read_json(Path(path))["scenes"].items() if path else ():
                if scene != scene_of(game):
                    self.counts.update({kind: int(count) for kind, count in counts.items()})
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InputError(f"{path}: not a table of `planner alfworld learn`: {error!r}"
                             ) from None

    def weight(self, thing: str, place: str) -> float:
        """Return how many of such things are expected in such a place, never none."""
        return (self.counts[f"{thing} in {place}"] + 0.1) / (self.counts[place] + 2.0)

    def shut(self, place: str) -> bool:
        """Say whether such places are mostly shut at first."""
        return 2 * self.counts[f"shut {place}"] > self.counts[place]


def scene_of(game: Path) -> str:
    """Return the number of the scene: the last in the name of the game's folder."""
    return game.parent.parent.name.rpartition("-")[2]


@app.callback()
def main() -> None:
    """ALFWorld's text games."""


@app.command("learn")
def learn(
    folder: Annotated[Path, typer.Argument(help="Folder with game.tw-pddl files.")],
    out: Annotated[Path, typer.Option(help="The table, JSON.")],
) -> None:
    """Count where things lie at first in all games of a folder, scene by scene."""
    scenes, games = defaultdict[str, Counter[str]](Counter), 0
    for path in sorted(folder.glob("**/game.tw-pddl")):
        try:
            game, count = Game(path), scenes[scene_of(path)]
            kind = {i: name.split()[0] for i, name in game.names.items()}
            count.update(f"{kind[o]} in {kind[r]}" for o, r in game.facts["inreceptacle"])
            count.update(f"shut {kind[r]}" for (r,) in game.facts["openable"])
            count.update(kind[r] for r, _ in game.facts["receptacleatlocation"])
            games += 1
        except (InputError, KeyError) as error:
            typer.echo(f"left out: {error}", err=True)
    if not games:
        raise MissingError(f"{folder}: no file game.tw-pddl that can be read")
    table = {"source": f"{games} games of {len(scenes)} scenes", "scenes": scenes}
    write_text(out, json.dumps(table, sort_keys=True, indent=1) + "\n")
    typer.echo(table["source"])
