"""Agents of the user's own that misbehave: each is named, and the command does not end well.

``PLANNER_ATTACKS=all`` plays all of them and not every third.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import planner

ROOT = Path(planner.__file__).parents[1]
START = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from planner.__main__ import main
main()
"""
AGENT = """
import atexit, os, signal, sys, threading, time
from planner.environment import Decision
{importing}
class Agent:
    name = "agent"
    def reset(self, briefing, observations):
        self.team = briefing.agents
        {resetting}
    def decide(self, observations):
        {deciding}
        return Decision({{a: "Idle" for a in self.team}}, done=True)
"""
FAULTS: dict[str, tuple[str, str, str]] = {
    # what is wrong: where, the code, words of the message
    "exit-0": ("importing", "sys.exit(0)", "called sys.exit(0)"),
    "exit-hard": ("deciding", "os._exit(0)", "called os._exit(0)"),
    "interrupt": ("deciding", "raise KeyboardInterrupt", "of its own making"),
    "hang": ("deciding", "while True: pass", "exceeded while playing, in decide()"),
    "kill": ("deciding", "os.kill(os.getpid(), signal.SIGKILL)", "killed (signal 9)"),
    "exit-decide": ("deciding", "sys.exit()", "called sys.exit(None)"),
    "exit-import-hard": ("importing", "os._exit(0)", "called os._exit(0)"),
    "exit-reset": ("resetting", "sys.exit('0')", "called sys.exit('0')"),
    "hang-import": ("importing", "time.sleep(900)", "exceeded while"),
    "raise": ("deciding", "1 / 0", "ZeroDivisionError"),
    "base": ("deciding", "raise BaseException('boo')", "boo"),
    "generator": ("deciding", "raise GeneratorExit", "GeneratorExit"),
    "recursion": ("deciding", "self.decide(observations)", "RecursionError"),
    "none": ("deciding", "return None", "returned NoneType None"),
    "numbers": ("deciding", "return Decision({a: 7 for a in self.team})", "must be texts by robot"),
    "memory": ("deciding", "self.much = [0] * 400_000_000; time.sleep(2)", "memory limit"),
    "no-name": ("importing", "import nowhere_to_be_found", "nowhere_to_be_found"),
    "syntax": ("importing", "def (", "SyntaxError"),
}
HARMLESS = {
    "prints": ("deciding", "print('[noise]'); os.write(1, b'noise'); os.system('echo noise')"),
    "fork": ("deciding", "os.fork()"),
    "thread": ("resetting", "threading.Thread(target=time.sleep, args=(900,)).start()"),
    "atexit": ("importing", "atexit.register(lambda: (print('noise'), os._exit(0)))"),
    "closes": ("deciding", "os.close(1)"),
}
ALL = os.environ.get("PLANNER_ATTACKS") == "all"
CHOSEN = sorted(FAULTS) if ALL else ["exit-0", "exit-hard", "interrupt", "hang"]


def _play(folder: Path, where: str, code: str) -> subprocess.CompletedProcess[str]:
    parts = {"importing": "", "resetting": "pass", "deciding": "pass", where: code}
    (folder / "mine.py").write_text(AGENT.format(**parts))
    return subprocess.run(
        [sys.executable, "-P", "-c", START, "--time-limit", "8", "--memory-limit", "1500", "run",
         "rescue", "--scene", "5", "--agents", "2", "--policy", "mine:Agent", "--json", "-"],
        cwd=folder, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("name", CHOSEN)
def test_a_fault_is_named_and_the_code_is_not_0(name: str, tmp_path: Path) -> None:
    where, code, words = FAULTS[name]
    ran = _play(tmp_path, where, code)
    assert ran.returncode in (4, 5), (ran.returncode, ran.stderr)
    assert words in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""


@pytest.mark.parametrize("name", sorted(HARMLESS) if ALL else ["prints"])
def test_output_belongs_to_the_command(name: str, tmp_path: Path) -> None:
    """What does no harm to the episode does none to its result: one JSON object, code 1."""
    ran = _play(tmp_path, *HARMLESS[name])
    assert json.loads(ran.stdout)["success"] is False, ran.stderr
    assert ran.returncode == 1
