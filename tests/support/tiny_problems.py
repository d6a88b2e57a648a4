"""Random tiny problems and an exhaustive search over the referee's own laws."""

from __future__ import annotations

import random

from domains.competition.referee.environment import Referee
from domains.competition.world.actions import Action
from domains.competition.world.model import Attribute, Inner, Instruction, Kind, World
from domains.competition.world.scoring import breaks, ground, holds
from domains.competition.world.state import State, apply, derive, initial_state

COLOURS = ("red", "green", "blue", "white")

KINDS: tuple[Kind, ...] = ("task", "task", "task", "cons_not", "cons_not", "cons_notnot")


def tiny_problem(seed: int) -> tuple[World, tuple[Instruction, ...]]:
    """Build a flat with up to three small things, two containers, four places."""
    rng = random.Random(seed)
    smalls = rng.randint(1, 3)
    containers = rng.randint(0, 2)
    words: dict[int, frozenset[str]] = {1: frozenset(("human", "big"))}
    at = {(1, 1)}
    opened: set[int] = set()
    closed: set[int] = set()
    bigs = [1]
    places = [1]
    for n in range(containers):
        number = 2 + n
        words[number] = frozenset(("cupboard" if n else "closet", "big", "container"))
        door = rng.choice(("opened", "closed", "closed", "neither"))
        if door != "neither":
            (opened if door == "opened" else closed).add(number)
        place = rng.choice((1, 2 + n, 2 + n))
        places.append(place)
        at.add((number, place))
        bigs.append(number)
    for sort in ("table", "sofa")[: 2 - containers + rng.randint(0, 1)]:
        number = len(words) + 1
        words[number] = frozenset((sort, "big"))
        at.add((number, number))
        places.append(number)
        bigs.append(number)
    if rng.random() < 0.3:
        number = len(words) + 1
        words[number] = frozenset(("bed", "big"))
        at.add((number, number))
        places.append(number)
    first = len(words) + 1
    hand = plate = 0
    inside = set()
    for n in range(smalls):
        number = first + n
        words[number] = frozenset((rng.choice(("cup", "can")), COLOURS[n], "small"))
        spot = rng.random()
        if spot < 0.15 and not hand:
            hand = number
        elif spot < 0.3 and not plate:
            plate = number
        elif spot < 0.55 and containers:
            inside.add((number, rng.randint(2, 1 + containers)))
        else:
            at.add((number, rng.choice(places)))
    at.add((0, rng.choice(places)))
    world = World(
        frozenset(at),
        frozenset(inside),
        frozenset(opened),
        frozenset(closed),
        hand,
        plate,
        words,
        frozenset(place for _, place in at),
    )
    items = [_item(rng, world, bigs, first, smalls) for _ in range(rng.randint(2, 5))]
    return world, tuple(items)


def _item(
    rng: random.Random, world: World, bigs: list[int], first: int, smalls: int
) -> Instruction:
    kind = rng.choice(KINDS)
    small = first + rng.randrange(smalls)
    boxes = [b for b in bigs if "container" in world.words[b]]
    anything = rng.choice([*bigs, first + rng.randrange(smalls)])
    inner: Inner = "info"
    if kind == "task" or (kind == "cons_not" and rng.random() < 0.5):
        inner = "task"
    if inner == "task":
        names = ["give", "puton", "goto", "putdown", "pickup", "puton"]
        names += ["open", "close", "putin", "takeout", "putin"] if boxes else []
    else:
        names = ["near", "on", "plate", "near", "hold"]
        names += ["inside", "opened", "closed"] if boxes else []
    name = rng.choice(names)
    chosen: tuple[int, ...]
    if name in ("puton", "near", "on"):
        chosen = (small, anything)
    elif name in ("putin", "takeout", "inside"):
        chosen = (small, rng.choice(boxes))
    elif name in ("open", "close", "opened", "closed"):
        chosen = (rng.choice(boxes),)
    elif name == "goto":
        chosen = (anything,)
    else:
        chosen = (small,)
    variables = ("X", "Y")[: len(chosen)]
    cond = []
    for variable, number in zip(variables, chosen, strict=True):
        wanted = sorted(world.words[number])
        if rng.random() < 0.15:
            wanted = [w for w in wanted if w in ("cup", "can", "human", "table")] or wanted
        cond += [Attribute("sort", variable, word) for word in wanted]
    arguments = ("human", *variables) if name == "give" else variables
    return Instruction(kind, inner, name, arguments, tuple(cond))


def exhaustive(world: World, items: tuple[Instruction, ...], limit: int = 40_000) -> int | None:
    """Return the best base score (careful reading) by uniform search; None if too large."""
    ground_items = ground(world, items)
    tasks = [g for g in ground_items if g.item.kind == "task"]
    rules = [g for g in ground_items if g.item.kind != "task"]
    best = Referee(world, items).score().base_lo
    ceiling = 40 * len(tasks) + 20 * len(rules)
    actions = _actions(world)
    start = (initial_state(world), frozenset[int]())
    layers: dict[int, list[tuple[State, frozenset[int]]]] = {0: [start]}
    seen: dict[tuple[State, frozenset[int]], int] = {}
    spent = 0
    while layers:
        for node in layers.pop(spent, []):
            if seen.get(node, 1 << 30) <= spent:
                continue
            seen[node] = spent
            if len(seen) > limit:
                return None
            state, lost = node
            if spent:
                best = max(best, _worth(world, state, lost, tasks, rules) - spent)
            for action in actions:
                after = apply(world, state, action)
                if after is None:
                    continue
                broken = lost | {
                    j for j, g in enumerate(rules) if j not in lost and breaks(world, after, g)
                }
                layers.setdefault(spent + action.cost, []).append((after, frozenset(broken)))
        spent += 2
        if ceiling - spent < best:
            break
    return best


def _worth(world, state, lost, tasks, rules) -> int:  # type: ignore[no-untyped-def]
    done = sum(all(holds(world, state, g.item, b) for b in g.bindings) for g in tasks)
    kept = sum(bool(g.bindings) and j not in lost for j, g in enumerate(rules))
    return 40 * done + 20 * kept * (done > 0)


def _actions(world: World) -> list[Action]:
    smalls = [n for n, w in world.words.items() if "small" in w]
    boxes = [n for n, w in world.words.items() if "container" in w]
    found = [Action("Move", (place,)) for place in sorted(world.locations)]
    for name in ("PickUp", "PutDown", "ToPlate", "FromPlate"):
        found += [Action(name, (n,)) for n in smalls]
    for name in ("Open", "Close"):
        found += [Action(name, (c,)) for c in boxes]
    for name in ("PutIn", "TakeOut"):
        found += [Action(name, (n, c)) for n in smalls for c in boxes]
    return found


def derived(world: World) -> State:
    """Return the initial state with what follows from it."""
    return derive(world, initial_state(world))
