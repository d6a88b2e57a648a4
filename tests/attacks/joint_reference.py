"""Random small team problems, and the least number of joint steps by breadth-first search.

Written without the engine's code: ground actions by trying all objects (``textbook.deeds``), and a
search over states with every set of actions that may be done at once. A joint step is one where
no robot does two actions, every action can be done in the state before, none changes an atom that
another one reads (in its precondition or in a condition of an effect that may ever fire), and no
two make an atom both true and false.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from textbook import Atom, Deed, Literal, Literals, deeds, ways

from planner.pddl import PDDLTask, read_texts

FAMILIES = ("plain", "negative", "joint", "conditional", "places", "all")
GOING = ("places", "all")
"""Those in which robots have places and go."""
SIGNATURES = {"at": ("agent", "thing"), "has": ("agent", "thing"), "busy": ("agent",),
              "lit": ("thing",), "near": ("thing", "thing"), "rain": ()}
State = frozenset[Atom]


def draw(family: str, rng: random.Random) -> PDDLTask:
    """Draw a problem with two or three robots and two or three things."""
    objects = {f"r{n}": "agent" for n in range(rng.choice((2, 2, 3)))}
    objects |= {f"t{n}": "thing" for n in range(rng.choice((2, 3, 3)))}
    names = rng.sample(sorted(SIGNATURES), rng.choice((2, 3, 3)))
    if family in GOING and "at" not in names:
        names[0] = "at"
    actions = [_action(f"a{n}", family, names, rng) for n in range(rng.choice((2, 3, 4)))]
    if family in GOING:
        parameters = {"?a": "agent", "?x": "thing", "?y": "thing"}
        extra = _literals(parameters, names, rng, rng.choice((0, 0, 1)), family != "places")
        here, there = ((True, ("at", ("?a", place))) for place in ("?x", "?y"))
        actions.append(_written("go", parameters, [[here, *extra]],
                                [([], (False, here[1])), ([], there)]))
    facts = [(name, words) for name in names for words in product(*(
        [o for o, kind in objects.items() if kind == wanted] for wanted in SIGNATURES[name]))]
    init = {fact for fact in facts if rng.random() < 0.35 and fact[0] != "at"}
    if "at" in names:
        things = [t for t, kind in objects.items() if kind == "thing"]
        init |= {("at", (r, rng.choice(things))) for r, kind in objects.items() if kind == "agent"}
    predicates = " ".join(f"({name} {' '.join(f'?{k} - {kind}' for k, kind in enumerate(kinds))})"
                          for name, kinds in SIGNATURES.items())
    drawn = rng.sample(facts, min(len(facts), rng.choice((1, 2, 3))))
    task = read_texts(
        f"(define (domain d) (:requirements :adl) (:types agent thing)\n"
        f"  (:predicates {predicates}){''.join(actions)})\n",
        f"(define (problem p) (:domain d) (:objects "
        f"{' '.join(f'{o} - {kind}' for o, kind in objects.items())})\n"
        f"  (:init {_words((True, fact) for fact in sorted(init))})\n"
        f"  (:goal (and {_words((True, fact) for fact in drawn)})))\n")
    return task if rng.random() < 0.1 else _with_far_goal(task, facts, rng)


def _with_far_goal(task: PDDLTask, facts: Sequence[Atom], rng: random.Random) -> PDDLTask:
    """Ask for some literals of a state that is not soon reached by single actions."""
    actions, layer, seen = _live(task), [task.problem.init], {task.problem.init}
    while layer and len(seen) < 400:
        last = layer
        after = [(s - d.deletes) | d.adds for s in last for d in _acts(actions, s)]
        layer = [s for s in dict.fromkeys(after) if s not in seen]
        seen |= set(layer)
    state = rng.choice(sorted(layer or last, key=sorted))
    changed = [f for f in facts if (f in state) != (f in task.problem.init)]
    chosen = rng.sample(changed, min(len(changed), rng.choice((2, 3, 4))))
    atoms = [("atom", *f) if f in state else ("not", ("atom", *f)) for f in chosen or facts[:1]]
    return replace(task, problem=replace(task.problem, goal=("and", *atoms)))


def _action(name: str, family: str, names: Sequence[str], rng: random.Random) -> str:
    team = 2 if family in ("joint", "all") and rng.random() < 0.5 else 1
    if family == "all" and rng.random() < 0.1:
        team = 0
    parameters = {f"?{v}": "agent" for v in "ab"[:team]}
    parameters |= {f"?{v}": "thing" for v in "xy"[:rng.choice((0, 1, 1, 2))]}
    signed = family not in ("plain", "places")
    needs = [_literals(parameters, names, rng, rng.choice((1, 2, 2, 3)), signed)]
    if family == "all" and rng.random() < 0.2:
        needs.append(_literals(parameters, names, rng, 1, signed))
        if {(not sign, fact) for sign, fact in needs[0]} == set(needs[1]):
            needs = [[]]  # one of the two always holds: nothing is read
    effects = []
    for literal in _literals(parameters, names, rng, rng.choice((1, 1, 2, 3)), True):
        conditional = family in ("conditional", "all") and rng.random() < 0.5
        condition = _literals(parameters, names, rng, rng.choice((1, 1, 2)), True)
        effects.append((condition if conditional else [], literal))
    return _written(name, parameters, needs, effects)


def _literals(parameters: Mapping[str, str], names: Sequence[str], rng: random.Random, count: int,
              signed: bool) -> list[Literal]:
    found: dict[Atom, Literal] = {}
    for _ in range(count):
        name = rng.choice(names)
        pools = [[p for p, kind in parameters.items() if kind == wanted]
                 for wanted in SIGNATURES[name]]
        if all(pools):
            fact = name, tuple(rng.choice(pool) for pool in pools)
            found[fact] = not signed or rng.random() < 0.6, fact
    return list(found.values())


def _written(name: str, parameters: Mapping[str, str], needs: Sequence[Sequence[Literal]],
             effects: Sequence[tuple[Sequence[Literal], Literal]]) -> str:
    return f"""
  (:action {name} :parameters ({' '.join(f'{p} - {kind}' for p, kind in parameters.items())})
    :precondition (or {' '.join(f'(and {_words(way)})' for way in needs)})
    :effect (and {' '.join(f'(when (and {_words(c)}) {_words([e])})' if c else _words([e])
                           for c, e in effects)}))"""


def _words(literals: Iterator[Literal] | Sequence[Literal]) -> str:
    words = ((positive, f"({' '.join((name, *args))})") for positive, (name, args) in literals)
    return " ".join(text if positive else f"(not {text})" for positive, text in words)


def _live(task: PDDLTask) -> list[Deed]:
    """Return the actions that relaxed reachability leaves, with the effects that may fire."""
    robots = [name for name, kinds in task.objects.items() if "agent" in kinds]
    actions, reached = deeds(task, robots), set(task.problem.init)

    def possible(needs: Literals) -> bool:
        return all(atom in reached for sign, atom in needs if sign)

    while True:
        usable = [a for a in actions if possible(a.needs)]
        more = {atom for a in usable for atom in (*a.adds, *(
            atom for when, (sign, atom) in a.when if sign and possible(when)))}
        if more <= reached:
            break
        reached |= more
    cut = [replace(a, deletes=a.deletes & reached, when=tuple(
        (when, literal) for when, literal in a.when
        if literal[1] in reached and possible(when))) for a in usable]
    changing = {atom for a in cut for atom in (*a.adds, *a.deletes, *(e[1] for _, e in a.when))}
    return [replace(a, when=tuple(
        (when, literal) for when, literal in a.when
        if all(atom in changing or (atom in task.problem.init) is sign for sign, atom in when)))
        for a in cut]


@dataclass(frozen=True)
class _Act:
    """What an action does in one state."""

    agents: frozenset[str]
    adds: State
    deletes: State
    changes: State
    reads: State

    def goes_with(self, other: _Act) -> bool:
        return not (self.agents & other.agents or self.changes & other.reads
                    or other.changes & self.reads or self.adds & other.deletes
                    or other.adds & self.deletes)


def _holds(state: State, literals: Literals) -> bool:
    return all((atom in state) is sign for sign, atom in literals)


def _acts(actions: Sequence[Deed], state: State) -> list[_Act]:
    acts: dict[_Act, None] = {}
    for a in actions:
        if _holds(state, a.needs):
            fired = [literal for when, literal in a.when if _holds(state, when)]
            adds = a.adds | {atom for sign, atom in fired if sign}
            deletes = (a.deletes | {atom for sign, atom in fired if not sign}) - adds
            reads = {atom for literals in (a.needs, *(when for when, _ in a.when))
                     for _, atom in literals}
            acts[_Act(a.robots, adds, deletes, (adds - state) | (deletes & state),
                      frozenset(reads))] = None
    return list(acts)


def _steps(acts: Sequence[_Act], chosen: tuple[_Act, ...] = ()) -> Iterator[tuple[_Act, ...]]:
    """Yield every set of acts of which each goes with each."""
    yield chosen
    for k, act in enumerate(acts):
        later = [other for other in acts[k + 1:] if act.goes_with(other)]
        yield from _steps(later, (*chosen, act))


def least_steps(task: PDDLTask, most_states: int = 1500) -> int | None:
    """Return the least number of joint steps; -1: no plan; None: too many states."""
    actions, (goal,) = _live(task), ways(task.problem.goal, {})
    layer, seen, steps = {task.problem.init}, {task.problem.init}, 0
    while layer:
        if any(_holds(state, goal) for state in layer):
            return steps
        if len(seen) > most_states:
            return None
        fresh: set[State] = set()
        for state in layer:
            for chosen in _steps(_acts(actions, state)):
                adds: State = frozenset().union(*(a.adds for a in chosen))
                deletes: State = frozenset().union(*(a.deletes for a in chosen))
                fresh.add((state - deletes) | adds)
        layer, steps = fresh - seen, steps + 1
        seen |= layer
    return -1
