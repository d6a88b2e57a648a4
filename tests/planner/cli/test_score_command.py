"""``planner score`` end to end."""

import json
from pathlib import Path

import pytest

from planner.cli.main import main

PROBLEM = """<test><env><info>(hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1)
(sort 2 table) (size 2 big) (at 2 2)</info></env>
<instr>(:ins (:task (goto X) (:cond (sort X table)))
 (:cons_not (:task (goto X) (:cond (sort X human)))))</instr></test>"""


def run(*arguments: object) -> int:
    try:
        main([str(a) for a in arguments])
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


@pytest.fixture
def problem(tmp_path: Path) -> Path:
    path = tmp_path / "a.xml"
    path.write_text(PROBLEM)
    return path


def test_scores_a_plan(problem: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = problem.with_name("a.plan")
    plan.write_text("Move 2\nStop\nMove 1\n")
    assert run("score", problem, plan, "--seconds", "1", "--json", "-") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["base_lo"], data["bonus"], data["total_hi"]) == (56, 80, 136)
    assert data["tasks"][0]["satisfied"] is True
    assert data["constraints"] == [{
        "text": "(:cons_not (:task (goto X) (:cond (sort X human))))", "line": 4, "kept": True,
        "broken_by": None, "matches": True,
    }]
    assert run("score", problem, plan) == 0
    assert "base 56   cost 4   bonus 0   total 56" in capsys.readouterr().out
