"""What a reader meets: the verdict, tables that fit, kinds of errors, one trace, LaTeX and CSV."""

import json
from dataclasses import replace
from itertools import product
from math import nan
from pathlib import Path
from typing import Any

import pytest
from browser import open_browser
from commands import planner
from records import record

from benchmarks.compare import paired
from benchmarks.report.collect import collect
from benchmarks.report.page import _scatter, render
from benchmarks.report.single import single
from benchmarks.report.taxonomy import KINDS, errors
from benchmarks.report.verdict import verdict
from benchmarks.runs.outcome import RunOutcome
from benchmarks.runs.store import Store
from benchmarks.runs.stored_run import StoredRun
from benchmarks.samples import from_runs


def run(algorithm: str, number: int, **changes: Any) -> StoredRun:
    return StoredRun(algorithm, f"case-{number}", {}, RunOutcome(), record(**changes))


def sweep(both: int, better: int) -> list[StoredRun]:
    """Let two solve ``both`` of twelve problems, ``good`` in fewer steps, and alone ``better``."""
    return [run("good", k, success=k < both + better, steps=5) for k in range(12)] + [
        run("plain", k, success=k < both, steps=9) for k in range(12)]


def verdict_of(runs: list[StoredRun], points: float = nan) -> str:
    samples = [replace(s, values={**s.values, "score": points * (s.algorithm == "good")})
               for s in from_runs(runs)]
    return " ".join(verdict(samples, paired(samples, samples)))


def test_the_verdict_claims_a_difference_only_where_the_test_does() -> None:
    assert verdict_of(sweep(5, 6)).endswith("good solves more problems than plain (p ≤ 0.031).")
    assert "show no significant difference" in verdict_of(sweep(5, 1))
    assert "good solved 6 of 12 episodes" in verdict_of(sweep(6, 0))
    assert "good needs 4.0 joint steps fewer" in verdict_of(sweep(6, 0))
    assert "good scores 8.5 points more than plain (95 %" in verdict_of(sweep(5, 1), points=8.5)


def test_steps_are_plotted_of_what_both_solved() -> None:
    found = [replace(s, pair=s.case_id) for s in from_runs(sweep(5, 1))]
    assert len(_scatter(found)["points"]) == 5


def test_errors_are_counted_by_kind() -> None:
    failures = ("1 Alice: Fly(Moon): invalid", "2 Bob: UseSupply(X): not_interactable",
                "3 Bob: Carry(P): restricted_action", "4 Bob: Go(X): malfunction", "5 Bob: Go: ?")
    (found,) = errors([run("a", 1, failures=failures, steps=30)])
    assert found.counts == {
        "hallucinated name or action": 1, "missing step": 1, "wrong order": 1, "unreachable": 0,
        "malfunction": 1, "other": 1, "additional step": 5, "budget": 1}
    assert set(found.counts) == set(KINDS)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a page about a sweep with paired tests, and a page about one trace."""
    folder = tmp_path_factory.mktemp("pages")
    planner("bench", "smoke", "--filter", "seed=0", "--jobs", "0", "--out", folder / "r")
    content = collect(Store.open(folder / "r"))
    (folder / "sweep.html").write_text(render(content), encoding="utf-8")
    trace = next((folder / "r").glob("runs/*/*/trace.jsonl"))
    assert planner("report", trace, "--out", folder / "one.html").returncode == 0
    return folder / "sweep.html", folder / "one.html"


FITS = """() => [...document.querySelectorAll("table td")].filter((cell) => {
  const box = cell.getBoundingClientRect();
  return box.width && (box.right > innerWidth || box.left < 0);
}).map((cell) => cell.outerHTML.slice(0, 200))"""


def test_no_metric_is_hidden(pages: tuple[Path, Path]) -> None:
    with open_browser() as browser:
        for width, page in product((1200, 390), pages):
            tab = browser.new_page(viewport={"width": width, "height": 800})
            tab.goto(page.as_uri())
            tab.wait_for_function("document.body.dataset.ready === 'yes'")
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert tab.evaluate(FITS) == []
            assert tab.evaluate("""() => [...document.querySelectorAll(".scroll")].every(
                (box) => box.scrollWidth <= box.clientWidth + 1)""")
        tab.goto(pages[0].as_uri())
        assert "SR" in tab.evaluate("getComputedStyle(document.querySelector("
                                    "'#lines td[data-metric=SR]'),'::before').content")
        assert "1.00" in tab.inner_text("#lines")


def test_the_page_of_a_trace_says_what_was_done_and_why(pages: tuple[Path, Path]) -> None:
    text = pages[1].read_text(encoding="utf-8")
    assert "solved it in" in text
    assert text.count("<td>Alice</td>") >= 5
    assert "<summary>agent Alice; step 0" in text
    assert text.count("<details>") >= 5  # the raw observation of each robot
    assert 'id="lines"' not in text


def test_a_trace_s_errors_and_both_balances_are_shown(tmp_path: Path) -> None:
    result = record(successes={"Alice": 5, "Bob": 5}, useful={"Alice": 5, "Bob": 1},
                    failures=("1 Alice: Fly(Moon): invalid",)).to_json()
    lines: list[dict[str, Any]] = [
        {"kind": "header", "agents": ["Alice"], "policy": "p"},
        {"kind": "step", "step": 1, "actions": {"Alice": "Fly(Moon)"}, "success": {"Alice": False},
         "failure": {"Alice": "invalid"},
         "observations": {"Alice": {"at": {"x": 3}, "near": None}}},
        {"kind": "result", **result}]
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, lines)))
    page = render(single(tmp_path / "t.jsonl"))
    assert "Errors: 1 × hallucinated name or action, 4 × additional step." in page
    assert "Balance 0.20, as in LLaMAR&#39;s code 1.00." in page
    assert "referee: demo&#39;s own" in page
    assert "in 0 joint steps" in page  # without the row in which all say Done
    assert "failed: invalid (hallucinated name or action)" in page
    assert "<summary>at: x 3; no near</summary>" in page
