"""Read scene files (``docs/rescue-scene.md``); shipped scenes by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any, TypeGuard

from domains.rescue.world.rules import Rules
from domains.rescue.world.scene import MAX_SIDE, Cell, FireSpec, PersonSpec, Place, Scene
from planner.errors import InputError, SourceError, Span, UsageError
from planner.files import parse_toml, read_text

MAX_BYTES = 1_000_000
MAX_THINGS = 500
MAX_FIRE_CELLS = 60_000
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_TOP = ("format", "kind", "name", "max_steps", "grid", "team", "rules",
        "reservoir", "deposit", "fire", "person")
_KEYS = {
    "grid": ("width", "height", "walls"),
    "team": ("agents", "starts"),
    "reservoir": ("name", "type", "at"),
    "deposit": ("name", "at"),
    "fire": ("name", "type", "lights", "size", "at"),
    "person": ("name", "at", "find_probability", "extra_load"),
}


def scene_names() -> tuple[str, ...]:
    """List the shipped scenes."""
    folder = resources.files("domains.rescue") / "scenes"
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


def shipped_scene(name: str | int, *, paper: bool = False) -> Scene:
    """Load a shipped scene by name, number or published number (``3`` is ``scene_3``).

    With ``paper`` it is the paper's variant of that scene, where the released code differs.
    """
    name = f"scene_{name}" if str(name).isdecimal() else str(name)
    if paper and f"{name}_paper" in scene_names():
        name = f"{name}_paper"
    if name not in scene_names():
        raise UsageError(f"no scene '{name}'; shipped: {', '.join(scene_names())}")
    file = resources.files("domains.rescue") / "scenes" / f"{name}.toml"
    scene = parse_scene(file.read_text(encoding="utf-8"), f"{name}.toml")
    return replace(scene, source="shipped with this package")


def load_scene(path: Path) -> Scene:
    """Read a scene file; raises :class:`SourceError` at the offending line."""
    scene = parse_scene(read_text(path, MAX_BYTES), str(path))
    shipped = shipped_scene(scene.name) if scene.name in scene_names() else scene
    return shipped if replace(shipped, source=scene.source) == scene else scene


def parse_scene(text: str, source: str) -> Scene:
    """Parse the text of a scene file; ``source`` is its name in messages."""
    data = parse_toml(text, source, expected="TOML (docs/rescue-scene.md)")
    return _Reader(text, source, data).scene()


class _Reader:
    """Turn the parsed file into a scene, checking everything; errors point at the line."""

    def __init__(self, text: str, source: str, data: Mapping[str, Any]) -> None:
        self.text, self.source, self.data = text, source, data
        self.taken: dict[Cell, str] = {}
        self.names: set[str] = set()

    def scene(self) -> Scene:
        self._known("", 0, self.data, _TOP)
        if self.data.get("kind", "rescue") != "rescue":
            raise self.error("", 0, "kind", f"kind is {self.data['kind']!r}", '"rescue"')
        if self.data.get("format", 1) != 1:
            raise self.error("", 0, "format", f"unknown format {self.data['format']!r}", "1")
        grid = self._table("grid", {"width": 30, "height": 30})
        self.width = self._int("grid", 0, grid, "width", 3, MAX_SIDE)
        self.height = self._int("grid", 0, grid, "height", 3, MAX_SIDE)
        walls = self._walls(grid.get("walls", []))
        self.taken = dict.fromkeys(walls, "a wall")
        reservoirs = tuple(self._place("reservoir", i, t) for i, t in self._tables("reservoir"))
        deposits = tuple(self._place("deposit", i, t) for i, t in self._tables("deposit"))
        fires = tuple(self._fire(i, t) for i, t in self._tables("fire"))
        persons = tuple(self._person(i, t) for i, t in self._tables("person"))
        if sum(f.size[0] * f.size[1] for f in fires) > MAX_FIRE_CELLS:
            raise self.error("fire", 0, "size", "the fires are too large together",
                             f"at most {MAX_FIRE_CELLS} cells")
        team = self._table("team", {})
        starts = self._starts(team)
        agents = self._int("team", 0, team, "agents", 1, MAX_THINGS) if "agents" in team else 0
        rules = self._rules()
        self._supplies(reservoirs, fires)
        if not fires and not persons:
            raise self.error("", 0, "", "nothing to do", "at least one [[fire]] or [[person]]")
        if persons and not deposits:
            raise self.error("person", 0, "", "people, but nowhere to bring them", "a [[deposit]]")
        return Scene(
            name=str(self.data.get("name", Path(self.source).stem)), width=self.width,
            height=self.height, reservoirs=reservoirs, deposits=deposits, fires=fires,
            persons=persons, starts=starts, walls=frozenset(walls), agents=agents, rules=rules,
            max_steps=self._int("", 0, self.data, "max_steps", 1, 100_000, 35),
        )

    def error(self, table: str, index: int, key: str, message: str, expected: str) -> SourceError:
        """Build the error at the line of a key (or of the table, or of the file's start)."""
        span = _locate(self.text, table, index, key)
        return SourceError.in_text(message, self.source, self.text, span, expected=expected)

    def _known(
        self, table: str, index: int, data: Mapping[str, Any], known: tuple[str, ...]
    ) -> None:
        for key in data:
            if key not in known:
                raise self.error(table, index, key, f"unknown key '{key}'", ", ".join(known))

    def _table(self, name: str, default: Mapping[str, Any]) -> Mapping[str, Any]:
        table = self.data.get(name, {})
        if not isinstance(table, dict):
            raise self.error("", 0, name, f"'{name}' is not a table", f"[{name}]")
        self._known(name, 0, table, _KEYS[name])
        return {**default, **table}

    def _tables(self, name: str) -> list[tuple[int, Mapping[str, Any]]]:
        tables = self.data.get(name, [])
        if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
            raise self.error("", 0, name, f"'{name}' is not a list of tables", f"[[{name}]]")
        if len(tables) > MAX_THINGS:
            raise self.error(name, MAX_THINGS, "", f"too many {name}s", f"at most {MAX_THINGS}")
        for index, table in enumerate(tables):
            self._known(name, index, table, _KEYS[name])
        return list(enumerate(tables))

    def _int(self, table: str, index: int, data: Mapping[str, Any], key: str, low: int,
             high: int, default: int | None = None) -> int:
        value = data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.error(table, index, key, f"{key} is {value!r}",
                             f"a whole number from {low} to {high}")
        return value

    def _name(self, table: str, index: int, data: Mapping[str, Any]) -> str:
        name = data.get("name")
        if not isinstance(name, str) or not _NAME.match(name) or "_Region_" in name:
            raise self.error(table, index, "name", f"name is {name!r}",
                             "letters, digits and underscores, not _Region_")
        if name in self.names:
            raise self.error(table, index, "name", f"a second '{name}'", "a name of its own")
        self.names.add(name)
        return name

    def _cell(self, table: str, index: int, value: Any, key: str = "at") -> Cell:
        if not _is_pair(value):
            raise self.error(table, index, key, f"{key} is {value!r}", "[column, row]")
        x, y = value
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise self.error(table, index, key, f"({x}, {y}) is outside the grid",
                             f"columns 0..{self.width - 1}, rows 0..{self.height - 1}")
        return (x, y)

    def _take(self, table: str, index: int, cell: Cell, name: str, key: str = "at") -> None:
        if cell in self.taken:
            raise self.error(table, index, key, f"{name} stands on {cell}, where "
                             f"{self.taken[cell]} is", "a cell of its own")
        self.taken[cell] = name

    def _kind(self, table: str, index: int, data: Mapping[str, Any]) -> str:
        kind = data.get("type")
        if kind not in ("A", "B"):
            raise self.error(table, index, "type", f"unknown type {kind!r}", '"A" or "B"')
        return str(kind)

    def _place(self, table: str, index: int, data: Mapping[str, Any]) -> Place:
        name = self._name(table, index, data)
        kind = self._kind(table, index, data) if table == "reservoir" else ""
        cell = self._cell(table, index, data.get("at"))
        self._take(table, index, cell, name)
        return Place(name, cell, kind)

    def _person(self, index: int, data: Mapping[str, Any]) -> PersonSpec:
        name = self._name("person", index, data)
        cell = self._cell("person", index, data.get("at"))
        self._take("person", index, cell, name)
        share = data.get("find_probability", 0.3)
        if not isinstance(share, int | float) or isinstance(share, bool) or not 0 < share <= 1:
            raise self.error("person", index, "find_probability",
                             f"find_probability is {share!r}", "a number above 0, at most 1")
        extra = self._int("person", index, data, "extra_load", 0, 100, 0)
        return PersonSpec(name, cell, float(share), extra)

    def _fire(self, index: int, data: Mapping[str, Any]) -> FireSpec:
        name, kind = self._name("fire", index, data), self._kind("fire", index, data)
        size = data.get("size")
        if not _is_pair(size) or not all(3 <= s <= 60 for s in size):
            raise self.error("fire", index, "size", f"size is {size!r}",
                             "[width, height], 3 to 60 cells each")
        left, top = self._cell("fire", index, data.get("at"))
        if left + size[0] > self.width or top + size[1] > self.height:
            raise self.error("fire", index, "at", f"{name} reaches outside the grid",
                             f"columns 0..{self.width - 1}, rows 0..{self.height - 1}")
        lights = self._int("fire", index, data, "lights", 1, 100, 1)
        return FireSpec(name, kind, lights, (size[0], size[1]), (left, top))

    def _walls(self, value: Any) -> set[Cell]:
        if not isinstance(value, list):
            raise self.error("grid", 0, "walls", "walls is not a list",
                             "[[x, y], [x1, y1, x2, y2]]")
        walls: set[Cell] = set()
        for item in value:
            corners = [item[:2], item[2:]] if isinstance(item, list) and len(item) == 4 else [item]
            (x1, y1), *last = [self._cell("grid", 0, c, "walls") for c in corners]
            x2, y2 = last[0] if last else (x1, y1)
            walls |= {(x, y) for x in range(min(x1, x2), max(x1, x2) + 1)
                      for y in range(min(y1, y2), max(y1, y2) + 1)}
        return walls

    def _starts(self, team: Mapping[str, Any]) -> tuple[Cell, ...]:
        value = team.get("starts", [])
        if not isinstance(value, list):
            raise self.error("team", 0, "starts", "starts is not a list", "[[column, row], ...]")
        cells = [self._cell("team", 0, item, "starts") for item in value]
        for number, cell in enumerate(cells, start=1):
            self._take("team", 0, cell, f"agent {number}", "starts")
        return tuple(cells)

    def _rules(self) -> Rules:
        rules = self.data.get("rules", {})
        if not isinstance(rules, dict):
            raise self.error("", 0, "rules", "'rules' is not a table", "[rules]")
        for key, value in rules.items():
            try:
                Rules().changed({key: value})
            except InputError as error:
                raise self.error("rules", 0, key, str(error), "docs/rescue-scene.md") from None
        return Rules().changed(rules)

    def _supplies(self, reservoirs: tuple[Place, ...], fires: tuple[FireSpec, ...]) -> None:
        kinds = {r.kind for r in reservoirs}
        for index, fire in enumerate(fires):
            if fire.kind not in kinds:
                raise self.error("fire", index, "type", f"no reservoir for {fire.name}",
                                 f'a [[reservoir]] of type "{fire.kind}"')


def _is_pair(value: Any) -> TypeGuard[list[int]]:
    return isinstance(value, list) and len(value) == 2 and all(
        isinstance(v, int) and not isinstance(v, bool) for v in value)


def _locate(text: str, table: str, index: int, key: str) -> Span:
    """Find the line of ``key`` in the ``index``-th table of that name; else the header."""
    header = re.compile(rf"\s*\[\[?\s*{re.escape(table)}\s*\]\]?") if table else None
    inside, count, found = not table, -1, Span(1, 1)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("["):
            if header is not None and header.match(line):
                count += 1
                inside = count == index
                if inside:
                    found = Span(number, line.index("[") + 1, len(line.strip()))
            elif "=" not in line.split("]")[-1]:
                inside = False
            name = re.match(rf"\s*\[\[?\s*({re.escape(key)})\s*\]", line) if key else None
            if name and not table:
                return Span(number, name.start(1) + 1, len(key))
        match = re.match(rf"\s*({re.escape(key)})\s*=\s*(.*)", line) if inside and key else None
        if match:
            return Span(number, match.start(2) + 1, max(1, len(match[2].split("#")[0].rstrip())))
    return found
