"""The README's commands do what they say: every block marked ``sh run`` is executed."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh run\n(.*?)```", README, re.DOTALL)


def test_the_commands_of_the_readme_work_one_after_the_other(tmp_path: Path) -> None:
    commands = [line for block in BLOCKS for line in block.splitlines() if line.strip()]
    assert all(line.startswith("planner ") for line in commands)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", "".join(BLOCKS)], cwd=tmp_path,
        env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=900, check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()


def test_the_readme_is_short_and_names_files_that_exist() -> None:
    assert len(README.splitlines()) <= 150
    for target in re.findall(r"\]\((?!http)([^)#]+)", README):
        assert (ROOT / target).exists(), target
