"""The exact optimum of a small partially observed problem: LAO* over beliefs.

A belief is a weighted list of hypotheses; each carries the whole physical state of its world, so
physical actions are deterministic in it and observations only reweigh or strike hypotheses out. The
clairvoyant's value of every hypothesis is an admissible bound. At most ``asks`` questions are asked
in one game; more would change the value by less than they cost in problems of this size.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from domains.competition.referee.environment import P_NOT_KNOWN, P_TRUTH
from domains.competition.search import plan
from domains.competition.world import scoring
from domains.competition.world.actions import Action
from domains.competition.world.model import Instruction, World
from domains.competition.world.state import apply, derive, sensed

_EPSILON = 1e-6
Case = tuple[int, World, frozenset[int]]
"""The number of a hypothesis, its world as it is then, lost constraints."""
Node = tuple[tuple[Case, float], ...]
SENSE = Action("Sense", ())


class TooLarge(Exception):
    """More beliefs than asked for."""


@dataclass(frozen=True)
class Hypothesis:
    """A world that may be the true one; ``lies`` says whether answers are unreliable in it."""

    world: World
    weight: float
    lies: bool = True


@dataclass
class _Belief:
    """A node of the graph: its bounds, and what can be done with its weighted successors."""

    value: float
    stop: float
    choices: list[tuple[Action, list[tuple[float, tuple[int, Node]]]]] = field(default_factory=list)
    expanded: bool = False
    best: int = -1


def optimum(
    hypotheses: Sequence[Hypothesis], items: Sequence[Instruction], *, asks: int = 3,
    limit: int = 20_000,
) -> tuple[float, str]:
    """Return the expected base score of the best policy, and its first action.

    Raises :class:`TooLarge` beyond ``limit`` beliefs.
    """
    solver = _Solver(hypotheses, items, limit)
    root = asks, _normal([
        ((n, h.world, frozenset()), h.weight) for n, h in enumerate(hypotheses)])
    value = solver.solve(root)
    found = solver.graph[root]
    return value, str(found.choices[found.best][0]) if found.best >= 0 else "Stop"


class _Solver:
    def __init__(
        self, hypotheses: Sequence[Hypothesis], items: Sequence[Instruction], limit: int
    ) -> None:
        self.hypotheses, self.items, self.limit = hypotheses, items, limit
        self.grounds = [scoring.ground(h.world, items) for h in hypotheses]
        self.order = [n for n, item in enumerate(items) if item.kind != "info"]
        self.graph: dict[tuple[int, Node], _Belief] = {}
        self.known: dict[Case, float] = {}
        world = hypotheses[0].world
        smalls = sorted(n for n, w in world.words.items() if "small" in w)
        boxes = sorted(n for n, w in world.words.items() if "container" in w)
        everywhere = sorted({p for h in hypotheses for p in h.world.locations})
        self.actions = [Action("Move", (p,)) for p in everywhere]
        self.actions += [Action(name, (n,)) for n in smalls
                         for name in ("PickUp", "PutDown", "ToPlate", "FromPlate")]
        self.actions += [Action(name, (n, c)) for n in smalls for c in boxes
                         for name in ("PutIn", "TakeOut")]
        self.actions += [Action(name, (c,)) for c in boxes for name in ("Open", "Close")]
        moving = {n for h in hypotheses for n, _ in h.world.at ^ world.at}  # in doubt, small or big
        self.questions = [Action("AskLoc", (n,)) for n in sorted({*smalls, *moving} - {0})]

    def solve(self, root: tuple[int, Node]) -> float:
        """Expand the best partial policy until it is complete (LAO*)."""
        self._node(root)
        while True:
            policy = list(self._policy(root))
            open_nodes = [key for key in policy if not self.graph[key].expanded]
            if not open_nodes:
                return self.graph[root].value
            for key in open_nodes:
                self._expand(key)
            self._update([*open_nodes, *policy])

    def _policy(self, root: tuple[int, Node]) -> Iterator[tuple[int, Node]]:
        """Yield the beliefs the present best policy may meet, last ones first."""
        seen, stack, order = {root}, [root], []
        while stack:
            key = stack.pop()
            order.append(key)
            node = self.graph[key]
            if node.expanded and node.best >= 0:
                for _, after in node.choices[node.best][1]:
                    if after not in seen:
                        seen.add(after)
                        stack.append(after)
        return reversed(order)

    def _update(self, keys: Sequence[tuple[int, Node]]) -> None:
        change = 1.0
        while change > _EPSILON:
            change = 0.0
            for key in keys:
                node = self.graph[key]
                if not node.expanded:
                    continue
                before = node.value
                node.value, node.best = node.stop, -1
                for number, (action, outcomes) in enumerate(node.choices):
                    value = sum(p * self.graph[after].value for p, after in outcomes) - action.cost
                    if value > node.value + _EPSILON:
                        node.value, node.best = value, number
                change = max(change, abs(before - node.value))

    def _node(self, key: tuple[int, Node]) -> _Belief:
        node = self.graph.get(key)
        if node is None:
            if len(self.graph) >= self.limit:
                raise TooLarge
            worlds = key[1]
            stop = sum(p * self._score(*which) for which, p in worlds)
            value = sum(p * self._clairvoyant(*which) for which, p in worlds)
            node = self.graph[key] = _Belief(max(stop, value), stop)
            if len(worlds) == 1:
                node.expanded, node.stop = True, node.value  # known: as good as the clairvoyant's
        return node

    def _expand(self, key: tuple[int, Node]) -> None:
        node, (asks, worlds) = self.graph[key], key
        node.expanded = True
        for action in (*self.actions, SENSE, *(self.questions if asks else ())):
            seen: dict[object, list[tuple[Case, float]]] = {}
            for which, p in worlds:
                for told, chance, after in self._results(which, action):
                    seen.setdefault(told, []).append((after, p * chance))
            if len(seen) == 1 and True not in seen:
                continue  # nothing is done and nothing learnt
            outcomes = []
            for group in seen.values():
                after_it = asks - (action in self.questions), _normal(group)
                self._node(after_it)
                outcomes.append((sum(p for _, p in group), after_it))
            node.choices.append((action, outcomes))

    def _results(self, which: Case, action: Action) -> Iterator[tuple[object, float, Case]]:
        """Yield what an action shows (of acts: whether it succeeds), its chance, what follows."""
        number, world, lost = which
        if action == SENSE:
            yield ("seen", sensed(world)), 1.0, which
        elif action in self.questions:
            for answer, chance in self._answers(which, action.arguments[0]).items():
                yield answer, chance, which
        elif (after := apply(world, action)) is None:
            yield False, 1.0, which
        else:
            fallen = {k for k, g in zip(self.order, self.grounds[number], strict=True)
                      if g.item.kind != "task" and k not in lost
                      and scoring.breaks(after, g)}
            yield True, 1.0, (number, after, lost | fallen)

    def _answers(self, which: Case, thing: int) -> dict[str, float]:
        hypothesis, now = self.hypotheses[which[0]], derive(which[1])
        where = [f"at {p}" for n, p in sorted(now.at) if n == thing]
        where += [f"in {c}" for n, c in sorted(now.inside) if n == thing]
        if not where:
            return {"": 1.0}
        if not hypothesis.lies:
            return {where[0]: 1.0}
        world = hypothesis.world
        wrong = Counter([f"at {p}" for _, p in world.at]
                        + [f"in {c}" for c in world.declared_containers])
        chances = {place: (1 - P_TRUTH - P_NOT_KNOWN) * count / wrong.total()
                   for place, count in wrong.items()}
        chances[where[0]] = chances.get(where[0], 0.0) + P_TRUTH
        return {**chances, "not_known": P_NOT_KNOWN}

    def _score(self, number: int, world: World, lost: frozenset[int]) -> float:
        """Return the points of stopping now, costs left out."""
        grounds = self.grounds[number]
        done = sum(scoring.done(world, g) for g in grounds if g.item.kind == "task")
        kept = sum(g.item.kind != "task" and bool(g.bindings) and k not in lost
                   for k, g in zip(self.order, grounds, strict=True))
        return scoring.TASK_POINTS * done + (scoring.CONSTRAINT_POINTS * kept if done else 0)

    def _clairvoyant(self, number: int, world: World, lost: frozenset[int]) -> float:
        key = (number, world, lost)
        if key not in self.known:
            self.known[key] = plan(world, self.items, lost=lost, optimal=True).upper_bound
        return self.known[key]


def _normal(worlds: Sequence[tuple[Case, float]]) -> Node:
    total = sum(p for _, p in worlds)
    merged: dict[Case, float] = {}
    for which, p in worlds:
        merged[which] = merged.get(which, 0.0) + p / total
    return tuple(sorted(((w, round(p, 9)) for w, p in merged.items()), key=lambda x: x[0][0]))
