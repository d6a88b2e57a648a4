"""Who does what: the open tasks as jobs of a joint schedule, with what each robot can do.

The schedule is made anew when tasks or hands have changed or something failed; in between each
robot keeps the task it was given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from domains.household.abilities import crew, gets_at, lifts, may
from domains.household.actions import act_for
from domains.household.belief.belief import CONTAINERS, Belief, Item, Robot
from domains.household.goal import HasState, Placed, Selection
from domains.household.policy.effort import effort_from_here, effort_on_average
from domains.household.policy.goals import Task, Tracker
from domains.household.policy.outcomes import PATIENCE
from domains.household.policy.skills import Skills
from domains.household.policy.traffic import Traffic
from planner.schedule import Job, ScheduleProblem, list_schedule

__all__ = ["Assignment"]

JAM = 1
"""Steps that a walk costs more where others are in its way and a robot is to spare."""


class Assignment:
    """Tasks given to robots; ``team`` limits abilities (see ``HouseholdPolicy``)."""

    def __init__(
        self, belief: Belief, tracker: Tracker, skills: Skills, traffic: Traffic,
        team: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self.belief, self.tracker, self.skills = belief, tracker, skills
        self.traffic, self._team = traffic, team
        self.current: dict[str, str] = {}
        self._signature: tuple[str, ...] = ()
        self._wanted: set[str] = set()
        self._spare = False
        self._committed: dict[str, str] = {}

    def plan(self, tasks: list[Task], troubles: list[str]) -> tuple[int, str]:
        """Assign tasks to robots when the situation has changed; return engine calls, reason."""
        signature = tuple(sorted(t.key for t in tasks)) + tuple(
            f"{r.name}:{r.held}" for r in self.belief.robots.values())
        free = [r for r in self.belief.robots if r not in self.current]
        if signature == self._signature and not troubles and not (free and tasks):
            return 0, ""
        reason = "; ".join(troubles) or ("tasks changed" if self._signature else "first plan")
        self._signature = signature
        self.current = self._assign(tasks)
        return 1, reason

    def _assign(self, tasks: list[Task]) -> dict[str, str]:
        jobs = []
        self._committed = {
            name: key for name, key in self.current.items()
            if any(t.key == key and (
                self.belief.robots[name].held == t.item
                or t.item in (self.skills.last_walk.get(name), self.skills.glanced.get(name),
                              self.skills.heading.get(name)))
                for t in tasks)}
        self._spare = len(tasks) < len(self.belief.robots)
        self._wanted = {t.item for t in tasks if t.kind in ("place", "aside")}
        for task in tasks:
            lifters = self._lifters(task)
            costs = self._costs(task, lifters)
            if costs:
                waits = frozenset(t.key for t in self.tracker.waits(task, tasks)
                                  if not self.stubborn(t))
                jobs.append(Job(task.key, costs, after=waits, first=self._first(task, costs),
                                robots=max(1, len(lifters)), needs=frozenset(lifters)))
        keys = {j.name for j in jobs}
        jobs = [replace(j, after=j.after & keys) for j in jobs]
        if not jobs:
            return {}
        result = list_schedule(ScheduleProblem(tuple(self.belief.robots), tuple(jobs)))
        assigned = {}
        for robot in self.belief.robots:
            slot = result.next_slot(robot)
            if slot is not None and (slot.starts[robot] <= 1 or not any(
                    j.after for j in jobs if j.name == slot.job)):
                assigned[robot] = slot.job
        return assigned

    def _lifters(self, task: Task) -> tuple[str, ...]:
        """Name the robots that have to lift a thing together; none where one does it alone."""
        item = self.belief.items[task.item]
        crews = [self._crew(r, item) for r in self.belief.robots.values()
                 if task.kind != "state" and not item.held_by and self.able(r, task, item)]
        team = min(crews, key=len, default=())
        self.skills.lifters[item.name] = team = team if len(team) > 1 else ()
        return team

    def _crew(self, robot: Robot, item: Item) -> tuple[str, ...]:
        """Name those who lift a thing for a robot to carry, that robot first; none: they cannot."""
        team = {n: self._team.get(n, {}) for n in self.belief.robots}
        return (robot.name,) if robot.held == item.name else crew(team, robot.name, item)

    def aids(self, tasks: list[Task]) -> list[Task]:
        """List what others have to open for those who carry things and cannot open anything."""
        found: dict[str, Task] = {}
        for task in tasks:
            item = self.belief.items[task.item]
            able = [r for r in self.belief.robots.values() if self.able(r, task, item)]
            able = ([r for r in able if r.held == item.name]
                    or [r for r in able if self.current.get(r.name) == task.key] or able)
            places = [self.belief.enclosing(item), *(
                self.skills.target(r, item, task.subgoal.target) for r in able
                if isinstance(task.subgoal, Placed) and task.kind == "place")]
            for place in places:
                if isinstance(place, Item) and place.closed and not any(
                        self.skills.made_for(r, "OpenObject", place) for r in able):
                    subgoal = HasState(Selection((place.kind,), "some"), "isOpen", value=True)
                    found[place.name] = Task(subgoal, place.name, "state")
        return [t for t in found.values() if any(
            self.able(r, t, self.belief.items[t.item]) for r in self.belief.robots.values())]

    def stubborn(self, task: Task) -> bool:
        """Whether a drawer resists so much that others need not wait for it to be opened."""
        tried = sum(self.skills.attempts[r, task.item] for r in self.belief.robots)
        return task.kind == "state" and tried > PATIENCE // 2

    def _costs(self, task: Task, lifters: tuple[str, ...] = ()) -> dict[str, int]:
        """Count the steps each able robot needs for a task when it starts from elsewhere."""
        item = self.belief.items[task.item]
        able = [r for r in self.belief.robots.values() if (
            r.name in lifters if lifters else self.able(r, task, item)
            and (task.kind == "state" or len(self._crew(r, item)) == 1))]
        walker = next((r for r in able if self._committed.get(r.name) == task.key), None)
        holder = next((r for r in able if r.held == task.item), None)
        if task.kind in ("place", "aside") and holder is not None:
            return {holder.name: effort_from_here(self.skills, holder, task)}
        if walker is not None and not lifters:
            return {walker.name: max(1, effort_from_here(self.skills, walker, task))}
        return {r.name: effort_on_average(self.skills, r, task) + (2 if r.held else 0)
                for r in able}

    def _first(self, task: Task, costs: Mapping[str, int]) -> dict[str, int]:
        """Do the same for a robot's next job: it may already stand there or hold the object."""
        found = {}
        for name, cost in costs.items():
            robot = self.belief.robots[name]
            if robot.held == task.item:
                found[name] = max(1, cost)
            elif self._committed.get(name, task.key) != task.key:
                found[name] = cost + 20  # it first finishes what it has begun
            elif robot.held and robot.held in self._wanted:
                found[name] = cost + 20  # it first has to bring what it holds
            elif not robot.held:
                found[name] = max(1, effort_from_here(self.skills, robot, task)) + (
                    JAM * (self._spare and not robot.reaches(task.item)
                           and self.traffic.jammed(robot, self.belief.items[task.item])))
        return found

    def able(self, robot: Robot, task: Task, item: Item) -> bool:
        """Whether a robot is made for a task, has not given it up, and knows where to take it."""
        skills = self._team.get(robot.name, {})
        if not gets_at(skills, item.centre[1], item.size[1]) and robot.held != item.name:
            return False
        if robot.held != item.name and not self.skills.patient(robot, item.name):
            return False
        if getattr(task.subgoal, "state", "") == "isSliced" and item.held_by not in (
                "", robot.name):
            return False  # nothing is sliced in a hand: who holds it puts it down
        if task.kind in ("place", "hold", "aside"):
            if "pickupable" not in item.can and robot.held != item.name:
                return False
            if not lifts(skills, item.kind) or not self._crew(robot, item):
                return False
            if task.kind == "place" and not self._target_possible(robot, task, item):
                return False
        return all(self.may(robot, v) for v in _verbs(task)) and (
            task.kind != "place" or not _into_container(task)
            or any(self.may(r, "OpenObject") for r in self.belief.robots.values()))

    def _target_possible(self, robot: Robot, task: Task, item: Item) -> bool:
        assert isinstance(task.subgoal, Placed)
        if (id(task.subgoal), task.item) in self.tracker.unfit:
            return False
        return self.skills.target(robot, item, task.subgoal.target) is not None

    def may(self, robot: Robot, verb: str) -> bool:
        """Whether a robot is made for an action."""
        return may(self._team.get(robot.name, {}), verb)


def _into_container(task: Task) -> bool:
    """Whether a place has to be opened, perhaps, before something can be put there."""
    assert isinstance(task.subgoal, Placed)
    place = task.subgoal.target.place
    return place is not None and not CONTAINERS.isdisjoint(place.types)


def _verbs(task: Task) -> tuple[str, ...]:
    if task.kind in ("place", "aside"):
        return ("PickupObject", "PutObject")
    if task.kind == "hold":
        return ("PickupObject",)
    assert isinstance(task.subgoal, HasState)
    act = act_for(task.subgoal.state, task.subgoal.value)
    return (act.verb,) if act else ()
