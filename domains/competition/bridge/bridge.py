"""Stage 2 in the planner's loop: the likeliest world is assumed, the reward search plans in it.

Belief, prices of questions and looks, and the search are those of the policy ``belief``
(``policy/online.py``); what is done when, and what is planned anew, is the loop's. Rewards are soft
goals: the goal is to have stopped where nothing more pays, which the search decides.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from domains.competition.belief.claims import with_claimed_containers
from domains.competition.bridge.facts import facts_of, objects_of, steps_of
from domains.competition.case import CompetitionCase
from domains.competition.policy.online import OnlinePlayer, PlayOptions
from domains.competition.problem import parse_told, read_task
from domains.competition.referee.player import LIMIT_S
from domains.competition.world.actions import platform_line, read_action, schema_call
from domains.competition.world.model import World
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

__all__ = ["CompetitionBridge"]

ME = "robot"
SURE = 0.995
"""What is believed like this is a fact, no assumption."""


class _Mind(OnlinePlayer):
    """The believing player without its loop."""

    def taken_in(self, action: str, reply: str) -> None:
        """Take in the reply to an action; what was done is no longer planned."""
        self.last = action
        self._take_in(reply)
        if self.touched:
            self.steps = self.steps[1:]

    def weighed(self) -> bool:
        """Say whether the plan was made for the world that is likeliest now."""
        places = self.wanted.places()
        return self.planned_for is not None and self._still_holds(
            self._basis(places, self._doors(places)))

    def world(self) -> World:
        """Return the likeliest world."""
        places = self.wanted.places()
        return self.belief.world(places, self._doors(places))

    def best(self) -> list[str]:
        """Return the lines of the plan that pays most in it."""
        self._plan(self.wanted.places())
        return self.steps

    def inquiry(self, lines: Sequence[str]) -> str | None:
        """Return a question or look that pays before a plan is followed."""
        self.steps = list(lines)
        return self._question(self._relied(self.wanted.places()))

    def late(self) -> bool:
        """Say whether there is no time, or nothing, to play for."""
        return self.clock() - self.started > LIMIT_S - self.options.reserve_s or (
            not self.ground.valid)


class CompetitionBridge(Bridge):
    """Says what is believed of a flat, and turns plans into the platform's lines."""

    senses = read_text(Path(__file__).with_name("senses.pddl"))

    def __init__(self, case: CompetitionCase, clock: Callable[[], float] = time.perf_counter
                 ) -> None:
        self.clock = clock

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Make up the mind from the two texts."""
        started, facts = self.clock(), briefing.facts
        told = parse_told(str(facts["told"]), lambda _: None)
        items = read_task(briefing.instruction, str(facts["language"]), told, lambda _: None)
        self.mind = _Mind(with_claimed_containers(told, items), items, PlayOptions(),
                          clock=self.clock, started=started)
        self.robots = {ME: briefing.agents[0]}
        self.learnt: set[Atom] = set()
        self.failure, self.deal, self.last = "", 0, ""

    def observe(self, observations: Mapping[str, Any]) -> None:
        """Take in the reply to the last action."""
        seen = observations[self.robots[ME]]
        action = read_action(str(seen["last_action"]))
        if action is None:
            return
        name, words = schema_call(action, self.mind.belief.robot or 0)
        self.mind.taken_in(str(action), str(seen["reply"]))
        told = {"ask-loc": "asked", "sense": "looked"}.get(name)
        self.failure = "" if told or seen["reply"] == "1" else str(seen["failure"])
        if told:
            self.learnt.add((told, words))

    def problem(self) -> Believed:
        """Return the likeliest world; what is not sure in it is assumed."""
        mind = self.mind
        if not mind.weighed():
            self.deal += 1
        world, deal = mind.world(), f"d{self.deal}"
        facts = frozenset((*facts_of(world), *self.learnt, ("weighed", (deal,))))
        unsure = {f"t{n}": mind.belief.place(n).confidence for n in mind.belief.uncertain()
                  if mind.belief.place(n).confidence < SURE}
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
            del believed, limit, commit  # the mind knows better what is believed
            mind = self.mind
            steps = steps_of(mind.world(), mind.best())
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
        inquiry = read_action(self.mind.inquiry(lines) or "") if plan else None
        if inquiry is None:
            return ()
        return [(1.0, GroundAction(*schema_call(inquiry, self.mind.belief.robot or 0)))]

    def failed(self, robot: str) -> str:
        """Return what the platform answered."""
        return self.failure

    def finished(self) -> bool:
        """Say whether time is up; else the plan says when to stop."""
        return self.mind.late()

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Return the platform's line of what is to be done."""
        action = doing.get(ME)
        line = (platform_line(action.name, action.arguments) or "Done") if action else "Idle"
        self.reasons = {self.robots[ME]: self.mind.reason} if line.startswith(
            ("AskLoc", "Sense")) else {}
        return {self.robots[ME]: line}
