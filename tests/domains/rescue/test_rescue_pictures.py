"""Pictures show what is there; the command line writes them."""

import json
from pathlib import Path

import pytest
from commands import planner


def test_run_writes_summary_trace_and_film(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    trace = tmp_path / "t.jsonl"
    summary = planner("run", "rescue", "--scene", "1", "--agents", "4", "--render", tmp_path,
                      "--trace", trace, "--json", "-").data
    assert summary["success"]
    assert {"SR", "TR", "C", "B", "L", "replans", "failures", "trace"} <= set(summary)
    kinds = [json.loads(line)["kind"] for line in trace.read_text().splitlines()]
    assert kinds[0] == "header"
    assert kinds[-1] == "result"
    assert (tmp_path / "episode.gif").stat().st_size > 10_000
    assert len(list(tmp_path.glob("step-*.png"))) == kinds.count("step") + 1
