"""The policy ``planned``: the common loop with a bridge to this world and the engine of this house.

Where something is that has not been seen is assumed: a room not visited yet, then a closed
container seen. Its switches, doors and plugs are taken as things usually are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lmfree_eai import Chore
from lmfree_eai.graph import atoms_of, kinds_of, name_of
from lmfree_eai.laws import Atom, Condition, Ground, laws
from lmfree_eai.package import CHARACTER, Graph, task_of
from lmfree_eai.search import search
from lmfree_eai.sequencing import schema_of, staged
from lmfree_eai.world import AGENT
from planner.domain import PolicyContext
from planner.environment import Briefing
from planner.execution.actor.contract import Assumption, Believed, Bridge, GroundAction
from planner.execution.actor.policy import Planned
from planner.execution.actor.solver import NOTHING, Answer
from planner.pddl import Domain
from planner.pddl.printer import print_domain
from planner.plan import Step

__all__ = ["Household", "planned"]

USUAL = {"CAN_OPEN": "CLOSED", "HAS_SWITCH": "OFF", "HAS_PLUG": "PLUGGED_IN"}
ASKED = 6
"""Things beside those in the goals: action goals name none, the left hand is only free second."""


def planned(case: Chore, _: PolicyContext) -> Planned:
    """Return the policy for a case."""
    bridge = Household(case)
    names = [goal.split("|")[0].strip().upper() for goal in task_of(case.task).actions]
    return Planned(bridge, bridge.pddl, lambda domain, robots: _Engine(robots[0], names), 10.0)


class _Engine:
    """Plans with the plug-in's own grounding and search, as the loop asks for them."""

    def __init__(self, robot: str, names: Sequence[str]) -> None:
        self.robot, self.names = robot, names

    def __call__(self, believed: Believed, *, limit: float, forbid: Mapping[Step, int] = NOTHING,
                 prefer: Sequence[Any] = (), commit: Sequence[Any] = ()) -> Answer:
        used = {n for n, a in laws().actions.items() if a.effect != ("and",)} | {
            schema_of(n) for n in self.names}
        atoms = sorted((name, *words) for name, words in believed.init)
        things = [n for n in believed.objects if n != self.robot]
        ground = Ground(believed.objects, atoms, used, things, self.robot)
        banned = {(a.name, a.arguments) for a in forbid}
        ground.operators = [o for o in ground.operators if (o.name, o.arguments) not in banned]
        operators, _ = staged(ground, [self.names] if self.names else [])
        parts = [ground.literal((name, *words)) for name, words in sorted(believed.goal)]
        if False in parts:
            return Answer(None, status="a goal is out of reach")
        goal = sum(1 << p for p in set(parts) if not isinstance(p, bool))
        wish: Condition = (goal, 0, ()) if goal else True
        plan = search([(o,) for o in operators], ground.state, wish, limit=2_000)
        steps = tuple((Step(schema_of(m[0].name), m[0].arguments),) for m in plan or ())
        return Answer(None if plan is None else steps, status="search")


