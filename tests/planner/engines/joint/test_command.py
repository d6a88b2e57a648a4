"""The joint engine behind its name: report, chart, judges, named outcomes."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import planner
from joint_cases import CARRY, carry

from planner.engines import Limits, Status
from planner.engines.joint.gantt import gantt
from planner.engines.solve import solve_task
from planner.pddl import read_task
from planner.pddl.printer import print_problem
from planner.plan import parse_ipc, to_ipc
from planner.validation.judges import Verdict, judge

LIMITS = Limits(30, 2048)


def files(folder: Path, robots: int) -> tuple[Path, Path]:
    domain, problem = folder / "domain.pddl", folder / "problem.pddl"
    domain.write_text(CARRY)
    problem.write_text(print_problem(carry(robots)))
    return domain, problem


def test_solve_validate_and_chart(tmp_path: Path) -> None:
    domain, problem = files(tmp_path, 3)
    run = planner("solve", "--engine", "joint", problem, "--out", tmp_path / "out", "--pictures")
    assert run.returncode == 0, run.stderr
    assert "4 joint steps (no plan has fewer)" in run.stdout
    plan = tmp_path / "out" / "problem.plan"
    assert plan.read_text().startswith("0: (go ")
    assert planner("validate", domain, problem, plan).returncode == 0
    chart = ElementTree.fromstring((tmp_path / "out" / "problem.svg").read_text())
    assert [e.text for e in chart.iter() if (e.text or "").startswith("r")] == ["r0", "r1", "r2"]


def test_judges_try_the_other_order() -> None:
    """Done at once, the second robot's arrival does not come before the box is lifted."""
    task = carry(2)
    text = "0: (go r0 a b)\n0: (go r1 a b)\n{}: (lift r0 r1 box1 b)\n2: (go r0 b a)\n" \
           "2: (go r1 b a)\n3: (drop r0 r1 box1 a)\n"
    assert judge(task, parse_ipc(text.format(1))).overall is Verdict.VALID
    assert judge(task, parse_ipc(text.format(0))).overall is Verdict.INVALID
    plan = parse_ipc(text.format(1))
    assert parse_ipc(to_ipc(plan)) == plan


@pytest.mark.parametrize(("engine", "robots", "status", "words"), [
    ("joint", 1, Status.UNSOLVABLE_PROVEN, "can never hold"),
    ("joint:place", 2, Status.SOLVED_OPTIMALLY, ""),
    ("joint:ship", 2, Status.UNSUPPORTED_PROBLEM, "no type 'ship'"),
])
def test_named_outcomes(tmp_path: Path, engine: str, robots: int, status: Status, words: str
                        ) -> None:
    outcome = solve_task(read_task(*files(tmp_path, robots)), engine=engine, limits=LIMITS)
    assert outcome.status is status, outcome
    assert words in outcome.message


def test_an_action_without_a_robot_has_a_row_of_its_own() -> None:
    chart = gantt(f"0: (go {'R' * 30} a b)\n0: (rain)\n", ["R" * 30])
    assert "(no robot)" in chart
    bars = [int(x) for x in re.findall(r'<rect x="(\d+)"', chart)]
    assert min(bars) > 7 * 30  # no name lies below a bar
