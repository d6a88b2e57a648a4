"""The referee: the platform's world, its answers and its score (specification §4–8).

============  ====================================================================
agents        one robot
actions       lines of the stdio protocol: ``Move 4``, ``PutIn 3 5``, ``AskLoc 3``, ``Sense``
observations  the reply line: ``1``/``0``, ``at(n,l)``, ``inside(n,c)``, ``not_known``, empty,
              or object numbers separated by blanks; ``?`` for what is not an action
history       constraints once broken stay broken
============  ====================================================================

It is independent of ``domain.pddl``; tests compare the two.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from domains.competition.world.actions import Action, read_action
from domains.competition.world.model import Instruction, World
from domains.competition.world.scoring import (
    CONSTRAINT_POINTS,
    TASK_POINTS,
    TIME_LIMIT_S,
    ConstraintVerdict,
    Ground,
    Score,
    TaskVerdict,
    breaks,
    ground,
    holds,
    time_bonus,
)
from domains.competition.world.state import apply, derive, sensed

P_TRUTH = 0.6
P_NOT_KNOWN = 0.1


class Referee:
    """Run one problem: answer actions, watch constraints, count points; ``world`` is as it is now.

    With ``lies`` answers of ``AskLoc`` are drawn, by ``seed``. The initial state is
    not checked against constraints; only successful physical actions are.
    """

    def __init__(
        self, true_world: World, instructions: Sequence[Instruction], lies: bool = False,
        seed: int = 0,
    ) -> None:
        self.world = true_world
        self.log: list[tuple[str, str]] = []
        self.cost = 0
        self._lies = lies
        self._rng = random.Random(seed)
        boxes = sorted(true_world.declared_containers)
        self._wrong = [*(("at", place) for _, place in sorted(true_world.at)),
                       *(("inside", box) for box in boxes)]  # drawn with repetition, §5.2
        items = ground(true_world, instructions)
        self._tasks = [g for g in items if g.item.kind == "task"]
        self._constraints = [g for g in items if g.item.kind != "task"]
        self._broken: dict[int, int] = {}

    def act(self, line: str) -> str:
        """Execute one action and return the reply line; ``?`` (free of charge) if unreadable."""
        action = read_action(line)
        if action is None:
            return "?"
        self.cost += action.cost
        if action.name == "Sense":
            reply = " ".join(map(str, sorted(sensed(self.world))))
        elif action.name == "AskLoc":
            reply = self._answer(action.arguments[0])
        else:
            reply = self._move_world(action)
        self.log.append((str(action), reply))
        return reply

    def score(self, seconds: float | None = None) -> Score:
        """Judge the present state; without ``seconds`` there is no time bonus.

        A time outside 0–5 s, or a task no object fits, makes the whole problem 0.
        """
        tasks = tuple(self._judge_task(task) for task in self._tasks)
        constraints = tuple(
            ConstraintVerdict(one.item, number not in self._broken, self._broken.get(number),
                              bool(one.bindings))
            for number, one in enumerate(self._constraints))
        void = self._void(tasks, seconds)
        if void:
            return Score(0, 0, 0, self.cost, tasks, constraints, void)
        kept = CONSTRAINT_POINTS * sum(c.kept and c.matches for c in constraints)
        lo, hi = (TASK_POINTS * count + (kept if count else 0) - self.cost
                  for count in (sum(t.all_true for t in tasks), sum(t.any_true for t in tasks)))
        bonus = 0 if seconds is None else time_bonus(seconds)
        return Score(lo, hi, bonus, self.cost, tasks, constraints)

    def _move_world(self, action: Action) -> str:
        after = apply(self.world, action)
        if after is None:
            return "0"
        self.world = after
        for number, constraint in enumerate(self._constraints):
            if number not in self._broken and breaks(after, constraint):
                self._broken[number] = len(self.log) + 1
        return "1"

    def _answer(self, thing: int) -> str:
        where = derive(self.world).whereabouts(thing)
        if not where:
            return ""
        draw = self._rng.random() if self._lies else 0.0
        if P_TRUTH <= draw < P_TRUTH + P_NOT_KNOWN:
            return "not_known"
        relation, place = where[0] if draw < P_TRUTH else self._rng.choice(self._wrong)
        return f"{relation}({thing},{place})"

    def _judge_task(self, task: Ground) -> TaskVerdict:
        truths = [holds(self.world, task.item, b) for b in task.bindings]
        # a task nothing fits is judged by _void
        return TaskVerdict(task.item, bool(truths) and all(truths), any(truths), len(truths))

    @staticmethod
    def _void(tasks: Sequence[TaskVerdict], seconds: float | None) -> str:
        unfit = next((t for t in tasks if not t.bindings), None)
        if unfit is not None:
            return f"no object fits the task {unfit.item.text or unfit.item.predicate}"
        if seconds is not None and not 0 <= seconds <= TIME_LIMIT_S:
            return f"the time {seconds} s is outside 0 to {TIME_LIMIT_S:g} s"
        return ""
