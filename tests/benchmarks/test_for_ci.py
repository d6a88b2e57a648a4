"""What other projects' CI uses: JUnit, the action's own commands, the hook's own command."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from commands import planner

from benchmarks.junit import junit
from benchmarks.regression import Finding, GateVerdict

ROOT = Path(__file__).parents[2]
yaml: Any = pytest.importorskip("yaml")


def test_junit_has_a_case_per_run_and_cleans_what_xml_cannot_hold() -> None:
    verdict = GateVerdict((
        Finding("plan/c1", "13 steps\x00\ud800, tolerated <12> & \x1b[2J"),
        Finding("plan overall", "slower"), Finding("plan/c2", "no result", False, True),
        Finding("plan/c3", "is solved now", worse=False)), 3)
    text = junit(verdict, ["plan/c1", "plan/c2", "plan/c3", "plan/c4"], "demo")
    (suite,) = Xml.fromstring(text.encode())
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("5", "2", "1")
    cases = {f"{c.get('classname')}/{c.get('name')}": [part.tag for part in c] for c in suite}
    assert cases == {"plan/c1": ["failure"], "plan/c2": ["error"], "plan/c3": ["system-out"],
                     "plan/c4": [], "all runs/plan overall": ["failure"]}


def steps() -> list[dict[str, Any]]:
    """Return the steps of the action but the installation."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return [step for step in action["runs"]["steps"] if step["name"] != "Install"]


def play(
    inputs: dict[str, str], folder: Path, first: int = 0
) -> list[subprocess.CompletedProcess[str]]:
    """Run the action's commands in bash, as GitHub does, from the first on until one fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = []
    for step in steps()[first:]:
        given = {name: re.sub(r"\$\{\{ inputs\.(\w+) }}", lambda m: inputs[m[1]], value)
                 for name, value in step["env"].items()}
        done.append(subprocess.run(
            ["bash", "-eo", "pipefail", "-c", step["run"]], cwd=folder, text=True, check=False,
            env={**os.environ, **given, "PATH": path}, capture_output=True))
        if done[-1].returncode:
            break
    return done


def test_the_action_passes_and_fails_with_its_own_commands(tmp_path: Path) -> None:
    inputs = {"suite": "smoke", "policy": "", "filter": "scene=1 seed=0 agents=2",
              "baseline": str(tmp_path / "base.json"), "out": "o"}
    played = play(inputs, tmp_path)
    assert [run.returncode == 0 for run in played] == [True, True, False]
    assert "base.json" in played[-1].stderr  # there is no baseline yet
    assert (tmp_path / "o/report.html").is_file()
    gate = ("gate", tmp_path / "o/runs", "--baseline", inputs["baseline"])
    assert [planner(*gate, *more).returncode for more in (["--update"], [])] == [0, 0]
    text = (tmp_path / "base.json").read_text()
    (tmp_path / "base.json").write_text(re.sub(r'"L_high": [0-9.]+', '"L_high": 1', text))
    (failed,) = play(inputs, tmp_path, 2)
    assert failed.returncode == 1
    assert "::error title=planner gate::" in failed.stdout
    assert "<failure" in (tmp_path / "o/gate.xml").read_text()
    assert planner(*gate, "--format", "json").data["passed"] is False


def test_the_action_reports_and_judges_an_agent_that_raises(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Agent:\n    def reset(self, briefing, seen): ...\n\n"
                                     "    def decide(self, seen):\n        raise ValueError('o')\n")
    (tmp_path / "base.json").write_text(
        '{"format": 1, "suite": "smoke", "cases": {"bad_Agent/scene-1.seed-0.agents-2": '
        '{"solved": true, "L": 9, "L_high": 11, "TR": 1, "TR_low": 0.95}}}')
    played = play({"suite": "smoke", "policy": "bad:Agent", "baseline": "base.json", "out": "o",
                   "filter": "scene=1 seed=0 agents=2"}, tmp_path)
    assert [run.returncode for run in played] == [0, 0, 1]
    assert "::bad_Agent/scene-1.seed-0.agents-2: was solved" in played[-1].stdout


def test_the_hook_lints_the_files_it_is_given(tmp_path: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    good = ROOT / "domains/competition/problems/plate.xml"
    assert re.search(hook["files"], str(good))
    (tmp_path / "bad.xml").write_text(good.read_text().replace("(plate ", "(plaate ", 1))
    program, *words = shlex.split(hook["entry"])
    assert program == "planner"
    codes = [planner(*words, str(file)).returncode for file in (good, tmp_path / "bad.xml")]
    assert codes == [0, 1]


def test_the_page_shows_the_action_that_is_there() -> None:
    page = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    (shown,) = re.findall(r"```yaml[^\n]*\n(name: gate\n.*?)```", page, re.DOTALL)
    workflow = yaml.safe_load(shown)
    (used,) = [step for step in workflow["jobs"]["gate"]["steps"]
               if "lmfree-planner" in step.get("uses", "")]
    assert set(used["with"]) <= set(action["inputs"])
    blocks = re.findall(r"```yaml[^\n]*\n(.*?)```", page, re.DOTALL)
    others = [yaml.safe_load(text) for text in blocks if text != shown]
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert others[0]["repos"][0]["hooks"] == [{"id": hook["id"]}]
    known = {name: planner(name, "--help").stdout for name in ("bench", "gate", "report")}
    for step in others[1]["jobs"]["gate"]["steps"]:
        command = step.get("run", "").split()
        if command[:1] == ["planner"]:
            assert [w for w in command if w.startswith("--") and w not in known[command[1]]] == []
