"""From a grounding to the shortest joint plan: from below, from above, until the two meet."""

from __future__ import annotations

import time
from math import ceil
from threading import Thread

from planner.engines.joint.encoding.costs import cheapest
from planner.engines.joint.encoding.horizons import Horizons
from planner.engines.joint.encoding.polish import polished
from planner.engines.joint.grounding.ground import Grounding
from planner.engines.joint.grounding.model import Model, build
from planner.engines.joint.grounding.prune import Clauses, pruned, reachable, specialised
from planner.engines.joint.plan import JointResult, Request
from planner.engines.joint.search.board import Board
from planner.engines.joint.search.bound import flow_bound
from planner.engines.joint.search.exhaust import exhausted
from planner.engines.joint.search.lists import improve
from planner.engines.outcome import Status
from planner.errors import LimitError

__all__ = ["prepared", "search"]

QUICK = 3000
"""Conflicts of the horizons grown from the first bound before anything dearer is tried …"""
EARLY = 20_000
"""… and with the linear programme beside it, before plans are looked for from above …"""
CLAUSES = 150_000
"""… while there are no more clauses: effort, not time, so that a busy machine finds the same."""
FIRST = 1.6
"""The first horizon from above, as a multiple of the lower bound; grows by as much."""
ALONE = 0.5
"""Share of the time in which a first plan is looked for before anything else is."""
SLICE = 0.3
"""Share of the time that is left for one horizon of which nothing is known."""
PATIENCE_S = 0.2
"""With the other thread, which ends at once unless it is making clauses."""
STATES = 3000
"""States looked at in a first attempt to show that there is no plan."""


def search(
    grounding: Grounding, goal: Clauses, request: Request, first: JointResult | None = None
) -> JointResult:
    """Return the shortest plan, or the best plan and bound by the deadline.

    ``first`` has a plan to improve on.
    """
    found = prepared(grounding, goal, request)
    if isinstance(found, str):
        return JointResult(Status.UNSOLVABLE_PROVEN, message=found)
    model, lower = found
    board = Board(request, lower)
    if first is not None:
        board.plan, board.how = first.plan, first.how
        board.first.set()
    with Horizons(model) as below:
        board.watch(below)
        below.forbid(request.forbid.items(), request.deadline)
        if _ascend(board, below, QUICK):
            _polish(board, below)
            return board.result()
        if exhausted(model, STATES):
            return JointResult(Status.UNSOLVABLE_PROVEN,
                               message="all states that can be reached were looked at")
        bound = Thread(target=_bound, args=(board, model, below), daemon=True)
        if not request.anyhow:
            bound.start()
        if not request.anyhow and _ascend(board, below, EARLY):
            board.close()
            _polish(board, below)
            return board.result()
        lists = Thread(target=_improve, args=(board, model), daemon=True)
        lists.start()
        _from_both_sides(board, model, below)
        lists.join(PATIENCE_S)
        return board.result()


def _bound(board: Board, model: Model, below: Horizons) -> None:
    """Raise the bound by the linear programme; a shorter horizon is not looked at any further."""
    board.raised(flow_bound(model, board.request.deadline))
    below.pass_by(board.lower)


def _improve(board: Board, model: Model) -> None:
    """Look for plans by lists; a solver that is interrupted while it is made ends the thread."""
    try:
        improve(board, model)
    except LimitError:
        return


def _from_both_sides(board: Board, model: Model, below: Horizons) -> None:
    """Grow the horizon in this thread, shrink it in another, each with a solver of its own."""
    above = Horizons(model, below.template)  # freed with the thread, which may end a little later
    board.watch(above)
    above.forbid(board.request.forbid.items(), board.request.deadline)
    other = Thread(target=_descend, args=(board, above), daemon=True)
    other.start()
    board.first.wait(ALONE * max(0.0, board.left()))
    _ascend(board, below)
    if board.plan is None or board.lower < len(board.plan):
        other.join(max(0.0, board.left()))
    board.close()
    other.join(PATIENCE_S)
    if not other.is_alive():
        _polish(board, below)


