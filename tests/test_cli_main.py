"""The command line as a whole."""

import subprocess
import sys

from planner.cli.main import COMMANDS


def planner(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "planner.cli.main", *arguments],
        capture_output=True, text=True, timeout=60, check=False,
    )


def test_help_names_every_command() -> None:
    shown = planner("--help")
    assert shown.returncode == 0
    assert all(name in shown.stdout for name in COMMANDS)


def test_unknown_command_is_wrong_usage() -> None:
    assert planner("no-such-command").returncode == 2
