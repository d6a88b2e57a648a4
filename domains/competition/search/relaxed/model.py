"""The relaxation as a whole: an upper bound, and the tasks and constraints that reach it.

Every plan gives the variables values that satisfy the model, at no higher cost than its own: the
optimum bounds what any plan can be worth. What the model leaves out is mostly the order in which
things happen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

import networkx as nx

from domains.competition.search.goals import Goals
from domains.competition.search.layout import HAND, PLATE, Layout
from domains.competition.search.literals import Test, sort_literal, unary_truth
from domains.competition.search.relaxed.movables import Movables
from domains.competition.search.relaxed.skeleton import Skeleton, Term
from domains.competition.search.truths import Rules
from domains.competition.world.scoring import CONSTRAINT_POINTS, TASK_POINTS

_LOOK_S = 0.1
"""Seconds between two looks at whether to stop."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A solution: indices of the tasks done and the constraints kept.

    No plan is worth more than ``bound``, neither with these rewards nor with others.
    """

    tasks: frozenset[int]
    constraints: frozenset[int]
    bound: int


Answer = Choice | Literal["none", "unknown"]
"""The best choice; that there is none is proven, or that the time was too short to find any."""


class Relaxation:
    """The model of one problem; see :func:`~..planning.fits` for what it can say.

    ``work`` is the deterministic time its solver has taken so far.
    """

    def __init__(self, layout: Layout) -> None:
        self._skeleton = Skeleton(layout)
        self._things = Movables(self._skeleton)
        rules = layout.found.constraints
        self._kept = [self._skeleton.bool(f"kept{j}") for j in range(len(rules))]
        self._keep(Rules(layout))
        self._alike: dict[frozenset[Test], Term] = {}
        self._done = [self._task(tests) for tests in Goals(layout).tests]
        self.work = 0.0
        model = self._skeleton.model
        for kept in self._kept:
            model.add_bool_or([~kept, *self._done])
        self._worth = (TASK_POINTS * sum(self._done) + CONSTRAINT_POINTS * sum(self._kept)
                       - sum(self._skeleton.cost))
        model.maximize(self._worth)

    def best(
        self, floor: int, *, most: float | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """Return the best choice worth more than ``floor``.

        At most as much ``work`` is done as given; ``stop`` is asked now and then and ends it early.
        """
        ends = inf if most is None else self.work + most
        while True:
            found, value = self._solve(floor, ends - self.work, stop)
            if value is None or not self._cut(value):
                return found
            if ends <= self.work or stop():
                return "unknown"

    def _solve(
        self, floor: int, most: float, stop: Callable[[], bool]
    ) -> tuple[Answer, Callable[[Term], int] | None]:
        """Return a choice and the values of its solution."""
        from ortools.sat.python import cp_model

        model = self._skeleton.model.clone()
        model.add(self._worth >= floor + 1)
        solver = cp_model.CpSolver()
        solver.parameters.catch_sigint_signal = False  # it would take Ctrl-C from Python
        solver.parameters.max_deterministic_time = max(most, 0.01)
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.max_presolve_iterations = 1
        solver.parameters.search_branching = cp_model.LP_SEARCH
        status = _stoppable(solver, model, stop)
        self.work += solver.response_proto.deterministic_time
        if status == cp_model.INFEASIBLE:
            return "none", None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return "unknown", None
        choice = Choice(
            frozenset(n for n, done in enumerate(self._done) if solver.value(done)),
            frozenset(j for j, kept in enumerate(self._kept) if solver.value(kept)),
            int(solver.best_objective_bound + 1e-6),
        )
        return choice, solver.value

    def _cut(self, value: Callable[[Term], int]) -> bool:
        """Add the cuts that a solution breaks; tell whether there was any.

        What comes after something else needs a way from there over the robot's legs. The legs alone
        do not know their order: a place that is only visited before a thing is fetched cannot be
        where the thing is put. Nothing is put down after a last leg with a full hand, and nothing
        fetched before a first one: these legs are not ways for others.
        """
        travelled, things = self._skeleton.legs.travelled, self._things.all
        full = [((thing.place, q), literal) for thing in things for q, literal in
                (thing.straight if thing.source[0] == "hand" else thing.last).items()]
        taken = [leg for leg, literal in full if value(literal)]
        links: nx.DiGraph[int] = nx.DiGraph()
        links.add_nodes_from(self._skeleton.places)
        links.add_edges_from(
            leg for leg, count in travelled.items() if value(count) > taken.count(leg))
        broken = False
        for thing in things:
            if thing.place < 0 or thing.begins_carried or not value(thing.away):
                continue
            near = {thing.place, *nx.descendants(links, thing.place)}
            outside = [v for end, v in thing.static().items() if thing.place_of(end) not in near]
            if any(value(literal) for literal in outside):
                broken = True
                ways = sum(n for (p, q), n in travelled.items() if p in near and q not in near)
                useless = sum(x for (p, q), x in full if p in near and q not in near)
                self._skeleton.model.add(ways - useless >= sum(outside))
        return broken

    def exclude(self, choice: Choice) -> None:
        """Demand a task or constraint that is not in a choice."""
        others = [x for n, x in enumerate(self._done) if n not in choice.tasks]
        others += [x for j, x in enumerate(self._kept) if j not in choice.constraints]
        self._skeleton.model.add_bool_or(others)

    def _task(self, tests: Sequence[Test]) -> Term:
        """Return the literal of a task; equal tasks share one."""
        key = frozenset(tests)
        if key not in self._alike:
            done = self._alike[key] = self._skeleton.bool(f"done{len(self._alike)}")
            for test in tests:
                self._demand(done, test, wanted=True)
        return self._alike[key]

    def _keep(self, rules: Rules) -> None:
        """Say which constraints can be kept, by the end and by what is carried on the way.

        They are checked after every action, not at the start: the first action may still repair
        what is bad there. So nothing is concluded from the initial state alone.
        """
        skeleton, layout = self._skeleton, self._skeleton.layout
        lost = skeleton.state >> layout.lost_at
        for j, kept in enumerate(self._kept):
            if lost >> j & 1:
                skeleton.model.add(kept == 0)
            for bad in layout.found.constraints[j].literals:
                self._demand(kept, sort_literal(layout, bad), wanted=False)
        for p in skeleton.places:
            self._lose(rules.at_place[p], skeleton.legs.entered[p])
        for door, (closed, opened) in zip(skeleton.doors, rules.by_door, strict=True):
            self._lose(opened, door.opening)
            self._lose(closed, door.closing)
        for thing in self._things.all:
            for place, literal in thing.in_hand():
                self._lose(rules.by(thing.index, 1 << place, 0, HAND), literal)
            for test, bit in rules.unary[thing.index]:
                self._lose(bit * (test.form == "plate"), thing.plated)

    def _lose(self, mask: int, literal: Term) -> None:
        """Say that a literal breaks the constraints of a mask."""
        for j, kept in enumerate(self._kept):
            if mask >> j & 1:
                self._skeleton.model.add_implication(literal, ~kept)

    def _demand(self, reward: Term, test: Test, *, wanted: bool) -> None:
        """Let a literal hold only if a test may be true at the end, or (not ``wanted``) false."""
        model, legs = self._skeleton.model, self._skeleton.legs
        match test.kind:
            case "constant":
                if test.value != wanted:
                    model.add(reward == 0)
            case "robot":
                for p, end in enumerate(legs.ends):
                    if bool(test.mask >> p & 1) != wanted:
                        model.add_implication(reward, ~end)
            case "door":
                final = self._skeleton.doors[test.first].final
                model.add_implication(reward, final if test.value == wanted else ~final)
            case "unary":
                self._demand_end(reward, test, wanted)
            case "meeting":
                self._demand_meeting(reward, test, legs.ends, wanted)
            case _:
                self._demand_meeting(reward, test, self._things.all[test.second].stands, wanted)

    def _demand_end(self, reward: Term, test: Test, wanted: bool) -> None:
        model, legs = self._skeleton.model, self._skeleton.legs
        for (kind, where), literal in self._things.all[test.first].ends.items():
            if kind in ("hand", "plate"):
                carried = HAND if kind == "hand" else PLATE
                for p, end in enumerate(legs.ends):
                    if unary_truth(test.form, test.mask, 1 << p, 0, carried) != wanted:
                        model.add_bool_or([~reward, ~literal, ~end])
                continue
            at = 1 << where if kind == "at" else 0
            inside = 1 << where if kind == "in" else 0
            if unary_truth(test.form, test.mask, at, inside, 0) != wanted:
                model.add_implication(reward, ~literal)

    def _demand_meeting(
        self, reward: Term, test: Test, others: Sequence[Term], wanted: bool
    ) -> None:
        """Let a thing end where another one, or the robot, ends (``others``, by place), or not."""
        model, thing = self._skeleton.model, self._things.all[test.first]
        if (test.form == "apart") == wanted:
            stands = thing.stands if test.form != "beside" else [
                thing.ends["at", p] for p in self._skeleton.places]
            for here, other in zip(stands, others, strict=True):
                model.add_bool_or([~reward, ~here, ~other])
            return
        if test.form == "beside":
            model.add_implication(reward, ~thing.carried)
        for here, other in zip(thing.stands, others, strict=True):
            model.add_bool_or([~reward, ~here, other])
            model.add_bool_or([~reward, here, ~other])
        for (kind, _), literal in thing.ends.items():
            if kind in ("in", "lost"):
                model.add_implication(reward, ~literal)


def _stoppable(solver: Any, model: Any, stop: Callable[[], bool]) -> Any:
    """Solve on a thread, so that an interrupt arrives here meanwhile."""
    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(solver.solve, model)
        try:
            while not wait([solving], _LOOK_S).done:
                if stop():
                    solver.stop_search()
        finally:
            solver.stop_search()
        return solving.result()
