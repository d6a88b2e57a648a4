"""Plans as they come: terminal, JSON lines, Python; options of engines, refused where in vain."""

import json
from pathlib import Path

import pytest
from commands import planner as command

import planner
from planner.engines.anytime import Progress
from planner.engines.registry import SolveOptions, asked, engine, meant
from planner.errors import UsageError
from planner.pddl import read_task
from planner.solving import SolveReport

SAMPLES = Path(__file__).parents[3] / "domains" / "pddl" / "samples"
PARCELS = str(SAMPLES / "parcels.pddl")


def solve(*words: str) -> str:
    result = command("solve", *words)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_lines_of_json_get_better_and_end_with_the_result() -> None:
    lines = [json.loads(line) for line in solve(
        PARCELS, "--anytime", "--json", "-", "--time-limit", "5").splitlines()]
    assert [line["event"] for line in lines] == ["plan"] * (len(lines) - 1) + ["result"]
    costs = [line["cost"] for line in lines]
    assert costs[:-1] == sorted(costs[:-1], reverse=True)
    assert costs[-1] == min(costs)
    assert lines[-1]["plan"] == lines[-2]["plan"]


def test_the_terminal_shows_each_plan_before_the_table() -> None:
    shown = solve(PARCELS, "--anytime", "--time-limit", "5")
    assert shown.index(" s  cost ") < shown.index("problem")


def test_an_iterator_yields_plans_and_then_the_report() -> None:
    *plans, report = planner.improve(PARCELS, time_limit=3)
    assert isinstance(report, SolveReport)
    assert plans
    assert report.cost == min(p.cost or 0.0 for p in plans)
    with pytest.raises(planner.PlannerError):
        list(planner.improve(str(SAMPLES / "nothing.pddl")))


def test_the_best_plans_are_listed() -> None:
    shown = json.loads(solve(PARCELS, "--top", "3", "--json", "-"))[0]
    assert len(shown["plans"]) == 3
    assert shown["plans"][0]["cost"] == shown["cost"]
    assert len({tuple(plan["plan"]) for plan in shown["plans"]}) == 3


@pytest.mark.parametrize(("name", "options", "words"), [
    ("lpg", SolveOptions(search="x()"), "--search has no effect on lpg"),
    ("joint", SolveOptions(seed=3), "--seed has no effect on joint"),
    ("fast-downward", SolveOptions(agents="r"), "--agents has no effect"),
    ("fast-downward", SolveOptions(top=3), "--top"),
    ("symk", SolveOptions(top=3, search="x()"), "do not go together"),
])
def test_an_option_in_vain_is_an_error(name: str, options: SolveOptions, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        asked(engine(name), options)


def test_auto_takes_the_engine_that_has_the_option() -> None:
    assert [meant(SolveOptions(**given)) for given in (
        {}, {"agents": "r"}, {"agents_of": "t"}, {"ignore_costs": True}, {"search": "x()"},
        {"top": 2}, {"seed": 1})] == ["auto", *["joint"] * 3, "fast-downward", "symk", "lpg"]


def test_plans_that_are_cut_off_or_wrong_are_passed_over(tmp_path: Path) -> None:
    task = read_task(SAMPLES / "gripper-domain.pddl", SAMPLES / "gripper.pddl")
    good = (SAMPLES / "gripper.plan").read_text()
    progress = Progress(tmp_path, task, patient=False)
    assert progress() is False
    (tmp_path / "plan.1").write_text(good[:40])
    assert (progress(), progress.best) == (False, None)
    assert progress.wrong
    (tmp_path / "plan.1").write_text(good)
    assert progress(1.0) is False
    assert progress.best is not None
    assert progress.best.cost == len(progress.best)
    assert progress(progress.end + 0.1) is True
