"""What a robot does that has nothing to do by plan: look round, look at places, make way, wait."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from domains.household.belief.belief import CONTAINERS, Item, Landmark, Robot
from domains.household.policy.agenda import Agenda, Work
from domains.household.policy.reaching import Step

__all__ = ["Turn"]

IDLE = Step("Idle", "nothing to do")


class Turn:
    """A joint step in the making: who acts first has right of way, and what it claims is taken."""

    def __init__(self, agenda: Agenda, work: Work) -> None:
        self.agenda, (self.tasks, self.targets) = agenda, work
        self.steps: dict[str, Step] = {}
        self.taken: set[str] = set()
        agenda.skills.opening.clear()

    def play(
        self, choose: Callable[[Robot], Step | None], ahead: Mapping[str, Item]
    ) -> dict[str, Step]:
        """Return each robot's step: what ``choose`` says, else something useful beside that.

        Who has nothing to do keeps off the ways to what others go to next (``ahead``).
        """
        traffic, robots = self.agenda.traffic, self.agenda.belief.robots
        for name, robot in robots.items():
            step = choose(robot)
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

    # -- robots without anything to do ------------------------------------------------------------

    def _spare(self, robot: Robot) -> Step | None:
        agenda = self.agenda
        explore = all(s.action != "Explore" for s in self.steps.values())
        if agenda.orienting():
            return Step("Explore" if explore else "Rotate(Right)", "look round first")
        step = self._survey(robot)
        if step is None and self.targets:
            step = agenda.explorer.look(robot, self.targets, self.taken, explore)
        if step is None and robot.held and not agenda.tracker.kept_in_hand(robot.held) and not any(
                t.item == robot.held for t in self.tasks):
            step = agenda.skills.put_down(robot)
        return step

    def _survey(self, robot: Robot) -> Step | None:
        """Go and see what the survey has left, unless another robot does the same."""
        agenda = self.agenda
        others = {w for r, w in agenda.skills.last_walk.items() if r != robot.name}
        for place in sorted(agenda.survey.left(), key=robot.far):
            step = self.inspect(robot, place, others)
            if step is not None and step.action not in {s.action for s in self.steps.values()}:
                return step
        return None

    def inspect(
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
