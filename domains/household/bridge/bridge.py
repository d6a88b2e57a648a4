"""The household in the planner's loop: beliefs → a PDDL problem, ground actions → the world's.

Observations → belief → open tasks of the goal's present stage, and targets of the search; who does
what, where things are put and when is the joint plan's, how a single action is carried out the
skills' (``policy/``). A robot that has nothing to do by plan looks round, looks at places, makes
way or waits. The team stops when the belief says that nothing is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from domains.household.belief.belief import CONTAINERS, Belief, Item, Robot
from domains.household.belief.camera import around
from domains.household.belief.prior import Prior
from domains.household.bridge.problem import Memory, Problem
from domains.household.bridge.stands import Stands
from domains.household.goal import Goal, Placed, Subgoal
from domains.household.policy.claims import Claims
from domains.household.policy.exploring import Explorer, SearchTarget
from domains.household.policy.goals import ORIENT, Task, Tracker
from domains.household.policy.skills import Skills, Step
from domains.household.policy.traffic import IDLE, Floor, Traffic
from domains.household.states import STATES
from domains.household.team import pddl_name
from domains.household.thor.scene import GRID, cell_at
from planner.environment import Briefing
from planner.execution.actor import Believed, Bridge, GroundAction

VERBS: Mapping[str, str] = {action: s.verb for s in STATES.values() for action in s.actions.split()}
"""Actions of the model that change a state, with the verbs of the world."""
BARREN = 4
"""Joint steps without anything new after which a search does not go on (walk, turn, open, look)."""
WALKS = ("navigate", "visit", "make-way")
Work = tuple[list[Task], list[SearchTarget]]
"""What is to be done and what is to be found."""


@dataclass(eq=False)
class HouseholdBridge(Bridge):
    """Says what the team believes, and carries out what is planned.

    It sees the briefing and observations, nothing else. ``read`` turns the instruction into a
    goal, ``prior`` is experience of other rooms, ``allowed`` the public table of which type may be
    put where, ``team`` optional abilities: robot → {"verbs": [...], "lifts": [...]} (missing keys:
    everything). ``by_acts`` is for referees that judge acts instead of states, as MAP-THOR's do:
    "put X in Y" is then fulfilled only when a robot has put X in Y, also if X lay there from the
    start.
    """

    read: Callable[[str], Goal]
    prior: Prior
    allowed: Mapping[str, frozenset[str]]
    team: Mapping[str, Mapping[str, Any]]
    by_acts: bool

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Start an episode."""
        self.belief = Belief(briefing.agents)
        self.tracker = Tracker(
            self.read(briefing.instruction), self.belief, by_acts=self.by_acts)
        self.hands = Skills(self.belief, self.tracker, allowed=self.allowed, team=self.team)
        self.explorer = Explorer(self.belief, self.prior, self.hands)
        self.traffic = Traffic(self.belief, Floor(self.belief))
        self.robots = {pddl_name(a): a for a in briefing.agents}
        self.stands = Stands()
        self.spent: set[str] = set()
        self.doing: Mapping[str, GroundAction] = {}
        self.stage, self.memory = 0, Memory()
        self.unplanned: tuple[int, Mapping[str, Step]] = (-1, {})
        self.seen, self.barren = 0, 0
        self.observe(observations)

    def observe(self, observations: Mapping[str, Any]) -> None:
        """Take in what is seen, and what is left to do."""
        self.belief.update(observations)
        team = self.belief.robots.values()
        for robot in team:
            if robot.last.verb:
                self.hands.learn(robot)
            self.stands.learn(robot, [r for r in team if r is not robot], self._alone(robot))
        self.explorer.update()
        self.traffic.begin()
        seen = self.explorer.seen()
        self.barren = 0 if seen > self.seen else self.barren + 1
        self.seen = seen
        self.work = self._agenda()
        if self.stage != self.tracker.stage:
            self.stage, self.memory = self.tracker.stage, Memory()
        tasks, targets = self.work or ([], [])
        ready = [t for t in tasks if not self.tracker.waits(t, tasks)]
        self.now = Problem(self.explorer, self.stands, ready, targets, self.memory)

    def _alone(self, robot: Robot) -> list[tuple[float, float]]:
        """Return the way that a robot would have walked, were it alone (metres)."""
        item = self.belief.items.get(robot.last.object)
        return [] if item is None or robot.success else [
            (GRID * x, GRID * z) for x, z in self.traffic.floor.way(
                cell_at(*robot.position), item, ())]

    def problem(self) -> Believed:
        """Return what is believed, with what has to be found yet assumed to be found by a look."""
        return self.now.believed

    @property
    def claims(self) -> Claims:
        """What the team may say when it stops."""
        return Claims(self.explorer)

    def finished(self) -> bool:
        """Say whether nothing is left to do or to look for."""
        if self.work is not None or not self.claims.done():
            return False
        self.reasons = dict.fromkeys(self.robots.values(), self.claims.why())
        return True

    def given_up(self) -> str:
        """Say why the team stops although not all is done, or nothing."""
        return self.claims.why() if self.work is None else ""

    def running(self, robot: str) -> bool:
        """Say that skills go on; after a failure it may be better to share the work anew.

        To have walked to what is out of sight from there is none. Looks that show nothing new are
        not a search that goes on: the team would turn in place until its steps run out.
        """
        action = self.doing.get(robot)
        if action is not None and action.name == "look-round" and self.barren > BARREN:
            return False
        known = self.belief.robots[self.robots[robot]]
        return known.success or (known.failure == "non-interactable" and (
            known.last.verb == "NavigateTo"))

    def failed(self, robot: str) -> str:
        """Say that the robot knew no further step of what it was to do, or came out elsewhere."""
        if robot in self.spent:
            return "no way left to try"
        known, action = self.belief.robots[self.robots[robot]], self.doing.get(robot)
        if action is None or action.name not in WALKS or action.arguments[0] != robot:
            return ""
        if action.name == "make-way":
            stays = ("in-way", (robot, *action.arguments[4:])) in self.problem().facts
            return "still in the way" if stays else ""
        thing = self._item(self.stands.meaning.get(action.arguments[2], ("", ""))[0])
        arrived = known.success and known.last.verb == "NavigateTo" and (
            thing is not None and known.last.object == thing.name)
        return "landed elsewhere" if arrived else ""

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Return each agent's next action; who has nothing to do by plan looks or makes way."""
        self.doing = doing
        self.spent.clear()
        steps = self._turn(doing)
        self.reasons = {name: step.reason for name, step in steps.items() if step.reason}
        return {name: step.action for name, step in steps.items()}

    def fallback(self, agent: str) -> str:
        """Return what an agent does while there is no plan, and plan for less next time."""
        if self.work is None:
            return "Idle"
        if self.unplanned[0] != self.belief.step:
            self.memory.most = max(1, self.memory.most - 1)
            self.unplanned = self.belief.step, self._turn({})
        return self.unplanned[1][agent].action

    def _turn(self, doing: Mapping[str, GroundAction]) -> Mapping[str, Step]:
        """Return each robot's step: by plan, else something useful beside that.

        Who acts first has right of way, and what it claims is taken. Who has nothing to do keeps
        off the ways to what others go to next.
        """
        self.steps: dict[str, Step] = {}
        self.taken: set[str] = set()
        traffic, robots = self.traffic, self.belief.robots
        ahead = self._ahead() if doing else {}
        for name, robot in robots.items():
            step = self._step(robot, doing.get(pddl_name(name)))
            if step is not None:
                traffic.give_way(robot, step)
                self._claim(name, step)
        for name, robot in robots.items():
            if name not in self.steps:
                self.explorer.shut_off = traffic.shut_off(robot)
                step = traffic.beside(robot, self._spare(robot) or IDLE)
                if step == IDLE:
                    step = traffic.keep_clear(robot, ahead) or step
                self._claim(name, step)
        return {name: self.steps[name] for name in robots}

    def _claim(self, robot: str, step: Step) -> None:
        self.steps[robot] = step
        if "(" in step.action:
            self.taken.add(step.action.partition("(")[2].rstrip(")"))

    def _ahead(self) -> Mapping[str, Item]:
        """Return what each robot goes to next by plan."""
        walks = [a.arguments for step in self.coming for a in step if a.name in WALKS[:2]]
        found = {self.robots[robot]: self._item(self.stands.meaning.get(to, ("", ""))[0])
                 for robot, _, to, _ in reversed(walks)}
        return {robot: item for robot, item in found.items() if item is not None}

    # -- what is left to do and to find -----------------------------------------------------------

    def _agenda(self) -> Work | None:
        """Return what is to be done and to be found now; None when nothing is left."""
        self.tracker.take_elsewhere(self.explorer.missed)
        absent = set(self.tracker.absent)
        tasks, targets = self._tasks(), self._sought()
        if self.tracker.absent != absent:  # something else may stand in for what is not there
            tasks, targets = self._tasks(), self._sought()
        while not (tasks or targets or self.explorer.left() or self._orienting()
                   or self.explorer.to_close(targets)):
            if not self.tracker.deny():
                self.claims.end_stage()
                if not self.tracker.advance():
                    return None
            tasks, targets = self._tasks(), self._sought()
        return tasks, targets

    def _orienting(self) -> bool:
        """Whether the team still has to look round to know which place is the central one."""
        return self.belief.step < ORIENT and any(
            w.what.located is not None and w.what.located.place is not None
            and w.what.located.place.central for w in self.tracker.subgoals)

    def _tasks(self) -> list[Task]:
        """Open tasks that some robot can still hope to do."""
        kept = []
        for task in self.tracker.open_tasks():
            item = self.belief.items[task.item]
            if not item.lost and any(self.hands.able(r, task, item)
                                     for r in self.belief.robots.values()):
                kept.append(task)
            elif task.subgoal.what.quantifier == "some" and self._target_known(task.subgoal):
                self.tracker.unfit.add((id(task.subgoal), task.item))  # another will do
        return kept

    def _target_known(self, subgoal: Subgoal) -> bool:
        """Whether a place was seen that a subgoal could mean; until then nothing is unfit."""
        place = subgoal.target.place if isinstance(subgoal, Placed) else None
        return place is None or bool(not place.states and self.belief.marks(place.types)) or any(
            self.tracker.is_place(i, place) for i in self.belief.of(place.types))

    def _sought(self) -> list[SearchTarget]:
        """Return what has to be found yet: objects of the goals, then places to put them."""
        targets = self.explorer.targets()
        worthwhile = self.explorer.worthwhile(targets)
        self.tracker.absent = {n.kind for n in targets
                               if n not in worthwhile and n.known == 0}
        return worthwhile

    # -- skills -----------------------------------------------------------------------------------

    def _step(self, robot: Robot, action: GroundAction | None) -> Step | None:
        """Return the next step of an action; None: nothing by plan, or nothing can be done."""
        if action is None:
            return self._wait(robot)
        if robot.stuck:
            step = self.hands.back_off(robot)
            if step is not None:
                return step
        if action.name == "make-way" and action.arguments[0] != pddl_name(robot.name):
            return self._wait(robot)
        nowhere = (Problem.ELSEWHERE, *([] if robot.held else [Problem.ASIDE]))
        if action.name == "make-way" and action.arguments[3] in nowhere:
            return self._leave(robot, *action.arguments[4:6])
        if action.name in (*WALKS, "turn"):
            step = self._go(robot, action)
        elif action.name == "look-round":
            return None  # what robots without a task do
        else:
            step = self._do(robot, action)
        if step is None:
            self.spent.add(pddl_name(robot.name))
        return step

    def _do(self, robot: Robot, action: GroundAction) -> Step | None:
        """Return the next step of an action on a thing (and a place)."""
        skills, (_, thing, place, *_) = self.hands, action.arguments
        item, target = self._item(thing), self._item(place)
        if place in self.now.marks:
            return skills.approach(robot, self.now.marks[place])
        if action.name == "put" or place == self.now.ASIDE:
            return skills.put_down(robot)
        if item is None:
            return None
        if action.name == "pull-open" and target is not None:
            return skills.open(robot, target, f"for {item.name}")
        if action.name == "put-away" and target is not None:
            return skills.deliver(robot, item, target)
        if action.name == "pick-up":
            return skills.fetch(robot, item)
        if action.name == "show" and target is not None:
            return Step(f"NavigateTo({target.name})", f"to hold {item.name} there")
        if action.name == "inspect":
            return self._inspect(robot, item)
        liquid = f", {action.arguments[-1]}" if action.name == "fill" else ""
        return Step(f"{VERBS[action.name]}({item.name}{liquid})", "")

    def _item(self, name: str) -> Item | None:
        return self.belief.items.get(self.now.names.get(name, ""))

    def _wait(self, robot: Robot) -> Step | None:
        """Help to lift what is too heavy for one, if it is among those who can."""
        skills = self.hands
        heavy = next((n for n, crew in skills.lifters.items() if robot.name in crew), "")
        return skills.fetch(robot, self.belief.items[heavy]) if (
            heavy and not robot.held) else None

    def _leave(self, robot: Robot, mate: str, thing: str) -> Step:
        """Get out of the way of a team mate, as far as that can be foreseen."""
        traffic, item = self.traffic, self._item(thing)
        way = [] if item is None else traffic.floor.way(
            traffic.cells[self.robots[mate]], item, ())
        return (traffic.make_way(robot, around(way))
                or traffic.make_way(robot, around([traffic.cells[robot.name]]))
                or Step("Explore", "make way"))

    def _go(self, robot: Robot, action: GroundAction) -> Step | None:
        to = action.arguments[2]
        name, turn = self.stands.meaning.get(to, ("", ""))
        skills = self.hands
        if name in self.now.marks:
            return skills.approach(robot, self.now.marks[name])
        if turn and not turn.startswith("To("):
            return Step(turn, "")
        name = turn[3:-1] or name
        item = self._item(name)
        if item is None:
            return skills.put_down(robot) if name == self.now.ASIDE else None
        if robot.reaches(item.name):
            return Step(f"NavigateTo({item.name})", "")
        return skills.reach(robot, item, f"to get to {item.name}")

    # -- robots without anything to do ------------------------------------------------------------

    def _spare(self, robot: Robot) -> Step | None:
        tasks, targets = self.work or ([], [])
        explore = all(s.action != "Explore" for s in self.steps.values())
        if self._orienting():
            return Step("Explore" if explore else "Rotate(Right)", "look round first")
        step = self.explorer.look(robot, targets, self.taken, explore) if targets else None
        if step is None and robot.held and not self.tracker.kept_in_hand(robot.held) and not any(
                t.item == robot.held for t in tasks):
            step = self.hands.put_down(robot)
        return step

    def _inspect(self, robot: Robot, place: Item) -> Step | None:
        """Go and see what is in or on a place."""
        skills = self.hands
        if place.kind in CONTAINERS and robot.reaches(place.name):
            return self.explorer.peer(robot)
        if skills.last_walk.get(robot.name) == place.name:
            return skills.look_at(robot, place)
        return skills.walk(robot, place, "to see what is there")
