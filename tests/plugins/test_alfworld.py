"""The ALFWorld plug-in: its own tests, on games of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "examples" / "plugins" / "alfworld"


def test_its_own_tests_pass() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(FOLDER.parents[2]), str(FOLDER)])},
        capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]
