"""``planner show``: one trace in words, as a page, as an animation."""

import json
from pathlib import Path

from PIL import Image
from typer.testing import CliRunner

from planner.cli.main import build


def trace(path: Path) -> Path:
    thing = {"name": "Cup_1", "kind": "goal", "x": 1, "y": 1, "state": ""}
    frame = {"width": 4, "height": 4, "left": 0, "top": 0, "grid": 1,
             "cells": [{"x": 1, "y": 1, "kind": "free"}],
             "objects": [thing],
             "agents": [{"name": "Alice", "x": 2, "y": 2, "heading": 0, "holding": ""}]}
    step = {"kind": "step", "step": 1, "actions": {"Alice": "Go(Cup_1)"},
            "success": {"Alice": False}, "failure": {"Alice": "blocked"},
            "reasons": {"Alice": "to be there"}, "replan": "first plan", "notes": {},
            "frame": {"objects": [{**thing, "x": 3}]}}
    header = {"kind": "header", "format": 1, "domain": "toy", "case": "a", "policy": "p",
              "agents": ["Alice"], "instruction": "Fetch it", "frame": frame}
    path.write_text("".join(json.dumps(x) + "\n" for x in (header, step)), encoding="utf-8")
    return path


def test_a_trace_is_shown_in_words(tmp_path: Path) -> None:
    shown = CliRunner().invoke(build("show"), ["show", str(trace(tmp_path / "t.jsonl"))])
    assert shown.exit_code == 0
    assert shown.output.splitlines()[1:3] == ["Fetch it", "step 1  [first plan]"]
    assert shown.output.splitlines()[3].split() == [
        "Alice", "Go(Cup_1)", "to", "be", "there", "FAILED:", "blocked"]


def test_a_trace_becomes_a_page_and_a_film(tmp_path: Path) -> None:
    file, page, gif = trace(tmp_path / "t.jsonl"), tmp_path / "t.html", tmp_path / "t.gif"
    shown = CliRunner().invoke(
        build("show"), ["show", str(file), "--html", str(page), "--gif", str(gif)])
    assert shown.exit_code == 0, shown.output
    assert "Fetch it" in page.read_text(encoding="utf-8")
    with Image.open(gif) as film:
        assert getattr(film, "n_frames", 0) == 2
