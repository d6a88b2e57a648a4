"""A first plan by list scheduling, then a better one in neighbourhoods of it.

The robot that is free first plans alone, by SAT over few steps, for the part of the goal it can
reach soonest; what all do one after the other is packed into joint steps. Then a step less is asked
for, with the moves of the plan and those that serve some parts of the goal, by whichever robot.
Refuting so few moves proves nothing. Effort is counted in conflicts, so a busy machine does not
change what is found, only how far it comes.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from planner.engines.joint.check import problems
from planner.engines.joint.encoding.horizons import Horizons, JointSteps
from planner.engines.joint.grounding.model import Model, Move
from planner.engines.joint.search.board import Board
from planner.plan import Step

SEGMENT = 16
"""Steps in which one robot must reach a further part of the goal."""
TOGETHER = 2
"""Robots that plan for a part of the goal together where none can reach it alone."""
CONFLICTS = 2000
"""Of an attempt in a neighbourhood of the first list; as many more with each further list."""
PARTS = 4
"""Parts of the goal that a first neighbourhood is about; doubled when all fail."""
SLACK = 2
"""Steps by which other moves of the plan may be made earlier or later at first."""
WORSE = 2
"""Steps by which a further list may be longer than the best plan to be worth shortening."""
TRIES = 10
"""Neighbourhoods of a size."""

Key = tuple[str, ...]
"""A move whoever makes it: the action's name and objects, ``?`` for robots, ``*`` for sources."""
Clause = tuple[int, ...]


def improve(board: Board, model: Model) -> None:
    """Find plans and shorten them until the bound is met or time is up."""
    lists, rng = _Lists(model, board), random.Random(0)
    sequence = lists.sequence()
    if sequence is None or board.request.forbid:
        return
    conflicts = CONFLICTS
    while not board.over:
        if sequence is not None:
            steps = packed(model, sequence)
            if problems(board.request.task, steps, board.request.agents):
                return
            board.found(steps, "list scheduling", None)
            if board.plan is not None and len(steps) <= len(board.plan) + WORSE:
                _shorten(board, model, lists, steps, conflicts, rng)
        sequence, conflicts = lists.sequence(rng), conflicts + CONFLICTS


