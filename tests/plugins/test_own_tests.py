"""Plug-ins with data of the user's: their own tests, of which those with the data may skip."""

import os
from pathlib import Path

import pytest
from commands import python

PLUGINS = Path(__file__).parents[2] / "examples" / "plugins"


@pytest.mark.parametrize("name", ["alfred", "alfworld", "eai"])
def test_its_own_tests_pass(name: str) -> None:
    folder = PLUGINS / name
    run = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", cwd=folder,
                 PYTHONPATH=os.pathsep.join([str(PLUGINS.parents[1]), str(folder)]))
    assert run.returncode == 0, run.stdout[-3000:]


def test_nothing_of_virtualhomes_data_is_in_the_repository() -> None:
    files = [p for p in (PLUGINS / "eai").rglob("*") if p.is_file() and p.suffix != ".pyc"]
    assert {p.suffix for p in files if "egg-info" not in str(p)} <= {
        ".py", ".pddl", ".toml", ".md", ".css"}
