"""Least numbers of moves: a PDDL problem for the planner.

Read are rows whose members change places (any two, or neighbours only), stacks of which one thing
at a time is moved, and discs on three pegs. The answer is the length of a plan proven optimal; the
plan itself is the reason.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, permutations
from pathlib import Path

from planner.errors import LimitError
from translators.space.arrangements.files import Question
from translators.space.arrangements.names import number_of
from translators.space.arrangements.words import say, table

__all__ = ["least_moves"]

MAX_THINGS = 9
# name of the domain file, names of its objects, facts, goals, objects with types
MoveTask = tuple[str, Mapping[str, str], list[str], list[str], str]


def least_moves(text: str, question: Question) -> tuple[str, tuple[str, ...], str] | None:
    """Return kind, answer and reason for a text that asks for a number of moves, else ``None``.

    Raise ``ValueError`` with the reason when it asks, but cannot be read or answered, and
    ``LimitError`` when no plan is proven shortest.
    """
    task = _read("。".join([text, question.stem]))
    if task is None:
        return None
    steps = _solved(task)
    keys: tuple[str, ...] = (str(len(steps)),)
    if question.options:
        numbers = {k: re.search("[0-9]+|[一二两三四五六七八九十]+", t) for k, t in question.options.items()}
        keys = tuple(k for k, m in numbers.items() if m and number_of(m[0]) == len(steps))
    if not keys:
        raise ValueError(say("zh", "other number", number=len(steps)))
    return task[0], keys, say("zh", "plan" if steps else "no move", steps="；".join(steps))


def _read(text: str) -> MoveTask | None:
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
        return _stacks(start, goal, permutations(start, 2))
    raise ValueError("看不出允许怎样移动")


def _solved(task: MoveTask, *, limit_s: float = 30.0) -> list[str]:
    """Return the moves of a shortest plan in words."""
    from planner.engines import Limits, solve_pddl
    from planner.engines.outcome import Status

    kind, names, init, goal, objects = task
    with tempfile.TemporaryDirectory(prefix="planner-space-") as folder:
        problem = Path(folder) / "problem.pddl"
        problem.write_text(f"(define (problem moves) (:domain {kind}) (:objects {objects})\n"
                           f"(:init {' '.join(init)})\n(:goal (and {' '.join(goal)})))\n")
        outcome = solve_pddl(
            Path(__file__).parent / "pddl" / f"{kind}.pddl", problem,
            engine="fast-downward-optimal", limits=Limits(limit_s, 2048), optimal=True)
    if outcome.status is not Status.SOLVED_OPTIMALLY or outcome.plan is None:
        raise LimitError(f"no plan proven shortest: {outcome.status} {outcome.message}".strip())
    forms = table("planning")["steps"]
    return [forms[s.name].format(*(names.get(a, a) for a in s.arguments))
            for s in outcome.plan.steps]


def _list(text: str) -> list[str]:
    text = re.sub(table("planning")["around_list"], "", text)
    if "、" in text:
        return [p for p in re.split("[、和与]", text) if p]
    return list(text) if re.fullmatch("[A-Z]+|[甲乙丙丁戊己庚辛壬癸]+|[0-9]+", text) else []


def _row(start: Sequence[str], goal: Sequence[str], *, neighbours: bool) -> MoveTask:
    code = {name: f"t{i}" for i, name in enumerate(start)}
    places = range(len(start))
    init, aim = ([f"(at {code[n]} p{i})" for i, n in enumerate(o)] for o in (start, goal))
    init += [f"(swappable p{i} p{j})" for i in places for j in places
             if i < j and (j - i == 1 or not neighbours)]
    objects = f"{' '.join(code.values())} - thing {' '.join(f'p{i}' for i in places)} - place"
    return "order", {c: n for n, c in code.items()}, init, aim, objects


def _pegs(text: str) -> MoveTask:
    match = re.search(table("planning")["rings"], text)
    count = number_of(match[1]) if match else 0
    if not 1 <= count <= 7:
        raise ValueError("看不出有几个圆盘（最多 7 个）")
    discs = [f"{i}号盘" for i in range(1, count + 1)]
    pegs = [f"第{i}根柱子" for i in (1, 2, 3)]
    fits = [(a, b) for i, a in enumerate(discs) for b in [*discs[i + 1 :], *pegs]]
    return _stacks([*discs, pegs[0]], [*discs, pegs[2]], fits, pegs)


def _stacks(
    start: Sequence[str], goal: Sequence[str], fits: Iterable[tuple[str, str]], pegs: Sequence[str] = ()
) -> MoveTask:
    """Both orders run from top to bottom; the ground, if there are no pegs, takes any number of stacks."""
    code = {name: f"t{i}" for i, name in enumerate(dict.fromkeys([*start, *pegs]))}
    init, aim = ([f"(on {code[a]} {code[b]})" for a, b in pairwise(o)] for o in (start, goal))
    init += [f"(clear {code[n]})" for n in (start[0], *pegs) if n != start[-1]]
    init += [f"(fits {code[a]} {code[b]})" for a, b in fits]
    init += [] if pegs else ["(table)", f"(ground {code[start[-1]]})"]
    return "stacks", {c: n for n, c in code.items()}, init, aim, f"{' '.join(code.values())} - thing"
