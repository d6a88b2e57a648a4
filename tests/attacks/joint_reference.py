"""Random small team problems, and the least number of joint steps by breadth-first search.

Written without the planner's code: its own actions, its own grounding by trying all objects, and
a search over states with every set of actions that may be done at once. A joint step is one where
no robot does two actions, every action can be done in the state before, none changes an atom that
another one reads (in its precondition or in a condition of an effect that may ever fire), and no
two make an atom both true and false.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

FAMILIES = ("plain", "negative", "joint", "conditional", "places", "all")
GOING = ("places", "all")
"""Those in which robots have places and go."""
Literal = tuple[bool, str, tuple[str, ...]]
Fact = tuple[str, tuple[str, ...]]
SIGNATURES = {"at": ("agent", "thing"), "has": ("agent", "thing"), "busy": ("agent",),
              "lit": ("thing",), "near": ("thing", "thing"), "rain": ()}


@dataclass(frozen=True)
class Action:
    """Parameters with types, alternative preconditions, effects with their conditions."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    needs: tuple[tuple[Literal, ...], ...]
    effects: tuple[tuple[tuple[Literal, ...], Literal], ...]


@dataclass(frozen=True)
class Puzzle:
    objects: Mapping[str, str]
    actions: tuple[Action, ...]
    init: frozenset[Fact]
    goal: tuple[Literal, ...]


def draw(family: str, rng: random.Random) -> Puzzle:
    """Draw a problem with two or three robots and two or three things."""
    objects = {f"r{n}": "agent" for n in range(rng.choice((2, 2, 3)))}
    objects |= {f"t{n}": "thing" for n in range(rng.choice((2, 3, 3)))}
    names = rng.sample(sorted(SIGNATURES), rng.choice((2, 3, 3)))
    if family in GOING and "at" not in names:
        names[0] = "at"
    actions = [_action(f"a{n}", family, names, rng) for n in range(rng.choice((2, 3, 4)))]
    if family in GOING:
        extra = _literals([("?a", "agent"), ("?x", "thing"), ("?y", "thing")], names, rng,
                          rng.choice((0, 0, 1)), family != "places")
        actions.append(Action(
            "go", (("?a", "agent"), ("?x", "thing"), ("?y", "thing")),
            (((True, "at", ("?a", "?x")), *extra),),
            (((), (False, "at", ("?a", "?x"))), ((), (True, "at", ("?a", "?y"))))))
    facts = [fact for name in names for fact in _facts(name, objects)]
    init = {fact for fact in facts if rng.random() < 0.35 and fact[0] != "at"}
    if "at" in names:
        things = [t for t, kind in objects.items() if kind == "thing"]
        init |= {("at", (r, rng.choice(things))) for r, kind in objects.items() if kind == "agent"}
    drawn = rng.sample(facts, min(len(facts), rng.choice((1, 2, 3))))
    puzzle = Puzzle(objects, tuple(actions), frozenset(init), tuple((True, *f) for f in drawn))
    return puzzle if rng.random() < 0.1 else replace(puzzle, goal=_far(puzzle, facts, rng))


def _far(puzzle: Puzzle, facts: Sequence[Fact], rng: random.Random) -> tuple[Literal, ...]:
    """Return some literals of a state that is not soon reached by single actions."""
    actions, layer, seen = _live(puzzle), [puzzle.init], {puzzle.init}
    while layer and len(seen) < 400:
        last = layer
        after = [(s - d.deletes) | d.adds for s in last for d in _deeds(actions, s)]
        layer = [s for s in dict.fromkeys(after) if s not in seen]
        seen |= set(layer)
    state = rng.choice(sorted(layer or last, key=sorted))
    changed = [f for f in facts if (f in state) != (f in puzzle.init)]
    chosen = rng.sample(changed, min(len(changed), rng.choice((2, 3, 4))))
    return tuple((f in state, *f) for f in chosen or facts[:1])


def _facts(name: str, objects: Mapping[str, str]) -> Iterator[Fact]:
    pools = [[o for o, kind in objects.items() if kind == wanted] for wanted in SIGNATURES[name]]
    yield from ((name, words) for words in product(*pools))


