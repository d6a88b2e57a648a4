"""Does anything outlive a command that is killed? Random kills of real commands.

Each case starts ``solve --jobs 4``, ``bench --jobs 2`` or ``serve`` in a folder of its own and, at
a random moment, sends KILL, TERM, INT or HUP to the command, to its process group or to any one of
its processes. Afterwards nothing of it may run (found by an environment variable that all inherit
or, for engines, that names the folder), its folder for temporary files must be empty, and a sweep
continued with ``--resume`` must hold every run once, those stored before untouched. Options:
``attack.py``.
"""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from attack import Verdict, main, orphans, processes

_ROOT = Path(__file__).parents[2]
_SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_TARGETS = ("command", "command", "group", "any")
_LATEST_S = {"solve": 5.0, "bench": 6.0, "serve": 2.0}
"""Kills come at a moment up to here; starting takes about a second."""
_PATIENCE_S = 120.0
_GRACE_S = 15.0


def judge(seed: int, number: int) -> Verdict:
    rng = random.Random(f"{seed}/{number}")
    kind = ("solve", "bench", "serve", "solve", "bench")[number % 5]
    with tempfile.TemporaryDirectory(prefix="planner-kills-") as name:
        folder = Path(name).resolve()
        (folder / "tmp").mkdir()
        (folder / "home").mkdir()
        return _kill(f"{seed}/{number}", kind, rng, folder)


def _kill(case: str, kind: str, rng: random.Random, folder: Path) -> Verdict:
    moment, signum, target = (rng.uniform(0.0, _LATEST_S[kind]), rng.choice(_SIGNALS),
                              rng.choice(_TARGETS))
    with (folder / "stderr").open("wb") as stderr:
        process = subprocess.Popen(
            _command(kind, rng, folder), cwd=folder, env=_environment(folder), stderr=stderr,
            stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(moment)
        before = _stored(folder)
        _send(process, signum, target, rng, folder)
        code = _end(process, kind, target)
    left = orphans(folder, _GRACE_S)
    files = [str(p.relative_to(folder / "tmp")) for p in (folder / "tmp").iterdir()]
    runs = list(_resumed(folder, before)) if kind == "bench" else []
    shown = (folder / "stderr").read_text(errors="replace")
    defects = _defects(shown)
    wrong = "; ".join([*left, *files, *runs, *[shown[-300:]] * bool(defects),
                       *["does not end"] * (code is None)])
    return Verdict(kind, f"{case}, {signum.name} to {target} at {moment:.3f} s, code {code}",
                   wrong, {"orphans": len(left), "files": len(files), "tracebacks": defects,
                           "runs lost or doubled": len(runs)})


def _defects(shown: str) -> int:
    """Count tracebacks through this project, but for an interrupt while modules are imported."""
    if shown.endswith("KeyboardInterrupt\n") and "last_net.py" not in shown:
        return 0
    return sum(str(_ROOT) in part for part in shown.split("Traceback")[1:])


def _command(kind: str, rng: random.Random, folder: Path) -> list[str]:
    planner = [sys.executable, "-m", "planner"]
    if kind == "serve":
        return [*planner, "serve", "--problems", str(_ROOT / "domains/competition/problems"),
                "--port", "0", "--log", str(folder / "log")]
    if kind == "bench":
        resume = ["--resume"] if (folder / "RUNS").exists() else []
        return [*planner, "bench", "smoke", "--algorithms", "greedy", "--jobs", "2",
                "--out", str(folder / "RUNS"), *resume]
    problems = [*_ROOT.glob("domains/pddl/suites/pddl/*/p*.pddl"),
                *_ROOT.glob("domains/competition/problems/*.xml")]
    files = rng.sample(sorted(problems), 8)
    return [*planner, "solve", *map(str, files), "--jobs", "4", "--time-limit", "6",
            "--out", str(folder / "OUT"), *rng.choice(([], ["--optimal"]))]


def _environment(folder: Path) -> dict[str, str]:
    scratch = dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(folder / "tmp"))
    return {**os.environ, **scratch, "PYTHONPATH": str(_ROOT), "PLANNER_KILL_STUDY": str(folder)}


def _send(process: subprocess.Popen[bytes], signum: signal.Signals, target: str,
          rng: random.Random, folder: Path) -> None:
    with contextlib.suppress(ProcessLookupError):
        if target == "group":
            os.killpg(process.pid, signum)
            return
        pids = sorted(pid for pid, _ in processes(folder)) if target == "any" else []
        os.kill(rng.choice(pids) if pids else process.pid, signum)


def _end(process: subprocess.Popen[bytes], kind: str, target: str) -> int | None:
    """Wait for the command; a server that was not hit itself is asked to end."""
    if kind == "serve" and target == "any":
        time.sleep(0.5)
        process.terminate()
    try:
        return process.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None


def _stored(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the runs that are stored, with what tells whether they were written again."""
    found = {}
    for path in (folder / "RUNS").glob("runs/*/*/result.json"):
        state = path.stat()
        found[str(path.parent.relative_to(folder / "RUNS"))] = (state.st_ino, state.st_mtime_ns)
    return found


def _resumed(folder: Path, before: dict[str, tuple[int, int]]) -> Iterator[str]:
    """Continue the sweep and yield what is lost, doubled or left."""
    command = _command("bench", random.Random(0), folder)
    done = subprocess.run([*command, "--json", str(folder / "tally.json")], cwd=folder,
                          env=_environment(folder), capture_output=True, text=True, check=False,
                          timeout=_PATIENCE_S)
    if done.returncode:
        yield f"resume: exit {done.returncode}: {done.stderr[-200:]}"
        return
    tally = json.loads((folder / "tally.json").read_text())
    after = _stored(folder)
    if len(after) != tally["runs"] or tally["executed"] + tally["skipped"] != tally["runs"]:
        yield f"{len(after)} of {tally['runs']} runs stored"
    yield from (f"written again: {key}" for key in before if after.get(key) != before[key])
    yield from (f"left: {path.name}" for path in (folder / "RUNS" / "partial").glob("*"))
    yield from (f"left by resume: {path.name}" for path in (folder / "tmp").iterdir())


if __name__ == "__main__":
    for each in (signal.SIGHUP, signal.SIGINT):  # ignored under nohup and behind "&"
        signal.signal(each, lambda *_: None)  # a handler is not inherited by commands
    sys.exit(main(judge, __doc__, 200))
