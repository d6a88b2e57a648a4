"""Action sequencing: a task as ground operators, its plan as the evaluator's JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import permutations, product
from typing import Any, NamedTuple

from lmfree_eai.laws import Ground, holds, laws
from lmfree_eai.package import CHARACTER, Graph, Task
from lmfree_eai.search import MAX_STATES, apply, search, unreachable
from planner.pddl import Domain
from planner.pddl.conditions import Atom
from planner.pddl.model import Formula

ALIASES = {"RUN": "walk", "RINSE": "wash", "SCRUB": "wash", "POINTAT": "lookat", "MOVE": "pull",
           "WAKEUP": "sleep", "CLOSE": "close_it", "RELEASE": "drop"}
"""Names of the evaluator that stand for the same law."""
FORBIDDEN = ("plugin", "plugout")
"""Offered in the prompt, refused as hallucinations by the evaluator."""
HANDS = ("holds_rh", "holds_lh", "grabbed")
"""What proofs look at."""
QUICK = 1_500
"""States looked at before a proof of impossibility is tried."""
Line = tuple[str, tuple[int, ...]]


class Plan(NamedTuple):
    """What came of a task: lines ``(ACTION, ids)`` or entries, or none and the reason."""

    steps: tuple[Any, ...] | None
    why: str = ""


def schema_of(name: str) -> str:
    """Return the schema of an evaluator's action name."""
    return ALIASES.get(name, name.lower())


def word_of(schema: str) -> str:
    """Return the evaluator's name of an action."""
    return "CLOSE" if schema == "close_it" else schema.upper()


def counting(orders: Iterable[Sequence[str]], forbidden: Collection[str] = (),
             ) -> tuple[Domain, list[Atom]]:
    """Return the laws for action goals in each order, and the atoms that say they are fulfilled.

    An action among the goals gets their names, and the atoms ``done_ORDER_PLACE`` as effects.
    Others without any effect are left out.
    """
    domain, orders = laws(), list(orders)
    actions, predicates = {}, dict(domain.predicates)
    for schema, law in domain.actions.items():
        names = sorted({n for order in orders for n in order if schema_of(n) == schema})
        for name in names or [schema] * (law.effect != ("and",)):
            effects: list[Formula] = []
            for which, order in enumerate(orders):
                for place in (p for p, n in enumerate(order) if n == name):
                    done, before = (f"done_{which}_{p}" for p in (place, place - 1))
                    predicates[done] = ()
                    effects.append(("atom", done, ()) if not place else
                                   ("when", ("atom", before, ()), ("atom", done, ())))
            if schema not in forbidden:
                actions[name.lower()] = replace(
                    law, name=name.lower(), effect=("and", law.effect, *effects))
    last: list[Atom] = [(f"done_{n}_{len(order) - 1}", ()) for n, order in enumerate(orders)
                        if order]
    return replace(domain, actions=actions, predicates=predicates), last


def plan_task(graph: Graph, task: Task, *, forbidden: Collection[str] = FORBIDDEN) -> Plan:
    """Plan a task: all node and edge goals, and the action goals in every order.

    Of an action goal with alternatives one is chosen, as the evaluator looks for the first that
    occurs anywhere. Where nothing is to be done the plan is one harmless action.
    """
    ids = {graph.name(n): n for n in graph.classes}
    goals = [graph.goal(goal) for goal in task.goals]
    for limit in (QUICK, MAX_STATES):
        grounds = []
        for chosen in product(*task.options):
            domain, done = counting(permutations(chosen), forbidden)
            ground = ground_of(graph, task, domain)
            goal = ground.goal([*goals, *done])
            plan = search([(o,) for o in ground.operators], ground, goal, limit=limit)
            if plan == ():
                after = ((o, apply([o], ground.state)) for o in ground.operators)
                plan = next((((o,),) for o, state in after
                             if state is not None and holds(goal, state)), None)
            if plan is not None:
                return Plan(tuple((word_of(o.name), tuple(ids[w] for w in o.arguments[1:]))
                                  for (o,) in plan))
            grounds.append((ground, goal))
        if all(unreachable(g.operators, g, goal, HANDS) for g, goal in grounds):
            return Plan(None, "impossible (proof)")
    return Plan(None, "no plan found (search limit)")


def ground_of(graph: Graph, task: Task, domain: Domain, around: Iterable[int] = ()) -> Ground:
    """Ground a domain over the listed nodes, the rooms, and ``around`` what is not acted on."""
    nodes = sorted({*task.listed, *graph.rooms, CHARACTER, *around})
    return Ground(domain, graph.kinds(nodes), sorted(graph.atoms(nodes)),
                  graph.names(n for n in sorted(task.listed) if n != CHARACTER),
                  graph.name(CHARACTER))


def answer(graph: Graph, task: Task) -> tuple[dict[str, str], str]:
    """Return the answer to a task, and why it is empty."""
    plan = plan_task(graph, task)
    return {"lmfree": text_of(graph, plan.steps or ())}, plan.why


def text_of(graph: Graph, lines: Sequence[Line]) -> str:
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
