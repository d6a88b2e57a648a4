"""A joint plan under way: what is done, what each robot is doing, what is to come.

Robots need not keep step: an action begins as soon as its robots are free, it fits, and nothing
that was planned before it and is not done yet touches the same facts. Where each action takes
one step this is the joint plan as it was planned, or quicker.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from planner.execution.actor.contract import GroundAction, JointSteps
from planner.execution.actor.model import NUMBERS, Facts, Model


@dataclass
class Course:
    """A plan, the facts its done actions should have led to, and where each robot is in it."""

    model: Model
    facts: Facts
    todo: list[tuple[GroundAction, ...]]
    doing: dict[GroundAction, tuple[Facts, Facts]] = field(default_factory=dict)

    @property
    def left(self) -> JointSteps:
        """Return what is not done yet, as joint steps from now on."""
        return (tuple(self.doing), *self.todo) if self.doing else tuple(self.todo)

    def settle(self, believed: Facts) -> list[GroundAction]:
        """Enter the actions whose effects are believed; return those that are not done."""
        for action, (adds, deletes) in list(self.doing.items()):
            if adds <= believed and not deletes & believed:
                del self.doing[action]
                self.facts = (self.facts - deletes) | adds
        return list(self.doing)

    def differs(self, believed: Facts) -> Facts:
        """Return the facts that are not as predicted; what is under way may be on its way.

        An action that changes where a robot is may lead past other places, and the like.
        """
        open_ = {(name, words[:1]) for adds, deletes in self.doing.values()
                 for name, words in adds | deletes if words}
        return frozenset(a for a in self.facts ^ believed if (a[0], a[1][:1]) not in open_)

    def begin(self) -> None:
        """Begin whatever can begin now."""
        touches = cache(self._touches)

        def fits(action: GroundAction) -> bool:
            """Say whether it may go before all earlier ones; conservative where effects depend."""
            if self.model.after(self.facts, action) is None:
                return False
            reads, writes = touches(action)
            return not any(writes & (read | written) or written & reads
                           for read, written in map(touches, before))

        held = frozenset[str]().union(*(self.model.who(a) for a in self.doing))
        before, rest = list(self.doing), []
        for step in self.todo:
            kept = tuple(a for a in step if self.model.who(a) & held or not fits(a))
            for action in step:
                held |= self.model.who(action)
                if action not in kept:
                    self.doing[action] = self.model.effects(self.facts, action)
            before += step
            rest.append(kept)
        self.todo = [step for step in rest if step]

    def _touches(self, action: GroundAction) -> tuple[Facts, Facts]:
        adds, deletes = self.doing.get(action) or self.model.effects(self.facts, action)
        writes = adds | deletes
        return self.model.reads(action), writes | {NUMBERS for a in writes if a[0] == NUMBERS[0]}

