"""Records that were damaged: named, set aside, run again; nothing that reads them falls over."""

from pathlib import Path

import pytest
from commands import planner

from benchmarks.compare import lines, paired
from benchmarks.regression import baseline_of, judge
from benchmarks.report.collect import collect
from benchmarks.report.page import render
from benchmarks.runner import prepare, run_suite
from benchmarks.runs.store import Store
from benchmarks.samples import from_runs
from benchmarks.suite import find_suite, load_suite
from planner.errors import InputError


@pytest.fixture
def sweep(tmp_path: Path) -> Path:
    suite = load_suite(find_suite("corridor"))
    runs = suite.runs(filter_text="length=6 seed=0,1")
    run_suite(suite, runs, prepare(suite, runs, tmp_path / "runs", resume=False), jobs=0)
    return tmp_path / "runs"


def read_everything(root: Path) -> int:
    """Do what compare, gate and report do; return how many records were left out."""
    store, unreadable = Store.open(root), list[InputError]()
    runs = list(store.all(unreadable.append))
    samples = from_runs(runs)
    lines(samples)
    paired(samples, samples)
    judge(runs, baseline_of(runs, "s"))
    assert render(collect(store)).encode("utf-8", "replace")
    return len(unreadable)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": 2}', "[" * 100_000,
                                  '{"a": ' + "9" * 6000 + "}", "\x00", '{"a": "\\ud800"}'])
def test_an_unreadable_record_is_named_set_aside_and_run_again(sweep: Path, text: str) -> None:
    key = "walker/length-6.agents-1.seed-0"
    (sweep / "runs" / key / "result.json").write_text(text)
    assert read_everything(sweep) == 1
    suite = load_suite(find_suite("corridor"))
    runs = suite.runs(filter_text="length=6 seed=0,1")
    store = prepare(suite, runs, sweep, resume=True)
    (error,) = store.set_aside()
    assert key in str(error)
    assert run_suite(suite, runs, store, jobs=0).done == 1
    assert read_everything(sweep) == 0
    assert len(list((sweep / "unreadable").glob("*/*/result.json"))) == 1


def test_compare_and_gate_go_on_without_it(sweep: Path) -> None:
    path = sweep / "runs/walker/length-6.agents-1.seed-0/result.json"
    path.write_text(path.read_text().replace('"times": {', '"times": 0, "of": {'))
    compared = planner("compare", sweep)
    assert (compared.returncode, "result: times: Input" in compared.stderr) == (0, True)
    assert planner("gate", sweep, "--baseline", sweep / "b.json", "--update").returncode == 3
    for name, code in (("trace", 0), ("result", 2)):
        for file in sweep.glob(f"runs/*/*/{name}.json*"):
            file.write_text("")
        assert planner("report", sweep, "--out", sweep / "page.html").returncode == code
    assert "missing, empty, damaged or too large: run:" in (sweep / "page.html").read_text()
