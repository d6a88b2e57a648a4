"""Records that were damaged: named, set aside, run again; nothing that reads them falls over."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.compare import lines, paired
from benchmarks.regression import baseline_of, judge, read_baseline, write_baseline
from benchmarks.report.collect import collect
from benchmarks.report.page import render
from benchmarks.runner import prepare, run_suite
from benchmarks.runs.store import Store
from benchmarks.samples import from_runs
from benchmarks.suite import find_suite, load_suite
from planner.cli.main import main
from planner.errors import InputError, PlannerError

WRONG: tuple[Any, ...] = (None, True, -1, 0.5, "", "x", "\ud800", [], {}, [None], {"a": {}},
                          10**30, 1e308, float("nan"), float("inf"), [[]], "../../x")


@pytest.fixture
def sweep(tmp_path: Path) -> Path:
    suite = load_suite(find_suite("corridor"))
    runs = suite.runs(filter_text="length=6 seed=0,1")
    run_suite(suite, runs, prepare(suite, runs, tmp_path / "runs", resume=False), jobs=0)
    return tmp_path / "runs"


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = value.items() if isinstance(value, dict) else (
        enumerate(value) if isinstance(value, list) else ())
    for key, item in items:
        yield from places(item, (*path, key))


def changed(data: Any, rng: random.Random) -> Any:
    """Return the data with one value replaced or, in a table, left out."""
    found = copy.deepcopy(data)
    *way, last = rng.choice([p for p in places(found) if p])
    inner = found
    for key in way:
        inner = inner[key]
    if isinstance(inner, dict) and rng.random() < 0.2:
        del inner[last]
    else:
        inner[last] = rng.choice(WRONG)
    return found


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


def test_changed_records_and_traces_never_escape(sweep: Path) -> None:
    rng = random.Random(7)
    result = sweep / "runs/walker/length-6.agents-2.seed-0/result.json"
    trace = result.with_name("trace.jsonl")
    sound, steps = json.loads(result.read_text()), trace.read_text().splitlines()
    left_out = 0
    for _ in range(60):
        result.write_text(json.dumps(changed(sound, rng)))
        number = rng.randrange(len(steps))
        line = json.dumps(changed(json.loads(steps[number]), rng))
        trace.write_text("\n".join([*steps[:number], line, *steps[number + 1:]]))
        left_out += read_everything(sweep)
    assert 10 < left_out < 60


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


def test_compare_and_gate_go_on_without_it(
    sweep: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (sweep / "runs/walker/length-6.agents-1.seed-0/result.json").write_text("")
    with pytest.raises(SystemExit) as ended:
        main(["compare", str(sweep)])
    assert ended.value.code == 0
    assert "left out" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["gate", str(sweep), "--baseline", str(sweep / "b.json"), "--update"])
    assert ended.value.code == 3


def test_changed_baselines_never_escape(sweep: Path) -> None:
    rng, path = random.Random(3), sweep / "b.json"
    runs = list(Store.open(sweep).all())
    write_baseline(path, baseline_of(runs, "corridor"))
    sound, refused = json.loads(path.read_text()), 0
    for _ in range(100):
        path.write_text(json.dumps(changed(sound, rng)))
        try:
            judge(runs, read_baseline(path))
        except PlannerError:
            refused += 1
    assert 25 < refused < 100
