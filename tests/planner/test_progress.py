"""What a command shows on the way: one line on a terminal, one now and then elsewhere."""

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from planner import progress
from planner.console import display_width, table
from planner.supervision import count, keep, stage

ROOT = Path(__file__).resolve().parents[2]
WORK = """
import time
from types import SimpleNamespace
from planner import progress
from planner.supervision import count, keep, stage
progress.AFTER_S = progress.TICK_S = 0.02
def work():
    with progress.shown():
        stage("solving")
        count("2 of 3 files")
        keep(SimpleNamespace(cost=40))
        time.sleep(0.5)
        print("found", file=__import__("sys").stderr)
        time.sleep(0.5)
        stage("judging")
        time.sleep(0.5)
"""


def _on_terminal(code: str) -> tuple[bytes, str]:
    """Run a program whose standard error is a terminal; return standard output and what is seen."""
    ours, theirs = pty.openpty()
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=theirs,
                          check=True, timeout=60, cwd=ROOT)
    os.close(theirs)
    seen = b""
    try:
        while part := os.read(ours, 1 << 16):
            seen += part
    except OSError:  # a terminal that nobody holds any more
        pass
    os.close(ours)
    return done.stdout, seen.decode()


def test_a_table_on_a_narrow_terminal_leaves_nothing_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "30")
    table(("name", "about"), [("a", "some words that are wrapped"), ("漢字", "b" * 40)])
    shown = capsys.readouterr().out
    assert all(display_width(line) <= 30 for line in shown.splitlines())
    assert "".join(shown.split()).count("b") == 41
    assert " ".join(shown.split()).endswith(f"are wrapped 漢字 {'b' * 20} {'b' * 20}")


def test_on_a_terminal_a_line_stands_until_something_is_printed() -> None:
    out, seen = _on_terminal(WORK + "work(); print('done')")
    assert out == b"done\n"
    before, after = seen.split("found")
    assert "planner: 2 of 3 files, solving, best so far 40 … 0 s" in before
    assert before.endswith(progress.CLEAR)
    assert "judging" in after
    assert "best so far" not in after.rpartition("judging")[2]  # it was another stage's
    assert after.endswith(progress.CLEAR)


def test_stages_of_a_supervised_job_are_shown() -> None:
    code = ("import planner.progress as p, planner.supervision as s\np.AFTER_S = p.TICK_S = 0.02\n"
            "with p.shown(): s.supervise('tests.planner.test_progress:slow', wall_s=60)\n")
    assert "3 of 4 things, far away, best so far 7" in _on_terminal(code)[1]


def slow() -> None:
    from types import SimpleNamespace

    stage("far away")
    count("3 of 4 things")
    keep(SimpleNamespace(cost=7))
    time.sleep(1)


def test_elsewhere_only_counted_work_is_shown(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with progress.shown():
        count("1 of 3 runs")
    assert capfd.readouterr().err == ""  # nothing took long
    monkeypatch.setattr(progress, "EVERY_S", 0.01)
    with progress.shown():
        stage("solving")
        time.sleep(0.5)
    assert capfd.readouterr().err == ""
    with progress.shown():
        count("2 of 3 runs, \x1b[2J")
        time.sleep(0.5)
    lines = capfd.readouterr().err
    assert set(lines.splitlines()) == {"planner: 2 of 3 runs, \\x1b[2J, solving"}
