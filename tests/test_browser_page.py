"""The page that plans in the browser: from a file, offline, with plan and picture."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import open_browser

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = Path(os.environ.get("PLANNER_PYODIDE", ROOT / "build/pyodide/package"))


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Build the page and open it; yields the tab with the addresses it asked for."""
    if not (RUNTIME / "pyodide.asm.wasm").is_file():
        pytest.skip("no Pyodide here: make docs-browser fetches it (or PLANNER_PYODIDE=FOLDER)")
    out = tmp_path_factory.mktemp("page")
    subprocess.run([sys.executable, str(ROOT / ".ci/browser_page.py"), str(out), "--runtime",
                    str(RUNTIME)], check=True, capture_output=True)
    with open_browser() as browser:
        page = browser.new_page()
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto((out / "index.html").as_uri())
        page.wait_for_selector("#solve:enabled", timeout=180_000)
        yield page


def solved(tab: Any) -> str:
    tab.evaluate("document.getElementById('status').textContent = ''")
    tab.click("#solve")
    tab.wait_for_function("!['', 'solving …'].includes(document.getElementById('status')"
                          ".textContent)", timeout=180_000)
    return str(tab.inner_text("#status"))


def test_both_kinds_of_problems_have_a_plan_and_a_picture(tab: Any) -> None:
    assert solved(tab).startswith("base score 158, proven best")
    assert tab.inner_text("#plan").splitlines()[0] == "Move 6"
    tab.wait_for_function("document.querySelector('#picture img').naturalWidth > 0")
    tab.check("input[value=pddl]")
    assert solved(tab) == "9 actions, valid (pyperplan)"
    tab.wait_for_function("document.querySelector('#picture img').naturalWidth > 0")
    assert [u for u in tab.asked if not u.startswith(("file:", "blob:", "data:"))] == []


def test_what_cannot_be_solved_says_why(tab: Any) -> None:
    tab.check("input[value=pddl]")
    problem = tab.input_value("#problem")
    tab.fill("#problem", problem.replace("(in x b)", "(inn x b)"))
    assert "problem.pddl:4" in solved(tab)
    tab.fill("#problem", problem.replace("(robot-in a)", ""))
    assert solved(tab) == "pyperplan found no plan"
    tab.check("input[value=competition]")
    tab.fill("#xml", "<test><env>")
    assert "problem.xml" in solved(tab)
    assert tab.inner_text("#plan") == ""
