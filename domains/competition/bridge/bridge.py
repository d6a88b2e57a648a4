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

__all__ = ["CompetitionBridge"]

ME = "robot"
SURE = 0.995
"""What is believed like this is a fact, no assumption."""


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
        self.mind = OnlinePlayer(with_claimed_containers(told, items), items, PlayOptions(),
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
        self.mind.last = str(action)
        self.mind.take_in(str(seen["reply"]))
        if self.mind.touched:  # what was done is no longer planned
            self.mind.steps = self.mind.steps[1:]
        told = {"ask-loc": "asked", "sense": "looked"}.get(name)
        self.failure = "" if told or seen["reply"] == "1" else str(seen["failure"])
        if told:
            self.learnt.add((told, words))

    def problem(self) -> Believed:
        """Return the likeliest world; what is not sure in it is assumed."""
        mind = self.mind
        places = mind.wanted.places()
        doors = mind.doors(places)
        if mind.planned_for is None or not mind.still_holds(mind.basis(places, doors)):
            self.deal += 1
        world, deal = mind.belief.world(places, doors), f"d{self.deal}"
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
            places = mind.wanted.places()
            mind.plan(places)
            steps = steps_of(mind.belief.world(places, mind.doors(places)), mind.steps)
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
        mind = self.mind
        mind.steps = lines if plan else mind.steps
        asked = mind.question(mind.relied(mind.wanted.places())) if plan else None
        inquiry = read_action(asked or "")
        if inquiry is None:
            return ()
        return [(1.0, GroundAction(*schema_call(inquiry, mind.belief.robot or 0)))]

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
