"""Do agents of the user's own that misbehave do harm? Each plays an episode of search and rescue.

A fault at import, in ``reset`` or in ``decide`` is named and the command's code is not 0; what does
no harm to the episode does none to its result, which alone is on standard output. Options:
``attack.py``; a group is a kind of fault, of which there is one case.
"""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from functools import partial
from pathlib import Path

from attack import Attack, Verdict, main, orphans

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
KINDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
AGENTS: dict[str, list[str]] = {**KINDS["faults"], **KINDS["harmless"]}


def judge(name: str, seed: int, number: int) -> Verdict:
    """Play with an agent; neither seed nor number changes anything."""
    del seed, number
    where, code, *words = AGENTS[name]
    limit = "15" if "exceeded" in " ".join(words) else "90"
    parts = {"importing": "", "resetting": "pass", "deciding": "pass", where: code}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "mine.py").write_text(AGENT.format(**parts), encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, "-P", "-c", START, "--time-limit", limit, "--memory-limit", "1500",
             "run", "rescue", "--scene", "5", "--agents", "2", "--policy", "mine:Agent",
             "--json", "-"],
            cwd=folder, env={**os.environ, "ATTACKED": folder}, capture_output=True, text=True,
            check=False, timeout=120)
        left = orphans(Path(folder), 5.0)
    wrong = _named(ran, words[0]) if words else _kept(ran)
    if left:
        wrong = f"still runs: {left}"
    return Verdict(name, where, wrong, {"exit code": ran.returncode, "orphans": len(left)})


def _named(ran: subprocess.CompletedProcess[str], words: str) -> str:
    """Say what is wrong where a fault is to be named by these words."""
    if ran.returncode not in (4, 5) or "Traceback" in ran.stderr or ran.stdout:
        return f"code {ran.returncode}, {ran.stdout[:80]!r}: {ran.stderr[-300:]!r}"
    return "" if words in ran.stderr else f"not named: {ran.stderr[-300:]!r}"


def _kept(ran: subprocess.CompletedProcess[str]) -> str:
    """Say what is wrong where the result is to be one JSON object of a lost episode."""
    try:
        lost = json.loads(ran.stdout)["success"] is False and ran.returncode == 1
    except ValueError:
        lost = False
    return "" if lost else f"code {ran.returncode}, {ran.stdout[:80]!r}: {ran.stderr[-300:]!r}"


ATTACKS: dict[str, Attack] = {name: partial(judge, name) for name in AGENTS}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 1))
