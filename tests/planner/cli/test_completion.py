"""What the shell completes: commands, options, suites, engines, policies, scenes."""

import shutil
import subprocess
from pathlib import Path

import pytest
from commands import planner
from tables import cases

CASES = cases(__file__)
ROOT = Path(__file__).resolve().parents[3]


def ask(how: str, **more: str) -> str:
    """Run the program as a shell does that asks for something."""
    return planner(_PLANNER_COMPLETE=how, **more).stdout


@pytest.mark.parametrize(("line", "found"), CASES["lines"])
def test_bash_completes(line: str, found: list[str]) -> None:
    words = ask("complete_bash", COMP_WORDS=line, COMP_CWORD=str(line.count(" "))).split()
    assert set(found) <= set(words)
    assert all(word.startswith(line.rsplit(maxsplit=1)[-1]) for word in words)


def test_zsh_and_fish_complete_with_the_same_words() -> None:
    line = "planner bench smo"
    assert "smoke" in ask("complete_zsh", _TYPER_COMPLETE_ARGS=line)
    assert "smoke" in ask("complete_fish", _TYPER_COMPLETE_ARGS=line,
                          _TYPER_COMPLETE_FISH_ACTION="get-args")


@pytest.mark.parametrize(("shell", "check"), [
    ("bash", ("bash", "-n")), ("zsh", ("zsh", "-n")), ("fish", ("fish", "--no-execute"))])
def test_the_documented_line_gives_a_script_for_each_shell(
    shell: str, check: tuple[str, ...], tmp_path: Path
) -> None:
    script = tmp_path / "script"
    script.write_text(ask(f"source_{shell}"), encoding="utf-8")
    assert "_PLANNER_COMPLETE" in script.read_text(encoding="utf-8")
    if shutil.which(check[0]):
        subprocess.run([*check, str(script)], check=True, timeout=60)
