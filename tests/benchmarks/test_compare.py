"""Tables and paired tests on episodes made by hand."""

import csv
import io
import json
import re
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import pytest
from records import record

from benchmarks import tables
from benchmarks.basis import Basis, published_basis
from benchmarks.compare import lines, paired
from benchmarks.published import published
from benchmarks.runs.outcome import RunOutcome
from benchmarks.runs.stored_run import StoredRun
from benchmarks.samples import Sample, from_recorded, from_runs, of_these_problems
from planner.errors import UsageError


def run(algorithm: str, case: str, success: bool, steps: int, **more: object) -> StoredRun:
    credited = ("a", "b", "c", "d") if success else ("a",)
    episode = record(case=case, success=success, steps=steps, credited=credited)
    return StoredRun(algorithm, case, {"id": case, **more}, RunOutcome(), episode)


RUNS = [
    *(run("good", f"c{k}", True, 9 + k) for k in range(8)),
    *(run("poor", f"c{k}", k < 2, 19 + k) for k in range(8)),
]
SAMPLES = from_runs(RUNS)


def test_a_line_per_algorithm() -> None:
    good, poor = lines(SAMPLES)
    assert (good.algorithm, good.episodes, good.values["SR"].mean) == ("good", 8, 1.0)
    assert poor.values["SR"].mean == 0.25
    assert poor.values["L"].mean == pytest.approx(18 + 3.5)


def test_pairs_meet_on_the_same_case() -> None:
    (line,) = paired(SAMPLES, SAMPLES)
    assert (line.first, line.second, line.pairs) == ("good", "poor", 8)
    assert (line.first_only, line.second_only) == (6, 0)
    assert line.p_success == 0.03125
    assert line.differences["L"].mean == -10
    assert line.steps_solved is not None
    assert line.steps_solved.n == 2


def test_markdown_holds_every_line() -> None:
    both = tables.paired_table(paired(SAMPLES, SAMPLES))
    text = tables.markdown([*tables.line_tables(lines(SAMPLES)), both])
    assert "### demo, 2 robots" in text
    assert "| good | 8 | 1.00 [0.63, 1.00] |" in text
    assert "-10.00 [-10.00, -10.00]*" in text


def test_unexplained_runs_are_counted_aloud() -> None:
    crashed = StoredRun("good", "x", {}, RunOutcome("crashed", "bug"), record())
    (table,) = tables.line_tables(lines(from_runs([crashed])))
    assert any("UNEXPLAINED" in note for note in table.notes)


def test_unknown_values_stay_unknown() -> None:
    sample = SAMPLES[0]
    partial = Sample("x", "demo", 2, "p", "c", {**sample.values, "L": nan})
    assert "L" not in lines([partial])[0].values
    assert paired([partial], [sample], by="pair") == []


def test_printed_lines_stand_beside_ours() -> None:
    rows = published("rescue")
    assert any(row.values["L_done"].mean == 27.76 for row in rows)
    assert "L" not in rows[0].values
    assert rows[0].values["B_LLaMAR"].mean == 1.0
    assert "paper, Table 7" in tables.markdown(tables.line_tables(rows))


def test_recorded_runs_pair_with_our_cases(shared: Path) -> None:
    ours = from_runs([run("good", "scene-1.seed-0.agents-2", True, 12, scene=1, seed=0, agents=2)])
    # the hand-made record is of another domain, so nothing pairs
    assert paired(ours, from_recorded("rescue", shared), by="pair") == []
    unknown = Sample("good", "rescue", 2, ours[0].pair, "x", ours[0].values)
    assert paired([unknown], from_recorded("rescue", shared), by="pair") == []
    assert {s.agents for s in from_recorded("household", shared)} == {2, 3}
    with pytest.raises(UsageError, match="known: competition, household, rescue"):
        from_recorded("", shared)


@pytest.mark.parametrize("row", [json.loads(line) for line in Path(__file__).with_name(
    "recorded.jsonl").read_text(encoding="utf-8").splitlines()], ids=str)
