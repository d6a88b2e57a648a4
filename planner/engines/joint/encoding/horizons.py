"""An incremental SAT solver over growing horizons; every call ends at its deadline.

Glucose 4.2.1 by way of python-sat: it can be interrupted while it works, and it may be passed on
with a project under a permissive licence (MIT terms for the sequential solver).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from planner.engines.joint.deadline import NEVER, Deadline, asked
from planner.engines.joint.encoding.template import Template, encode
from planner.engines.joint.grounding.model import Model
from planner.errors import LimitError
from planner.plan import Step

JointSteps = tuple[tuple[Step, ...], ...]
SOLVER = "glucose42"


class Horizons:
    """The model unrolled so far; asks whether the goal can hold after a number of steps.

    Without ``start`` the initial state is left open.
    """

    def __init__(self, model: Model, template: Template | None = None, *, start: bool = True
                 ) -> None:
        from pysat.solvers import Solver

        self.model = model
        self.template = encode(model) if template is None else template
        self.solver: Any = Solver(SOLVER, incr=False)
        self.length = -1
        self.free = 0
        self.stopped = False
        self.asked = 0
        self.found: Sequence[int] = ()
        self._state(0)
        if start:
            self.solver.append_formula([[n if atom in model.true else -n]
                                        for atom, n in self.template.value.items()])

    def __enter__(self) -> Horizons:
        return self

    def __exit__(self, *error: object) -> None:
        self.solver.delete()

    def _state(self, layer: int) -> None:
        self.solver.append_formula(self.template.clauses(layer, step=False))
        self.length = layer

    def extend(self, steps: int, deadline: Deadline = NEVER) -> bool:
        """Unroll up to ``steps``; False where time is up before."""
        while self.length < steps:
            if deadline.over or self.stopped:
                return False
            self.solver.append_formula(self.template.clauses(self.length, step=True))
            self._state(self.length + 1)
        return True

    def stop(self) -> None:
        """End the call that is being made, from another thread, and all further ones."""
        self.stopped = True
        self.solver.interrupt()

    def pass_by(self, steps: int) -> None:
        """End the call that is being made, from another thread, if it is about fewer steps."""
        if self.asked < steps and not self.stopped:
            self.solver.interrupt()

    def conflicts(self) -> int:
        """Return how many conflicts there were so far."""
        return int(self.solver.accum_stats()["conflicts"])

    def resume(self) -> None:
        """Take calls again."""
        self.stopped = False
        self.solver.clear_interrupt()

    def forbid(self, banned: Iterable[tuple[Step, int]], deadline: Deadline) -> None:
        """Keep actions from being done before a step."""
        until = {action: steps for action, steps in banned if steps > 0}
        if not self.extend(max(until.values(), default=0), deadline):
            raise LimitError("the horizon of what is forbidden is too long for the time limit")
        for k, move in enumerate(self.model.moves):
            for source, action in move.sources:
                for layer in range(until.get(action, 0)):
                    clause = [-self.template.at(self.template.move + k, layer)]
                    if source:
                        clause.append(-self.template.at(self.template.value[source], layer))
                    self.solver.add_clause(clause)

    def only(self, when: Sequence[Collection[int] | None]) -> None:
        """Keep each move to the layers that are listed for it (None: any) of those there are."""
        for k, layers in enumerate(when):
            others = set(range(self.length)).difference(layers) if layers is not None else ()
            for layer in others:
                self.solver.add_clause([-self.template.at(self.template.move + k, layer)])

    def solve(self, steps: int, deadline: Deadline, extra: Sequence[int] = (), conflicts: int = -1
              ) -> bool | None:
        """Say whether the goal can hold after ``steps``.

        None where the time, or the number of ``conflicts`` if there is one, is up before.
        """
        if not self.extend(steps, deadline):
            return None
        self.asked = steps
        return self.ask([self.template.at(self.template.goal, steps), *extra], deadline, conflicts)

    def ask(self, assumptions: list[int], deadline: Deadline, conflicts: int = -1) -> bool | None:
        """Say whether these literals can hold together in the layers there are."""
        if deadline.over or self.stopped:
            return None
        answer = asked(self.solver, assumptions, deadline, conflicts)
        if not self.stopped:
            self.solver.clear_interrupt()
        if answer:
            self.found = self.solver.get_model()
        return answer

    def doing(self, action: Step, layers: Iterable[int]) -> int | None:
        """Return a literal that means that the action is done in one of the layers.

        None where no move is that action. To be asked for when no further layer will follow.
        """
        literals = [self.template.at(self.template.move + k, layer)
                    for k, move in enumerate(self.model.moves)
                    if action in move.actions() for layer in layers
                    if not move.merged or layer or self._now(k, action)]
        return self.either(literals, self.length) if literals else None

    def either(self, literals: Sequence[int], last: int) -> int:
        """Return a literal that means that one of these holds; no layer goes beyond ``last``."""
        self.free += 1
        fresh = self.template.size * (last + 1) + self.free
        self.solver.add_clause([-fresh, *literals])
        return fresh

    def top(self) -> int:
        """Return the highest number in use; no further layer may follow whoever goes beyond it."""
        return self.template.size * (self.length + 1) + self.free

    def counter(self, literals: Sequence[int], most: int) -> list[int]:
        """Return literals of which number k is false only where at most k of ``literals`` hold.

        They count up to ``most``; assuming that one is false limits the count.
        """
        from pysat.card import ITotalizer

        total = ITotalizer(lits=list(literals), ubound=min(most, len(literals)), top_id=self.top())
        self.solver.append_formula(total.cnf.clauses)
        self.free += max(0, total.top_id - self.top())
        outputs: list[int] = list(total.rhs)
        total.delete()
        return outputs

    def _now(self, k: int, action: Step) -> bool:
        return any(a == action and q in self.model.true for q, a in self.model.moves[k].sources)

    def holds(self, literal: int, layer: int) -> bool:
        """Say whether a positive literal of the template is true in what was found."""
        return self.found[self.template.at(literal, layer) - 1] > 0

    def plan(self, steps: int) -> JointSteps:
        """Return the plan that was found last."""
        return tuple(tuple(action for _, action in self.moves(layer)) for layer in range(steps))

    def moves(self, layer: int) -> Iterable[tuple[int, Step]]:
        """Yield the moves made in a layer of what was found last, with their actions."""
        begin = self.template.at(self.template.move, layer) - 1
        for k, move in enumerate(self.model.moves):
            if self.found[begin + k] > 0:
                yield k, next(action for source, action in move.sources
                              if not source or self.holds(self.template.value[source], layer))