class _Lists:
    """What is done one after the other, and for which parts of the goal."""

    def __init__(self, model: Model, board: Board) -> None:
        self.model, self.board = model, board
        self.solvers: dict[tuple[int, ...], Horizons] = {}
        self.keys = [_key(move, board.request.agents) for move in model.moves]
        self.serves: dict[Key, set[Clause]] = {}

    def sequence(self, rng: random.Random | None = None) -> list[tuple[int, Step]] | None:
        """Return moves that reach the goal one after the other, None where no robot gets on.

        With ``rng`` any half of what is open will do for the next robot, not only the nearest.
        """
        state, done = self.model.true, list[tuple[int, Step]]()
        free = dict.fromkeys(range(self.model.agents), 0)
        was = {clause for clause in self.model.goal if _holds(clause, state)}
        clock = _Clock(self.model)
        for _ in range(3 * len(self.model.goal)):
            open_ = [c for c in self.model.goal if not _holds(c, state)]
            if not open_ or self.board.over:
                return done if not open_ else None
            keep = [c for c in self.model.goal if _holds(c, state) and c not in was]
            some = rng.sample(open_, (len(open_) + 1) // 2) if rng else open_
            for team in self._teams(free):
                found = self._segment(team, state, some, keep)
                if found is not None:
                    break
            else:
                if not was:
                    return None
                was = set()
                continue
            segment, state = found
            done += segment
            for k, _ in segment:
                at = clock.place(self.model.moves[k])
                free |= dict.fromkeys(self.model.moves[k].agents, at + 1)
            reached = {c for c in open_ if _holds(c, state)}
            for k, _ in segment:
                self.serves.setdefault(self.keys[k], set()).update(reached)
        return None

    def _teams(self, free: dict[int, int]) -> Iterator[tuple[int, ...]]:
        """Yield robots alone, then pairs, those that are free first before others."""
        order = sorted(free, key=lambda agent: (free[agent], agent))
        for size in range(1, TOGETHER + 1):
            yield from combinations(order, size)

    def _segment(
        self, team: tuple[int, ...], state: frozenset[int], open_: Sequence[Clause],
        keep: Sequence[Clause],
    ) -> tuple[list[tuple[int, Step]], frozenset[int]] | None:
        """Return a team's shortest way to one more part of the goal, and where it ends."""
        horizons = self._solver(team)
        value, at = horizons.template.value, horizons.template.at
        now = [n if atom in state else -n for atom, n in value.items()]
        for steps in range(1, SEGMENT + 1):
            if not horizons.extend(steps, self.board.request.deadline):
                return None
            wanted = [[at(value[x] if x > 0 else -value[-x], steps) for x in clause]
                      for clause in keep]
            if any(len(clause) > 1 for clause in wanted):
                wanted = [[horizons.either(clause, SEGMENT)] for clause in wanted]
            some = horizons.either([at(value[x] if x > 0 else -value[-x], steps)
                                    for clause in open_ for x in clause], SEGMENT)
            if horizons.ask([*now, *(clause[0] for clause in wanted), some],
                            self.board.request.deadline):
                moves = [move for layer in range(steps) for move in horizons.moves(layer)]
                after = frozenset(a for a, n in value.items() if horizons.holds(n, steps))
                numbers = self._numbers(team)
                return [(numbers[k], action) for k, action in moves], after
        return None

    def _numbers(self, team: tuple[int, ...]) -> list[int]:
        return [k for k, move in enumerate(self.model.moves) if set(move.agents) <= set(team)]

    def _solver(self, team: tuple[int, ...]) -> Horizons:
        team = tuple(sorted(team))
        if team not in self.solvers:
            own = tuple(self.model.moves[k] for k in self._numbers(team))
            self.solvers[team] = Horizons(replace(self.model, moves=own), start=False)
            self.board.watch(self.solvers[team])
        return self.solvers[team]


def _holds(clause: Clause, state: frozenset[int]) -> bool:
    return any((x > 0) == (abs(x) in state) for x in clause)


class _Clock:
    """The earliest joint step of each move of a sequence: after what it depends on."""

    def __init__(self, model: Model) -> None:
        self.of = {atom: v for v, variable in enumerate(model.variables) for atom in variable.atoms}
        self.read: dict[object, int] = {}
        self.written: dict[object, int] = {}

    def place(self, move: Move) -> int:
        """Return the step of the next move of the sequence."""
        reads = {self.of[abs(x)] for x in (*move.needs, *(q for q, _ in move.sources if q), *(
            x for e in move.effects for x in e.condition))}
        writes = {self.of[abs(e.literal)] for e in move.effects}
        busy = {("robot", agent) for agent in move.agents}
        at = max((1 + self.written.get(v, -1) for v in (*reads, *writes, *busy)), default=0)
        at = max(at, *(1 + self.read.get(v, -1) for v in writes), 0) if writes else at
        for v in reads:
            self.read[v] = max(at, self.read.get(v, -1))
        for x in (*writes, *busy):
            self.written[x] = at
        return at


def packed(model: Model, sequence: Iterable[tuple[int, Step]]) -> JointSteps:
    """Return what is done one after the other in joint steps, each action as early as it goes."""
    clock, steps = _Clock(model), list[list[Step]]()
    for k, action in sequence:
        at = clock.place(model.moves[k])
        steps += [[] for _ in range(at + 1 - len(steps))]
        steps[at].append(action)
    return tuple(map(tuple, steps))


def _key(move: Move, robots: Collection[str]) -> Key:
    rows = [(action.name, *action.arguments) for _, action in move.sources]
    bare = [words[0] if len(set(words)) == 1 else "*" for words in zip(*rows, strict=False)]
    return tuple("?" if word in robots else word for word in bare)


def _shorten(
    board: Board, model: Model, lists: _Lists, plan: JointSteps, conflicts: int,
    rng: random.Random,
) -> None:
    """Ask for a step less with few moves, again and again, until all neighbourhoods fail."""
    serve = [lists.serves.get(key, set()) for key in lists.keys]
    of: dict[Step, list[int]] = {}
    for k, move in enumerate(model.moves):
        for action in move.actions():
            of.setdefault(action, []).append(k)
    goals, size, slack, tries = list(model.goal), PARTS, SLACK, 0
    while not board.over:
        own: dict[int, set[int]] = {}
        for layer, step in enumerate(plan):
            for k in (k for action in step for k in of.get(action, ())):
                own.setdefault(k, set()).update(range(layer - slack - 1, layer + slack + 1))
        chosen = set(rng.sample(goals, min(size, len(goals))))
        when = {k: None if serve[k] & chosen else own[k] for k in range(len(model.moves))
                if k in own or serve[k] & chosen}
        better = _found(board, model, when, len(plan) - 1, conflicts)
        tries += 1
        if better is not None:
            plan, size, slack, tries = better, PARTS, SLACK, 0
        elif size >= len(goals):
            return
        elif tries >= TRIES:
            size, slack, tries = min(len(goals), 2 * size), 2 * slack, 0


def _found(
    board: Board, model: Model, when: Mapping[int, set[int] | None], steps: int, conflicts: int
) -> JointSteps | None:
    """Ask for a plan of a given length with these moves alone, each in its layers (None: any)."""
    part = replace(model, moves=tuple(model.moves[k] for k in when))
    with Horizons(part) as horizons:
        board.watch(horizons)
        found = None
        if horizons.extend(steps, board.request.deadline):
            horizons.only(list(when.values()))
            if horizons.solve(steps, board.request.deadline, conflicts=conflicts):
                found = horizons.plan(steps)
                board.found(found, "list scheduling, then SAT around it", None)
        board.forget(horizons)
    return found
