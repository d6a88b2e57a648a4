"""The house: no import circles, rooms in order, lines within their budgets and their length."""

from configparser import ConfigParser
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("planner", "domains", "translators", "benchmarks")


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    """Return who imports whom, imports for type checking and inside functions included."""
    return grimp.build_graph(*PACKAGES, cache_dir=None, exclude_type_checking_imports=False)


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Return one circle of a graph, or nothing."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def rooms_of(graph: grimp.ImportGraph, package: str) -> dict[str, set[str]]:
    """Return which parts of a package import which others."""
    parts = graph.find_children(package)
    return {a: {b for b in parts if a != b and graph.direct_import_exists(
        importer=a, imported=b, as_packages=True)} for a in parts}


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"d"}}) == []
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"b"}})) == {"b", "c"}


def test_no_module_imports_itself_through_others(imports: grimp.ImportGraph) -> None:
    assert circle({m: imports.find_modules_directly_imported_by(m) for m in imports.modules}) == []


def test_rooms_do_not_import_each_other_in_circles(imports: grimp.ImportGraph) -> None:
    packages = sorted(m for m in imports.modules if imports.find_children(m))
    assert "domains.household.thor" in packages
    circles = {p: circle(rooms_of(imports, p)) for p in packages}
    assert {p: c for p, c in circles.items() if c} == {}


def lines(room: str, suffixes: str) -> int:
    """Return how many lines the files of a room with these suffixes have."""
    return sum(len(p.read_text(encoding="utf-8").splitlines()) for suffix in suffixes.split()
               for p in (ROOT / room).rglob(f"*.{suffix}"))


def test_rooms_keep_to_their_budgets() -> None:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    rooms = {room: text.split(maxsplit=1) for room, text in setup["budgets"].items()}
    assert {"planner", "benchmarks", "tests", "translators/mapthor"} <= set(rooms)
    used = {room: lines(room, suffixes) for room, (_, suffixes) in rooms.items()}
    assert {room: n for room, n in used.items() if n > int(rooms[room][0])} == {}


def test_no_line_of_data_is_longer_than_a_screen() -> None:
    kept = ("*.toml", *(f"{room}/**/*.{kind}" for kind in ("toml", "lark", "pddl")
                        for room in (*PACKAGES, "docs", "examples", "tests")))
    files = [path for pattern in kept for path in ROOT.glob(pattern)]
    assert {"pyproject.toml", "sentences.zh.toml", "english.lark"} <= {path.name for path in files}
    assert [f"{path.relative_to(ROOT)}:{n}" for path in files for n, line in enumerate(
        path.read_text(encoding="utf-8").splitlines(), 1) if len(line) > 100] == []
