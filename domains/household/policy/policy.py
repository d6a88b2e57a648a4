"""The household team without a language model: plan jointly, act, look, correct, verify, stop.

Per joint step: observations → belief → open tasks of the goal's present stage → a joint
schedule (``planner.schedule``) → one action per robot. Robots without a task look for what is
still missing, or keep watch. The team stops when the belief says that nothing is left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from domains.household.belief.belief import CONTAINERS, Belief, Item, Landmark, Robot
from domains.household.belief.meanings import ORIENT
from domains.household.belief.prior import Prior
from domains.household.goal import Goal, Placed, Subgoal
from domains.household.policy.assigning import Assignment
from domains.household.policy.claims import Claims
from domains.household.policy.clearing import Clearing
from domains.household.policy.exploring import Explorer
from domains.household.policy.floor import Floor
from domains.household.policy.goals import Task, Tracker
from domains.household.policy.outcomes import DOORS
from domains.household.policy.reaching import Step, distance
from domains.household.policy.search_targets import SearchTarget, search_targets
from domains.household.policy.skills import Skills
from domains.household.policy.surveying import Survey
from domains.household.policy.traffic import Traffic
from planner.environment import Briefing, Decision, Observation

__all__ = ["WATCH", "HouseholdPolicy"]

WATCH = "keep watch"
"""Reason of a turn that serves nothing in particular."""

STEPS_PER_TASK = 4
"""Steps of one robot that a task takes on average."""



class HouseholdPolicy:
    """Acts for the whole team; sees the briefing and observations, nothing else.

    ``read`` turns the instruction into a goal, ``prior`` is experience of other rooms,
    ``allowed`` the public table of which type may be put where, ``team`` optional abilities:
    robot → {"verbs": [...], "lifts": [...]} (missing keys: everything). ``by_acts`` is for
    referees that judge acts instead of states, as MAP-THOR's do: "put X in Y" is then fulfilled
    only when a robot has put X in Y, also if X lay there from the start.
    """

    name = "symbolic"

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

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Start an episode."""
        self.briefing = briefing
        self.goal = self._read(briefing.instruction)
        self.belief = Belief(briefing.agents)
        self.tracker = Tracker(self.goal, self.belief, by_acts=self._by_acts)
        self.skills = Skills(self.belief, self.tracker, allowed=self._allowed, team=self._team)
        self.clearing = Clearing(self.belief, self.tracker, self.skills)
        self.explorer = Explorer(self.belief, self._prior, self.skills)
        self.traffic = Traffic(self.belief, Floor(self.belief))
        self.survey = Survey(self.belief, self.tracker, self.skills, self.explorer.coverage,
                             self._prior)
        self.claims = Claims(self.belief, self.tracker, self.skills, self.survey)
        self.assignment = Assignment(self.belief, self.tracker, self.skills, self.traffic,
                                     self._team)
        self._retries = 2
        self._sought: list[SearchTarget] = []

    # -- one joint decision -----------------------------------------------------------------------

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Return the next joint action."""
        troubles = self.observe(observations)
        agenda = self.agenda(troubles)
        if agenda is None:
            return self._stop(troubles)
        tasks, targets = agenda
        calls, replan = self.assignment.plan(tasks, troubles)
        steps = self.act(tasks, targets, lambda robot: self.next(robot, tasks))
        return Decision(
            actions={a: s.action for a, s in steps.items()},
            reasons={a: s.reason for a, s in steps.items()},
            replan=replan, engine_calls=calls,
            idle=[a for a, s in steps.items() if s.reason == WATCH],
            notes={"open": [t.key for t in tasks], "looking_for": [n.kind for n in targets],
                   "assigned": dict(self.assignment.current), "stage": self.tracker.stage,
                   "belief": list(self.belief.changes)},
        )

    def observe(self, observations: Mapping[str, Observation]) -> list[str]:
        """Take in a joint observation; return what went wrong, in words."""
        self.belief.update(observations)
        troubles = [t for r in self.belief.robots.values() if r.last_verb
                    if (t := self.skills.learn(r))]
        self.explorer.update()
        self.survey.update()
        self.traffic.begin()
        return troubles

    def agenda(self, troubles: list[str]) -> tuple[list[Task], list[SearchTarget]] | None:
        """Return what is to be done and to be found now; None when nothing is left.

        What is noticed of the failures on the way is added to ``troubles``.
        """
        absent = set(self.tracker.absent)
        tasks, targets = self._tasks(), self._targets()
        if self.tracker.absent != absent:  # something else may stand in for what is not there
            tasks, targets = self._tasks(), self._targets()
        while not self._left(tasks, targets):
            if self.tracker.deny():
                troubles.append("what a condition asks for is not here")
            elif self._again():
                troubles.append("everything failed: once more from the start")
            elif self.explorer.look_closer(search_targets(self.tracker, self._allowed)):
                troubles.append("not found: look at everything from nearer")
            elif not self._advance():
                return None
            tasks, targets = self._tasks(), self._targets()
        return tasks, targets

    def made_for(self, robot: str) -> Mapping[str, Any]:
        """Return what a robot can do, as in a team file; empty: everything."""
        return self._team.get(robot, {})

    def _stop(self, troubles: list[str]) -> Decision:
        return Decision(
            actions=dict.fromkeys(self.belief.robots, "Done"),
            gave_up=not self.claims.done(),
            reasons=dict.fromkeys(self.belief.robots, self.claims.why()),
            notes={"belief": list(self.belief.changes), "troubles": troubles})

    def _left(self, tasks: list[Task], targets: list[SearchTarget]) -> bool:
        """Whether anything is left to do in this stage."""
        return bool(tasks or targets or self.survey.left() or self._orienting()
                    or self._to_close(tasks))

    def _orienting(self) -> bool:
        """Whether the team still has to look round to know which place is the central one."""
        return self.belief.step < ORIENT and any(
            w.what.located is not None and w.what.located.place is not None
            and w.what.located.place.central for w in self.tracker.subgoals)

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
        wanted = self.tracker.open_tasks()
        for task in [*wanted, *self.clearing.tasks(wanted)]:
            item = self.belief.items[task.item]
            if item.lost or not any(self.assignment.able(r, task, item)
                                    for r in self.belief.robots.values()):
                if (task.subgoal.what.quantifier == "some" and task.kind != "aside"
                        and self._target_known(task.subgoal)):
                    self.tracker.unfit.add((id(task.subgoal), task.item))  # another will do
                continue
            kept.append(task)
        kept = [t for t in kept if not any(
            self._hoped(w) for w in wanted if w not in kept and self.tracker.cut_there(t, w))]
        return [*kept, *self.assignment.aids(kept)]

    def _hoped(self, task: Task) -> bool:
        """Whether the place where something is to go may yet be found: until then it is whole."""
        place = task.subgoal.target.place if isinstance(task.subgoal, Placed) else None
        return (place is not None and not self._target_known(task.subgoal)
                and not set(place.types) <= self.tracker.absent)

    def _target_known(self, subgoal: Subgoal) -> bool:
        """Whether a place was seen that a subgoal could mean; until then nothing is unfit."""
        place = subgoal.target.place if isinstance(subgoal, Placed) else None
        return place is None or bool(not place.states and self.belief.marks(place.types)) or any(
            self.tracker.is_place(i, place) for i in self.belief.of(place.types))

    def _targets(self) -> list[SearchTarget]:
        """Return what has to be found yet: objects of the goals, then places to put them."""
        targets = search_targets(self.tracker, self._allowed)
        worthwhile = self.explorer.worthwhile(targets)
        self._sought = worthwhile
        self.tracker.absent = {n.kind for n in targets
                               if n not in worthwhile and n.known == 0}
        return worthwhile

    # -- actions ----------------------------------------------------------------------------------

    def act(
        self, tasks: list[Task], targets: list[SearchTarget],
        choose: Callable[[Robot], Step | None],
    ) -> dict[str, Step]:
        """Return each robot's step: what ``choose`` says, else something useful beside that."""
        steps: dict[str, Step] = {}
        self._taken: set[str] = set()
        self.skills.hurried = self._short_of_time(tasks, targets) or (
            self.skills.hurried and bool(tasks or targets))
        self.skills.opening.clear()
        self.skills.claimed = self._taken
        self.traffic.expect(self._errands(tasks))
        for name, robot in self.belief.robots.items():
            step = choose(robot)
            if step is not None:
                steps[name] = self._claim(self.traffic.pass_or_wait(robot, step))
        for name, robot in self.belief.robots.items():
            if name not in steps:
                self.explorer.shut_off = self.traffic.shut_off(robot)
                steps[name] = self._claim(self.traffic.beside(
                    robot, self._spare(robot, tasks, targets, steps),
                    Step("Rotate(Right)", WATCH)))
        return {name: steps[name] for name in self.belief.robots}

    def _errands(self, tasks: list[Task]) -> Iterator[tuple[str, Item]]:
        """Yield who will walk where for open tasks ("": somebody), unless there is work for all."""
        for task in tasks if len(tasks) < len(self.belief.robots) else ():
            item = self.belief.items[task.item]
            robot = self.belief.robots.get(item.held_by)
            if robot is None:
                yield "", item
            if isinstance(task.subgoal, Placed) and task.kind == "place":
                target = self.skills.target(
                    robot or next(iter(self.belief.robots.values())), item, task.subgoal.target)
                if isinstance(target, Item):
                    yield item.held_by if robot else "", target

    def next(self, robot: Robot, tasks: list[Task]) -> Step | None:
        """Return the next step of the task that was given to a robot, if it has one."""
        step = self._tidy(robot, tasks)
        key = self.assignment.current.get(robot.name, "")
        task = next((t for t in tasks if t.key == key), None)
        if step is None and task is not None:
            step = self.skills.next_step(robot, task)
            if step is None:
                self.assignment.current.pop(robot.name, None)
        return step

    def _claim(self, step: Step) -> Step:
        if "(" in step.action:
            name = step.action.partition("(")[2].rstrip(")")
            self._taken.add(name)
            if step.action.startswith("OpenObject"):
                self.skills.opening.add(name)
        return step

    def _short_of_time(self, tasks: list[Task], targets: list[SearchTarget]) -> bool:
        """Whether what is left to do and to look into may take all the time that is left."""
        work = STEPS_PER_TASK * (len(tasks) + len(targets)) + self.explorer.effort(targets)
        left = self.briefing.max_steps - self.belief.step
        return work > left * len(self.belief.robots)

    def _tidy(self, robot: Robot, tasks: list[Task]) -> Step | None:
        """Close a drawer again as soon as it has served: pulled out, it is in the way."""
        if self.skills.hurried:
            return None
        for name in sorted(self.skills.opened):
            item = self.belief.items[name]
            if (item.kind == "Drawer" and robot.last_object == name and not robot.held
                    and robot.last_verb == "PutObject" and self._closable(item, tasks)
                    and robot.reaches(name)):
                return self.skills.close(robot, item)
        return None

    def _closable(self, item: Item, tasks: list[Task]) -> bool:
        """Whether nothing the goal still needs keeps a container open."""
        if item.states["isOpen"] is False or item.name in {
                p.name for p in self.survey.left() if isinstance(p, Item)}:
            return False
        for subgoal in self.goal.subgoals:
            if getattr(subgoal, "state", "") == "isOpen" and getattr(subgoal, "value", False) and (
                    item.name in {i.name for i in self.tracker.members(subgoal)}):
                return False
        if any(item.name in self.belief.items[t.item].parent_names for t in tasks) or (
                tasks and item.kind in DOORS):
            return False
        if item.kind == "Drawer" and self.tracker.by_acts:
            return True  # each robot pulls it open itself
        sought = {n.kind for n in self._sought}
        if any(item.kind in self.tracker.places(w, k) for w in self.tracker.subgoals
               for k in sought & set(w.what.types)):
            return False
        return not any(item.kind in self.tracker.places(t.subgoal, self.belief.items[t.item].kind)
                       for t in tasks)

    def _to_close(self, tasks: list[Task]) -> list[Item]:
        return [self.belief.items[n] for n in sorted(self.skills.opened)
                if self._closable(self.belief.items[n], tasks)
                and any(self.skills.patient(r, n) and self.skills.made_for(
                    r, "CloseObject", self.belief.items[n]) for r in self.belief.robots.values())]

    def _spare(
        self, robot: Robot, tasks: list[Task], targets: list[SearchTarget],
        steps: Mapping[str, Step],
    ) -> Step:
        """Let a robot without a task close doors, search, make way, or keep watch."""
        if not (targets and self.skills.hurried):
            step = self._shut(robot, tasks, steps, drawers=bool(targets))
            if step is not None:
                return step
        if self._orienting():
            taken = any(s.action == "Explore" for s in steps.values())
            return Step("Rotate(Right)" if taken else "Explore", "look round first")
        step = self._survey(robot, steps)
        if step is not None:
            return step
        if targets:
            explore = all(s.action != "Explore" for s in steps.values())
            step = self.explorer.look(robot, targets, self._taken, explore)
            if step is not None and self.assignment.may(robot, step.action.partition("(")[0]):
                return step
            step = self._shut(robot, tasks, steps)
            if step is not None:
                return step
        if robot.held and not self.tracker.kept_in_hand(robot.held) and not any(
                t.item == robot.held for t in tasks):
            step = self.skills.put_down(robot)
            if step is not None:
                return step
        return Step("Rotate(Right)", WATCH)

    def _survey(self, robot: Robot, steps: Mapping[str, Step]) -> Step | None:
        """Go and see what the survey has left, unless another robot does the same."""
        others = {w for r, w in self.skills.last_walk.items() if r != robot.name}
        for place in sorted(self.survey.left(), key=lambda p: distance(robot, p.position)):
            if not self.assignment.may(robot, "NavigateTo"):
                break
            step = self.inspect(robot, place, others)
            if step is not None and step.action not in {s.action for s in steps.values()}:
                if isinstance(place, Item):
                    self.survey.spent[place.name] += 1
                return step
        return None

    def inspect(
        self, robot: Robot, place: Item | Landmark, others: Collection[str] = ()
    ) -> Step | None:
        """Go and see what is in or on a place, unless it is where others have gone."""
        if isinstance(place, Landmark):
            return self.skills.approach(robot, place)
        if place.closed and not self.skills.made_for(robot, "OpenObject", place):
            return None
        if place.closed and place.name not in self._taken and not robot.held:
            return self.skills.open(robot, place, "to see what is inside")
        if place.kind in CONTAINERS and robot.reaches(place.name):
            return self.explorer.peer(robot)
        if self.skills.last_walk.get(robot.name) == place.name:
            return self.survey.step(robot, place)
        if place.name not in self._taken and place.name not in others:
            return self.skills.reach(robot, place, "to see what is there", walk_only=True)
        return None

    def _shut(
        self, robot: Robot, tasks: list[Task], steps: Mapping[str, Step], *,
        drawers: bool = False,
    ) -> Step | None:
        """Close what is open for no further use; ``drawers``: only those, after a look inside."""
        spare = [r for n, r in self.belief.robots.items() if n not in steps and r is not robot
                 and not r.held]
        for item in self._to_close(tasks):
            if drawers and (item.kind != "Drawer"
                            or item.name not in self.explorer.coverage.inspected):
                continue
            if item.name in self._taken or not self.skills.made_for(robot, "CloseObject", item):
                continue
            if any(self.skills.steps_to(r, item) < self.skills.steps_to(robot, item)
                   for r in spare):
                continue  # another robot is nearer
            if robot.held:
                return None
            step = self.skills.close(robot, item)
            if step is not None:
                return step
        return None
