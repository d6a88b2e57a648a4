"""The command line as a whole."""

import subprocess
import sys
from pathlib import Path

import pytest

from planner.cli.last_net import guarded
from planner.cli.main import COMMANDS
from planner.errors import ExitCode, UnsupportedError

PROBLEMS = Path(__file__).parents[3] / "domains" / "competition" / "problems"


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


def to_full_device(*arguments: str) -> "subprocess.CompletedProcess[str]":
    with open("/dev/full", "w") as full:
        return subprocess.run([sys.executable, "-m", "planner.cli.main", *arguments], stdout=full,
                              stderr=subprocess.PIPE, text=True, timeout=60, check=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_said() -> None:
    done = to_full_device("list", "engines")
    assert done.returncode == ExitCode.COMPONENT
    assert done.stderr == "planner: No space left on device\n"


def test_unwritable_outputs_are_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    problem = str(PROBLEMS / "circle.xml")
    for option in ("--out", "--json"):
        done = planner("solve", problem, option, str(tmp_path / "file" / "below"))
        assert done.returncode == ExitCode.USAGE, done.stderr
        assert "below" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("error", "code", "word"), [
    (ModuleNotFoundError("no", name="ortools.sat"), ExitCode.COMPONENT,
     "pip install ortools"),
    (ModuleNotFoundError("no", name="pycrfsuite"), ExitCode.COMPONENT,
     "pip install python-crfsuite"),
    (RecursionError(), ExitCode.LIMIT, "nested too deeply"),
    (MemoryError(), ExitCode.LIMIT, "out of memory"),
    (UnicodeEncodeError("utf-8", "\udc80", 0, 1, "surrogates"), ExitCode.INPUT, "text"),
    (PermissionError(13, "Permission denied", "/x"), ExitCode.USAGE, "/x: Permission denied"),
    (OSError(28, "No space left on device", "/x"), ExitCode.COMPONENT, "/x: No space"),
    (OverflowError("int too large"), ExitCode.INPUT, "too large"),
    (UnsupportedError("derived predicates"), ExitCode.UNSUPPORTED, "derived predicates"),
    (KeyError("x"), ExitCode.COMPONENT, "defect in the planner"),
    (KeyboardInterrupt(), ExitCode.INTERRUPTED, "interrupted"),
])
def test_nothing_falls_through_the_last_net(
    error: BaseException, code: ExitCode, word: str, capsys: pytest.CaptureFixture[str],
) -> None:
    def command() -> None:
        raise error

    assert guarded(command) == code
    shown = capsys.readouterr().err
    assert word in shown
    assert shown.count("\n") == 1


def test_huge_numbers_are_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(lambda: int("1" * 5000)) == ExitCode.INPUT
    assert "too many digits" in capsys.readouterr().err


def test_every_exit_code_is_on_its_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    for code in ExitCode:
        assert f"| {code.value} | `{code.name}` |" in page