def test_recorded_runs_stand_beside_the_same_problems(row: dict[str, Any], shared: Path) -> None:
    (mine,) = from_runs([run("good", "c", True, 12, **row["case"])])
    mine = replace(mine, domain=row["domain"], agents=row["agents"],
                   basis=published_basis(row["domain"]))
    found = of_these_problems(from_recorded(row["domain"], shared), [mine])
    assert [sum(not s.pair for s in found), sum(bool(s.pair) for s in found)] == row["kept"]
    assert [[p.second, p.p_success] for p in paired([mine], found, by="pair")] == row["pairs"]


def judged(referee: str, preparation: str = "none", **more: object) -> list[Sample]:
    """Return the samples of eight runs that rest on something else."""
    basis = Basis(referee=referee, preparation=preparation, simulator="s", scenes="s")
    return [replace(sample, basis=basis, **more)  # type: ignore[arg-type]
            for sample in SAMPLES if sample.algorithm == "good"]


def test_only_what_is_judged_and_prepared_alike_stands_in_a_block() -> None:
    theirs = replace(lines(judged("A"))[0], source="paper, Table 1", algorithm="X")
    other = replace(theirs, basis=replace(theirs.basis, preparation="washed"), algorithm="Y")
    second = lines(judged("B", reading="second"))
    found = tables.blocks([*lines(judged("A")), *second, theirs, other])
    assert [[line.algorithm for line in block.lines] for block in found] == [
        ["good", "X"], ["good"], ["Y"]]
    assert found[2].differs == ("not to be set beside the figures above: preparation: washed, "
                                "not none")
    assert "referee: A" in found[0].about


def test_pairs_need_the_same_referee_and_preparation() -> None:
    poor = [s for s in SAMPLES if s.algorithm == "poor"]
    for mine, pairs in ((judged("A"), 0), (judged("demo's own", "washed"), 0),
                        (judged("demo's own"), 8)):
        assert sum(line.pairs for line in paired(mine, poor)) == pairs


def test_records_of_earlier_versions_are_shown_as_not_recorded_and_never_paired() -> None:
    old = [StoredRun(r.algorithm, r.case_id, r.case, r.outcome, replace(r.record, basis=None))
           for r in RUNS]
    samples = from_runs(old)
    (table,) = tables.line_tables(lines(samples))
    assert "referee: not recorded" in table.about
    assert paired(samples, samples) == []
    assert paired(samples, SAMPLES) == []


def test_a_further_reading_is_a_line_of_its_own_and_failures_count_in_both() -> None:
    """A run that was ended has no verdict: it fails by every reading the others have."""
    second = {"referee": "B", "success": False, "transport_rate": 0.5, "coverage": 1.0,
              "useful": {"Alice": 2, "Bob": 1}, "more": 1}
    whole = record(success=True, extra={"readings": {"one": {"success": True}, "two": second}})
    runs = [StoredRun("a", "1", {}, RunOutcome(), whole),
            StoredRun("a", "2", {}, RunOutcome("time-limit"), record(basis=None))]
    first, other = lines(from_runs(runs))
    if first.reading:
        first, other = other, first
    assert (first.basis.referee, first.episodes, first.values["SR"].mean) == ("demo's own", 2, 0.5)
    assert (other.basis.referee, other.episodes, other.values["SR"].mean) == ("B", 2, 0.0)
    assert first.failed == {"time-limit": 1}
    begun = replace(whole, extra={**whole.extra, "begin_done": ["two"]})
    main, reading = from_runs([StoredRun("a", "1", {}, RunOutcome(), begun)])
    assert (main.outcome.kind.counts, reading.outcome.kind.counts) == (True, False)


def test_controls_come_last_and_say_where_success_means_little() -> None:
    control = [replace(s, algorithm="explore-only", control=True) for s in judged("A")]
    (block,) = tables.blocks([*lines(control), *lines(judged("A"))])
    assert [line.name for line in block.lines] == ["good", "explore-only (control)"]
    easy = "EASY: the control explore-only (2 robots) succeeds in 1.00"
    assert any(easy in note for note in block.notes)
    (alone,) = tables.blocks(lines(judged("A")))
    assert alone.notes == ("No controls were run (bench --controls).",)


