"""The house: no import circles, rooms in order, files and folders that fit in the head."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("planner", "domains", "translators", "benchmarks")
MOST_LINES, MOST_MODULES = 400, 15
REASON = "One level:"
"""How a package's docstring begins the sentence that says why it has many modules."""


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


def tracked() -> list[Path]:
    """Return the Python files of the packages and their tests."""
    return sorted(p for room in (*PACKAGES, "tests", "examples")
                  for p in (ROOT / room).rglob("*.py"))


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


def test_files_fit_in_the_head() -> None:
    lengths = {str(p.relative_to(ROOT)): len(p.read_text(encoding="utf-8").splitlines())
               for p in tracked()}
    assert {name: n for name, n in lengths.items() if n > MOST_LINES} == {}


def test_folders_have_few_modules_or_a_reason() -> None:
    crowded = []
    for start in PACKAGES:
        for init in (ROOT / start).rglob("__init__.py"):
            modules = [p for p in init.parent.glob("*.py") if p != init]
            text = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
            if len(modules) > MOST_MODULES and REASON not in text:
                crowded.append(f"{init.parent.relative_to(ROOT)}: {len(modules)}")
    assert crowded == []
