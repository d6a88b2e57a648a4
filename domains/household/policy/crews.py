"""Who can do a task: what each robot is made for, and who lifts a heavy thing together."""

from __future__ import annotations

from dataclasses import dataclass

from domains.household.abilities import crew, gets_at, lifts, may
from domains.household.actions import act_for
from domains.household.belief.belief import CONTAINERS, Belief, Item, Robot
from domains.household.goal import HasState, Placed, Subgoal
from domains.household.policy.goals import Task
from domains.household.policy.skills import Skills

__all__ = ["Crews", "verbs_of"]


@dataclass
class Crews:
    """Robots that are up to tasks, by what the team's skills say."""

    belief: Belief
    skills: Skills

    def able(self, robot: Robot, task: Task, item: Item) -> bool:
        """Whether a robot is made for a task, has not given it up, and knows where to take it."""
        if robot.held != item.name and not (
                gets_at(self.skills.made(robot.name), item.centre[1], item.size[1])
                and self.skills.patient(robot, item.name)):
            return False
        if getattr(task.subgoal, "state", "") == "isSliced" and item.held_by not in (
                "", robot.name):
            return False  # nothing is sliced in a hand: who holds it puts it down
        if task.kind != "state" and not self._carries(robot, item):
            return False
        if not all(self.may(robot, v) for v in verbs_of(task.subgoal)):
            return False
        return task.kind != "place" or self._delivers(robot, task, item)

    def lifters(self, task: Task, item: Item) -> tuple[str, ...]:
        """Name the robots that have to lift a thing together; none where one does it alone."""
        crews = [self._crew(r, item) for r in self.belief.robots.values()
                 if task.kind != "state" and not item.held_by and self.able(r, task, item)]
        team = min(crews, key=len, default=())
        return team if len(team) > 1 else ()

    def may(self, robot: Robot, verb: str) -> bool:
        """Whether a robot is made for an action."""
        return may(self.skills.made(robot.name), verb)

    def _carries(self, robot: Robot, item: Item) -> bool:
        if "pickupable" not in item.can and robot.held != item.name:
            return False
        return lifts(self.skills.made(robot.name), item.kind) and bool(self._crew(robot, item))

    def _crew(self, robot: Robot, item: Item) -> tuple[str, ...]:
        """Name those who lift a thing for a robot to carry, that robot first; none: they cannot."""
        team = {n: self.skills.made(n) for n in self.belief.robots}
        return (robot.name,) if robot.held == item.name else crew(team, robot.name, item)

    def _delivers(self, robot: Robot, task: Task, item: Item) -> bool:
        """Whether a robot knows a place for a thing, and somebody opens it if need be."""
        assert isinstance(task.subgoal, Placed)
        place, team = task.subgoal.target.place, self.belief.robots.values()
        if place is not None and not CONTAINERS.isdisjoint(place.types) and not any(
                self.may(r, "OpenObject") for r in team):
            return False
        return (id(task.subgoal), task.item) not in self.skills.tracker.unfit and (
            self.skills.target(robot, item, task.subgoal.target) is not None)


def verbs_of(subgoal: Subgoal) -> tuple[str, ...]:
    """Name the actions on a thing that meet a subgoal."""
    if isinstance(subgoal, HasState):
        act = act_for(subgoal.state, subgoal.value)
        return (act.verb,) if act else ()
    return ("PickupObject", "PutObject")[:1 + isinstance(subgoal, Placed)]
