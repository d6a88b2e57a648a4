"""What the page asks of Python: a problem's text in, a plan with its picture out, as JSON."""

import importlib.util
import json
import tempfile
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import planner

MOST_ROWS = 12


def competition(text: str) -> str:
    """Solve a problem file of the home-service-robot competition with the reward search."""
    def solved(folder: Path) -> dict[str, Any]:
        from domains.competition.plan_picture import draw_plan

        file = folder / "problem.xml"
        file.write_text(text, encoding="utf-8")
        report = planner.solve(file)
        if report.plan is None:
            return {"status": f"{report.status}: {report.message}", "plan": "", "svg": ""}
        record = report.to_json()
        score = record["rewards"]["base_score"]
        proven = ", proven best" if report.optimal else ""
        return {"status": f"base score {score}{proven} ({report.engine})",
                "plan": report.plan_text, "svg": draw_plan(planner.load(file),
                                                           report.plan_text or "", record)}
    return _answer(solved)


def pddl(domain: str, problem: str) -> str:
    """Plan with pyperplan (STRIPS; A*, FF heuristic); our own simulation judges the plan."""
    def solved(folder: Path) -> dict[str, Any]:
        from planner.pddl.reader import read_task
        from planner.pddl.simulate import simulate
        from planner.pddl.temporal import read_plan

        paths = [folder / "domain.pddl", folder / "problem.pddl"]
        for path, text in zip(paths, (domain, problem), strict=True):
            path.write_text(text, encoding="utf-8")
        task = read_task(*paths)  # clearer errors than pyperplan's

        from pyperplan.planner import HEURISTICS, SEARCHES, search_plan

        found = search_plan(*map(str, paths), SEARCHES["astar"], HEURISTICS["hff"])
        if found is None:
            return {"status": "pyperplan found no plan", "plan": "", "svg": ""}
        lines = "".join(f"{step.name}\n" for step in found)
        run = simulate(task, read_plan(task, lines))
        judged = "valid" if run.failure is None else f"invalid: {run.failure.reasons}"
        return {"status": f"{len(found)} actions, {judged} (pyperplan)", "plan": lines,
                "svg": _timeline(lines)}
    return _answer(solved)


def _timeline(lines: str) -> str:
    """Draw a row per thing that many actions name; the room of the drawing itself wants numpy."""
    place = str(files("planner") / "engines/joint/gantt.py")
    spec = importlib.util.spec_from_file_location("gantt", place)
    assert spec is not None
    assert spec.loader is not None
    drawing = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(drawing)
    named = Counter(word for line in lines.splitlines() for word in line.strip("()").split()[1:])
    rows = sorted(name for name, _ in named.most_common(MOST_ROWS))
    picture: str = drawing.gantt(lines, rows, "Which action handles what")
    return picture


def _answer(solved: Callable[[Path], dict[str, Any]]) -> str:
    with tempfile.TemporaryDirectory() as name:
        try:
            return json.dumps(solved(Path(name)))
        except planner.PlannerError as error:
            status = str(error).replace(f"{name}/", "")
        except Exception as error:  # pyperplan's own way to say that it cannot take a problem
            status = f"{type(error).__name__}: {error}"
        except SystemExit as error:
            status = f"pyperplan gave up: {error}"
    return json.dumps({"status": status, "plan": "", "svg": ""})
