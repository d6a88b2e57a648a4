"""The best score of a small competition problem by exhaustive search, for checking claims.

Written from the rules (specification of the competition, laws 1 to 6, actions, tasks and
constraints) a second time: it shares no code with the reward search nor with the referee, only
the data types. States are tuples ``(robot, hand, plate, doors, whereabouts)``: masks of places
and containers, so that facts as odd as several places for one thing need no case of their own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from competition_cases import FAMILIES, draw_problem

from domains.competition.world.model import Attribute, Instruction, World
from translators.competition.known import Assumption
from translators.competition.problem_file import parse_problem

State = tuple[int, int, int, int, tuple[int, ...]]
"""Mask of the robot's places, numbers in hand and on the plate (0 empty, -1 unknown), mask of open
doors, and for each movable thing a mask of places and, above these, of containers."""

Truth = Callable[[State], bool]


class TooLarge(Exception):
    """More states than the search was allowed to look at."""


def best_score(world: World, items: Sequence[Instruction], limit: int = 20_000) -> int:
    """Return the best base score of all plans, every binding of a task having to hold.

    Raises:
        TooLarge: more than ``limit`` states would have to be looked at.
    """
    return Oracle(world, items).best(limit)


def holds(assumption: Assumption, world: World) -> bool:
    """Tell whether what a plan rests on is true in a world."""
    n, spot = assumption.thing, (assumption.thing, assumption.where)
    placed = {m for m, _ in (*world.at, *world.inside)} | {world.hand, world.plate}
    return {
        "at": spot in world.at, "inside": spot in world.inside, "nowhere": n not in placed,
        "opened": n in world.doors_opened - world.doors_closed,
        "closed": n in world.doors_closed - world.doors_opened,
        "container": "container" in world.words.get(n, ()), "location": n in world.locations,
        "hand": world.hand == n, "plate": world.plate == n,
    }[assumption.relation]


def tiny_problem(seed: int, family: str = "carried") -> tuple[World, tuple[Instruction, ...]]:
    problem = parse_problem(draw_problem(FAMILIES[family], seed), f"{family}:{seed}")
    return problem.true_world(), problem.instructions


def flat(at: Mapping[Any, int] | None = None, inside: Mapping[Any, int] | None = None, *,
         opened: Sequence[int] = (), closed: Sequence[int] = (), hand: int = 0, plate: int = 0,
         ) -> World:
    """Return a flat: 1 human, 2 table, 3 cupboard, 4 bed, 5 cup, 6 can, 7 book, 0 the robot.

    Big things stand at the places of their numbers, the robot at 1 where nothing else is said;
    at 0 is nowhere.
    """
    words = {1: "human big", 2: "table big", 3: "cupboard big container", 4: "bed big",
             5: "cup red small", 6: "can blue small", 7: "book green small"}
    said = {0: 1, 1: 1, 2: 2, 3: 3, 4: 4, **{int(n): place for n, place in (at or {}).items()}}
    places = {n: place for n, place in said.items() if place}
    within = frozenset((int(n), box) for n, box in (inside or {}).items())
    return World(
        frozenset(places.items()), within, frozenset(opened),
        frozenset(closed), hand, plate, {n: frozenset(w.split()) for n, w in words.items()},
        frozenset(places.values()))


def item(text: str) -> Instruction:
    """Return what ``task puton cup table`` or ``cons_not info near cup bed`` says."""
    kind, *rest = text.split()
    if kind not in ("task", "info"):
        rest.pop(0)
    name, *sorts = rest
    variables = ("X", "Y")[: len(sorts)]
    cond = tuple(Attribute("sort", v, s) for v, s in zip(variables, sorts, strict=True))
    return Instruction(kind, name, variables, cond, text=text)  # type: ignore[arg-type]


def exhaustive(world: World, items: Sequence[Instruction], limit: int = 20_000) -> int | None:
    try:
        return best_score(world, items, limit)
    except TooLarge:
        return None


class Oracle:
    """One problem: its laws, its rewards, and the search."""

    def __init__(self, world: World, items: Sequence[Instruction]) -> None:
        self.world = world
        self.places = sorted(world.locations)
        self.things = sorted(n for n in world.words if self._is(n, "small"))
        self.boxes = sorted(n for n in world.words if self._is(n, "container"))
        self._bit = {place: 1 << p for p, place in enumerate(self.places)}
        self._all = (1 << len(self.places)) - 1
        self._index = {n: i for i, n in enumerate(self.things)}
        self._box_bit = {c: 1 << len(self.places) + k for k, c in enumerate(self.boxes)}
        self._door_bit = {c: 1 << k for k, c in enumerate(self.boxes)}
        self._first = {n: self._places_said(n) for n in (0, *world.words)}
        self._last = {n: self._bit[world.last_places[n]] if n in world.last_places else mask
                      for n, mask in self._first.items()}
        self._fixed = self._last
        self._read(items)
        self._after: dict[State, list[tuple[int, State]]] = {}
        self._judged: dict[State, tuple[int, int]] = {}

    def best(self, limit: int) -> int:
        if not self.valid:
            return 0
        best = self.idle()
        ceiling = 40 * len(self.tasks) + 20 * len(self.rules)
        layers: dict[int, list[tuple[State, int]]] = {}
        for cost, state in self.begin():
            layers.setdefault(cost, []).append((state, self._judge(state)[1]))
        seen: set[tuple[State, int]] = set()
        spent = 0
        while layers:
            for node in layers.pop(spent, ()):
                if node in seen:
                    continue
                seen.add(node)
                if len(seen) > limit:
                    raise TooLarge
                state, lost = node
                if ceiling - spent - 20 * lost.bit_count() <= best:
                    continue
                done = self._judge(state)[0]
                if done:
                    kept = len(self.rules) - lost.bit_count()
                    best = max(best, 40 * done + 20 * kept - spent)
                for cost, after in self._successors(state):
                    lost_then = lost | self._judge(after)[1]
                    layers.setdefault(spent + cost, []).append((after, lost_then))
            spent += 2
        return best

    # --- rewards -------------------------------------------------------------------------

    def _read(self, items: Sequence[Instruction]) -> None:
        self.valid = True
        self.tasks: list[list[Truth]] = []
        self._idle_tasks: list[list[bool]] = []
        self.rules: list[list[Truth]] = []
        for item in items:
            bound = list(self._bindings(item))
            if item.kind == "task":
                self.valid = self.valid and bool(bound)
                self.tasks.append([self._truth(item, things) for things in bound])
                self._idle_tasks.append([self._idle_truth(item, things) for things in bound])
            elif item.kind != "info" and bound:
                wanted = item.kind == "cons_not"
                self.rules.append([self._bad(self._truth(item, t), wanted) for t in bound])

    @staticmethod
    def _bad(truth: Truth, wanted: bool) -> Truth:
        return lambda state: truth(state) == wanted

    def _bindings(self, item: Instruction) -> Iterator[tuple[int, ...]]:
        variables = list(dict.fromkeys(a.variable for a in item.cond))
        choices = {v: [n for n, words in self.world.words.items()
                       if all(a.word in words for a in item.cond if a.variable == v)]
                   for v in variables}
        names = item.variables
        if not all(choices[v] for v in variables):
            return
        used = list(dict.fromkeys(names))
        for chosen in product(*(choices[v] for v in used)):
            bound = dict(zip(used, chosen, strict=True))
            yield tuple(bound[v] for v in names)

    def _truth(self, item: Instruction, things: tuple[int, ...]) -> Truth:
        name, a = item.predicate, things[0]
        b = things[-1]
        if item.inner == "info":
            if name in ("on", "near"):
                return lambda s: bool(self._where(s, a) & self._where(s, b))
            return self._info(name, a, b)
        if name == "goto":
            return lambda s: bool(self._where(s, a) & s[0])
        if name in ("open", "close"):
            return self._info("opened" if name == "open" else "closed", a, a)
        if not self._is(a, "small"):
            return lambda s: False
        if name == "pickup":
            return lambda s: a in (s[1], s[2])
        if name == "putdown":
            return lambda s: a not in (s[1], s[2])
        if name in ("give", "puton"):
            others = [b] if name == "puton" else [
                n for n in self.world.words if self._is(n, "human")]
            return lambda s: a not in (s[1], s[2]) and any(
                self._where(s, a) & self._where(s, other) for other in others)
        if not self._is(b, "container"):
            return lambda s: False
        inside = self._info("inside", a, b)
        return inside if name == "putin" else lambda s: not inside(s)

    def _info(self, name: str, a: int, b: int) -> Truth:
        if name == "plate":
            return lambda s: s[2] == a
        if name == "hold":
            return lambda s: s[1] == a
        if name == "inside":
            if a not in self._index:
                said = (a, b) in self.world.inside
                return lambda s: said
            i, bit = self._index[a], self._box_bit.get(b, 0)
            return lambda s: bool(s[4][i] & bit)
        door = self._door_bit.get(a, 0)
        if name == "opened":
            return lambda s: bool(s[3] & door)
        return lambda s: bool(door) and not s[3] & door

    def _judge(self, state: State) -> tuple[int, int]:
        known = self._judged.get(state)
        if known is None:
            done = sum(all(truth(state) for truth in task) for task in self.tasks)
            broken = sum(1 << j for j, rule in enumerate(self.rules)
                         if any(bad(state) for bad in rule))
            known = self._judged[state] = done, broken
        return known

    # --- doing nothing: the facts as they were written ---------------------------------------

    def idle(self) -> int:
        """Return the score of doing nothing: nothing is derived, no constraint is judged."""
        done = sum(all(task) for task in self._idle_tasks)
        return 40 * done + 20 * len(self.rules) if done else 0

    def _idle_truth(self, item: Instruction, things: tuple[int, ...]) -> bool:
        world, a, b = self.world, things[0], things[-1]
        free = a not in (world.hand, world.plate)
        match item.predicate:
            case "goto":
                return bool(self._first[a] & self._first[0])
            case "open":
                return a in world.doors_opened
            case "close":
                return a in world.doors_closed
        if not self._is(a, "small"):
            return False
        match item.predicate:
            case "pickup" | "putdown":
                return free == (item.predicate == "putdown")
            case "give":
                humans = [n for n in world.words if self._is(n, "human")]
                return free and any(self._first[a] & self._first[n] for n in humans)
            case "puton":
                return free and bool(self._first[a] & self._first[b])
        inside = (a, b) in world.inside
        return self._is(b, "container") and inside == (item.predicate == "putin")

    # --- laws --------------------------------------------------------------------------------

    def _is(self, thing: int, word: str) -> bool:
        return word in self.world.words.get(thing, ())

    def _places_said(self, thing: int) -> int:
        return sum({self._bit[place] for n, place in self.world.at if n == thing})

    def _where(self, state: State, thing: int) -> int:
        if thing in (state[1], state[2]):
            return state[0]
        i = self._index.get(thing)
        return self._fixed[thing] if i is None else state[4][i] & self._all

    def begin(self) -> list[tuple[int, State]]:
        """Return what a first action leads to, with its cost.

        It is done on the facts as they were said; where several places were said for a thing the
        last one remains, of the robot as well.
        """
        world = self.world
        if world.doors_opened & world.doors_closed:
            return []
        inside = {n: sum(self._box_bit[c] for c in self.boxes if (n, c) in world.inside)
                  for n in self.things}
        carried = (world.hand, world.plate)
        doors = sum(self._door_bit[c] for c in world.doors_opened)
        where = tuple((0 if n in carried else self._first[n]) | inside[n] for n in self.things)
        start = self._first[0], world.hand, world.plate, doors, where
        self._fixed = self._first
        found = [(cost, self._settled(state)) for cost, state in self._changes(start)]
        self._fixed = self._last
        return found

    def _settled(self, state: State) -> State:
        robot, hand, plate, doors, where = state
        last = self._last
        robot = last[0] if robot & last[0] else robot
        kept = tuple(mask & ~self._all | last[n] if mask & last[n] & self._all else mask
                     for n, mask in zip(self.things, where, strict=True))
        return robot, hand, plate, doors, kept

    def _successors(self, state: State) -> list[tuple[int, State]]:
        known = self._after.get(state)
        if known is None:
            known = self._after[state] = list(self._changes(state))
        return known

    def _changes(self, state: State) -> Iterator[tuple[int, State]]:
        """Yield what the nine actions lead to, with their costs; failing ones change nothing."""
        robot, hand, plate, doors, where = state
        for place in self._bit.values():
            if not place & robot:
                yield 4, (place, hand, plate, doors, where)
        here = [c for c in self.boxes if self._where(state, c) & robot]
        if hand == 0:
            for c in here:
                yield 2, (robot, 0, plate, doors ^ self._door_bit[c], where)
            yield from self._taken(state, here)
            if plate > 0:
                yield 2, (robot, plate, 0, doors, where)
        elif hand > 0:
            i = self._index[hand]
            # a thing taken out while on the plate is in both; it stays on the plate
            left = where[i] if hand == plate else where[i] | robot
            yield 2, (robot, 0, plate, doors, self._put(where, i, left))
            if plate == 0:
                yield 2, (robot, 0, hand, doors, where)
            for c in here:
                if doors & self._door_bit[c]:
                    within = self._put(where, i, where[i] | self._box_bit[c])
                    yield 2, (robot, 0, plate, doors, within)

    def _taken(self, state: State, here: list[int]) -> Iterator[tuple[int, State]]:
        """Yield what an empty hand may pick up or take out of open containers ``here``."""
        robot, _, plate, doors, where = state
        for i, thing in enumerate(self.things):
            bare = where[i] & ~self._all
            if thing != plate and where[i] & robot:
                yield 2, (robot, thing, plate, doors, self._put(where, i, bare))
            for c in here:
                bit = self._box_bit[c]
                if where[i] & bit and doors & self._door_bit[c]:
                    yield 2, (robot, thing, plate, doors, self._put(where, i, bare & ~bit))

    @staticmethod
    def _put(where: tuple[int, ...], i: int, mask: int) -> tuple[int, ...]:
        return (*where[:i], mask, *where[i + 1 :])
