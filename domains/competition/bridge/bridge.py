"""Stage 2 in the planner's loop: the likeliest world is assumed, the reward search plans in it.

Belief, prices of questions and looks, and the search are the rooms of the policy ``belief``
(``policy/player.py``); what is done when, and what is planned anew, is the loop's. Rewards are soft
goals: the goal is to have stopped where nothing more pays, which the search decides.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from domains.competition.bridge.facts import facts_of, objects_of, steps_of
from domains.competition.case import CompetitionCase
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.player import Rooms
from domains.competition.policy.prices import SURE
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
        rooms = self.rooms = Rooms(briefing, PlayOptions(), self.clock)
        self.tracker, self.planner, self.prices = rooms.tracker, rooms.planner, rooms.prices
        self.belief, self.wanted, self.left_s = rooms.tracker.belief, rooms.wanted, rooms.left_s
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
        self.tracker.last = str(action)
        self.tracker.take_in(str(seen["reply"]))
        if self.tracker.touched:  # what was done is no longer planned
            self.planner.steps = self.planner.steps[1:]
        told = {"ask-loc": "asked", "sense": "looked"}.get(name)
        self.failure = "" if told or seen["reply"] == "1" else str(seen["failure"])
        if told:
            self.learnt.add((told, words))

    def problem(self) -> Believed:
        """Return the likeliest world; what is not sure in it is assumed."""
        belief, places = self.belief, self.wanted.places()
        self.deal += self.planner.outdated(places)
        world, deal = belief.world(places, self.wanted.doors()), f"d{self.deal}"
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
            del believed, limit, commit  # the rooms know better what is believed
            places = self.wanted.places()
            self.planner.plan(places, self.left_s())
            doors = self.wanted.doors()
            steps = steps_of(self.belief.world(places, doors), self.planner.steps)
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
        self.planner.steps = lines
        relied = self.prices.relied(lines, self.wanted.places())
        inquiry = read_action(self.prices.inquiry(lines, relied))
        if inquiry is None:
            return ()
        return [(1.0, GroundAction(*schema_call(inquiry, self.belief.robot or 0)))]

    def failed(self, robot: str) -> str:
        """Return what the platform answered."""
        return self.failure

    def finished(self) -> bool:
        """Say whether the game is over with every task done."""
        return bool(self._over()) and self.rooms.finished()

    def given_up(self) -> str:
        """Say why the game is over with tasks left; else the plan says when to stop."""
        over = self._over()
        return "" if over and self.rooms.finished() else over

    def _over(self) -> str:
        if not self.tracker.rewards.valid:
            return "nothing can score"
        return "time is up" if self.left_s() < 0.0 else "nothing left that pays" * self.stops

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Return the platform's line of what is to be done."""
        action = doing.get(ME)
        line = (platform_line(action.name, action.arguments) or "Done") if action else "Idle"
        self.stops = line == "Done"
        self.reasons = {self.robots[ME]: self.prices.reason} if line.startswith(
            ("AskLoc", "Sense")) else {}
        return {self.robots[ME]: line}
