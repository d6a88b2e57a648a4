"""``planner bench`` from outside."""

from pathlib import Path

import pytest
from commands import planner

pytestmark = pytest.mark.usefixtures("corridor_plugin")


def test_an_unexplained_outcome_is_not_silent(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text(
        'name = "broken"\nrun = "benchmarks.metrics:steps"\n[[case]]\nid = "a"\n')
    shown = planner("bench", str(tmp_path / "broken.toml"), "--jobs", "0", "--out",
                    str(tmp_path / "runs"))
    assert shown.returncode == 5
    assert "unexplained" in shown.stderr
    assert (tmp_path / "runs/runs/default/a/error.log").read_text().startswith("Traceback")
