"""``planner show``: one trace in words, as a page, as an animation."""

import json
from pathlib import Path

from commands import planner
from PIL import Image


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
    shown = planner("show", trace(tmp_path / "t.jsonl"))
    assert shown.returncode == 0
    lines = shown.stdout.splitlines()
    assert lines[1:3] == ["Fetch it", "step 1  [first plan]"]
    assert lines[3].split() == ["Alice", "Go(Cup_1)", "to", "be", "there", "FAILED:", "blocked"]


def test_a_trace_becomes_a_page_and_a_film(tmp_path: Path) -> None:
    file, page, gif = trace(tmp_path / "t.jsonl"), tmp_path / "t.html", tmp_path / "t.gif"
    shown = planner("show", file, "--html", page, "--gif", gif)
    assert shown.returncode == 0, shown.stderr
    assert "Fetch it" in page.read_text(encoding="utf-8")
    with Image.open(gif) as film:
        assert getattr(film, "n_frames", 0) == 2
