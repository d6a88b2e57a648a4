"""The bridge of search and rescue: observations to facts, ground actions to the world's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domains.rescue.belief.knowledge import Knowledge, RobotView
from domains.rescue.bridge.facts import FIELD, UNITS, Facts
from domains.rescue.bridge.targets import Targets, word
from domains.rescue.policy.crowding import around_others
from domains.rescue.policy.greedy import GreedyPolicy
from domains.rescue.policy.searching import choose_looks
from domains.rescue.world.actions import DIRECTIONS
from planner.environment import Briefing
from planner.execution.actor import (
    Assumption,
    Believed,
    Bridge,
    GroundAction,
    JointSteps,
    Preference,
)
from planner.execution.exploration import Target

SPLASHES = {"splash": 1, "splash-both": 2, "splash-other": 1}
"""Splashing actions, and how many lights each spends units on."""
TO_SPOTS = ("go-to-fire", "go-beside", "move")
"""What leads onto a spot, where only one robot has room."""
LOOK, FIND = "look", "find"
"""What a robot does, and what is nobody's turn."""
PLAIN = {"go-to-reservoir": ("NavigateTo", (2,)), "go-to-deposit": ("NavigateTo", (2,)),
         "go-to-person": ("NavigateTo", (2,)), "get-supply": ("GetSupply", (2,)),
         "clear-supplies": ("ClearInventory", ()), "splash": ("UseSupply", (2, 3)),
         "splash-both": ("UseSupply", (2, 3)), "splash-other": ("UseSupply", (2, 3)),
         "carry": ("Carry", (2,)), "drop-off-together": ("DropOff", (3, 2))}
"""The world's action for a ground one, and which of its arguments it takes."""