class Household(Bridge):
    """What the character knows, as facts; ground actions as actions of the world."""

    def __init__(self, case: Chore) -> None:
        actions = task_of(case.task).actions
        self.names = [goal.split("|")[0].strip().upper() for goal in actions]
        self.pddl = print_domain(_counting(laws(), self.names))

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Take in the task and the first look."""
        told = briefing.facts
        self.wanted, self.order = told, 0
        self.graph = Graph(
            {n["id"]: n["class_name"] for n in told["objects"]}, frozenset(),
            {n["id"]: frozenset(n["properties"]) for n in told["objects"]},
            {n["id"]: frozenset() for n in told["objects"]}, frozenset())
        self.seen: set[int] = set()
        self.visited: set[int] = set()
        self.trouble, self.looking = "", False
        self.observe(observations)
        self.robots = {name_of(self.graph, CHARACTER): AGENT}

    def observe(self, observations: Mapping[str, Any]) -> None:
        """Take in what is seen and how the last action went."""
        look = observations[AGENT]
        self.trouble = str(look.get("failure", ""))
        stage = self.names[self.order] if self.order < len(self.names) else ""
        self.order += bool(stage and not self.trouble and look.get("last_action", "").startswith(
            stage + "("))
        nodes = {n["id"]: n for n in look["nodes"]}
        self.seen |= set(nodes)
        self.visited.add(look["room"])
        gone = {e for e in self.graph.edges if {e[0], e[2]} <= set(nodes) or CHARACTER in e}
        rooms = {i for i, n in nodes.items() if n["category"] == "Rooms"}
        self.graph = Graph(
            {**self.graph.classes, **{i: n["class_name"] for i, n in nodes.items()}},
            self.graph.rooms | rooms,
            {**self.graph.properties, **{i: frozenset(n["properties"]) for i, n in nodes.items()}},
            {**self.graph.states, **{i: frozenset(n["states"]) for i, n in nodes.items()}},
            (self.graph.edges - gone) | {(a, r, b) for a, r, b in look["edges"]}
            | {(b, r, a) for a, r, b in look["edges"] if r == "CLOSE"})

    def problem(self) -> Believed:
        """Return what is known of what matters, and where the unseen may be."""
        matter = {n for n, _ in self.wanted["states"]} | {
            n for a, _, b in self.wanted["edges"] for n in (a, b)} | {CHARACTER, *self.graph.rooms}
        if self.names or any(r == "HOLDS_LH" for _, r, _ in self.wanted["edges"]):
            fitting = {o["id"]: {"GRABBABLE", "HAS_SWITCH"}.isdisjoint(o["properties"])
                       for o in self.wanted["objects"] if o["id"] not in matter}
            matter |= set(sorted(fitting, key=lambda n: (fitting[n], n))[:ASKED])
        matter |= {b for a, r, b in self.graph.edges if a in matter and r in (
            "ON", "INSIDE", "HOLDS_RH", "HOLDS_LH") and b in self.seen}
        self.places = {n: place for n in sorted(matter - self.seen)
                       if (place := next(self._places(), None)) is not None}
        matter |= set(self.places.values())
        nodes = sorted(n for n in matter if n in self.seen or n in self.places)
        names = {n: name_of(self.graph, n) for n in nodes}
        goal: list[Atom] = [("is_" + s.lower(), name_of(self.graph, n))
                            for n, s in self.wanted["states"]]
        goal += [(r.lower(), name_of(self.graph, a), name_of(self.graph, b))
                 for a, r, b in self.wanted["edges"]]
        goal += [(f"done_{k}",) for k in range(1, len(self.names) + 1)]
        facts = atoms_of(self.graph, nodes) | {(f"done_{k}",) for k in range(1, self.order + 1)}
        return Believed(kinds_of(self.graph, nodes), _loop(facts), _loop(goal), tuple(
            Assumption(f"place of {names[n]}", _loop(self._assumed(n, names)))
            for n in self.places))

    def _places(self) -> Iterator[int]:
        """Yield where an unseen thing may be, the likelier first."""
        yield from sorted(self.graph.rooms - self.visited)
        listed = {o["id"] for o in self.wanted["objects"]}
        closed = [n for n in self.seen if "CLOSED" in self.graph.states[n]
                  and "CAN_OPEN" in self.graph.properties[n]]
        yield from sorted(closed, key=lambda n: (
            n not in listed, "CONTAINERS" not in self.graph.properties[n], n))

    def _assumed(self, node: int, names: Mapping[int, str]) -> list[Atom]:
        place = self.places[node]
        atoms: list[Atom] = [("is_" + state.lower(), names[node]) for p, state in USUAL.items()
                             if p in self.graph.properties[node]]
        rooms = [place] if place in self.graph.rooms else [
            b for a, r, b in self.graph.edges if a == place and r == "INSIDE"
            and b in self.graph.rooms]
        if (CHARACTER, "CLOSE", place) in self.graph.edges:
            pair = (names[CHARACTER], names[node])
            atoms += [("close", *pair), ("close", *pair[::-1])]
        return atoms + [("inside", names[node], names[p]) for p in {place, *rooms}]

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Return the world's action; for what is unseen, the next step of looking for it."""
        action = next(iter(doing.values()), None)
        if action is None:
            return {AGENT: "Idle"}
        ids = [int(word.rpartition("_")[2]) for word in action.arguments[1:]]
        unseen = next((n for n in ids if n not in self.seen), None)
        self.looking = unseen is not None
        if unseen is not None:
            return {AGENT: self._look_for(unseen)}
        stage = self.names[self.order] if self.order < len(self.names) else ""
        name = stage if schema_of(stage or "-") == action.name else {
            "close_it": "CLOSE"}.get(action.name, action.name.upper())
        return {AGENT: f"{name}({', '.join(map(str, ids))})"}

    def _look_for(self, node: int) -> str:
        place = self.places[node]
        if place in self.graph.rooms or (CHARACTER, "CLOSE", place) not in self.graph.edges:
            return f"WALK({place})"
        return f"OPEN({place})"

    def running(self, robot: str) -> bool:
        """Say whether something is still being looked for."""
        return self.looking and not self.trouble

    def failed(self, robot: str) -> str:
        """Say why the last action failed."""
        return self.trouble


def _loop(atoms: Any) -> frozenset[tuple[str, tuple[str, ...]]]:
    return frozenset((atom[0], tuple(atom[1:])) for atom in atoms)


def _counting(domain: Domain, names: Sequence[str]) -> Domain:
    """Return the domain with the action goals as facts: done_1, then done_2."""
    actions = dict(domain.actions)
    for place, name in enumerate(names, start=1):
        schema = actions[schema_of(name)]
        effect: Any = ("atom", f"done_{place}", ())
        if place > 1:
            effect = ("when", ("atom", f"done_{place - 1}", ()), effect)
        actions[schema.name] = replace(schema, effect=("and", schema.effect, effect))
    predicates = {f"done_{k}": () for k in range(1, len(names) + 1)}
    return replace(domain, actions=actions, predicates={**domain.predicates, **predicates})
