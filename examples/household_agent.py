"""Give a household team an agent of your own: Alice follows the planner, Bob only watches."""

from collections.abc import Mapping
from typing import Any

import planner
from planner.execution.episode import make_policy

case = planner.case("household", instruction="Put the apple in the fridge",
                    floor_plan="SmallKitchen", agents=2)


class OneWorks:
    name = "one-works"

    def reset(self, briefing: planner.Briefing, observations: Mapping[str, Any]) -> None:
        self.planner = make_policy(planner.discover().domains["household"], case)
        self.planner.reset(briefing, observations)

    def decide(self, observations: Mapping[str, Any]) -> planner.Decision:
        chosen = self.planner.decide(observations)
        return planner.Decision({**chosen.actions, "Bob": "Idle"}, done=chosen.done)


print(planner.run(case, policy=OneWorks()))
