"""What the team believes, and what is left to do and to find: the half of a decision before plans.

Observations → belief → open tasks of the goal's present stage, and targets of the search. Who does
what and when is the joint plan's (``bridge/``); how a single action is carried out is that of the
skills. The team stops when the belief says that nothing is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domains.household.belief.belief import Belief, Item
from domains.household.belief.prior import Prior
from domains.household.goal import Goal, Placed, Subgoal
from domains.household.policy.claims import Claims
from domains.household.policy.exploring import Explorer, SearchTarget
from domains.household.policy.goals import ORIENT, Task, Tracker
from domains.household.policy.skills import Skills
from domains.household.policy.traffic import Floor, Traffic
from planner.environment import Briefing, Observation

__all__ = ["Agenda", "Work"]

Work = tuple[list[Task], list[SearchTarget]]
"""What is to be done and what is to be found."""


class Agenda:
    """Belief and agenda of the whole team; sees the briefing and observations, nothing else.

    ``read`` turns the instruction into a goal, ``prior`` is experience of other rooms,
    ``allowed`` the public table of which type may be put where, ``team`` optional abilities:
    robot → {"verbs": [...], "lifts": [...]} (missing keys: everything). ``by_acts`` is for
    referees that judge acts instead of states, as MAP-THOR's do: "put X in Y" is then fulfilled
    only when a robot has put X in Y, also if X lay there from the start.
    """

    def __init__(
        self,
        read: Callable[[str], Goal],
        prior: Prior | None = None,
        allowed: Mapping[str, frozenset[str]] | None = None,
        team: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        by_acts: bool = False,
    ) -> None:
        self._by_acts = by_acts
        self._read, self._prior = read, prior or Prior()
        self._allowed, self._team = allowed or {}, team or {}

    def reset(self, briefing: Briefing) -> None:
        """Start an episode."""
        self.briefing = briefing
        self.goal = self._read(briefing.instruction)
        self.belief = Belief(briefing.agents)
        self.tracker = Tracker(self.goal, self.belief, by_acts=self._by_acts)
        self.skills = Skills(self.belief, self.tracker, allowed=self._allowed, team=self._team)
        self.explorer = Explorer(self.belief, self._prior, self.skills)
        self.traffic = Traffic(self.belief, Floor(self.belief))
        self.claims = Claims(self.skills, self.explorer)
        self._retries = 2

    def observe(self, observations: Mapping[str, Observation]) -> None:
        """Take in a joint observation."""
        self.belief.update(observations)
        for robot in self.belief.robots.values():
            if robot.last_verb:
                self.skills.learn(robot)
        self.explorer.update()
        self.traffic.begin()

    def work(self) -> Work | None:
        """Return what is to be done and to be found now; None when nothing is left."""
        self.tracker.take_elsewhere(self.explorer.missed)
        absent = set(self.tracker.absent)
        tasks, targets = self._tasks(), self._targets()
        if self.tracker.absent != absent:  # something else may stand in for what is not there
            tasks, targets = self._tasks(), self._targets()
        while not self._left(tasks, targets):
            if not (self.tracker.deny() or self._again() or self.explorer.look_closer(
                    self.explorer.targets()) or self._advance()):
                return None
            tasks, targets = self._tasks(), self._targets()
        return tasks, targets

    def to_close(self, targets: list[SearchTarget]) -> list[Item]:
        """List what robots have opened and somebody can close again, unless it is wanted open.

        While something is sought, what was opened for it stays open until somebody looked in.
        """
        looked = self.explorer.coverage.inspected
        opened = [self.belief.items[n] for n in sorted(self.skills.opened - self.wanted_open())
                  if n in looked or not targets]
        return [i for i in opened if i.states["isOpen"] is not False and any(
            self.skills.patient(r, i.name) and self.skills.made_for(r, "CloseObject", i)
            for r in self.belief.robots.values())]

    def wanted_open(self) -> set[str]:
        """Name what the goal wants open."""
        return {i.name for w in self.goal.subgoals if getattr(w, "state", "") == "isOpen"
                and getattr(w, "value", False) for i in self.tracker.members(w)}

    def orienting(self) -> bool:
        """Whether the team still has to look round to know which place is the central one."""
        return self.belief.step < ORIENT and any(
            w.what.located is not None and w.what.located.place is not None
            and w.what.located.place.central for w in self.tracker.subgoals)

    def _left(self, tasks: list[Task], targets: list[SearchTarget]) -> bool:
        """Whether anything is left to do in this stage."""
        return bool(tasks or targets or self.explorer.left() or self.orienting()
                    or self.to_close(targets))

    def _again(self) -> bool:
        """Forget what failed if something can be done then that was given up; say whether."""
        if not self._retries or all(
                self.belief.items[t.item].lost for t in self.tracker.open_tasks()):
            return False
        self._retries -= 1
        self.skills.reset_failures()
        return bool(self._tasks())

    def _advance(self) -> bool:
        """Go on to the next stage; False when this is the last one."""
        self.claims.end_stage()
        return self.tracker.advance()

    def _tasks(self) -> list[Task]:
        """Open tasks that some robot can still hope to do."""
        kept = []
        for task in self.tracker.open_tasks():
            item = self.belief.items[task.item]
            if item.lost or not any(self.skills.able(r, task, item)
                                    for r in self.belief.robots.values()):
                if task.subgoal.what.quantifier == "some" and self._target_known(task.subgoal):
                    self.tracker.unfit.add((id(task.subgoal), task.item))  # another will do
                continue
            kept.append(task)
        return kept

    def _target_known(self, subgoal: Subgoal) -> bool:
        """Whether a place was seen that a subgoal could mean; until then nothing is unfit."""
        place = subgoal.target.place if isinstance(subgoal, Placed) else None
        return place is None or bool(not place.states and self.belief.marks(place.types)) or any(
            self.tracker.is_place(i, place) for i in self.belief.of(place.types))

    def _targets(self) -> list[SearchTarget]:
        """Return what has to be found yet: objects of the goals, then places to put them."""
        targets = self.explorer.targets()
        worthwhile = self.explorer.worthwhile(targets)
        self.tracker.absent = {n.kind for n in targets
                               if n not in worthwhile and n.known == 0}
        return worthwhile