def _action(name: str, family: str, names: Sequence[str], rng: random.Random) -> Action:
    team = 2 if family in ("joint", "all") and rng.random() < 0.5 else 1
    if family == "all" and rng.random() < 0.1:
        team = 0
    parameters = [(f"?{v}", "agent") for v in "ab"[:team]]
    parameters += [(f"?{v}", "thing") for v in "xy"[:rng.choice((0, 1, 1, 2))]]
    signed = family not in ("plain", "places")
    needs = [_literals(parameters, names, rng, rng.choice((1, 2, 2, 3)), signed)]
    if family == "all" and rng.random() < 0.2:
        needs.append(_literals(parameters, names, rng, 1, signed))
        if {(not sign, *fact) for sign, *fact in needs[0]} == set(needs[1]):
            needs = [()]  # one of the two always holds: nothing is read
    found = {literal[1:]: literal for literal in _literals(
        parameters, names, rng, rng.choice((1, 1, 2, 3)), True)}
    effects = []
    for literal in found.values():
        conditional = family in ("conditional", "all") and rng.random() < 0.5
        condition = _literals(parameters, names, rng, rng.choice((1, 1, 2)), True)
        effects.append((condition if conditional else (), literal))
    return Action(name, tuple(parameters), tuple(needs), tuple(effects))


def _literals(
    parameters: Sequence[tuple[str, str]], names: Sequence[str], rng: random.Random, count: int,
    signed: bool,
) -> tuple[Literal, ...]:
    found: dict[Fact, Literal] = {}
    for _ in range(count):
        name = rng.choice(names)
        pools = [[p for p, kind in parameters if kind == wanted] for wanted in SIGNATURES[name]]
        if all(pools):
            fact = name, tuple(rng.choice(pool) for pool in pools)
            found[fact] = (not signed or rng.random() < 0.6, *fact)
    return tuple(found.values())


def texts(puzzle: Puzzle) -> tuple[str, str]:
    predicates = " ".join(f"({name} {' '.join(f'?{k} - {kind}' for k, kind in enumerate(kinds))})"
                          for name, kinds in SIGNATURES.items())
    actions = "".join(f"""
  (:action {a.name} :parameters ({' '.join(f'{p} - {kind}' for p, kind in a.parameters)})
    :precondition (or {' '.join(f'(and {_words(c)})' for c in a.needs)})
    :effect (and {' '.join(f'(when (and {_words(c)}) {_words([e])})' if c else _words([e])
                           for c, e in a.effects)}))""" for a in puzzle.actions)
    domain = (f"(define (domain d) (:requirements :adl) (:types agent thing)\n"
              f"  (:predicates {predicates}){actions})\n")
    objects = " ".join(f"{o} - {kind}" for o, kind in puzzle.objects.items())
    init = " ".join(_words([(True, *fact)]) for fact in sorted(puzzle.init))
    return domain, (f"(define (problem p) (:domain d) (:objects {objects})\n  (:init {init})\n"
                    f"  (:goal (and {_words(puzzle.goal)})))\n")


def _words(literals: Sequence[Literal]) -> str:
    words = ((positive, f"({' '.join((name, *args))})") for positive, name, args in literals)
    return " ".join(text if positive else f"(not {text})" for positive, text in words)


@dataclass(frozen=True)
class _Ground:
    agents: frozenset[str]
    needs: tuple[Literal, ...]
    effects: tuple[tuple[tuple[Literal, ...], Literal], ...]


def _instances(puzzle: Puzzle) -> list[_Ground]:
    found = []
    for action in puzzle.actions:
        pools = [[o for o, kind in puzzle.objects.items() if kind == wanted]
                 for _, wanted in action.parameters]
        for words in product(*pools):
            bound = dict(zip((p for p, _ in action.parameters), words, strict=True))

            def put(literals: Sequence[Literal], bound: dict[str, str] = bound
                    ) -> tuple[Literal, ...]:
                return tuple((s, n, tuple(bound[a] for a in args)) for s, n, args in literals)

            agents = frozenset(w for w in words if puzzle.objects[w] == "agent")
            effects = [(put(c), put([e])[0]) for c, e in action.effects]
            found += [_Ground(agents, put(needs), _without_overruled(effects))
                      for needs in action.needs]
    return found


