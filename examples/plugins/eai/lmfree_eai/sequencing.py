"""Action sequencing: a task as ground operators, its plan as the evaluator's JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from lmfree_eai.graph import atoms_of, goal_atoms, kinds_of, name_of
from lmfree_eai.laws import Condition, Ground, Operator, holds, laws, step
from lmfree_eai.package import CHARACTER, Graph, Task
from lmfree_eai.search import MAX_STATES, Move, search, unreachable

__all__ = ["ALIASES", "Line", "Sequenced", "answer", "ground_of", "lines_of", "plan_task",
           "schema_of", "staged"]

ALIASES = {"RUN": "walk", "RINSE": "wash", "SCRUB": "wash", "POINTAT": "lookat", "MOVE": "pull",
           "WAKEUP": "sleep", "CLOSE": "close_it", "RELEASE": "drop"}
"""Names of the evaluator that stand for the same law."""
FORBIDDEN = frozenset({"plugin", "plugout"})
"""Offered in the prompt, refused as hallucinations by the evaluator."""
QUICK = 1_500
"""States looked at before a proof of impossibility is tried."""
Line = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Sequenced:
    """What came of a task: lines ``(ACTION, ids)``, or none; ``proven``: there can be none."""

    lines: tuple[Line, ...] | None
    proven: bool = False


def schema_of(name: str) -> str:
    """Return the schema of an evaluator's action name."""
    return ALIASES.get(name, name.lower())


def plan_task(graph: Graph, task: Task, *, forbidden: Collection[str] = FORBIDDEN) -> Sequenced:
    """Plan a task: all node and edge goals, and the action goals in every order.

    Of an action goal with alternatives one is chosen, as the evaluator looks for the first that
    occurs anywhere. Where nothing is to be done the plan is one harmless action.
    """
    for limit in (QUICK, MAX_STATES):
        for chosen in product(*(goal.split("|") for goal in task.actions)):
            names = [name.strip().upper() for name in chosen]
            plan = _plan(graph, task, names, forbidden, limit)
            if plan is not None:
                ids = {name_of(graph, n): n for n in graph.classes}
                return Sequenced(tuple(_line(move[0], ids) for move in plan))
        if impossible(graph, task, forbidden):
            return Sequenced(None, proven=True)
    return Sequenced(None)


def impossible(graph: Graph, task: Task, forbidden: Collection[str] = FORBIDDEN) -> bool:
    """Prove that the node and edge goals cannot be reached, even if all were always near.

    Looked at are goals that few actions serve: plugs, and what the hands hold.
    """
    goals = goal_atoms(graph, task)
    if not any(atom[0].startswith(("is_plugged", "holds")) for atom in goals):
        return False
    ground = ground_of(graph, task.listed, forbidden, given=frozenset({"near"}))
    parts = [ground.literal(atom) for atom in goals]
    if any(part is False for part in parts):
        return True
    goal = sum(1 << p for p in set(parts) if not isinstance(p, bool))
    hands = sum(1 << bit for atom, bit in ground.bits.items()
                if atom[0] in ("holds_rh", "holds_lh", "grabbed"))
    return unreachable(ground.operators, ground.state, goal, hands)


def _plan(graph: Graph, task: Task, chosen: Sequence[str], forbidden: Collection[str], limit: int,
          ) -> tuple[Move, ...] | None:
    ground = ground_of(graph, task.listed, forbidden, {schema_of(n) for n in chosen})
    parts = [ground.literal(atom) for atom in goal_atoms(graph, task)]
    if any(part is False for part in parts):
        return None
    goal = sum(1 << p for p in set(parts) if not isinstance(p, bool))
    operators, wanted = staged(ground, permutations(chosen))
    condition: Condition = (goal | wanted, 0, ()) if goal | wanted else True
    plan = search([(o,) for o in operators], ground.state, condition, limit=limit)
    if plan != ():
        return plan
    idle = (o for o in operators if holds(o.precondition, ground.state)
            and holds(condition, step(o, ground.state)))
    return next((((o,),) for o in idle), None)


def ground_of(graph: Graph, listed: Collection[int], forbidden: Collection[str],
              extra: Collection[str] = (), given: frozenset[str] = frozenset(), *,
              around: bool = False) -> Ground:
    """Ground the laws over the listed nodes and the rooms; actions without effect only if extra.

    ``around`` adds the facts about what the character comes close to by walking: containers,
    supports and contents of what is listed, and the body.
    """
    nodes = {*listed, *graph.rooms, CHARACTER}
    if around:
        nodes |= {n for a, relation, b in graph.edges if relation in ("ON", "INSIDE")
                  for n, other in ((a, b), (b, a)) if other in listed and other not in graph.rooms}
        nodes |= {n for n, p in graph.properties.items() if "BODY_PART" in p}
    used = {name for name, schema in laws().actions.items()
            if name in extra or schema.effect != ("and",)} - set(forbidden)
    allowed = [name_of(graph, n) for n in sorted(listed) if n != CHARACTER]
    return Ground(kinds_of(graph, sorted(nodes)), sorted(atoms_of(graph, nodes)), used, allowed,
                  name_of(graph, CHARACTER), given)


def staged(ground: Ground, orders: Iterable[Sequence[str]]) -> tuple[list[Operator], int]:
    """Add bits that count the action goals done, for each order; return those wanted."""
    stages: list[tuple[str, int | None, int]] = []
    wanted = 0
    for which, order in enumerate(orders):
        previous: int | None = None
        for place, name in enumerate(order, start=1):
            bit = len(ground.bits)
            ground.bits[(f"done_{place}", *(str(which),)[:which])] = bit
            stages.append((name, previous, bit))
            previous = bit
        wanted |= 1 << previous if previous is not None else 0
    return [made for o in ground.operators for made in _counted(o, stages)], wanted


def _counted(operator: Operator, stages: Sequence[tuple[str, int | None, int]],
             ) -> Iterator[Operator]:
    names = {name for name, _, _ in stages if schema_of(name) == operator.name}
    for name in sorted(names) or [operator.name]:
        more = tuple(((1 << before, 0, ()) if before is not None else True, 1 << bit, 0)
                     for wanted, before, bit in stages if wanted == name)
        yield replace(operator, name=name, effects=operator.effects + more)


def _line(operator: Operator, ids: dict[str, int]) -> Line:
    name = {"close_it": "CLOSE"}.get(operator.name, operator.name.upper())
    return name, tuple(ids[w] for w in operator.arguments[1:])


def answer(graph: Graph, lines: Sequence[Line]) -> str:
    """Return lines in the evaluator's format; ``[ ]`` with a blank is what it takes for none."""
    texts = []
    for name, ids in lines:
        words = ", ".join(f'"{w}"' for n in ids for w in (graph.classes[n], str(n)))
        texts.append(f'"{name}": [{words or " "}]')
    return "{" + ", ".join(texts) + "}"


def lines_of(text: str) -> list[Line]:
    """Read an answer as the evaluator does."""
    found = re.findall(r'"(\w+)"\s*:\s*(\[[^\]]+\])', text)
    return [(name, tuple(int(w) for w in json.loads(words)[1::2])) for name, words in found]
