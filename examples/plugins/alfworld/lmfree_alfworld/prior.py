"""Where things lie, counted in games that the user has: ``planner alfworld learn``."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from lmfree_alfworld.game import Game
from planner.errors import InputError, MissingError
from planner.files import read_json, write_text

__all__ = ["Prior", "app"]

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


@dataclass(frozen=True)
class Prior:
    """Counts by kinds: of things in receptacles, of receptacles, and of those that open.

    A game's own scene is left out. Without any counts every place is as likely as another, and
    what nobody saw shut is taken for open.
    """

    counts: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, path: str, game: Path) -> Prior:
        """Read a table without the game's own scene; no path: nothing is known.

        ``auto`` is the ``prior.json`` in the nearest folder above the game.
        """
        if path == "auto":
            near = [p for p in (f / "prior.json" for f in game.resolve().parents) if p.is_file()]
            if not near:
                raise MissingError(f"no prior.json above {game}: `planner alfworld learn`")
            path = str(near[0])
        total = Counter[str]()
        try:
            for scene, counts in read_json(Path(path))["scenes"].items() if path else ():
                total.update({k: int(v) for k, v in counts.items()} if scene != scene_of(game)
                             else {})
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InputError(f"{path}: not a table of `planner alfworld learn`: {error!r}"
                             ) from None
        return cls(total)

    def weight(self, thing: str, place: str) -> float:
        """Return how many of such things are expected in such a place, never none."""
        return (self.counts.get(f"{thing} in {place}", 0) + 0.1) / (self.counts.get(place, 0) + 2.0)

    def shut(self, place: str) -> bool:
        """Say whether such places are mostly shut at first."""
        return 2 * self.counts.get(f"shut {place}", 0) > self.counts.get(place, 0)


def scene_of(game: Path) -> str:
    """Return the number of the scene: the last in the name of the game's folder."""
    return game.parent.parent.name.rpartition("-")[2]


def counted(file: Game) -> Counter[str]:
    """Count things by kinds in one game."""
    kind = {i: name.split()[0] for i, name in file.names.items()}
    inside, doors = file.facts.get("inreceptacle", ()), file.facts.get("openable", ())
    places = {r for r, _ in file.facts["receptacleatlocation"]}
    return Counter([*(f"{kind[o]} in {kind[r]}" for o, r in inside if o in kind and r in kind),
                    *(kind[r] for r in places if r in kind),
                    *(f"shut {kind[r]}" for (r,) in doors if r in kind)])


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
            scenes[scene_of(path)] += counted(Game(path))
            games += 1
        except InputError as error:
            typer.echo(f"left out: {error}", err=True)
    if not games:
        raise MissingError(f"{folder}: no file game.tw-pddl")
    table = {"source": f"{games} games of {len(scenes)} scenes", "scenes": scenes}
    write_text(out, json.dumps(table, sort_keys=True, indent=1) + "\n")
    typer.echo(table["source"])