def _polish(board: Board, below: Horizons) -> None:
    """Make the plan better where this does not change its length."""
    if board.plan is not None and board.how:
        finder = board.finder or below
        finder.resume()
        if board.request.price is not None and not board.request.forbid:
            plan, proven = cheapest(finder, board.plan, board.request.price, board.request.deadline)
            board.how += ", no cheaper plan of as few steps" if proven else ""
            plan = plan.tidy((), {}, board.request.deadline)
        else:
            plan = polished(finder, board.plan, board.request)
        board.better(plan)


def _ascend(board: Board, horizons: Horizons, effort: int = -1) -> bool:
    """Refute one horizon after the other; return whether a plan was found.

    It is the shortest one, unless any will do: then what is not settled quickly is passed over.
    ``effort`` limits the conflicts of all horizons together (of each one where any plan will do),
    and then the clauses, too.
    """
    steps, left, begun = 0, effort, horizons.conflicts()
    while not board.closed.is_set():
        steps = max(steps, board.lower)
        if effort >= 0 and steps * len(horizons.template.step) > CLAUSES:
            return False
        answer = horizons.solve(steps, board.request.deadline, conflicts=left)
        if answer:
            board.found(horizons.plan(steps), "SAT, growing horizon", horizons)
            return True
        if effort >= 0 and not board.request.anyhow:
            left = effort - (horizons.conflicts() - begun)
        if answer is False:
            board.raised(steps + 1)
        elif steps < board.lower:
            continue
        elif not (effort >= 0 and board.request.anyhow) or board.left() <= 0:
            return False
        if effort >= 0 and left <= 0:
            return False
        steps += 1
    return board.plan is not None


def _descend(board: Board, horizons: Horizons) -> None:
    """Find plans from a horizon that is surely long enough downwards."""
    steps = max(board.lower + 1, ceil(FIRST * board.lower))
    while board.plan is None and not board.closed.is_set() and board.left() > 0:
        steps = max(steps, board.lower)
        if _try(board, horizons, steps, SLICE) is not True:
            steps = max(steps + 1, ceil(FIRST * steps))
    while board.plan is not None and not board.closed.is_set() and board.left() > 0:
        middle = (board.lower + len(board.plan) - 1) // 2
        if middle >= len(board.plan) - 1 or _try(board, horizons, middle, SLICE) is None:
            if _try(board, horizons, len(board.plan) - 1, 1.0) is None:
                return


def _try(board: Board, horizons: Horizons, steps: int, share: float) -> bool | None:
    """Ask for a plan of a given length within a share of the time left."""
    answer = horizons.solve(steps, time.monotonic() + share * max(0.0, board.left()))
    if answer:
        board.found(horizons.plan(steps), "SAT, shrinking horizon", horizons)
    elif answer is False:
        board.raised(steps + 1)
    return answer


def prepared(
    grounding: Grounding, goal: Clauses, request: Request
) -> tuple[Model, int] | str:
    """Return the model and a first lower bound, or why there is no plan at all."""
    true = frozenset(grounding.number[atom] for atom in request.task.problem.init)
    wanted = {action for _, action in (*request.prefer, *request.commit)}
    operators = specialised(grounding, true)
    used = range(1, len(grounding.atoms) + 1)
    operators, level = reachable(operators, true, used)
    levels = [min((level[x] for x in clause if x in level), default=-1) for clause in goal]
    if -1 in levels:
        return "part of the goal can never hold, whatever is done"
    operators = pruned(operators, goal, wanted)
    model = build(operators, grounding.groups, true, goal, len(request.agents))
    if any(len({clause[0] for clause in goal if len(clause) == 1} & set(v.atoms)) > 1
           for v in model.variables):
        return "the goal contradicts itself: two of its facts never hold at once"
    return model, max(levels, default=0)
