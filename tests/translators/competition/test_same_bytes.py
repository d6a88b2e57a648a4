"""What is translated is the same text in every run."""

import os
import subprocess
import sys
from pathlib import Path

FILE = Path(__file__).parents[3] / "domains" / "competition" / "problems" / "dear-constraint.xml"


def test_a_translation_does_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    for seed in ("0", "1"):
        subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "planner.cli.main", "translate", str(FILE),
             "--out", str(tmp_path / seed)],
            env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True)
    for name in ("domain.pddl", "problem.pddl", "map.json"):
        first, second = (tmp_path / seed / name for seed in ("0", "1"))
        assert first.read_bytes() == second.read_bytes()
        assert first.stat().st_size > 100
