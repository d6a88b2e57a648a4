"""The examples at the end of each --help work, one after the other, in an empty folder."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from planner.cli.main import COMMANDS, examples
from planner.discovery import capabilities, discover

NEEDS_MORE = ("bundle", "scenes fetch", "scenes dump", "space train", "space evaluate",
              "space predict")
"""A package index, AI2-THOR or data of one's own: only their options are looked at."""


def begin(line: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "planner", *shlex.split(line)[1:]], cwd=folder, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})


def starts(line: str, *commands: str) -> bool:
    return line.startswith(tuple(f"planner {command}" for command in commands))


@pytest.mark.slow
def test_every_example_works(tmp_path: Path) -> None:
    for name in ("gold.jsonl", "answers.jsonl"):
        (tmp_path / name).write_text('{"qid": "1", "context": "桌子上有苹果。", "results": []}\n')
    (tmp_path / "systems.csv").write_text("system,task1,task2\na,0.5,0.6\nb,0.7,0.4\n")
    for line in examples():
        if starts(line, *NEEDS_MORE):
            continue
        process = begin(f"{line} --port 0" if "--port" in line else line, tmp_path)
        if starts(line, "serve --p"):  # listens until it is interrupted
            assert process.stderr is not None
            assert "127.0.0.1" in process.stderr.readline(), line
            process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=120)
        findings = int(starts(line, "submission"))  # the names are not a team's
        assert process.returncode in (findings, 130), f"{line}: {out}{error}"


def test_every_command_has_one_and_shows_it() -> None:
    shown = {line.split()[1] for line in examples()}
    assert shown == {*COMMANDS, *capabilities(COMMANDS)}
    for line in [line for line in examples() if starts(line, *NEEDS_MORE)]:
        words = line.partition(" --")[0].split()[1:]
        help_text = begin(f"planner {shlex.join(words)} --help", Path.cwd()).communicate()[0]
        assert f"\nExamples:\n  {line}\n" in help_text
        assert all(word in help_text for word in line.split() if word.startswith("--"))
    assert {name for name, domain in discover().domains.items() if domain.has("environment")} <= {
        line.split()[2] for line in examples() if line.startswith("planner run ")}
