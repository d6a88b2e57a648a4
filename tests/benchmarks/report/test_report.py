"""The report page: its numbers, its replay, in a real browser."""

import json
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import pytest
from browser import open_browser
from commands import planner
from records import record
from tables import cases

from benchmarks.report.collect import collect
from benchmarks.report.failures import action_causes, episode_causes, failed_episodes, failure_of
from benchmarks.report.page import render
from benchmarks.report.replays import pack, replay_from_trace
from benchmarks.runner import prepare, run_suite
from benchmarks.runs.outcome import RunOutcome
from benchmarks.runs.store import Store
from benchmarks.runs.stored_run import StoredRun
from benchmarks.suite import find_suite, load_suite
from domains.household.referee.explaining import explain

CASES = cases(__file__)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    suite = load_suite(find_suite("corridor"))
    chosen = suite.runs(["walker", "random"])
    out = tmp_path_factory.mktemp("report") / "runs"
    run_suite(suite, chosen, prepare(suite, chosen, out, resume=False), jobs=0)
    return out


@pytest.fixture(scope="module")
def page(runs: Path) -> Path:
    out = runs.parent / "report.html"
    assert planner("report", str(runs), "--out", str(out)).returncode == 0
    return out


def run(**changes: Any) -> StoredRun:
    return StoredRun("a", "c", {}, RunOutcome(), record(**changes))


def test_causes_of_failure() -> None:
    assert failure_of(run(believed_success=True)).cause == "believed it was done"
    assert failure_of(run()).cause == "gave up"
    assert failure_of(run(steps=30)).cause == "step budget, nearly done; mostly missing: d"
    crashed = StoredRun("a", "c", {}, RunOutcome("crashed", "x"), record())
    assert failure_of(crashed).cause == "UNEXPLAINED: crashed"
    causes = episode_causes(failed_episodes([run(), run(), crashed]))
    assert [(c.cause, c.count) for c in causes] == [("gave up", 2), ("UNEXPLAINED: crashed", 1)]


def test_failed_actions_are_grouped_by_verb_and_reason() -> None:
    failures = ("3 Alice: Carry(Tim): not_interactable", "4 Bob: Carry(Tim): not_interactable")
    causes = action_causes([run(failures=failures)])
    assert [(c.cause, c.count) for c in causes] == [("Carry: not_interactable", 2)]


def test_frames_are_stored_once() -> None:
    frame = {"width": 3, "cells": [1, 2], "agents": [{"name": "A", "x": 0, "y": 0}]}
    moved = {**frame, "agents": [{"name": "A", "x": 1, "y": 0}]}
    shown = replay_from_trace([{"kind": "header", "frame": frame, "agents": ["A"]},
                               {"kind": "step", "actions": {"A": "x"}, "frame": moved}])
    assert shown["steps"][1]["frame"] == {"agents": [{"name": "A", "x": 1, "y": 0}]}
    assert pack(shown) == pack(shown)


def test_the_page_is_complete_in_itself_and_repeatable(runs: Path) -> None:
    first, second = (render(collect(Store.open(runs))) for _ in "ab")
    assert first == second
    for word in ("http://", "https://", "src=", "@import", "url("):
        assert word not in first.replace("http://www.w3.org/2000/svg", "")


def test_hostile_names_stay_text(runs: Path) -> None:
    content = collect(Store.open(runs))
    hostile = "</script><script>alert(1)</script>"
    samples = [replace(s, case_id=hostile) for s in content.samples]
    text = render(replace(content, title=hostile, samples=samples))
    assert "<script>alert" not in text


def numbers(runs: Path) -> dict[str, Any]:
    return json.loads(planner("compare", str(runs), "--paired", "--json", "-").stdout)  # type: ignore[no-any-return]


