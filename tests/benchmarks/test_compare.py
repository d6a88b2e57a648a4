"""Tables and paired tests on episodes made by hand."""

from math import nan
from pathlib import Path

import pytest
from records import record

from benchmarks.baselines.published import published
from benchmarks.compare import lines, paired, published_lines, unique
from benchmarks.runs.outcome import RunOutcome
from benchmarks.runs.stored_run import StoredRun
from benchmarks.samples import Sample, from_recorded, from_runs
from benchmarks.tables import line_table, markdown, paired_table
from planner.errors import UsageError


def run(algorithm: str, case: str, success: bool, steps: int, **more: object) -> StoredRun:
    credited = ("a", "b", "c", "d") if success else ("a",)
    episode = record(case=case, success=success, steps=steps, credited=credited)
    return StoredRun(algorithm, case, {"id": case, **more}, RunOutcome(), episode)


RUNS = [
    *(run("good", f"c{k}", True, 9 + k) for k in range(8)),
    *(run("poor", f"c{k}", k < 2, 19 + k) for k in range(8)),
]


def test_a_line_per_algorithm() -> None:
    good, poor = lines(from_runs(RUNS))
    assert (good.algorithm, good.episodes, good.values["SR"].mean) == ("good", 8, 1.0)
    assert poor.values["SR"].mean == 0.25
    assert poor.values["L"].mean == pytest.approx(18 + 3.5)
    assert good.nested["SR"] == 1.0


def test_pairs_meet_on_the_same_case() -> None:
    samples = from_runs(RUNS)
    found = unique(paired(samples, samples))
    assert len(found) == 1
    line = found[0]
    assert (line.first, line.second, line.pairs) == ("good", "poor", 8)
    assert (line.first_only, line.second_only) == (6, 0)
    assert line.p_success == 0.03125
    assert line.differences["L"].mean == -10
    assert line.steps_solved is not None
    assert line.steps_solved.n == 2


def test_markdown_holds_every_line() -> None:
    samples = from_runs(RUNS)
    text = markdown([line_table(lines(samples)), paired_table(paired(samples, samples))])
    assert "| demo | 2 | good | run | 8 | 1.00 [0.63, 1.00] |" in text
    assert "-10.00 [-10.00, -10.00]*" in text


def test_unexplained_runs_are_counted_aloud() -> None:
    crashed = StoredRun("good", "x", {}, RunOutcome("crashed", "bug"), record())
    table = line_table(lines(from_runs([crashed])))
    assert "UNEXPLAINED" in table.note


def test_unknown_values_stay_unknown() -> None:
    sample = from_runs(RUNS)[0]
    partial = Sample("x", "demo", 2, "p", "c", {**sample.values, "L": nan, "B_paper": nan})
    line = lines([partial])[0]
    assert "L" not in line.values
    assert paired([partial], [sample], by="pair") == []


def test_printed_lines_stand_beside_ours() -> None:
    rows = published_lines(published("rescue"))
    assert any(row.values["L_done"].mean == 27.76 for row in rows)
    assert "L" not in rows[0].values
    assert "paper, Table 7" in markdown([line_table(rows)])


def test_recorded_runs_pair_with_our_cases(shared: Path) -> None:
    ours = from_runs([run("good", "scene-1.seed-0.agents-2", True, 12, scene=1, seed=0, agents=2)])
    line = paired(ours, from_recorded("rescue", shared), by="pair")
    # the hand-made record is of another domain, so nothing pairs
    assert line == []
    mine = [Sample("good", "rescue", 2, ours[0].pair, "x", ours[0].values)]
    found = paired(mine, from_recorded("rescue", shared), by="pair")
    assert [(p.second, p.pairs) for p in found] == [("LLaMAR", 1)]
    assert {s.agents for s in from_recorded("household", shared)} == {2, 3}
    with pytest.raises(UsageError, match="known: household, rescue"):
        from_recorded("", shared)
