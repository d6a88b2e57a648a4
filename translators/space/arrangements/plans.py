"""Least numbers of moves: a PDDL problem for the planner.

Read are rows whose members change places (any two, or neighbours only), stacks of which one thing
at a time is moved, and discs on three pegs. The answer is the length of a plan proven optimal; the
plan itself is the reason.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from planner.errors import LimitError
from translators.space.arrangements.names import number_of
from translators.space.arrangements.words import table

__all__ = ["MoveTask", "read_move_task", "solve_move_task"]

MAX_THINGS = 9


@dataclass(frozen=True)
class MoveTask:
    """A planning problem: ``kind`` names the domain file, ``names`` the things by PDDL name."""

    kind: str
    names: Mapping[str, str]
    init: tuple[str, ...]
    goal: tuple[str, ...]
    objects: str

    def problem(self) -> str:
        """Return the PDDL problem."""
        return (
            f"(define (problem moves) (:domain {self.kind})\n  (:objects {self.objects})\n"
            f"  (:init {' '.join(self.init)})\n  (:goal (and {' '.join(self.goal)})))\n")


def read_move_task(text: str) -> MoveTask | None:
    """Return the planning problem of a text, ``None`` if it asks for no number of moves.

    Raise ``ValueError`` with the reason when it asks, but cannot be read.
    """
    words = table("planning")
    if not re.search(words["asks"], text):
        return None
    if re.search(words["pegs"], text):
        return _pegs(text)
    orders = [m for m in re.finditer(words["order"], text) if len(_list(m[1])) > 1]
    if len(orders) < 2:
        raise ValueError("看不出开始和结束时的顺序")
    start, goal = _list(orders[0][1]), _list(orders[-1][1])
    if not re.search(words["goal"], text[orders[0].end() : orders[-1].end()]):
        raise ValueError("看不出哪个是要达到的顺序")
    if sorted(start) != sorted(goal) or len(set(start)) < len(start):
        raise ValueError("开始和结束时的成员不一致")
    if len(start) > MAX_THINGS:
        raise ValueError(f"最多处理 {MAX_THINGS} 个成员")
    if re.search(words["swap"], text):
        return _row(start, goal, neighbours=bool(re.search(words["adjacent"], text)))
    if re.search(words["stack"], text):
        return _stacks(start, goal)
    raise ValueError("看不出允许怎样移动")


def solve_move_task(task: MoveTask, *, limit_s: float = 30.0) -> tuple[int, tuple[str, ...]]:
    """Return the least number of moves and the moves in words; raise ``LimitError`` without proof."""
    from planner.engines import Limits, solve_pddl
    from planner.engines.outcome import Status

    with tempfile.TemporaryDirectory(prefix="planner-space-") as folder:
        problem = Path(folder) / "problem.pddl"
        problem.write_text(task.problem(), encoding="utf-8")
        outcome = solve_pddl(
            Path(__file__).parent / "pddl" / f"{task.kind}.pddl", problem,
            engine="fast-downward-optimal", limits=Limits(limit_s, 2048), optimal=True)
    if outcome.status is not Status.SOLVED_OPTIMALLY or outcome.plan is None:
        raise LimitError(f"no plan proven shortest: {outcome.status} {outcome.message}".strip())
    forms = table("planning")["steps"]
    steps = [forms[s.name].format(*(task.names.get(a, a) for a in s.arguments))
             for s in outcome.plan.steps]
    return len(steps), tuple(steps)


def _list(text: str) -> list[str]:
    text = re.sub(r"[“”\"'\s]|的?(?:顺序|次序|样子)|(?:几|[0-9三四五六七八])?(?:个人|本书|块积木|个盒子|个箱子|人)$", "", text)
    if "、" in text:
        return [p for p in re.split("[、和与]", text) if p]
    return list(text) if re.fullmatch("[A-Z]+|[甲乙丙丁戊己庚辛壬癸]+|[0-9]+", text) else []


def _row(start: Sequence[str], goal: Sequence[str], *, neighbours: bool) -> MoveTask:
    things = {f"t{i}": name for i, name in enumerate(start)}
    code = {name: key for key, name in things.items()}
    places = range(len(start))
    init = [f"(at {code[n]} p{i})" for i, n in enumerate(start)]
    init += [f"(swappable p{i} p{j})" for i in places for j in places
             if i < j and (j - i == 1 or not neighbours)]
    return MoveTask(
        "order", things, tuple(init), tuple(f"(at {code[n]} p{i})" for i, n in enumerate(goal)),
        f"{' '.join(things)} - thing {' '.join(f'p{i}' for i in places)} - place")


def _stacks(start: Sequence[str], goal: Sequence[str]) -> MoveTask:
    """Both orders run from top to bottom; the ground takes any number of stacks."""
    things = {f"t{i}": name for i, name in enumerate(start)}
    code = {name: key for key, name in things.items()}

    def tower(order: Sequence[str]) -> list[str]:
        return [f"(ground {code[order[-1]]})",
                *(f"(on {code[a]} {code[b]})" for a, b in pairwise(order))]

    init = [f"(clear {code[start[0]]})", *tower(start)]
    init += [f"(fits {a} {b})" for a in things for b in things if a != b]
    return MoveTask("stacks", things, tuple(init), tuple(tower(goal)), f"{' '.join(things)} - thing")


def _pegs(text: str) -> MoveTask:
    match = re.search(table("planning")["rings"], text)
    count = number_of(match[1]) if match else 0
    if not 1 <= count <= 7:
        raise ValueError("看不出有几个圆盘（最多 7 个）")
    discs, pegs = [f"d{i}" for i in range(1, count + 1)], ["p1", "p2", "p3"]
    names = {d: f"{i}号盘" for i, d in enumerate(discs, 1)} | {
        p: f"第{i}根柱子" for i, p in enumerate(pegs, 1)}
    init = [f"(on {a} {b})" for a, b in pairwise([*discs, "p1"])]
    init += ["(clear d1)", "(clear p2)", "(clear p3)"]
    init += [f"(fits {d} {p})" for d in discs for p in pegs]
    init += [f"(fits {a} {b})" for i, a in enumerate(discs) for b in discs[i + 1:]]
    goal = tuple(f"(on {a} {b})" for a, b in pairwise([*discs, "p3"]))
    return MoveTask("hanoi", names, tuple(init), goal, f"{' '.join([*discs, *pegs])} - thing")
