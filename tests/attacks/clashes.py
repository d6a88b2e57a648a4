"""Run every example, a script, a notebook and the service in folders whose names clash with ours.

``python tests/attacks/clashes.py [--only COMMAND]`` prints a row for each: it works, names what
hides it, or fails. The folders hold ``four`` packages called domains, translators, benchmarks and
tests; a package ``planner``; ``plain`` folders of these five names; ``sixty`` modules and packages
of the standard library, of what is used, and of ours. Each would write down that it was imported.
"""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import planner
from planner.cli.main import examples

ROOT = Path(planner.__file__).parents[1]
OURS = ("domains", "translators", "benchmarks", "tests")
SIXTY = """
planner domains translators benchmarks typer click rich numpy networkx psutil lark pydantic
unified_planning pyperplan fast_downward up_fast_downward distributed dask tornado starlette
uvicorn json re random types typing enum abc ast io time signal socket select struct threading
subprocess multiprocessing pickle tempfile shutil pathlib contextlib dataclasses functools
itertools collections logging warnings weakref asyncio ssl email http html xml string token
tokenize traceback inspect copy queue runpy sitecustomize
"""
KINDS = {"four": OURS, "planner": ("planner",), "plain": ("planner", *OURS),
         "sixty": tuple(SIXTY.split())}
NEEDS_MORE = ("bundle", "scenes fetch", "scenes dump", "space train", "space evaluate",
              "space predict")
"""Examples that need a package index, AI2-THOR, or data of one's own."""
PLAIN = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONSAFEPATH")}
ENTRY = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from planner.__main__ import main; main()"
SCRIPT = "import planner; print(planner.solve('samples/pddl/gripper.pddl').status)"
PYTHON = {
    "script": f"import sys; sys.path.insert(1, {str(ROOT)!r}); {SCRIPT}",
    "notebook": "import os, nbformat as f, nbclient; b = f.v4.new_notebook(cells=["
                f"f.v4.new_code_cell({SCRIPT!r})]); "
                "nbclient.NotebookClient(b, timeout=60).execute(cwd=os.getcwd())",
}
"""A script finds the current folder first, as ``python -c`` does; a notebook's kernel as well."""


def clashing(folder: Path, kind: str) -> Path:
    """Fill a folder with names that clash; return the file that would tell of an import."""
    mark = folder.parent / f"imported-{kind}"
    for number, name in enumerate(KINDS[kind]):
        package = kind != "sixty" or number % 2
        file = folder / (f"{name}/data.py" if kind == "plain" else
                         f"{name}/__init__.py" if package else f"{name}.py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"open({str(mark)!r}, 'a').write({name!r} + '\\n')\n", encoding="utf-8")
    for name in ("gold.jsonl", "answers.jsonl"):
        (folder / name).write_text('{"qid": "1", "context": "桌子上有苹果。", "results": []}\n',
                                   encoding="utf-8")
    (folder / "systems.csv").write_text("system,task1,task2\na,0.5,0.6\nb,0.7,0.4\n")
    return mark


def starts(line: str, *commands: str) -> bool:
    return line.startswith(tuple(f"planner {command}" for command in commands))


def trials(folder: Path, mark: Path, *some: str) -> Iterator[tuple[str, str, float]]:
    """Run the lines given, or all that can be run; yield each with its outcome and wall seconds."""
    for line in some or [e for e in examples() if not starts(e, *NEEDS_MORE)]:
        yield _trial(line, ["-P", "-c", ENTRY, *shlex.split(line)[1:]], folder, mark)
    for name, code in () if some else PYTHON.items():
        safe = ["-P"] * (name == "notebook")  # what starts the kernel is not a notebook itself
        yield _trial(name, [*safe, "-c", code], folder, mark)


def _trial(line: str, words: list[str], folder: Path, mark: Path) -> tuple[str, str, float]:
    begin = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, *words, *("--port", "0") * ("--port" in line)], cwd=folder, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN)
    if starts(line, "serve --p"):  # listens until it is interrupted
        assert process.stderr is not None
        if any("127.0.0.1" in said for said in process.stderr):  # progress may come before
            process.send_signal(signal.SIGINT)
    try:
        out, error = process.communicate(timeout=180)
    except subprocess.TimeoutExpired:
        process.kill()
        out, error = process.communicate()
    return line, _outcome(line, process.returncode, out + error, mark), time.monotonic() - begin


def _outcome(line: str, code: int, said: str, mark: Path) -> str:
    names = mark.read_text(encoding="utf-8").split() if mark.exists() else []
    mark.unlink(missing_ok=True)
    if line in PYTHON and names:
        return f"hidden: Python itself takes {', '.join(dict.fromkeys(names))[:60]} from here"
    findings = int(starts(line, "submission"))  # the names of the files are not a team's
    if names:
        return f"FAILS: imports {', '.join(names)}"
    if code in (findings, 130) and "Traceback" not in said:
        return "works, and names what is hidden" if "is taken from" in said else "works"
    return "named" if "rename that folder" in said else f"FAILS with {code}: {said[-400:]}"


def main() -> int:
    """Print the table; 1 where anything fails."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--only", default="", help="kind of folder; all if not given")
    only, wrong = options.parse_args().only, 0
    signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background ignore it
    for kind in [kind for kind in KINDS if only in (kind, "")]:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name, "here")
            folder.mkdir()
            mark = clashing(folder, kind)
            for line, outcome, seconds in trials(folder, mark):
                wrong += outcome.startswith("FAILS")
                print(f"| {kind} | {line} | {outcome} | {seconds:.1f} |", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
