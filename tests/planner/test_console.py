"""What commands show on the way: tables and progress."""

from __future__ import annotations

import pytest

from planner.console import ProgressLine


def test_progress_is_a_line_now_and_then_off_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with ProgressLine("runs") as line:
        line.show(1, 3, "2.0 runs/s")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(ProgressLine, "EVERY_S", 0.0)
    with ProgressLine("runs") as line:
        line.show(2, 3, "2.0 runs/s")
        line.show(3, 3)
    assert capsys.readouterr().err == (
        "planner: 2 of 3 runs, 2.0 runs/s\nplanner: 3 of 3 runs\n")


def test_progress_is_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with ProgressLine("problems") as line:
        line.show(2, 3, "[3 drawn]")
    shown = capsys.readouterr().err
    assert "problems" in shown
    assert "2/3" in shown
    assert "[3 drawn]" in shown
