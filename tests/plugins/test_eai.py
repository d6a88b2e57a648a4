"""The VirtualHome plug-in: its own tests, of which those with the package's data may skip."""

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "examples" / "plugins" / "eai"


def test_its_own_tests_pass() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": str(FOLDER.parents[2])}, capture_output=True, text=True,
        check=False)
    assert run.returncode == 0, run.stdout[-3000:]


def test_nothing_of_the_packages_data_is_in_the_repository() -> None:
    assert {p.suffix for p in FOLDER.rglob("*") if p.is_file() and "egg-info" not in str(p)
            and p.suffix != ".pyc"} <= {".py", ".pddl", ".toml", ".md", ".css"}
