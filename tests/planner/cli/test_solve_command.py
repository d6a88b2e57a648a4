"""``planner solve``: the record of a problem, the same with any number of jobs."""

import json
from pathlib import Path

from commands import planner

import domains.competition

PROBLEMS = Path(domains.competition.__file__).with_name("problems")


def test_one_competition_problem(tmp_path: Path) -> None:
    shown = planner("solve", PROBLEMS / "plate.xml", "--optimal", "--out", tmp_path)
    assert (shown.returncode, "158" in shown.stdout) == (0, True)
    record = json.loads((tmp_path / "plate.json").read_text(encoding="utf-8"))
    assert record["status"] == "SOLVED_OPTIMALLY"
    assert record["optimal"] is True
    assert record["rewards"]["base_score"] == record["bound"] == 158
    assert record["rewards"]["tasks"][0]["satisfied"]
    assert record["rewards"]["tasks"][0]["line"] > 1
    assert set(record["seconds"]) == {"read", "compile", "solve", "total"}
    lines = (tmp_path / "plate.plan").read_text(encoding="utf-8").splitlines()
    assert lines == record["plan"]


def test_results_do_not_depend_on_jobs() -> None:
    files = [PROBLEMS / f"{name}.xml" for name in ("plate", "circle", "two-gotos")]
    plans = []
    for jobs in (1, 2):
        shown = planner("solve", *files, "--optimal", "--jobs", jobs, "--json", "-")
        plans.append([record["plan"] for record in shown.data])
    assert plans[0] == plans[1]
