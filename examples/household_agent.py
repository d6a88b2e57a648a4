"""Give a household team an agent of your own: a plan for Alice alone, Bob only watches."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import planner
from planner.execution.episode import make_policy

case = planner.case("household", instruction="Put the apple in the fridge",
                    floor_plan="SmallKitchen", agents=2)


class OneWorks:
    name = "one-works"

    def reset(self, briefing: planner.Briefing, observations: Mapping[str, Any]) -> None:
        self.planner = make_policy(planner.discover().domains["household"], replace(case, agents=1))
        self.planner.reset(replace(briefing, agents=("Alice",)), {"Alice": observations["Alice"]})

    def decide(self, observations: Mapping[str, Any]) -> planner.Decision:
        chosen = self.planner.decide({"Alice": observations["Alice"]})
        return planner.Decision({**chosen.actions, "Bob": "Idle"}, done=chosen.done)


print(planner.run(case, policy=OneWorks()))
