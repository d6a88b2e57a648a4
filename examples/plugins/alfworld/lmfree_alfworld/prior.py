"""Where things lie, counted in games that the user has: ``planner alfworld learn``."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from lmfree_alfworld.game import GameFile
from planner.errors import InputError, MissingError
from planner.files import read_json, write_text

__all__ = ["Prior", "app"]

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)
Counts = Mapping[str, int]


@dataclass(frozen=True)
class Prior:
    """Counts of things in kinds of receptacles, of receptacles, and of those that open.

    A game's own scene is left out. Without any counts every place is as likely as another, and
    what nobody saw shut is taken for open.
    """

    things: Counts = field(default_factory=dict)
    places: Counts = field(default_factory=dict)
    doors: Counts = field(default_factory=dict)

    @classmethod
    def read(cls, path: str, game: Path) -> Prior:
        """Read a table without the game's own scene; no path: nothing is known.

        ``auto`` is the ``prior.json`` in the nearest folder above the game.
        """
        if not path:
            return cls()
        if path == "auto":
            near = [p for p in (f / "prior.json" for f in game.resolve().parents) if p.is_file()]
            if not near:
                raise MissingError(f"no prior.json above {game}: `planner alfworld learn`")
            path = str(near[0])
        try:
            scenes = read_json(Path(path))["scenes"]
            totals: dict[str, Counter[str]] = defaultdict(Counter)
            for scene, table in scenes.items():
                for part, counts in table.items() if scene != scene_of(game) else ():
                    totals[part].update({k: int(v) for k, v in counts.items()})
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InputError(f"{path}: not a table of `planner alfworld learn`: {error!r}"
                             ) from None
        return cls(totals["things"], totals["places"], totals["doors"])

    def weight(self, thing: str, place: str) -> float:
        """Return how many of such things are expected in such a place, never none."""
        return (self.things.get(f"{thing} {place}", 0) + 0.1) / (self.places.get(place, 0) + 2.0)

    def shut(self, place: str) -> bool:
        """Say whether such places are mostly shut at first."""
        return 2 * self.doors.get(place, 0) > self.places.get(place, 0)


def scene_of(game: Path) -> str:
    """Return the number of the scene: the last in the name of the game's folder."""
    return game.parent.parent.name.rpartition("-")[2]


def counted(file: GameFile) -> dict[str, dict[str, int]]:
    """Count things by kinds in one game."""
    kind = {i: name.split()[0] for i, name in file.names.items()}
    inside = file.facts.get("inreceptacle", frozenset())
    places = {r for r, _ in file.facts["receptacleatlocation"]}
    return {
        "things": Counter(f"{kind[o]} {kind[r]}" for o, r in inside if o in kind and r in kind),
        "places": Counter(kind[r] for r in places if r in kind),
        "doors": Counter(kind[r] for (r,) in file.facts.get("openable", ()) if r in kind)}


@app.callback()
def main() -> None:
    """ALFWorld's text games."""


@app.command("learn")
def learn(
    folder: Annotated[Path, typer.Argument(help="Folder with game.tw-pddl files.")],
    out: Annotated[Path, typer.Option(help="The table, JSON.")],
) -> None:
    """Count where things lie at first in all games of a folder, scene by scene."""
    scenes: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    games = 0
    for path in sorted(folder.glob("**/game.tw-pddl")):
        try:
            found = counted(GameFile.read(path))
        except InputError as error:
            typer.echo(f"left out: {error}", err=True)
            continue
        games += 1
        for part, counts in found.items():
            scenes[scene_of(path)][part].update(counts)
    if not games:
        raise MissingError(f"{folder}: no file game.tw-pddl")
    table = {"source": f"{games} games of {len(scenes)} scenes", "scenes": scenes}
    write_text(out, json.dumps(table, sort_keys=True, indent=1) + "\n")
    typer.echo(table["source"])
