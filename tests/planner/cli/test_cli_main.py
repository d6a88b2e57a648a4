"""The command line as a whole."""

import subprocess
import sys
from pathlib import Path

import pytest

from planner.cli.last_net import guarded
from planner.cli.main import COMMANDS, run
from planner.errors import ExitCode, UnsupportedError, remedy


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(("to", "code", "said"), [
    ("/dev/full", ExitCode.COMPONENT, "planner: No space left on device\n"), ("&-", 0, "")])
def test_standard_output_may_be_full_or_closed(to: str, code: int, said: str) -> None:
    done = subprocess.run(["sh", "-c", f'exec "$0" -m planner list engines <&- >{to}',
                           sys.executable], stderr=-1, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.parametrize(("error", "code", "word"), [
    (ModuleNotFoundError("no", name="ortools.sat"), ExitCode.COMPONENT,
     "pip install ortools"),
    (ImportError("no memory", name="x.so"), ExitCode.COMPONENT, "cannot be imported: no memory"),
    (ModuleNotFoundError("no", name="pycrfsuite"), ExitCode.COMPONENT, "pip install python-crf"),
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


def test_packages_of_some_versions_of_python_are_among_those_that_an_extra_needs() -> None:
    assert "'up-lpg>=0.1.3; python_version < \"3.13\"' 'up-aries>=0.5'" in remedy("engines")
    assert remedy("mcp") == "pip install 'mcp<3,>=2'"
