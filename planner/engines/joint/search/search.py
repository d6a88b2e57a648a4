"""From a grounding to the shortest joint plan: from below, from above, until the two meet."""

from __future__ import annotations

from math import ceil
from threading import Thread

from planner.engines.joint.encoding.costs import cheapest
from planner.engines.joint.encoding.horizons import Horizons
from planner.engines.joint.encoding.polish import polished
from planner.engines.joint.grounding.ground import Clauses, Grounding
from planner.engines.joint.grounding.model import Model, build
from planner.engines.joint.grounding.relaxation import reachable
from planner.engines.joint.plan import JointResult, Request
from planner.engines.joint.search.board import Board
from planner.engines.joint.search.bound import flow_bound
from planner.engines.joint.search.exhaust import exhausted
from planner.engines.joint.search.lists import improve
from planner.engines.outcome import Status
from planner.errors import LimitError

QUICK = 3000
"""Conflicts of the horizons grown from the first bound before anything dearer is tried …"""
EARLY = 20_000
"""… and with the linear programme beside it, before plans are looked for from above …"""
CLAUSES = 150_000
"""… while there are no more clauses: effort, not time, so that a busy machine finds the same."""
FIRST = 1.6
"""The first long horizon by the lower bound; it grows by as much, and so do its conflicts."""
PATIENCE_S = 0.2
"""With the other thread, which ends at once unless it is making clauses."""
LOOKS = 1_500_000
"""Moves looked at in an attempt to show that there is no plan."""


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
    with Horizons(model) as below:
        board.watch(below)
        below.forbid(request.forbid.items(), request.deadline)
        if _ascend(board, below, QUICK):
            _polish(board, below)
            return board.result()
        if exhausted(model, LOOKS):
            return JointResult(Status.UNSOLVABLE_PROVEN,
                               message="all states that can be reached were looked at")
        bound = Thread(target=_bound, args=(board, model, below), daemon=True)
        if not request.anyhow:
            bound.start()
        if not request.anyhow and _ascend(board, below, EARLY):
            board.close()
            _polish(board, below)
            return board.result()
        above = Thread(target=_from_above, args=(board, model, below), daemon=True)
        above.start()
        _ascend(board, below)
        if board.plan is None or board.lower < len(board.plan):
            above.join(max(0.0, request.deadline.left))
        board.close()
        above.join(PATIENCE_S)
        if not above.is_alive():
            _polish(board, below)
        return board.result()


def _bound(board: Board, model: Model, below: Horizons) -> None:
    """Raise the bound by the linear programme; a shorter horizon is not looked at any further."""
    board.raised(flow_bound(model, board.request.deadline))
    below.pass_by(board.lower)


def _from_above(board: Board, model: Model, below: Horizons) -> None:
    """Find plans by lists; where these find none, in horizons that are surely long enough.

    A solver that is interrupted while it is made ends the thread.
    """
    try:
        improve(board, model)
        above = Horizons(model, below.template)  # freed with the thread, which may end later
        board.watch(above)
        above.forbid(board.request.forbid.items(), board.request.deadline)
    except LimitError:
        return
    steps, conflicts = board.lower, EARLY
    while board.plan is None and not board.over:
        steps, conflicts = max(steps + 1, ceil(FIRST * steps)), ceil(FIRST * conflicts)
        if above.solve(steps, board.request.deadline, conflicts=conflicts):
            board.found(above.plan(steps), "SAT, long horizon", above)


def _polish(board: Board, below: Horizons) -> None:
    """Make the plan better where this does not change its length."""
    if board.plan is not None:
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
        elif not (effort >= 0 and board.request.anyhow) or board.request.deadline.over:
            return False
        if effort >= 0 and left <= 0:
            return False
        steps += 1
    return board.plan is not None


def prepared(grounding: Grounding, goal: Clauses, request: Request) -> tuple[Model, int] | str:
    """Return the model and a first lower bound, or why there is no plan at all."""
    true = frozenset(grounding.number[atom] for atom in request.task.problem.init)
    operators, level = reachable(grounding, request.task.problem.init)
    levels = [min((level[x] for x in clause if x in level), default=-1) for clause in goal]
    if -1 in levels:
        return "part of the goal can never hold, whatever is done"
    model = build(operators, grounding.groups, true, goal, len(request.agents))
    if any(len({clause[0] for clause in goal if len(clause) == 1} & set(v.atoms)) > 1
           for v in model.variables):
        return "the goal contradicts itself: two of its facts never hold at once"
    return model, max(levels, default=0)
