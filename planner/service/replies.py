"""Engines and answers in the shapes that different clients of planning services read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planner.engines import ENGINES
from planner.plan import parse_ipc

_AUTO = "the written-down portfolio: the first engine that takes the problem"


def manifests() -> dict[str, dict[str, Any]]:
    """Return the manifest of every engine that can run here, by name; ``auto`` comes first."""
    there = {"auto": _AUTO, **{n: s.summary for n, s in ENGINES.items() if not s.missing()}}
    files = [{"name": part, "type": "file", "description": f"{part} file"}
             for part in ("domain", "problem")]  # clients pass exactly these
    return {name: {
        "package_name": name, "name": name, "description": summary, "runnable": True,
        "endpoint": {"services": {"solve": {
            "template": "classical", "call": f"{name} {{domain}} {{problem}}", "args": files,
            "return": {"type": "generic/log", "files": "*plan*"}}}}}
        for name, summary in there.items()}


Answer = Mapping[str, Any]


def checked(answer: Answer | None, state: str) -> dict[str, Any]:
    """Return what ``/check`` says of a request; clients know one word for an unfinished one.

    A problem without a plan is an answer, too: ``ok`` with an empty ``output``, the reason in
    ``stdout``. What could not be answered (bad files, limits, crashes) is ``error``.
    """
    if answer is None:
        return {"status": "PENDING", "state": state}
    if _failed(answer):
        return {"status": "error", "result": synchronous(answer)}
    return {"status": "ok", "result": {
        "call": f"{answer['engine']} domain.pddl problem.pddl", "stdout": _stdout(answer),
        "stderr": _stderr(answer), "output": _plans(answer), "output_type": "generic/log"}}


def synchronous(answer: Answer) -> dict[str, Any]:
    """Return what planutils' own server says: the plan under a key that contains ``plan``."""
    if _failed(answer):
        return {"error": _why(answer), "stdout": answer.get("log", ""), "stderr": _why(answer)}
    return {"stdout": _stdout(answer), "stderr": _stderr(answer), **_plans(answer)}


def plain_solve(answer: Answer) -> dict[str, Any]:
    """Return what solver.planning.domains says."""
    if answer.get("plan") is None:
        return {"status": "error", "result": {"error": _why(answer), "output": _why(answer),
                                              "parseStatus": "err"}}
    steps = [str(step) for step in parse_ipc(answer["plan"]).steps]
    return {"status": "ok", "result": {
        "plan": [{"name": step, "action": step} for step in steps], "cost": answer["cost"],
        "length": len(steps), "output": _stdout(answer), "parseStatus": "ok", "type": "full"}}


def _failed(answer: Answer) -> bool:
    """Say whether nothing is known of the problem: no plan, and no word that there is none."""
    return "error" in answer or not (
        answer["solved"] or str(answer["status"]).startswith("UNSOLVABLE"))


def _why(answer: Answer) -> str:
    return str(answer.get("error") or f"{answer['status']}: {answer['message']}")


def _plans(answer: Answer) -> dict[str, str]:
    return {} if answer["plan"] is None else {"sas_plan": answer["plan"]}


def _stdout(answer: Answer) -> str:
    cost = "" if answer["cost"] is None else f", cost {answer['cost']:.12g}"
    message = f": {answer['message']}" if answer["message"] else ""
    return (f"{answer['status']}{cost} ({answer['engine']}, {answer['seconds']:.2f} s){message}\n\n"
            f"{answer['log']}")


def _stderr(answer: Answer) -> str:
    ignored = answer.get("ignored") or ()
    return f"options without effect: {', '.join(ignored)}\n" if ignored else ""
