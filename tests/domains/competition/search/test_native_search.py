"""The compiled search: taken only if it belongs to the sources, with the answers of Python."""

import os
import random
import shutil
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from domains.competition.search import native, plan
from domains.competition.search.native import MODULES, SWITCH, library, running, use
from translators.competition.generate.problems import generate

SEARCH = Path(native.__file__).parents[1]


def answers() -> list[list[object]]:
    """Search some heavy problems for a while; all that comes out but the seconds."""
    found = []
    for problem in generate(3, 8, family="heavy"):
        items = random.Random(1).sample(list(problem.items), min(20, len(problem.items)))
        best = plan(problem.world, items, optimal=True, max_states=2_000)
        found.append([list(best.actions), best.base_score, best.upper_bound, best.expanded,
                      best.generated])
    return found


@pytest.mark.skipif(not running(), reason="the search is not compiled here (planner doctor)")
def test_python_gives_the_same_plans_and_bounds() -> None:
    """A second interpreter kept to the Python files searches the same states."""
    from commands import python

    code = (
        "import json, runpy; from domains.competition.search import native\n"
        f"found = runpy.run_path({__file__!r})\n"
        "print(json.dumps([native.running(), found['answers']()]))"
    )
    shown = python("-c", code, env={
        **os.environ, SWITCH: "1", "PYTHONPATH": str(SEARCH.parents[2])})
    assert shown.data == [False, answers()]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the sources; their compiled modules are files without any meaning."""
    monkeypatch.delenv(SWITCH, raising=False)
    home = tmp_path / "native"
    home.mkdir()
    for name in MODULES:
        shutil.copy(SEARCH / f"{name}.py", tmp_path)
    for name in (*MODULES, library(tmp_path)):
        (home / f"{name}{EXTENSION_SUFFIXES[0]}").write_bytes(b"no library")
    monkeypatch.setattr(native, "_HERE", home)
    return tmp_path


def refused() -> bool:
    before, path = set(sys.modules), ["here"]
    taken = use("domains.competition.search", path)
    return not taken and path == ["here"] and set(sys.modules) == before


def test_a_library_that_cannot_be_loaded_or_is_not_there_is_not_used(place: Path) -> None:
    assert refused()
    shutil.rmtree(place / "native")
    assert refused()


def test_an_edited_source_is_not_shadowed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library of other sources is not even looked at."""
    monkeypatch.setattr(native, "_load", lambda name, file: file.read_bytes())
    before = library(place)
    (place / "bound.py").write_text((place / "bound.py").read_text() + "\n")
    assert library(place) != before
    assert refused()


def test_the_switch_keeps_to_python(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_load", lambda name, file: pytest.fail("was loaded"))
    monkeypatch.setenv(SWITCH, "1")
    assert refused()
