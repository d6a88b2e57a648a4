"""The player: believe, plan on the likeliest world, ask or look where it pays, act.

The likeliest world, without the constraints that are lost in it, goes to the reward search
(:mod:`.planning`); the plan is followed as long as that world stays what it was. Before a step, the
things the plan relies on are priced (:mod:`.prices`): if a question (2 points) or a look around
(1 point) lowers the expected cost of not knowing by more than its price, it comes first. When
nothing is left that pays, the player stops.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from domains.competition.policy.options import PlayOptions
from domains.competition.policy.planning import RewardPlanner
from domains.competition.policy.prices import SURE, Prices, shown
from domains.competition.policy.reliance import Wanted
from domains.competition.policy.tracking import Tracker
from domains.competition.problem import parse_told, read_task
from domains.competition.referee.game import LIMIT_S, ROBOT, STOP, Game, Sent
from domains.competition.world.model import Place, thing_name
from domains.competition.world.scoring import done, ground
from planner.environment import Briefing, Decision, Observation
from planner.errors import PlannerError
from planner.execution.belief import Categorical
from planner.execution.loop import run_episode

Claim = tuple[int, Place, float]
"""Something believed while it mattered: object, place, probability."""


class Rooms:
    """What is needed to play one problem: what replies show, the plan, the prices, the time."""

    def __init__(
        self, briefing: Briefing, options: PlayOptions, clock: Callable[[], float],
        on_defect: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Read the two texts; raise ``PlannerError`` where nothing can be read."""
        started, facts = clock(), briefing.facts
        told = parse_told(str(facts["told"]), on_defect)
        items = read_task(briefing.instruction, str(facts["language"]), told, on_defect)
        self.tracker = Tracker(told, items)
        wanted = self.wanted = Wanted(self.tracker.rewards, self.tracker.belief, options)
        self.planner = RewardPlanner(self.tracker, wanted, options, clock)
        self.prices = Prices(self.tracker, wanted, options)
        self._clock = clock
        self._end = started + float(facts.get("limit_s", LIMIT_S)) - options.reserve_s

    def left_s(self) -> float:
        """Return the seconds left to play in; none is left once it is negative."""
        return self._end - self._clock()

    def finished(self) -> bool:
        """Say whether every task is done in the likeliest world."""
        world = self.tracker.belief.world(self.wanted.places())
        tasks = [g for g in ground(world, self.tracker.instructions) if g.item.kind == "task"]
        return bool(tasks) and all(done(world, task) for task in tasks)


class CompetitionPolicy:
    """Plays problems; sees what a solver is sent and reply lines, nothing else.

    ``reason`` says why the last action was chosen, ``remarks`` what its reply changed, ``why`` why
    a problem was given up (a text that cannot be read: what holds already counts). ``claims`` are
    what was believed, for calibration. ``on_defect`` gets what could not be read.
    """

    def __init__(
        self, options: PlayOptions | None = None,
        on_defect: Callable[[str], None] = lambda text: None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.options = options or PlayOptions()
        self.name = self.options.policy
        self.on_defect, self.clock = on_defect, clock
        self.rooms: Rooms | None = None

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Read the two texts."""
        self.reason, self.acted = "", 0
        self.remarks: list[str] = []
        self.claims: list[Claim] = []
        self._claimed: dict[int, Categorical[Place]] = {}
        try:
            self.rooms = Rooms(briefing, self.options, self.clock, self.on_defect)
        except PlannerError as error:
            self.on_defect(str(error))
            self.rooms = None

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Take in the reply and choose; ``Done`` ends the problem."""
        rooms, surprise, replanned = self.rooms, "", False
        action = STOP
        if rooms is not None:
            before = rooms.planner.replans
            surprise = rooms.tracker.take_in(
                observations[ROBOT]["reply"]) if self.acted else ""
            self.remarks = [f"surprise: {surprise}"] if surprise else []
            self._claim(rooms)
            action = rooms.tracker.last = self._choose(rooms)
            replanned = rooms.planner.replans > before
        self.acted += 1
        stopped = action == STOP
        return Decision(
            {ROBOT: "Done" if stopped else action}, done=stopped,
            gave_up=stopped and not (rooms and rooms.finished()),
            replan=(surprise or "what is believed has changed") if replanned else "",
            reasons={ROBOT: self.reason}, notes={"belief": list(self.remarks)},
            engine_calls=int(replanned))

    def opening(self) -> list[str]:
        """Say what is believed before the first action."""
        if self.rooms is None:
            return []
        belief = self.rooms.tracker.belief
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
        if self.rooms is None:
            return ""
        belief, (name, *numbers) = self.rooms.tracker.belief, action.split()
        things = [int(n) for n in numbers if name != "Move"] or [
            n for n, place in belief.home.items() if numbers and place == int(numbers[0])]
        return ", ".join(thing_name(belief.words, n) for n in things)

    def _choose(self, rooms: Rooms) -> str:
        late = rooms.left_s() < 0.0
        if late or self.acted >= self.options.max_actions or not rooms.tracker.rewards.valid:
            self.reason = "time is up" if late else "nothing can score"
            return STOP
        prices, planner, tracker = rooms.prices, rooms.planner, rooms.tracker
        places = rooms.wanted.places()
        asks = self.options.policy == "belief"
        if planner.plan(places, rooms.left_s()):
            self.remarks.append(f"new plan: {', '.join(planner.steps) or 'stop'}")
        relied = prices.relied(planner.steps, places)
        if asks and (inquiry := prices.inquiry(planner.steps, relied)):
            self.reason = prices.reason
            return inquiry
        if not planner.steps:
            self.reason = "nothing left that pays"
            return STOP
        action = planner.steps[0]
        if tracker.failed(action) > 1:
            self.reason = f"{action} keeps failing for reasons unknown"
            return STOP
        planner.steps.pop(0)
        self.reason = prices.why(action, relied)
        return action

    def _claim(self, rooms: Rooms) -> None:
        belief = rooms.tracker.belief
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