def _without_overruled(
    effects: Sequence[tuple[tuple[Literal, ...], Literal]]
) -> tuple[tuple[tuple[Literal, ...], Literal], ...]:
    """Leave out what an effect without a condition adds anyway."""
    added = {e[1:] for c, e in effects if not c and e[0]}
    return tuple((c, e) for c, e in effects if (not c and e[0]) or e[1:] not in added)


def _live(puzzle: Puzzle) -> list[_Ground]:
    """Return the actions that relaxed reachability leaves, with the effects that may fire."""
    actions, reached = _instances(puzzle), set(puzzle.init)
    while True:
        usable = [a for a in actions if all((n, w) in reached for s, n, w in a.needs if s)]
        more = {e[1:] for a in usable for c, e in a.effects
                if e[0] and all((n, w) in reached for s, n, w in c if s)}
        if more <= reached:
            break
        reached |= more
    cut = [_Ground(a.agents, a.needs, tuple(
        (c, e) for c, e in a.effects
        if e[1:] in reached and all((n, w) in reached for s, n, w in c if s))) for a in usable]
    changing = {e[1:] for a in cut for _, e in a.effects}
    return [_Ground(a.agents, a.needs, tuple(
        (c, e) for c, e in a.effects
        if all((n, w) in changing or ((n, w) in puzzle.init) == s for s, n, w in c)))
        for a in cut]


@dataclass(frozen=True)
class _Deed:
    """What an action does in one state."""

    agents: frozenset[str]
    adds: frozenset[Fact]
    deletes: frozenset[Fact]
    changes: frozenset[Fact]
    reads: frozenset[Fact]

    def goes_with(self, other: _Deed) -> bool:
        return not (self.agents & other.agents or self.changes & other.reads
                    or other.changes & self.reads or self.adds & other.deletes
                    or other.adds & self.deletes)


def _deeds(actions: Sequence[_Ground], state: frozenset[Fact]) -> list[_Deed]:
    deeds: dict[_Deed, None] = {}
    for action in actions:
        if all(((n, w) in state) == s for s, n, w in action.needs):
            fired = [e for c, e in action.effects if all(((n, w) in state) == s for s, n, w in c)]
            adds = frozenset(e[1:] for e in fired if e[0])
            deletes = frozenset(e[1:] for e in fired if not e[0]) - adds
            reads = {literal[1:] for literal in action.needs}
            reads |= {literal[1:] for c, _ in action.effects for literal in c}
            changes = (adds - state) | (deletes & state)
            deeds[_Deed(action.agents, adds, deletes, frozenset(changes), frozenset(reads))] = None
    return list(deeds)


def _steps(deeds: Sequence[_Deed], chosen: tuple[_Deed, ...] = ()) -> Iterator[tuple[_Deed, ...]]:
    """Yield every set of deeds of which each goes with each."""
    yield chosen
    for k, deed in enumerate(deeds):
        later = [other for other in deeds[k + 1:] if deed.goes_with(other)]
        yield from _steps(later, (*chosen, deed))


def least_steps(puzzle: Puzzle, most_states: int = 1500) -> int | None:
    """Return the least number of joint steps; -1: no plan; None: too many states."""
    actions = _live(puzzle)
    layer, seen, steps = {puzzle.init}, {puzzle.init}, 0
    while layer:
        if any(all(((n, w) in state) == s for s, n, w in puzzle.goal) for state in layer):
            return steps
        if len(seen) > most_states:
            return None
        fresh: set[frozenset[Fact]] = set()
        for state in layer:
            for chosen in _steps(_deeds(actions, state)):
                adds: frozenset[Fact] = frozenset().union(*(d.adds for d in chosen))
                deletes: frozenset[Fact] = frozenset().union(*(d.deletes for d in chosen))
                fresh.add((state - deletes) | adds)
        layer, steps = fresh - seen, steps + 1
        seen |= layer
    return -1
