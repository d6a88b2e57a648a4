"""Whatever lies in the current folder is data: 60 names of modules there change nothing.

``clashes.py`` runs every command, not only the ones chosen here.
"""

from functools import cache
from pathlib import Path

import pytest
from clashes import PLAIN, clashing, starts, trials
from commands import python

import planner
from planner import origin
from planner.cli.main import examples, run
from planner.origin import MARK, misplaced

ROOT = Path(planner.__file__).parents[1]
PLATE = str(ROOT / "domains/competition/problems/plate.xml")


def test_nothing_is_imported_from_where_one_stands(tmp_path: Path) -> None:
    """The first command's engine and the second one's Dask workers stand there, too."""
    folder = tmp_path / "here"
    folder.mkdir()
    lines = [line for line in examples() if starts(
        line, "samples", "solve samples/pddl/gripper", "bench smoke")]
    mark = clashing(folder, "sixty")
    assert {outcome for _, outcome, _ in trials(folder, mark, *lines)} == {"works"}


def test_python_itself_works_there_and_says_what_is_hidden(tmp_path: Path) -> None:
    """``python -c`` and scripts look into the current folder first; so do notebooks."""
    for name in ("domains", "benchmarks", "translators"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('not ours')\n")
    start = (f"import sys; sys.path.insert(1, {str(ROOT)!r}); import planner; "
             f"print(planner.solve({PLATE!r}))")
    ran = python("-c", start, cwd=tmp_path, env=PLAIN)
    assert "SOLVED_OPTIMALLY" in ran.stdout
    assert f"domains is taken from {tmp_path / 'domains'}" in ran.stderr
    assert "rename that folder" in ran.stderr


def test_a_name_taken_by_others_is_said_with_the_way_out(tmp_path: Path) -> None:
    """PyPI has a ``translators``, too: installed before ours, or over it."""
    other = tmp_path / "translators"
    other.mkdir()
    (other / "__init__.py").write_text("def translate_text(): ...\n")
    start = (f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]; "
             "import planner; from translators.competition import facts")
    ran = python("-P", "-c", start, env=PLAIN)
    assert f"translators is taken from {other}, not from {ROOT / 'translators'}" in ran.stderr
    assert "virtual environment of its own" in ran.stderr


def test_a_package_written_over_is_recognised(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of the other is run: PyPI's ``translators`` asks the network when imported."""
    assert misplaced() == []
    monkeypatch.setattr(origin, "_owners", cache(origin._owners))  # it reads every record
    for package in ("planner", "domains", "translators", "benchmarks"):
        assert MARK in (ROOT / package / "__init__.py").read_bytes()[:400]
    monkeypatch.setattr("planner.origin.MARK", b"something else")
    assert ["was overwritten" in line for line in misplaced()] == [True] * 4
    assert run(["list", "domains"]) == 5
    assert "virtual environment of its own" in capsys.readouterr().err
    assert run(["doctor"]) == 1
    assert "BROKEN" in capsys.readouterr().out
