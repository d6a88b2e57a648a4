"""Where to look first: the order of places with the least expected steps until all is found.

A *test* is a condition under which a value of an unknown shows: what an action that uses the
value needs beside it (being at the cupboard, the cupboard open). Tests are ordered such that the
sum over the unknowns that a plan needs of the expected time of finding is least: the minimum
latency problem, solved for a few tests by trying all orders and by chance per step for the rest.
Distances are those of the delete relaxation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from math import log

from planner.engines.joint.grounding.relaxation import Relaxation
from planner.execution.actor.contract import Assumption, Atom, Believed
from planner.execution.actor.unknowns import Worlds
from planner.pddl.normal_forms import formula_of
from planner.pddl.printer import formula_text

EXACT = 5
"""Tests of which all orders are tried; a pass over the operators for each …"""
ROWS = 60_000
"""… as far as all passes together look at no more than this many operators."""
LIKELY = 4
"""Combinations, the likeliest, whose relaxed plans say which unknowns matter."""
LATER = 1000.0
"""Rank of a value that no test in reach shows; the likelier ones come first."""
Test = frozenset[int]
Ranks = dict[tuple[str, frozenset[Atom]], float]
"""How early each value of an unknown is assumed."""


@dataclass(frozen=True)
class Look:
    """A test with the chance that it shows something needed, its way, and what is expected.

    ``steps`` lead there; ``expected`` is the mean number of steps until something needed is found
    if this comes first, where it is in one of the places that can be reached.
    """

    what: str
    chance: float
    steps: int
    expected: float

    def told(self) -> dict[str, object]:
        """Return it for the trace."""
        return {"what": self.what, "chance": round(self.chance, 3), "steps": self.steps,
                "expected": round(self.expected, 2)}


def searched(believed: Believed, relaxation: Relaxation) -> tuple[Ranks, tuple[Look, ...]]:
    """Return ranks of values in the order in which they are best assumed, and looks compared.

    Without tests they come by their weights.
    """
    worlds = Worlds(believed)
    ranks = {(v.key, v.atoms): LATER - log(v.weight)
             for values in worlds.choices.values() for v in values}
    needed = _needed(believed, worlds, relaxation)
    unsure = [value for key, values in worlds.choices.items() if key in needed and len(values) > 1
              for value in values]
    if not unsure:
        return ranks, ()
    now, _ = relaxation.costs(relaxation.literals(believed.init))
    shown = _tests(believed, relaxation, now)
    mass: dict[Test, float] = {}
    place: dict[tuple[str, frozenset[Atom]], Test] = {}
    for value in unsure:
        test = _of(value, shown, relaxation, now)
        if test is not None:
            place[value.key, value.atoms] = test
            mass[test] = mass.get(test, 0.0) + value.weight
    if not mass:
        return ranks, ()
    order, looks = _ordered(believed, relaxation, mass, now)
    position = {test: float(k) for k, test in enumerate(order)}
    ranks |= {key: position[test] + (ranks[key] - LATER) / LATER for key, test in place.items()}
    return ranks, looks


def _needed(believed: Believed, worlds: Worlds, relaxation: Relaxation) -> set[str]:
    """Return the unknowns of which relaxed plans use a value, or that there is none."""
    number = relaxation.grounding.number
    goal = [number[a] for a in believed.goal if a in number]
    keys = {number[a]: u.key for u in believed.unknowns for v in u.values for a in v if a in number}
    found: set[str] = set()
    for combination in islice(worlds, LIKELY):
        start = relaxation.literals(believed.assuming(combination).init)
        plan = relaxation.plan(start, goal)
        used = {abs(x) for operator in plan or () for x in operator.needs} | set(goal)
        used |= {abs(x) for o in plan or () for e in o.effects for x in e.condition}
        found |= {keys[x] for x in used if x in keys}
    return found


def _tests(believed: Believed, relaxation: Relaxation, now: Mapping[int, int]
           ) -> dict[int, list[Test]]:
    """Return for each atom of a value the conditions under which it shows.

    They are what all actions of one robot that use the atom need beside it.
    """
    grounding = relaxation.grounding
    number, changing = grounding.number, grounding.changing
    values = {number[a] for u in believed.unknowns for v in u.values for a in v if a in number}
    found: dict[tuple[int, tuple[int, ...]], Test] = {}
    for operator in grounding.operators:
        for literal in operator.needs:
            if abs(literal) in values:
                rest = frozenset(x for x in operator.needs
                                 if abs(x) not in values and abs(x) in changing)
                if all(x in now for x in rest):
                    key = abs(literal), operator.agents
                    found[key] = found[key] & rest if key in found else rest
    tests: dict[int, list[Test]] = {}
    for (atom, _), test in found.items():
        tests.setdefault(atom, []).append(test)
    return tests


def _of(value: Assumption, shown: Mapping[int, Sequence[Test]], relaxation: Relaxation,
        now: Mapping[int, int]) -> Test | None:
    number = relaxation.grounding.number
    tests = [t for a in value.atoms for t in shown.get(number.get(a, 0), ())]
    return min(tests, key=lambda t: (_cost(now, t), sorted(t)), default=None)


def _cost(now: Mapping[int, int], test: Test) -> int:
    return sum(now.get(x, 0) for x in test)


def _ordered(believed: Believed, relaxation: Relaxation, mass: Mapping[Test, float],
             now: Mapping[int, int]) -> tuple[list[Test], tuple[Look, ...]]:
    """Return all tests in a good order, and the first looks compared."""
    here = {t: max(1, _cost(now, t)) for t in mass}
    greedy = sorted(mass, key=lambda t: (-mass[t] / here[t], here[t], sorted(t)))
    count = min(EXACT, len(greedy), max(1, ROWS // max(1, len(relaxation.rows))))
    near, rest = greedy[:count], greedy[count:]
    ways = {test: {other: max(1, _cost(costs, other)) for other in near} for test in near
            for costs, _ in [relaxation.costs(_after(believed, relaxation, test))]}
    total = sum(mass.values())

    def expected(order: Sequence[int]) -> float:
        """Return the mean steps until something needed is found, to the rest as from here."""
        steps, left, way = 0.0, total, here
        for test in (*(near[k] for k in order), *rest):
            steps += way.get(test, here[test]) * left
            left -= mass[test]
            way = ways.get(test, here)
        return steps / total

    orders = sorted((expected(order), order) for order in permutations(range(count)))
    best = {order[0]: value for value, order in reversed(orders)}  # by the first test
    atoms = relaxation.grounding.atoms
    looks = tuple(Look(_told(near[k], atoms), mass[near[k]], here[near[k]], best[k])
                  for k in sorted(best, key=lambda k: (best[k], k))[:3])
    return [*(near[k] for k in orders[0][1]), *rest], looks


def _after(believed: Believed, relaxation: Relaxation, test: Test) -> list[int]:
    """Return the literals once a test is made: what excludes its atoms does not hold any more."""
    grounding = relaxation.grounding
    wanted = {x for x in test if x > 0}
    out = {x for group in grounding.groups if group & wanted for x in group} - wanted
    gone = {-x for x in test if x < 0} | out
    atoms = [a for a in believed.init if grounding.number.get(a, 0) not in gone]
    return relaxation.literals([*atoms, *(grounding.atoms[x - 1] for x in wanted)])


def _told(test: Test, atoms: Sequence[Atom]) -> str:
    return " ".join(formula_text(formula_of(x, atoms)) for x in sorted(test, key=abs)) or "here"
