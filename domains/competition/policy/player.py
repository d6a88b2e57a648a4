"""The player: believe, plan on the likeliest world, ask or look where it pays, act.

The likeliest world, without the constraints that are lost in it, goes to the reward search
(:mod:`.course`); the plan is followed as long as that world stays what it was. Before a step, the
things the plan relies on are priced (:mod:`.prices`): if a question (2 points) or a look around
(1 point) lowers the expected cost of not knowing by more than its price, it comes first. When
nothing is left that pays, the player stops.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from domains.competition.policy.course import Course
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.prices import SURE, Prices, shown
from domains.competition.referee.game import ROBOT, STOP, Game, Sent
from domains.competition.world.model import Place, thing_name
from planner.environment import Briefing, Decision, Observation
from planner.errors import PlannerError
from planner.execution.belief import Categorical
from planner.execution.loop import run_episode

Claim = tuple[int, Place, float]
"""Something believed while it mattered: object, place, probability."""


class CompetitionPolicy:
    """Plays problems; sees what a solver is sent and reply lines, nothing else.

    ``reason`` says why the last action was chosen, ``remarks`` what its reply changed. ``claims``
    are what was believed, for calibration. ``on_defect`` gets what could not be read.
    """

    def __init__(
        self, options: PlayOptions | None = None,
        on_defect: Callable[[str], None] = lambda text: None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.options = options or PlayOptions()
        self.name = self.options.policy
        self.on_defect, self.clock = on_defect, clock
        self.course: Course | None = None

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Read the two texts."""
        self.reason, self.acted = "", 0
        self.remarks: list[str] = []
        self.claims: list[Claim] = []
        self._claimed: dict[int, Categorical[Place]] = {}
        try:
            self.course = Course(briefing, self.options, self.clock, self.on_defect)
            self.prices = Prices(self.course)
        except PlannerError as error:
            self.on_defect(str(error))
            self.course = None

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Take in the reply and choose; ``Done`` ends the problem."""
        course, surprise, replanned = self.course, "", False
        action = STOP
        if course is not None:
            before = course.replans
            surprise = course.take_in(observations[ROBOT]["reply"]) if self.acted else ""
            self.remarks = [f"surprise: {surprise}"] if surprise else []
            self._claim(course)
            action = course.last = self._choose(course)
            replanned = course.replans > before
        self.acted += 1
        stopped = action == STOP
        return Decision(
            {ROBOT: "Done" if stopped else action}, done=stopped,
            gave_up=stopped and not (course and course.finished()),
            replan=(surprise or "what is believed has changed") if replanned else "",
            reasons={ROBOT: self.reason}, notes={"belief": list(self.remarks)},
            engine_calls=int(replanned))

    def opening(self) -> list[str]:
        """Say what is believed before the first action."""
        if self.course is None:
            return []
        belief = self.course.belief
        there = {n: belief.place(n) for n in (*belief.bigs, *belief.smalls)
                 if not belief.carried(n)}
        sure = [f"{thing_name(belief.words, n)} {how} {where}" for n, place in there.items()
                for (how, where), p in place.items() if p > SURE]
        return [f"stage 2 with {belief.unreliable:.2f}",
                *([f"certain: {', '.join(sure)}"] if sure else []),
                *(f"{thing_name(belief.words, n)}: {shown(place)}" for n, place in there.items()
                  if place.confidence <= SURE)]

    def about(self, action: str) -> str:
        """Name what an action line speaks of: its things, or what is believed at its place."""
        if self.course is None:
            return ""
        belief, (name, *numbers) = self.course.belief, action.split()
        things = [int(n) for n in numbers if name != "Move"] or [
            n for n, place in belief.home.items() if numbers and place == int(numbers[0])]
        return ", ".join(thing_name(belief.words, n) for n in things)

    def _choose(self, course: Course) -> str:
        late = course.left_s < 0.0
        if late or self.acted >= self.options.max_actions or not course.rewards.valid:
            self.reason = "time is up" if late else "nothing can score"
            return STOP
        prices, places = self.prices, course.wanted.places()
        asks = self.options.policy == "belief"
        if course.plan(places):
            self.remarks.append(f"new plan: {', '.join(course.steps) or 'stop'}")
        relied = prices.relied(course.steps, places)
        if asks and (inquiry := prices.inquiry(course.steps, relied)):
            self.reason = prices.reason
            return inquiry
        if not course.steps:
            self.reason = "nothing left that pays"
            return STOP
        action = course.steps[0]
        if course.failed(action) > 1:
            self.reason = f"{action} keeps failing for reasons unknown"
            return STOP
        course.steps.pop(0)
        self.reason = prices.why(action, relied)
        return action

    def _claim(self, course: Course) -> None:
        belief = course.belief
        for thing in belief.uncertain():
            fact = belief.place(thing)
            if self._claimed.get(thing) is not fact:
                self._claimed[thing] = fact
                self.claims += [(thing, place, p) for place, p in fact.items() if p >= 0.02]


def warm_up() -> None:
    """Load what the first problem would otherwise wait for (grammars, search)."""
    env = "(:domain (hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1))"
    for task in ("(:ins (:task (goto X) (:cond (sort X human))))", "Go to the human."):
        run_episode(Game(Sent("warm", env, task), lambda action: "0"), CompetitionPolicy(),
                    domain="competition", case="warm", seed=0)
