"""The gate: what it tolerates and what it does not."""

from pathlib import Path

import pytest
from records import record

from benchmarks.regression import baseline_of, judge, read_baseline
from benchmarks.runs.outcome import RunOutcome
from benchmarks.runs.stored_run import StoredRun
from planner.errors import InputError


def runs(steps: list[int], unsolved: tuple[int, ...] = (), outcome: str = "finished",
         ) -> list[StoredRun]:
    found = []
    for k, length in enumerate(steps):
        solved = k not in unsolved
        credited = ("a", "b", "c", "d") if solved else ("a",)
        found.append(StoredRun("plan", f"c{k}", {}, RunOutcome(outcome), record(
            case=f"c{k}", steps=length, trailing_done=False, success=solved, credited=credited)))
    return found


BASE = baseline_of(runs([10] * 12), "demo")


@pytest.mark.parametrize(("run", "worse", "words"), [
    (runs([10] * 12), [], ""),
    (runs([12] + [10] * 11), [], ""),  # one case a little longer is tolerated
    (runs([13] + [10] * 11), ["plan/c0"], "13 steps, tolerated 12 (baseline 10)"),
    (runs([11] * 12), ["plan overall"], "+1.00 [+1.00, +1.00] steps"),
    (runs([10] * 12, unsolved=(4,)), ["plan/c4"], ""),
    (runs([10] * 12, unsolved=tuple(range(6))), ["plan overall", *(
        f"plan/c{k}" for k in range(6))], "McNemar"),
    (runs([11] * 5), ["suite"], "not run: 7 cases of the baseline"),  # five are too few to tell
    (runs([10] * 12, outcome="crashed"), [f"plan/c{k}" for k in range(12)], ""),
])
def test_what_the_gate_tolerates(run: list[StoredRun], worse: list[str], words: str) -> None:
    verdict = judge(run, BASE)
    assert verdict.passed is not bool(worse)
    assert [f.where for f in verdict.findings if f.worse] == worse
    assert any(words in f.message for f in verdict.findings) or not words


def test_better_is_said_but_passes() -> None:
    verdict = judge(runs([8] * 13), BASE)
    assert verdict.passed
    assert {f.where for f in verdict.findings} == {"plan overall", "suite"}


@pytest.mark.parametrize("text", ["{", "[]", '{"cases": {"a": {}}}', '{"cases": 3}'])
def test_a_broken_baseline_is_explained(tmp_path: Path, text: str) -> None:
    path = tmp_path / "base.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"base\.json"):
        read_baseline(path)
    with pytest.raises(InputError, match="--update"):
        read_baseline(tmp_path / "none.json")
