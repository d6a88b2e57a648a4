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
FAULTS: dict[str, tuple[str, str, str]] = {
    # what is wrong: where, the code, words of the message
    "exit-0": ("importing", "sys.exit(0)", "called sys.exit(0)"),
    "exit-hard": ("deciding", "os._exit(0)", "called os._exit(0)"),
    "interrupt": ("deciding", "raise KeyboardInterrupt", "of its own making"),
    "hang": ("deciding", "while True: time.sleep(0.1)", "exceeded while playing, in decide()"),
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
    "patches": ("importing", "import builtins, json; json.dumps = json.dump = str; "
                "sys.exit = os._exit = builtins.print = time.time = lambda *_: 0",
                "or in what 'mine' changed"),
    "syntax": ("importing", "def (", "SyntaxError"),
}
HARMLESS = {
    "prints": ("deciding", "print('[noise]'); os.write(1, b'noise'); os.system('echo noise')"),
    "fork": ("deciding", "os.fork()"),
    "thread": ("resetting", "threading.Thread(target=time.sleep, args=(900,)).start()"),
    "atexit": ("importing", "atexit.register(lambda: (print('noise'), os._exit(0)))"),
    "closes": ("deciding", "os.close(1)"),
}


def judge(name: str, seed: int, number: int) -> Verdict:
    """Play with an agent; neither seed nor number changes anything."""
    del seed, number
    where, code, *words = {**FAULTS, **HARMLESS}[name]
    parts = {"importing": "", "resetting": "pass", "deciding": "pass", where: code}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "mine.py").write_text(AGENT.format(**parts), encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, "-P", "-c", START, "--time-limit", "8", "--memory-limit", "1500",
             "run", "rescue", "--scene", "5", "--agents", "2", "--policy", "mine:Agent",
             "--json", "-"],
            cwd=folder, env={**os.environ, "ATTACKED": folder}, capture_output=True, text=True,
            check=False, timeout=60)
        left = orphans(Path(folder), 2.0)
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


ATTACKS: dict[str, Attack] = {name: partial(judge, name) for name in (*FAULTS, *HARMLESS)}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 1))
