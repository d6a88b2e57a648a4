"""Whatever lies in the current folder is data: 60 names of modules there change nothing.

``PLANNER_ATTACKS=all`` runs every command and not only the first ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import planner
from planner.cli.main import run
from planner.home import MARK, misplaced

ROOT = Path(planner.__file__).parents[1]
START = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from planner.__main__ import main
main()
"""
WORDS = """
planner domains translators benchmarks typer click rich numpy networkx psutil lark pydantic
unified_planning pyperplan fast_downward up_fast_downward distributed dask tornado starlette
uvicorn json re random types typing enum abc ast io time signal socket select struct threading
subprocess multiprocessing pickle tempfile shutil pathlib contextlib dataclasses functools
itertools collections logging warnings weakref asyncio ssl email http html xml string token
tokenize traceback inspect copy queue runpy sitecustomize
"""
NAMES = WORDS.split()
SAMPLES = ROOT / "domains/pddl/samples"
GRIPPER = str(SAMPLES / "gripper-domain.pddl"), str(SAMPLES / "gripper.pddl")
PLATE = str(ROOT / "domains/competition/problems/plate.xml")
COMMANDS = {
    "solve": ("solve", GRIPPER[1], "--domain", GRIPPER[0], "--engine", "pyperplan",
              "--time-limit", "60", "--out", "OUT"),
    "bench": ("bench", "rescue", "--out", "OUT", "--jobs", "1", "--filter", "scene=5 agents=2",
              "--algorithms", "greedy"),
    "list": ("list", "engines"),
    "validate": ("validate", *GRIPPER, str(SAMPLES / "gripper.plan")),
    "translate": ("translate", PLATE, "--out", "OUT"),
    "run": ("run", "rescue", "--scene", "5", "--policy", "planned"),
    "joint": ("solve", str(ROOT / "domains/rescue/scenes/scene_5.toml"), "--engine", "joint",
              "--out", "OUT"),
    "lint": ("lint", PLATE),
    "doctor": ("doctor",),
    "service": ("serve", "--mcp"),
}
CHOSEN = list(COMMANDS) if os.environ.get("PLANNER_ATTACKS") == "all" else ["solve", "bench"]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Make a folder in which each name is a module, every second one a package."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for number, name in enumerate(NAMES):
        file = folder / (f"{name}/__init__.py" if number % 2 else f"{name}.py")
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"open({str(tmp_path / 'imported')!r}, 'a').write('{name}\\n')\n")
    return folder


@pytest.mark.parametrize("name", CHOSEN)
def test_nothing_is_imported_from_where_one_stands(
    name: str, hostile: Path, tmp_path: Path
) -> None:
    """The first command's engine and worker, the second one's Dask workers stand there, too."""
    command = [str(tmp_path / "out") if word == "OUT" else word for word in COMMANDS[name]]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    ran = subprocess.run([sys.executable, "-P", "-c", START, *command], cwd=hostile,
                         capture_output=True, text=True, check=False,
                         env={**environment, "PLANNER_DEBUG": "1"})
    assert not (tmp_path / "imported").exists(), (tmp_path / "imported").read_text()
    assert ran.returncode in (0, 1), ran.stderr
    assert "Traceback" not in ran.stderr


def test_python_itself_works_there_and_says_what_is_hidden(tmp_path: Path) -> None:
    """``python -c`` and scripts look into the current folder first; so do notebooks."""
    for name in ("domains", "benchmarks", "translators"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('not ours')\n")
    start = (f"import sys; sys.path.insert(1, {str(ROOT)!r}); import planner; "
             f"print(planner.solve({PLATE!r}))")
    ran = subprocess.run([sys.executable, "-c", start], cwd=tmp_path, capture_output=True,
                         text=True, check=True, env={k: v for k, v in os.environ.items()
                                                     if k != "PYTHONPATH"})
    assert "SOLVED_OPTIMALLY" in ran.stdout
    assert f"domains is taken from {tmp_path / 'domains'}" in ran.stderr
    assert "rename that folder" in ran.stderr


def test_a_name_taken_by_others_is_said_with_the_way_out(tmp_path: Path) -> None:
    """PyPI has a ``translators``, too: installed before ours, or over it."""
    other = tmp_path / "translators"
    other.mkdir()
    (other / "__init__.py").write_text("def translate_text(): ...\n")
    start = (f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]; "
             "import planner; from translators.competition import grammar")
    ran = subprocess.run([sys.executable, "-P", "-c", start], capture_output=True, text=True,
                         check=True, env={k: v for k, v in os.environ.items()
                                          if k != "PYTHONPATH"})
    assert f"translators is taken from {other}, not from {ROOT / 'translators'}" in ran.stderr
    assert "virtual environment of its own" in ran.stderr


def test_a_package_written_over_is_recognised(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of the other is run: PyPI's ``translators`` asks the network when imported."""
    assert misplaced() == []
    for package in ("planner", "domains", "translators", "benchmarks"):
        assert MARK in (ROOT / package / "__init__.py").read_bytes()[:400]
    monkeypatch.setattr("planner.home.MARK", b"something else")
    assert all("was overwritten" in line for line in misplaced())
    assert len(misplaced()) == 4
    assert run(["list", "domains"]) == 5
    assert "virtual environment of its own" in capsys.readouterr().err
    assert run(["doctor"]) == 1
    assert "BROKEN" in capsys.readouterr().out
