"""A sweep against a dead endpoint, then with the endpoint alive: what each command says."""

import json
import socket
from pathlib import Path

import pytest
from commands import planner
from model_server import ModelServer, serving

SUITE = Path(__file__).with_name("outage.toml").read_text(encoding="utf-8")


@pytest.fixture
def dead_url() -> str:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}/v1"


def test_an_outage_is_no_failure_of_the_method(tmp_path: Path, dead_url: str) -> None:
    suite, runs, gate = tmp_path / "lm.toml", str(tmp_path / "runs"), str(tmp_path / "gate.json")
    suite.write_text(SUITE.format(url=dead_url))

    dead = planner("bench", str(suite), "--jobs", "0", "--out", runs)
    assert dead.returncode == 5
    assert "2 component" in dead.stdout
    assert "2 of 4 runs gave no result" in dead.stderr

    compared = planner("compare", runs, "--json", "-", "--paired")
    found = json.loads(compared.stdout)
    lines = {line["algorithm"]: line for line in found["lines"]}
    assert (lines["llamar"]["episodes"], lines["llamar"]["values"]) == (0, {})
    assert lines["llamar"]["no_result"] == {"component": 2}
    assert (lines["walker"]["episodes"], lines["walker"]["values"]["SR"]["mean"]) == (2, 1.0)
    assert found["paired"] == []
    table = planner("compare", runs).stdout
    assert "2 component" in table
    assert "NO RESULT, in no figure: 2 component" in table

    page = tmp_path / "report.html"
    assert planner("report", runs, "--out", str(page)).returncode == 0
    assert "Runs without a result" in page.read_text()

    refused = planner("gate", runs, "--baseline", gate, "--update")
    assert refused.returncode == 5
    assert "no baseline is made" in refused.stderr
    assert not Path(gate).exists()

    with serving(ModelServer()) as server:
        suite.write_text(SUITE.format(url=server.url))
        alive = planner("bench", str(suite), "--jobs", "0", "--out", runs, "--resume", "--json",
                        "-")
        assert alive.returncode == 0, alive.stderr
        tally = json.loads(alive.stdout)
        assert (tally["skipped"], tally["executed"], tally["no_result"]) == (2, 2, [])
    line = next(line for line in json.loads(planner("compare", runs, "--json", "-").stdout)["lines"]
                if line["algorithm"] == "llamar")
    assert (line["episodes"], line["no_result"]) == (2, {})
    assert planner("gate", runs, "--baseline", gate, "--update").returncode == 0
    assert planner("gate", runs, "--baseline", gate).returncode == 0

    again = str(tmp_path / "again")
    suite.write_text(SUITE.format(url=dead_url))
    assert planner("bench", str(suite), "--jobs", "0", "--out", again).returncode == 5
    judged = planner("gate", again, "--baseline", gate)
    assert judged.returncode == 5
    assert "gate UNDECIDED: 2 cases" in judged.stdout
    assert "2 without a result" in judged.stdout


SLOW = Path(__file__).with_name("slow_model.toml").read_text(encoding="utf-8")


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")  # a limit comes anywhere
def test_a_slow_model_is_the_endpoints_doing(tmp_path: Path) -> None:
    """The suite's limit is not for those that wait for a model; their own one gives no result."""
    suite, runs = tmp_path / "slow.toml", tmp_path / "runs"
    with serving(ModelServer(delay_s=0.02)) as server:
        suite.write_text(SLOW.format(url=server.url))
        done = planner("bench", str(suite), "--jobs", "0", "--out", str(runs))
    assert done.returncode == 5
    outcomes = {name: json.loads((runs / f"runs/{name}/a/result.json").read_text())["outcome"]
                for name in ("patient", "hasty")}
    assert {k: v["name"] for k, v in outcomes.items()} == {
        "patient": "finished", "hasty": "model-time"}


@pytest.mark.parametrize(("text", "code", "said"), [
    ('run = "no.such.module:run_case"', 5, "cannot be loaded"),
    ('domain = "corridor"\n[algorithms.x]\npolicy = "lamar"', 3, "did you mean 'llamar'"),
    ('domain = "competition"\n[algorithms.x]\npolicy = "beleif"', 3,
     "did you mean 'belief'"),
    ('domain = "corridor"\n[algorithms.x]\npolicy = "llamar"\nlm_atempts = 3', 3,
     "lm_atempts"),
    ('domain = "corridor"\n[algorithms.x]\npolicy = "llamar"\nlm_attempts = 0', 3,
     "s.toml:5:1: lm_attempts must be at least 1"),
])
def test_what_would_mean_something_else_is_refused(
    tmp_path: Path, text: str, code: int, said: str
) -> None:
    (tmp_path / "s.toml").write_text(f'name = "s"\n{text}\n[[case]]\nid = "a"\n')
    done = planner("bench", str(tmp_path / "s.toml"), "--jobs", "0", "--out", str(tmp_path / "r"))
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr
    assert not (tmp_path / "r").exists()


def test_an_unexplained_outcome_is_not_silent(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text(
        'name = "broken"\nrun = "benchmarks.metrics:steps"\n[[case]]\nid = "a"\n')
    shown = planner("bench", str(tmp_path / "broken.toml"), "--jobs", "0", "--out",
                    str(tmp_path / "runs"))
    assert shown.returncode == 5
    assert "unexplained" in shown.stderr
    assert (tmp_path / "runs/runs/default/a/error.log").read_text().startswith("Traceback")
