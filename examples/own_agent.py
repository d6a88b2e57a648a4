"""An agent of your own for search & rescue: put out the nearest fire, bring home who is found."""

from typing import Any

import planner


class Agent:
    def reset(self, briefing: planner.Briefing, observations: Any) -> None:
        self.supplies = briefing.facts["supplies"]  # which supply puts out which kind of fire

    def decide(self, observations: Any) -> planner.Decision:
        self.things = {t["name"]: t for seen in observations.values() for t in seen["global_obs"]}
        return planner.Decision({name: self.act(seen) for name, seen in observations.items()})

    def act(self, me: Any) -> str:
        if me["holding"]:
            return self.do(me, "Deposit", f"DropOff({{}}, {me['holding']})")
        if self.near(me, "Person"):
            return self.do(me, "Person", "Carry({})")
        if not (fires := [f for f in self.near(me, "Flammable") if f["intensity"] != "None"]):
            return "Explore()"
        supply = self.supplies[fires[0]["fire_type"]]
        if me["inventory"][supply]:
            return self.do(me, fires[0]["name"], f"UseSupply({{}}, {supply})")
        source = next(r for r in self.near(me, "Reservoir") if r["resource_type"] == supply)
        return self.do(me, source["name"], "GetSupply({})")

    def do(self, me: Any, what: str, action: str) -> str:
        name = what if what in self.things else self.near(me, what)[0]["name"]
        here = me["last_action"] == f"NavigateTo({name})" and me["success"]
        return action.format(name) if here else f"NavigateTo({name})"

    def near(self, me: Any, kind: str) -> list[Any]:
        return sorted((t for t in self.things.values() if t["type"] == kind), key=lambda t: sum(
            abs(t["position"][axis] - me["position"][axis]) for axis in "xy"))
