"""The household in the planner's loop: beliefs → a PDDL problem, ground actions → the world's.

What the team believes and has left to do is the agenda's, how single actions are carried out its
skills' (``policy/``); who does what, where things are put and when is the joint plan's. A robot
that has nothing to do by plan looks round, looks at places, makes way or waits.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from domains.household.belief.belief import CONTAINERS, Item, Landmark, Robot
from domains.household.bridge.facts import ABILITIES
from domains.household.bridge.problem import Memory, Problem
from domains.household.bridge.stands import Stands
from domains.household.names import pddl_name
from domains.household.policy.agenda import Agenda
from domains.household.policy.skills import Step
from domains.household.policy.traffic import around
from planner.environment import Briefing
from planner.execution.actor import Believed, Bridge, GroundAction

__all__ = ["HouseholdBridge"]

VERBS: Mapping[str, str] = {
    "toggle-on": ABILITIES["switching-on"], "toggle-on-shut": ABILITIES["switching-on"],
    "toggle-off": ABILITIES["switching-off"], "slice": ABILITIES["slicing"],
    "clean": ABILITIES["cleaning"], "break": ABILITIES["breaking"],
    "empty": ABILITIES["emptying"], "fill": ABILITIES["filling"], "soil": ABILITIES["dirtying"],
    "use-up": ABILITIES["using-up"], "close": ABILITIES["closing"], "open": ABILITIES["opening"],
}
WALKS = ("navigate", "visit", "make-way")
IDLE = Step("Idle", "nothing to do")


class HouseholdBridge(Bridge):
    """Says what the team believes, and carries out what is planned."""

    def __init__(self, agenda: Agenda) -> None:
        self.agenda = agenda

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Start an episode."""
        self.agenda.reset(briefing)
        self.robots = {pddl_name(a): a for a in briefing.agents}
        self.stands = Stands()
        self.spent: set[str] = set()
        self.doing: Mapping[str, GroundAction] = {}
        self.stage, self.memory = 0, Memory()
        self.unplanned: tuple[int, Mapping[str, Step]] = (-1, {})
        self.observe(observations)

    def observe(self, observations: Mapping[str, Any]) -> None:
        """Take in what is seen, and what is left to do."""
        self.agenda.observe(observations)
        team = self.agenda.belief.robots.values()
        for robot in team:
            self.stands.learn(robot, [r for r in team if r is not robot])
        self.work = self.agenda.work()
        if self.stage != self.agenda.tracker.stage:
            self.stage, self.memory = self.agenda.tracker.stage, Memory()
        self.now = Problem(
            self.agenda, self.stands, *(self.work or ([], [])), self.memory)

    def problem(self) -> Believed:
        """Return what is believed, with what has to be found yet assumed to be found by a look."""
        return self.now.believed

    def finished(self) -> bool:
        """Say whether nothing is left to do or to look for."""
        if self.work is not None or not self.agenda.claims.done():
            return False
        self.reasons = dict.fromkeys(self.robots.values(), self.agenda.claims.why())
        return True

    def given_up(self) -> str:
        """Say why the team stops although not all is done, or nothing."""
        return self.agenda.claims.why() if self.work is None else ""

    def running(self, robot: str) -> bool:
        """Say that skills go on; after a failure it may be better to share the work anew.

        To have walked to what is out of sight from there is none.
        """
        known = self.agenda.belief.robots[self.robots[robot]]
        return known.success or (known.failure == "non-interactable" and (
            known.last_verb == "NavigateTo"))

    def failed(self, robot: str) -> str:
        """Say that the robot knew no further step of what it was to do, or came out elsewhere."""
        if robot in self.spent:
            return "no way left to try"
        known, action = self.agenda.belief.robots[self.robots[robot]], self.doing.get(robot)
        if action is None or action.name not in WALKS or action.arguments[0] != robot:
            return ""
        if action.name == "make-way":
            stays = ("in-way", (robot, *action.arguments[4:])) in self.problem().facts
            return "still in the way" if stays else ""
        thing = self._item(self.stands.meaning.get(action.arguments[2], ("", ""))[0])
        arrived = known.success and known.last_verb == "NavigateTo" and (
            thing is not None and known.last_object == thing.name)
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
        if self.unplanned[0] != self.agenda.belief.step:
            self.memory.most = max(1, self.memory.most - 1)
            self.unplanned = self.agenda.belief.step, self._turn({})
        return self.unplanned[1][agent].action

    def _turn(self, doing: Mapping[str, GroundAction]) -> Mapping[str, Step]:
        """Return each robot's step: by plan, else something useful beside that.

        Who acts first has right of way, and what it claims is taken. Who has nothing to do keeps
        off the ways to what others go to next.
        """
        self.steps: dict[str, Step] = {}
        self.taken: set[str] = set()
        traffic, robots = self.agenda.traffic, self.agenda.belief.robots
        self.agenda.skills.opening.clear()
        ahead = self._ahead() if doing else {}
        for name, robot in robots.items():
            step = self._step(robot, doing.get(pddl_name(name)))
            if step is not None:
                self._claim(name, traffic.pass_or_wait(robot, step))
        for name, robot in robots.items():
            if name not in self.steps:
                self.agenda.explorer.shut_off = traffic.shut_off(robot)
                step = traffic.beside(robot, self._spare(robot) or IDLE, IDLE)
                if step == IDLE:
                    step = traffic.keep_clear(robot, ahead) or step
                self._claim(name, step)
        return {name: self.steps[name] for name in robots}

    def _claim(self, robot: str, step: Step) -> None:
        self.steps[robot] = step
        if "(" in step.action:
            name = step.action.partition("(")[2].rstrip(")")
            self.taken.add(name)
            if step.action.startswith("OpenObject"):
                self.agenda.skills.opening.add(name)

    def _ahead(self) -> Mapping[str, Item]:
        """Return what each robot goes to next by plan."""
        walks = [a.arguments for step in self.coming for a in step if a.name in WALKS[:2]]
        found = {self.robots[robot]: self._item(self.stands.meaning.get(to, ("", ""))[0])
                 for robot, _, to, _ in reversed(walks)}
        return {robot: item for robot, item in found.items() if item is not None}

    # -- skills -----------------------------------------------------------------------------------

    def _step(self, robot: Robot, action: GroundAction | None) -> Step | None:
        """Return the next step of an action; None: nothing by plan, or nothing can be done."""
        if action is None:
            return self._wait(robot)
        if robot.held and robot.failure == "no-space" and robot.last_verb != "Move":
            step = self.agenda.skills.back_off(robot)
            if step is not None:
                return step
        if action.name == "make-way" and action.arguments[0] != pddl_name(robot.name):
            return self._wait(robot)
        if action.name == "make-way" and action.arguments[3] == Problem.ELSEWHERE:
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
        skills, (_, thing, place, *_) = self.agenda.skills, action.arguments
        item, target = self._item(thing), self._item(place)
        if place in self.now.marks:
            return skills.approach(robot, self.now.marks[place])
        if action.name == "put" or place == self.now.ASIDE:
            return skills.put_down(robot)
        if item is None:
            return None
        if action.name in ("put-away", "pull-open") and target is not None:
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
        return self.agenda.belief.items.get(self.now.names.get(name, ""))

    def _wait(self, robot: Robot) -> Step | None:
        """Help to lift what is too heavy for one, if it is among those who can."""
        skills = self.agenda.skills
        heavy = next((n for n, crew in skills.lifters.items() if robot.name in crew), "")
        return skills.fetch(robot, self.agenda.belief.items[heavy]) if (
            heavy and not robot.held) else None

    def _leave(self, robot: Robot, mate: str, thing: str) -> Step:
        """Get out of the way of a team mate, as far as that can be foreseen."""
        traffic, item = self.agenda.traffic, self._item(thing)
        way = [] if item is None else traffic.floor.way(
            traffic.cells[self.robots[mate]], item, ())
        return (traffic.make_way(robot, around(way))
                or traffic.make_way(robot, around([traffic.cells[robot.name]]))
                or Step("Explore", "make way"))

    def _go(self, robot: Robot, action: GroundAction) -> Step | None:
        to = action.arguments[2]
        name, turn = self.stands.meaning.get(to, ("", ""))
        skills = self.agenda.skills
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
        agenda = self.agenda
        tasks, targets = self.work or ([], [])
        explore = all(s.action != "Explore" for s in self.steps.values())
        if agenda.orienting():
            return Step("Explore" if explore else "Rotate(Right)", "look round first")
        step = self._survey(robot)
        if step is None and targets:
            step = agenda.explorer.look(robot, targets, self.taken, explore)
        if step is None and robot.held and not agenda.tracker.kept_in_hand(robot.held) and not any(
                t.item == robot.held for t in tasks):
            step = agenda.skills.put_down(robot)
        return step

    def _survey(self, robot: Robot) -> Step | None:
        """Go and see what the survey has left, unless another robot does the same."""
        agenda = self.agenda
        others = {w for r, w in agenda.skills.last_walk.items() if r != robot.name}
        for place in sorted(agenda.explorer.left(), key=robot.far):
            step = self._inspect(robot, place, others)
            if step is not None and step.action not in {s.action for s in self.steps.values()}:
                return step
        return None

    def _inspect(
        self, robot: Robot, place: Item | Landmark, others: Collection[str] = ()
    ) -> Step | None:
        """Go and see what is in or on a place, unless it is where others have gone."""
        skills = self.agenda.skills
        if isinstance(place, Landmark):
            return skills.approach(robot, place)
        if place.closed and not skills.made_for(robot, "OpenObject", place):
            return None
        if place.closed and place.name not in self.taken and not robot.held:
            return skills.open(robot, place, "to see what is inside")
        if place.kind in CONTAINERS and robot.reaches(place.name):
            return self.agenda.explorer.peer(robot)
        if skills.last_walk.get(robot.name) == place.name:
            return skills.look_at(robot, place)
        if place.name not in self.taken and place.name not in others:
            return skills.reach(robot, place, "to see what is there", walk_only=True)
        return None
