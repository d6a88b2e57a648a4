"""``planner solve`` and ``planner translate``: records, totals, bad files among good ones."""

import json
from pathlib import Path

import pytest

import domains.competition
from planner.cli.main import main

PROBLEMS = Path(domains.competition.__file__).with_name("problems")
SAMPLES = Path(__file__).parents[3] / "domains" / "pddl" / "samples"


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(a) for a in arguments])
    return int(ended.value.code or 0)


def test_one_competition_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", PROBLEMS / "plate.xml", "--optimal", "--out", tmp_path) == 0
    record = json.loads((tmp_path / "plate.json").read_text(encoding="utf-8"))
    assert record["status"] == "SOLVED_OPTIMALLY"
    assert record["optimal"] is True
    assert record["rewards"]["base_score"] == record["bound"] == 158
    assert record["rewards"]["tasks"][0]["satisfied"]
    assert record["rewards"]["tasks"][0]["line"] > 1
    assert set(record["seconds"]) == {"read", "compile", "solve", "total"}
    lines = (tmp_path / "plate.plan").read_text(encoding="utf-8").splitlines()
    assert lines == record["plan"]
    assert "158" in capsys.readouterr().out


def test_a_bad_file_does_not_keep_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.xml"
    bad.write_text("<test><env><info>(at 0", encoding="utf-8")
    good = PROBLEMS / "dear-constraint.xml"
    target = tmp_path / "all.json"
    assert run("solve", bad, good, "--json", target) == 3
    records = json.loads(target.read_text(encoding="utf-8"))
    assert [r["plan"] is None for r in records] == [True, False]
    shown = capsys.readouterr()
    assert "bad.xml:" in shown.err
    assert "2 files, 1 solved" in shown.out


def test_results_do_not_depend_on_jobs(tmp_path: Path) -> None:
    files = [PROBLEMS / f"{name}.xml" for name in ("plate", "circle", "two-gotos")]
    plans = []
    for jobs in (1, 2):
        target = tmp_path / f"{jobs}.json"
        assert run("solve", *files, "--optimal", "--jobs", jobs, "--json", target) == 0
        plans.append([r["plan"] for r in json.loads(target.read_text(encoding="utf-8"))])
    assert plans[0] == plans[1]


def test_translate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("translate", PROBLEMS / "first-action.xml", "--out", tmp_path) == 0
    written = json.loads((tmp_path / "map.json").read_text(encoding="utf-8"))
    assert written["total_reward"] == 180
    assert written["actions"]
    assert all(goal["line"] for goal in written["goals"])
    assert (tmp_path / "domain.pddl").exists()
    assert "base score = 180 - plan cost" in capsys.readouterr().out