class RescueBridge(Bridge):
    """Follow fires and people with the domain's own belief; look where most is to be found."""

    substitute = "the greedy script, as there is no plan"

    def __init__(self) -> None:
        self.doing: Mapping[str, GroundAction] = {}
        self.looked: frozenset[str] = frozenset()
        self.script: GreedyPolicy | None = None
        self.scripted: tuple[int, Mapping[str, str]] = (-1, {})

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Take in the briefing and the first view."""
        self.robots = {word(a): a for a in briefing.agents}
        self.briefing, self.seen = briefing, observations
        self.know = Knowledge(briefing, observations)
        self.facts = Facts(self.know, Targets())
        self._follow()

    def observe(self, observations: Mapping[str, Any]) -> None:
        """Take in what is seen after a joint step."""
        self.seen = observations
        self.know.update(observations, self.looked)
        self._follow()

    def names(self) -> dict[str, str]:
        """Return what the PDDL names mean, in the scene's names."""
        spots = {s.name: f"cell {s.cell[0]}, {s.cell[1]}" for cells in
                 self.facts.targets.spots.values() for s in cells.values()}
        lights = {light.name: f"{light.fire} at {light.stand.cell[0]}, {light.stand.cell[1]}"
                  for light in self.facts.targets.all()}
        return {**self.facts.names, **spots, **lights}

    def _follow(self) -> None:
        spent: dict[str, frozenset[str]] = {}
        for action in self.doing.values():
            count = SPLASHES.get(action.name, 0)
            words = action.arguments[6:]
            for name, unit in zip(words[:count], [w for w in words if w in UNITS],
                                   strict=False):
                spent[name] = spent.get(name, frozenset()) | {unit}
        self.facts.follow(spent)
        self.looks: list[Target[str]] = choose_looks(self.know, {})
        missing = max(1, len(self.know.missing()))
        self.facts.found = min(1.0, sum(t.gain for t in self.looks) / missing)

    def problem(self) -> Believed:
        """Return the facts; growth and hidden people are assumed."""
        return self.facts.believed()

    def finished(self) -> bool:
        """Say whether every subtask is done by the team's own books."""
        return not self.know.open()

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Turn ground actions into the world's.

        Who has nothing to do looks for people, or makes way for who is to stand there.
        """
        self.doing = doing = {r: a for r, a in doing.items() if a.name != FIND}
        actions = {}
        for robot, action in doing.items():
            if action.name != LOOK:
                actions[self.robots[robot]] = self._action(self.know.robots[self.robots[robot]],
                                                           action)
        wanted = {self.facts.targets.spot(self.facts.went[self.robots[r]]).cell
                  for r, a in doing.items() if a.name in TO_SPOTS}
        chosen = choose_looks(self.know, actions)
        looks = {t.robot: t.look.key for t in chosen}
        for robot, agent in self.robots.items():
            looking = robot not in doing or doing[robot].name == LOOK
            if looking:
                cell = self.know.robots[agent].cell
                idle = "Explore()" if robot in doing else (
                    around_others(self.know, cell, cell, wanted) if cell in wanted else "Idle")
                actions[agent] = looks.get(agent, idle)
        self.looked = frozenset(a for r, a in self.robots.items() if a in looks and (
            r not in doing or doing[r].name == LOOK))
        missing = len(self.know.missing())
        self.reasons = {t.robot: f"a look that finds {t.gain:.2f} of {missing} missing on average"
                        for t in chosen if t.robot in self.looked}
        return actions

    def _action(self, robot: RobotView, action: GroundAction) -> str:
        name, words = action.name, action.arguments
        if name in TO_SPOTS[:2]:
            self.facts.went[robot.name] = words[-2]
            spot = words[3] if name == "go-beside" else words[-2]
            return f"NavigateTo({self.facts.targets.spot(spot).anchor})"
        if name == "move":
            self.facts.went[robot.name] = words[2]
            x, y = self.facts.targets.spot(words[2]).cell
            step = x - robot.cell[0], y - robot.cell[1]
            return next((f"Move({d})" for d, way in DIRECTIONS.items() if way == step), "Idle")
        verb, places = PLAIN[name]
        if name == "carry":
            self.facts.hands[robot.name] = words[3]
        if verb == "NavigateTo":
            self.facts.went[robot.name] = words[places[0]]
        names = self.facts.names
        told = ", ".join(names[words[i]] for i in places)
        return f"{verb}({told})"

    def running(self, robot: str) -> bool:
        """Say whether a robot is still under way."""
        return self.know.robots[self.robots[robot]].failure == "under_way"

    def failed(self, robot: str) -> str:
        """Say why a robot's action failed; a malfunction is mere chance and says nothing."""
        view = self.know.robots[self.robots[robot]]
        action = self.doing.get(robot)
        if action is None or action.name == LOOK or view.failure in ("malfunction", "under_way"):
            return ""
        if not view.success:
            return view.failure or "no reason known"
        if action.name in TO_SPOTS:
            return "landed elsewhere"
        return ""

    def forecast(self, plan: JointSteps) -> Sequence[Assumption]:
        """Return the level of each light when the plan first splashes it."""
        first: dict[str, int] = {}
        for ahead, step in enumerate(plan):
            for action in step:
                for name in action.arguments[6:6 + SPLASHES.get(action.name, 0)]:
                    first.setdefault(name, ahead)
        found = []
        for light in self.facts.targets.all():
            if light.name in first:
                blaze, now = self.know.blazes[light.fire], self.facts.units[light.name]
                spread = self.know.step + first[light.name] >= light.stand.deadline
                units = blaze.units(light.stand, first[light.name]) + (1 if spread else 0)
                units = min(len(UNITS), units)
                left = frozenset((sorted(now) + [u for u in UNITS if u not in now])[:units])
                found.append(self.facts.level(light, left if len(left) > len(now) else now))
        return found

    def preferences(self, plan: JointSteps) -> Sequence[Preference]:
        """Return looks for people that are not found yet, by what they would find."""
        return [(target.gain, GroundAction(LOOK, (
            word(target.robot), self.facts.place(self.know.robots[target.robot]), FIELD)))
            for target in self.looks if not self._loaded(target.robot)]

    def _loaded(self, agent: str) -> bool:
        """Say whether a robot is on its way to a fire: what it carries is needed there."""
        held = self.know.robots[agent].held
        return any(held[blaze.supply] for blaze in self.know.blazes.values() if not blaze.out)

    def fallback(self, agent: str) -> str:
        """Do what the domain's script does, which needs no plan."""
        if self.script is None:
            self.script = GreedyPolicy()
            self.script.reset(self.briefing, self.seen)
        if self.scripted[0] != self.know.step:
            self.scripted = self.know.step, self.script.decide(self.seen).actions
        return self.scripted[1].get(agent, "Idle").replace("Done", "Idle")


def make_bridge(_case: object) -> RescueBridge:
    """Make a fresh bridge for a case."""
    return RescueBridge()
