"""Stage 2 in the planner's loop: the likeliest world is assumed, the reward search plans in it.

Belief, prices of questions and looks, and the search are the rooms of the policy ``belief``
(``policy/course.py``); what is done when, and what is planned anew, is the loop's. Rewards are soft
goals: the goal is to have stopped where nothing more pays, which the search decides.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from domains.competition.bridge.facts import facts_of, objects_of, steps_of
from domains.competition.case import CompetitionCase
from domains.competition.policy.course import Course
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.prices import SURE, Prices
from domains.competition.world.actions import platform_line, read_action, schema_call
from planner.environment import Briefing
from planner.execution.actor import (
    Assumption,
    Atom,
    Believed,
    Bridge,
    GroundAction,
    JointSteps,
    Preference,
)
from planner.execution.actor.solver import NOTHING, Answer, Solver
from planner.files import read_text
from planner.pddl import Domain

ME = "robot"


class CompetitionBridge(Bridge):
    """Says what is believed of a flat, and turns plans into the platform's lines."""

    senses = read_text(Path(__file__).with_name("senses.pddl"))

    def __init__(self, case: CompetitionCase, clock: Callable[[], float] = time.perf_counter
                 ) -> None:
        self.clock = clock

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Read the two texts."""
        self.course = Course(briefing, PlayOptions(), self.clock)
        self.prices, self.belief = Prices(self.course), self.course.belief
        self.robots = {ME: briefing.agents[0]}
        self.learnt: set[Atom] = set()
        self.failure, self.deal, self.stops = "", 0, False

    def observe(self, observations: Mapping[str, Any]) -> None:
        """Take in the reply to the last action."""
        seen = observations[self.robots[ME]]
        action = read_action(str(seen["last_action"]))
        if action is None:
            return
        name, words = schema_call(action, self.belief.robot or 0)
        self.course.last = str(action)
        self.course.take_in(str(seen["reply"]))
        if self.course.touched:  # what was done is no longer planned
            self.course.steps = self.course.steps[1:]
        told = {"ask-loc": "asked", "sense": "looked"}.get(name)
        self.failure = "" if told or seen["reply"] == "1" else str(seen["failure"])
        if told:
            self.learnt.add((told, words))

    def problem(self) -> Believed:
        """Return the likeliest world; what is not sure in it is assumed."""
        belief, places = self.belief, self.course.wanted.places()
        self.deal += self.course.outdated(places)
        world, deal = belief.world(places, self.course.wanted.doors(places)), f"d{self.deal}"
        facts = frozenset((*facts_of(world), *self.learnt, ("weighed", (deal,))))
        unsure = {f"t{n}": belief.place(n).confidence for n in belief.uncertain()
                  if belief.place(n).confidence < SURE}
        assumed = tuple(Assumption(f"place of {atom[1][0]}", frozenset({atom}), unsure[atom[1][0]])
                        for atom in sorted(facts)
                        if atom[0] in ("at", "inside") and atom[1][0] in unsure)
        return Believed({**objects_of(world), deal: "deal"},
                        facts.difference(*(a.atoms for a in assumed)),
                        frozenset({("served", ())}), assumed)

    def solver(self, domain: Domain, robots: Sequence[str]) -> Solver:
        """Return the reward search as the loop's engine: its bound is on points, not steps.

        Its limits are the player's own, in states.
        """

        def solve(
            believed: Believed, *, limit: float, forbid: Mapping[GroundAction, int] = NOTHING,
            prefer: Sequence[Preference] = (), commit: Sequence[Preference] = (),
        ) -> Answer:
            del believed, limit, commit  # the course knows better what is believed
            places = self.course.wanted.places()
            self.course.plan(places)
            doors = self.course.wanted.doors(places)
            steps = steps_of(self.belief.world(places, doors), self.course.steps)
            steps.append(GroundAction("stop", (f"d{self.deal}",)))
            if steps[0] in forbid:
                return Answer(None, status=f"{steps[0]} keeps failing")
            plan = [*(a for _, a in sorted(prefer, reverse=True)[:1]), *steps]
            return Answer(tuple((step,) for step in plan), len(plan), "reward search")

        return solve

    def preferences(self, plan: JointSteps) -> Sequence[Preference]:
        """Return a question or look that lowers the cost of not knowing by more than its price."""
        lines = [platform_line(a.name, a.arguments) for step in plan for a in step
                 if a.name not in ("stop", "ask-loc", "sense")]
        if not plan:
            return ()
        self.course.steps = lines
        relied = self.prices.relied(lines, self.course.wanted.places())
        inquiry = read_action(self.prices.inquiry(lines, relied))
        if inquiry is None:
            return ()
        return [(1.0, GroundAction(*schema_call(inquiry, self.belief.robot or 0)))]

    def failed(self, robot: str) -> str:
        """Return what the platform answered."""
        return self.failure

    def finished(self) -> bool:
        """Say whether the game is over with every task done."""
        return bool(self._over()) and self.course.finished()

    def given_up(self) -> str:
        """Say why the game is over with tasks left; else the plan says when to stop."""
        over = self._over()
        return "" if over and self.course.finished() else over

    def _over(self) -> str:
        if not self.course.rewards.valid:
            return "nothing can score"
        if self.course.left_s < 0.0:
            return "time is up"
        return "nothing left that pays" * self.stops

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Return the platform's line of what is to be done."""
        action = doing.get(ME)
        line = (platform_line(action.name, action.arguments) or "Done") if action else "Idle"
        self.stops = line == "Done"
        self.reasons = {self.robots[ME]: self.prices.reason} if line.startswith(
            ("AskLoc", "Sense")) else {}
        return {self.robots[ME]: line}