def test_in_a_browser(page: Path, runs: Path) -> None:
    problems: list[str] = []
    requests: list[str] = []
    with open_browser() as browser:
        tab = browser.new_page(viewport={"width": 1200, "height": 900})
        tab.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        tab.on("pageerror", lambda e: problems.append(str(e)))
        tab.on("request", lambda r: requests.append(r.url))
        tab.goto(page.as_uri())
        tab.wait_for_selector("body[data-ready=yes]")

        # the numbers equal those of planner compare --json
        expected = [line["values"] for line in numbers(runs)["lines"]]
        rows = tab.locator("#lines tbody tr")
        assert rows.count() == len(expected)
        for index, values in enumerate(expected):
            for cell in rows.nth(index).locator("td[data-metric]").all():
                metric, shown = cell.get_attribute("data-metric"), cell.get_attribute("data-value")
                if metric not in ("seconds", "tokens"):
                    assert float(shown) == pytest.approx(values[metric]["mean"])
                    assert cell.inner_text().startswith(f"{values[metric]['mean']:.2f}")

        # the replay steps by button, key and slider
        agent = tab.locator("#left svg g[data-agent=Alice]")
        start = agent.get_attribute("data-x")
        tab.click("#forward")
        tab.keyboard.press("ArrowRight")
        assert tab.locator("#now").inner_text().startswith("step 2 of")
        assert agent.get_attribute("data-x") != start
        assert "Alice" in tab.locator("#left .actions").inner_text()
        tab.keyboard.press("Home")
        assert agent.get_attribute("data-x") == start
        tab.keyboard.press("End")
        assert tab.locator("#slider").input_value() == tab.locator("#slider").get_attribute("max")
        left, right = (tab.locator(f"#{s} select option:checked").inner_text()
                       for s in ("left", "right"))
        assert left.split(":")[0] != right.split(":")[0]
        assert left.split(": ")[1].split(" ")[0] == right.split(": ")[1].split(" ")[0]
        tab.keyboard.press("n")
        tab.wait_for_function("document.getElementById('now').textContent.startsWith('step 0')")
        assert tab.locator("#left select option:checked").inner_text() != left

        # the list filters and opens a replay
        tab.fill("#filter", "walker length-12 agents-2")
        assert tab.locator("#list tbody tr").count() == 5
        tab.locator("#list button").first.click()
        tab.wait_for_function("document.querySelector('#left select option:checked')"
                              ".textContent.includes('length-12.agents-2')")

        # light and dark differ; on a phone nothing is wider than the screen
        before = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        tab.click("#theme")
        assert tab.evaluate("getComputedStyle(document.body).backgroundColor") != before
        tab.set_viewport_size({"width": 390, "height": 800})
        assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert problems == []
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []


def test_unknown_values_don_t_break_the_page(runs: Path) -> None:
    store = Store.open(runs)
    unknown = dict.fromkeys(("SR", "L", "L_done"), nan)
    partial = [replace(s, values={**s.values, **unknown}, source="recorded", algorithm="theirs")
               for s in collect(store).samples[:3]]
    content = collect(store, other=partial)
    assert content.tests[0].p_success is None
    text = render(content)
    assert "<title>theirs" not in text.partition('id="plots"')[2].partition("Balance (")[0]
    data = text.partition('id="data">')[2].partition("</script>")[0]
    assert "NaN" not in data
    assert json.loads(data)["episodes"][-1][4] is None


@pytest.mark.parametrize("case", CASES["household"], ids=lambda case: case["cause"])
def test_household_failures_are_explained(case: dict[str, Any]) -> None:
    """From the trace where there is one, and as for any other run where there is none."""
    lost = run(**{"domain": "household", "credited": (), "steps": 9, **case["run"],
                  "subtasks": tuple(case["run"]["subtasks"])})
    trace = [CASES["steps"][name] for name in case.get("trace", ())]
    found = explain(lost.record, trace) if trace else failure_of(lost)
    assert found.cause == case["cause"]
    assert case.get("detail", "") in found.detail
