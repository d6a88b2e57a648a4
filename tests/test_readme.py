"""The README's commands do what they say: every line of a block marked ``sh run`` is executed."""

import glob
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.split(" #")[0].strip()
    for block in re.findall(r"```sh run\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.strip()
]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_readme_works(line: str, tmp_path: Path) -> None:
    words = [w for word in shlex.split(line) for w in _matches(word)]
    assert words[0] == "planner"
    words = [word.replace("OUT", str(tmp_path)) for word in words[1:]]
    done = subprocess.run(
        [sys.executable, "-m", "planner.cli.main", *words],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()


def _matches(word: str) -> list[str]:
    return sorted(glob.glob(word, root_dir=ROOT)) or [word]


def test_the_readme_is_short_and_names_files_that_exist() -> None:
    assert len(README.splitlines()) <= 150
    for target in re.findall(r"\]\((?!http)([^)#]+)", README):
        assert (ROOT / target).exists(), target
