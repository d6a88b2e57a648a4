"""The tutorial runs from its first block to its last."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "tutorial-robots.md").read_text("utf-8")
BLOCKS = re.findall(r"```(pddl|python)\n(.*?)```", PAGE, re.DOTALL)


def test_the_tutorial_runs(tmp_path: Path) -> None:
    (pddl,) = [text for kind, text in BLOCKS if kind == "pddl"]
    (tmp_path / "domain.pddl").write_text(pddl)
    code = "\n".join(text for kind, text in BLOCKS if kind == "python")
    (tmp_path / "warehouse.py").write_text(code)
    done = subprocess.run([sys.executable, "warehouse.py"], cwd=tmp_path, capture_output=True,
                          text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "success in" in done.stdout
    assert "because begin" in done.stdout
