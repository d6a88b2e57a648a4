"""``planner score`` end to end."""

from pathlib import Path

from commands import planner

PROBLEM = """<test><env><info>(hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1)
(sort 2 table) (size 2 big) (at 2 2)</info></env>
<instr>(:ins (:task (goto X) (:cond (sort X table)))
 (:cons_not (:task (goto X) (:cond (sort X human)))))</instr></test>"""


def test_scores_a_plan(tmp_path: Path) -> None:
    problem, plan = tmp_path / "a.xml", tmp_path / "a.plan"
    problem.write_text(PROBLEM)
    plan.write_text("Move 2\nStop\nMove 1\n")
    data = planner("score", problem, plan, "--seconds", "1", "--json", "-").data
    assert (data["base_lo"], data["bonus"], data["total_hi"]) == (56, 80, 136)
    assert data["tasks"][0]["satisfied"] is True
    assert data["constraints"] == [{
        "text": "(:cons_not (:task (goto X) (:cond (sort X human))))", "line": 4, "kept": True,
        "broken_by": None, "matches": True,
    }]
    shown = planner("score", problem, plan)
    assert shown.returncode == 0
    assert "base 56   cost 4   bonus 0   total 56" in shown.stdout