def test_a_case_that_begins_done_is_named_and_in_no_figure() -> None:
    done = StoredRun("good", "easy", {}, RunOutcome("begins-done"), record(begins_done=True))
    line = next(ln for ln in lines(from_runs([*RUNS, done])) if ln.algorithm == "good")
    assert (line.episodes, line.begin_done) == (8, ("easy",))
    (block,) = tables.blocks([line])
    assert any("Begin done, and are in no figure: easy" in note for note in block.notes)


def test_who_decided_in_the_policy_s_place_is_named() -> None:
    episode = record(policy="planned", decided={"planned": 12, "script": 8})
    (line,) = lines(from_runs([StoredRun("planned", "c", {}, RunOutcome(), episode)]))
    assert line.values["stand_in"].mean == 0.4
    assert "planned: planned 12, script 8 of 20 decisions." in tables.blocks([line])[0].notes


def test_the_terminal_s_tables_fit_in_eighty_columns() -> None:
    samples = from_runs([*RUNS, run("an_algorithm_with_quite_a_long_name_indeed", "c9", True, 9)])
    both = tables.paired_table(paired(samples, samples))
    text = tables.plain_text([*tables.line_tables(lines(samples)), both])
    assert max(map(len, text.splitlines())) <= 80
    assert "1.00" in text
    assert ".63–1.00" in text


def test_columns_bring_the_paper_s_form_along_and_choose_the_differences() -> None:
    found = [*lines(SAMPLES), *published("rescue")]
    assert tables.shown_columns(found, ["B", "L"]) == ["B", "B_LLaMAR", "L", "L_done"]
    header = tables.paired_table(paired(SAMPLES, SAMPLES), ["TR"]).header
    assert [name for name in header if name.startswith("Δ")] == ["ΔTR", "ΔL, both solved"]


def test_controls_are_not_tested_against_each_other() -> None:
    samples = [replace(s, control=s.algorithm != "good") for s in from_runs(
        [*RUNS, *(run("idle", f"c{k}", False, 30) for k in range(8))])]
    found = {(p.first, p.second) for p in paired(samples, samples)}
    assert found == {("good", "idle"), ("good", "poor")}


def test_a_part_of_a_suite_and_runs_of_several_versions_say_so() -> None:
    old, *new = (replace(sample, versions={"x": "1", "y": "2"}) for sample in SAMPLES)
    mixed = tables.parts([replace(old, versions={"x": "0", "y": "2"}), *new], {})
    assert mixed == "MIXED: not all runs are of one version: x 0, 1."
    assert tables.parts(SAMPLES, {"suite_cases": 8}) == tables.parts(SAMPLES, {}) == ""
    note = tables.parts(SAMPLES, {"suite_cases": 47})
    assert note.startswith("A PART: 8 of the suite's 47 cases")
    (table,) = tables.line_tables(lines(SAMPLES), (), note)
    assert table.notes[0] == note


def test_csv_loads_as_numbers() -> None:
    printed = published("rescue")
    rows = list(csv.DictReader(io.StringIO(tables.csv_text([*lines(SAMPLES), *printed]))))
    assert float(rows[0]["SR"]) == 1.0
    assert rows[-1]["L"] == rows[-1]["episodes"] == ""
    assert not any("–" in value for row in rows for key, value in row.items() if key != "source")
    (pair,) = csv.DictReader(io.StringIO(tables.paired_csv(paired(SAMPLES, SAMPLES))))
    assert float(pair["dL"]) == -10


def test_latex_has_the_columns_chosen_and_no_empty_table() -> None:
    runs = [*RUNS, run("50%_of_A&B", "c9", True, 9)]
    few = tables.line_tables(lines(from_runs(runs)), ["SR", "L"])
    text = tables.latex([*few, tables.paired_table([])]).partition("\n")[2]
    assert text.count(r"\begin{tabular}") == 1
    assert "algorithm & n & SR & L" in text
    assert r"50\%\_of\_A\&B" in text
    assert not re.search(r"(?<!\\)[%_]", text)
