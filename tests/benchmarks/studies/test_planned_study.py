"""The study of ``planned`` on a slice: paired rows, a bound below what is executed."""

from __future__ import annotations

from pathlib import Path

from benchmarks.studies.planned import cases, code_lines, episodes, table, told


def test_a_slice_of_the_study(tmp_path: Path) -> None:
    kept = tmp_path / "played.jsonl"
    first = next(episodes("rescue", cases("rescue", 1, 0.0), 600.0, kept))
    assert list(episodes("rescue", cases("rescue", 1, 0.0), 0.0, kept)) == [first]
    rows = table([first])
    assert [row["policy"] for row in rows] == ["symbolic", "greedy", "planned"] * 2
    assert rows[0]["d"] == 0
    assert all(row["SR"] == 1 for row in rows)
    assert first.bound is not None
    assert 4 <= first.bound <= rows[2]["L"]
    assert "planned" in told(rows[2])


def test_lines_that_decide_are_counted() -> None:
    assert code_lines("rescue", "planned") > 100
    assert code_lines("rescue", "nobody") == 0
