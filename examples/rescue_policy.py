"""Play search and rescue with a policy of your own: everybody explores."""

import planner


class Explorers:
    name = "explorers"

    def reset(self, briefing: planner.Briefing, observations: object) -> None:
        self.agents = briefing.agents

    def decide(self, observations: object) -> planner.Decision:
        return planner.Decision(dict.fromkeys(self.agents, "Explore()"))


print(planner.run(planner.case("rescue", scene=1, agents=3), policy=Explorers(), max_steps=10))
