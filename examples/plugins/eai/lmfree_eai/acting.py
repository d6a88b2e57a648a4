"""The policy ``planned``: the common loop with a bridge to this world and the search of this house.

Where something is that has not been seen is assumed: a room not visited yet, then a closed
container seen. Its switches, doors and plugs are taken as things usually are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lmfree_eai import Chore
from lmfree_eai.laws import Ground
from lmfree_eai.package import CHARACTER, Graph, task_of
from lmfree_eai.search import search
from lmfree_eai.sequencing import counting, word_of
from lmfree_eai.world import AGENT
from planner.domain import PolicyContext
from planner.environment import Briefing
from planner.execution.actor.contract import Assumption, Believed, Bridge, GroundAction
from planner.execution.actor.policy import Planned
from planner.execution.actor.solver import NOTHING, Answer, Solver
from planner.pddl import Domain, read_domain
from planner.pddl.conditions import Atom
from planner.pddl.printer import print_domain
from planner.plan import Step

USUAL = {"CAN_OPEN": "CLOSED", "HAS_SWITCH": "OFF", "HAS_PLUG": "PLUGGED_IN"}
ASKED = 6
"""Things beside those in the goals: action goals name none, the left hand is only free second."""
STATES = 2_000
"""How far a plan is looked for."""


def planned(case: Chore, _: PolicyContext) -> Planned:
    """Return the policy for a case."""
    bridge = Household(case)
    return Planned(bridge, read_domain(bridge.pddl), _solver, 10.0)


def _solver(domain: Domain, robots: Sequence[str]) -> Solver:
    def solve(believed: Believed, *, forbid: Mapping[Step, int] = NOTHING, **_: Any) -> Answer:
        things = [n for n in believed.objects if n not in robots]
        ground = Ground(domain, believed.objects, sorted(believed.init), things, robots[0])
        goal = ground.goal(sorted(believed.goal))
        moves = [(o,) for o in ground.operators if Step(o.name, o.arguments) not in forbid]
        plan = None if goal is False else search(moves, ground, goal, limit=STATES)
        return Answer(None if plan is None else tuple(
            (Step(o.name, o.arguments),) for (o,) in plan), status="search")

    return solve


class Household(Bridge):
    """What the character knows, as facts; ground actions as actions of the world."""

    def __init__(self, case: Chore) -> None:
        self.names = [options[0] for options in task_of(case.task).options]
        domain, self.done = counting([self.names])
        self.pddl = print_domain(domain)

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        told = briefing.facts
        self.goals, self.listed = [tuple(goal) for goal in told["goals"]], told["objects"]
        self.nodes: dict[int, Any] = {n["id"]: n for n in self.listed}
        self.edges: list[Any] = []
        self.seen: set[int] = set()
        self.visited: set[int] = set()
        self.order, self.trouble, self.looking = 0, "", False
        self.observe(observations)
        self.robots = {self.graph.name(CHARACTER): AGENT}

    def observe(self, observations: Mapping[str, Any]) -> None:
        look = observations[AGENT]
        self.trouble = str(look["failure"])
        stage = "".join(self.names[self.order:self.order + 1])
        self.order += not self.trouble and look["last_action"].partition("(")[0] == stage != ""
        nodes = {n["id"]: n for n in look["nodes"]}
        self.nodes |= nodes
        self.seen |= set(nodes)
        self.edges = [e for e in self.edges if CHARACTER not in e.values()
                      and not {e["from_id"], e["to_id"]} <= set(nodes)] + look["edges"]
        self.graph = Graph.read({"nodes": self.nodes.values(), "edges": self.edges})
        self.visited |= self._places_of(CHARACTER, "INSIDE") & self.graph.rooms

    def _places_of(self, node: int, *relations: str) -> set[int]:
        return {b for a, relation, b in self.graph.edges if a == node and relation in relations}

    def problem(self) -> Believed:
        graph = self.graph
        matter = {n for goal in self.goals for n in goal if isinstance(n, int)}
        matter |= {CHARACTER, *graph.rooms}
        if self.names or any("HOLDS_LH" in goal for goal in self.goals):
            fitting = {o["id"]: {"GRABBABLE", "HAS_SWITCH"}.isdisjoint(o["properties"])
                       for o in self.listed if o["id"] not in matter}
            matter |= set(sorted(fitting, key=lambda n: (fitting[n], n))[:ASKED])
        for node in list(matter):
            matter |= self._places_of(node, "ON", "INSIDE", "HOLDS_RH", "HOLDS_LH") & self.seen
        place = next(self._places(), None)
        self.places = {n: place for n in sorted(matter - self.seen) if place is not None}
        nodes = sorted(matter & self.seen | self.places.keys() | set(self.places.values()))
        facts = graph.atoms(nodes) | {(f"done_0_{k}", ()) for k in range(self.order)}
        return Believed(
            graph.kinds(nodes), frozenset(facts),
            frozenset([*map(graph.goal, self.goals), *self.done]),
            tuple(Assumption(f"place of {graph.name(n)}", frozenset(self._assumed(n, place)))
                  for n, place in self.places.items()))

    def _places(self) -> Iterator[int]:
        """Yield where an unseen thing may be, the likelier first."""
        yield from sorted(self.graph.rooms - self.visited)
        listed = {o["id"] for o in self.listed}
        closed = [n for n in self.seen if "CLOSED" in self.graph.states[n]
                  and "CAN_OPEN" in self.graph.properties[n]]
        yield from sorted(closed, key=lambda n: (
            n not in listed, "CONTAINERS" not in self.graph.properties[n], n))

    def _assumed(self, node: int, place: int) -> Iterator[Atom]:
        name, me = self.graph.names((node, CHARACTER))
        for needed, state in USUAL.items():
            if needed in self.graph.properties[node]:
                yield self.graph.goal((node, state))
        if (CHARACTER, "CLOSE", place) in self.graph.edges:
            yield from (("close", (me, name)), ("close", (name, me)))
        for where in {place, *(self._places_of(place, "INSIDE") & self.graph.rooms)}:
            yield self.graph.goal((node, "INSIDE", where))

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Return the world's action; for what is unseen, the next step of looking for it."""
        action = next(iter(doing.values()), None)
        if action is None:
            return {AGENT: "Idle"}
        ids = [int(word.rpartition("_")[2]) for word in action.arguments[1:]]
        place = next((self.places[n] for n in ids if n not in self.seen), None)
        self.looking = place is not None
        if place is None:
            return {AGENT: f"{word_of(action.name)}({', '.join(map(str, ids))})"}
        near = place not in self.graph.rooms and (CHARACTER, "CLOSE", place) in self.graph.edges
        return {AGENT: f"{'OPEN' if near else 'WALK'}({place})"}

    def running(self, robot: str) -> bool:
        return self.looking and not self.trouble

    def failed(self, robot: str) -> str:
        return self.trouble
