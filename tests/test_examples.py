"""The examples run as they are, and say what the docs say they do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
SAID = {
    "own_pddl.py": "valid", "competition_file.py": "158 points",
    "rescue_policy.py": "explorers: not solved in 10 steps",
    "household_agent.py": "by one-works: success", "own_engine.py": "9 actions",
    "own_domain.py": "lamp", "states.py": "8 actions, at least 2.0 steps",
    "states_mcp.py": "6.0 to go, 4 landmarks left",
}


@pytest.mark.parametrize("name", SAID)
def test_an_example_runs(name: str) -> None:
    done = subprocess.run([sys.executable, str(ROOT / "examples" / name)], cwd=ROOT,
                          capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert SAID[name] in done.stdout


def test_the_notebooks_cells_run_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    book = json.loads((ROOT / "examples" / "rescue_policy.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    cells = [c for c in book["cells"] if c["cell_type"] == "code"]
    for cell in cells:
        exec("".join(cell["source"]), names)
    shown = eval("".join(cells[-1]["source"]).splitlines()[-1], names)
    assert "<ul>" in shown._repr_html_()
