"""Sweeps of the corridor in processes of their own, slow enough to be disturbed."""

import subprocess
import sys
from pathlib import Path

SLOW = """name = "slow"
domain = "corridor"
[defaults]
pause = 0.02
[[matrix]]
seed = [{seeds}]
"""


def slow_suite(folder: Path, runs: int) -> Path:
    path = folder / "slow.toml"
    path.write_text(SLOW.format(seeds=", ".join(map(str, range(runs)))))
    return path


def bench(suite: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "planner.cli.main", "bench", str(suite), "--out", str(out), *more],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
