"""A baseline: the greedy script of specification §11."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planner.environment import Briefing, Decision

UNITS = {"None": 0, "Low": 1, "Medium": 2, "High": 3}
Record = Mapping[str, Any]


class GreedyPolicy:
    """Split over fires, fetch what the levels need, splash the hottest region; else explore.

    When a person is spotted, two free agents walk, carry, return and drop off together.
    """

    name = "greedy"

    def reset(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Forget the last episode."""
        self.briefing = briefing
        self.pairs: dict[str, tuple[str, ...]] = {}
        self.done: set[str] = set()
        self.navigated: set[str] = set()
        self.found: set[str] = set()

    def decide(self, observations: Mapping[str, Any]) -> Decision:
        """Return the next joint action."""
        agents = self.briefing.agents
        view = {r["name"]: r for o in observations.values() for r in o["global_obs"]}
        self._learn(observations, view)
        people = [r for r in view.values() if r["type"] == "Person"]
        actions: dict[str, str] = {}
        fires = [r for r in view.values() if r["type"] == "Fire"
                 and r["average_intensity"] != "None"]
        crews: dict[str, list[str]] = {f["name"]: [] for f in fires}
        paired = {a for pair in self.pairs.values() for a in pair}
        places = self._places(fires, view)
        for agent, name in zip([a for a in agents if a not in paired], places, strict=False):
            crews[name].append(agent)
        for fire in fires:
            for agent in crews[fire["name"]]:
                action = self._fight(fire, crews[fire["name"]], observations[agent], view)
                if action:
                    actions[agent] = action
        for record in people:
            self._rescue(record, observations, view, actions)
        missing = [p for p in self.briefing.facts["people"] if p not in self.found]
        hidden = len([f for f in self.briefing.facts["fires"] if f not in view])
        for agent in agents:
            actions.setdefault(agent, "Explore()" if missing or hidden else "Idle")
        done = not (missing or hidden or fires or people)
        if done:
            actions = {a: self._last(view) for a in agents}
        return Decision(actions, done=done and set(actions.values()) == {"Done"})

    def _places(self, fires: list[Record], view: Mapping[str, Record]) -> list[str]:
        """List a place per light and agent needed, the fires taking turns."""
        lights = {f["name"]: sum(r.get("parent_fire") == f["name"] and r["intensity"] != "None"
                                 for r in view.values()) for f in fires}
        rounds = range(max(lights.values(), default=0) or 1)
        return [name for i in rounds for name, count in lights.items() if i < max(1, count)]

    def _last(self, view: Mapping[str, Record]) -> str:
        """Execute what was never navigated to (it must be, once), then stop."""
        needed = [r["name"] for r in view.values() if r["type"] in ("Deposit", "Fire")
                  and r["name"] not in self.navigated]
        return f"NavigateTo({needed[0]})" if needed else "Done"

    def _learn(self, observations: Mapping[str, Any], view: Mapping[str, Record]) -> None:
        for observation in observations.values():
            action = observation["last_action"]
            if action.startswith("NavigateTo(") and observation["success"]:
                self.navigated.add(action[11:-1].split("_Region_")[0])
        self.found |= {r["name"] for r in view.values() if r["type"] == "Person"}
        self.pairs = {p: pair for p, pair in self.pairs.items() if p in view}

    def _rescue(self, record: Record, observations: Mapping[str, Any],
                view: Mapping[str, Record], actions: dict[str, str]) -> None:
        name, load = record["name"], record["load"]
        if name not in self.pairs:
            taken = {a for pair in self.pairs.values() for a in pair}
            free = [a for a in self.briefing.agents if a not in taken and a not in actions]
            free.sort(key=lambda a: sum(observations[a]["inventory"].values()))
            if len(free) < load:
                return
            self.pairs[name] = tuple(free[:load])
        pair = self.pairs[name]
        deposit = next(r for r in view.values() if r["type"] == "Deposit")
        for agent in pair:
            actions[agent] = self._carry(name, observations[agent], deposit)

    def _carry(self, name: str, observation: Mapping[str, Any], deposit: Record) -> str:
        if observation["inventory"]["Person"]:
            if _far(observation, deposit) or deposit["name"] not in self.navigated:
                return f"NavigateTo({deposit['name']})"
            return f"DropOff({deposit['name']}, {name})"
        last = observation["last_action"]
        if last == f"NavigateTo({name})" and observation["success"]:
            return f"Carry({name})"
        return f"NavigateTo({name})"

    def _fight(self, fire: Record, crew: list[str], observation: Mapping[str, Any],
               view: Mapping[str, Record]) -> str:
        regions = sorted((r for r in view.values() if r.get("parent_fire") == fire["name"]),
                         key=lambda r: -UNITS[r["average_neighboor_intensity"]])
        if not regions:
            return ""
        supply = self.briefing.facts["supplies"][fire["fire_type"]]
        held = observation["inventory"][supply]
        source = next(r for r in view.values() if r.get("resource_type") == supply)
        needed = -(-sum(UNITS[r["intensity"]] for r in regions) // len(crew))
        load = sum(observation["inventory"][s] for s in ("Sand", "Water"))
        if held == 0 and load >= 3:
            return "ClearInventory()"
        if not _far(observation, source) and held < min(3, max(1, needed)) and load < 3:
            return f"GetSupply({source['name']})"
        if held == 0:
            return f"NavigateTo({source['name']})"
        target = regions[crew.index(observation["agent"]) % len(regions)]
        place, goal = observation["position"], target["position"]
        if max(abs(place["x"] - goal["x"]), abs(place["y"] - goal["y"])) > 1:
            return f"NavigateTo({target['name']})"
        return f"UseSupply({fire['name']}, {supply})"


def _far(observation: Mapping[str, Any], record: Record) -> bool:
    place, goal = observation["position"], record["position"]
    return bool((place["x"] - goal["x"]) ** 2 + (place["y"] - goal["y"]) ** 2 > 16)
