"""``planner bench`` from outside."""

import json
from pathlib import Path

import pytest
from commands import planner

pytestmark = pytest.mark.usefixtures("corridor_plugin")


def test_bench_runs_refuses_to_mix_and_resumes(tmp_path: Path) -> None:
    out = str(tmp_path / "runs")
    first = planner("bench", "corridor", "--filter", "length=6", "--jobs", "0", "--out", out,
                    "--json", "-")
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["executed"] == 10
    again = planner("bench", "corridor", "--jobs", "0", "--out", out)
    assert again.returncode == 2
    assert "--resume" in again.stderr
    resumed = planner("bench", "corridor", "--jobs", "0", "--out", out, "--resume", "--json", "-")
    tally = json.loads(resumed.stdout)
    assert (tally["skipped"], tally["executed"], tally["solved"]) == (10, 10, 10)


def test_an_unexplained_outcome_is_not_silent(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text(
        'name = "broken"\nrun = "benchmarks.metrics:steps"\n[[case]]\nid = "a"\n')
    shown = planner("bench", str(tmp_path / "broken.toml"), "--jobs", "0", "--out",
                    str(tmp_path / "runs"))
    assert shown.returncode == 5
    assert "unexplained" in shown.stderr
    assert (tmp_path / "runs/runs/default/a/error.log").read_text().startswith("Traceback")
