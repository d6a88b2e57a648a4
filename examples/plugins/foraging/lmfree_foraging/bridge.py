"""What the team believes about the grid, in blocks of 3 x 3 cells, and how it walks and loads."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from lmfree_foraging import MOVES, Foraging
from planner import Briefing
from planner.execution.actor.contract import Assumption, Atom, Believed, Bridge, GroundAction

SIDE = 3
Cell = tuple[int, int]


class Blocks(Bridge):
    """Food that was not seen yet is assumed where much is unseen and a robot is near."""

    def __init__(self, case: Foraging) -> None:
        self.case = case

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        self.robots = {a.lower(): a for a in briefing.agents}
        self.size, self.count = briefing.facts["size"], briefing.facts["foods"]
        self.cells = {(r, c) for r in range(self.size) for c in range(self.size)}
        self.blocks: dict[str, list[Cell]] = {}
        for cell in sorted(self.cells):
            self.blocks.setdefault(block(cell), []).append(cell)
        self.unseen, self.known = set(self.cells), dict[Cell, str]()
        self.levels, self.eaten, self.guessed = dict[str, int](), set[str](), dict[str, str]()
        self.doing: Mapping[str, GroundAction] = {}
        self.observe(observations)

    def observe(self, observations: Mapping[str, Any]) -> None:
        self.at = {a: (o["cell"][0], o["cell"][1]) for a, o in observations.items()}
        food = {(r, c): level for o in observations.values() for r, c, level in o["food"]}
        seen = {(r, c) for o in observations.values()
                for r in range(o["rows"][0], o["rows"][1] + 1)
                for c in range(o["columns"][0], o["columns"][1] + 1)}
        for o in observations.values():
            self.levels |= {name: row[2] for name, row in o["robots"].items()}
        for cell, level in sorted(food.items()):
            if cell not in self.known:
                self.known[cell] = f"food{len(self.known)}"
                self.levels[self.known[cell]] = level
        self.eaten |= {name for cell, name in self.known.items() if cell in seen - food.keys()}
        self.unseen -= seen

    def problem(self) -> Believed:
        objects = {**dict.fromkeys(self.robots, "robot"), **dict.fromkeys(self.blocks, "block"),
                   **{f"food{k}": "food" for k in range(self.count)}}
        facts: set[Atom] = {("at", (r, self._place(r))) for r in self.robots}
        facts |= {("near", (block(c), block(d))) for c in self.cells
                  for d in neighbours(c) & self.cells if block(c) != block(d)}
        for cell, name in self.known.items():
            done = name in self.eaten
            facts |= {("eaten" if done else "left", (name,)), ("in", (name, block(cell)))}
            facts |= self._able(name, self.levels[name])
        hidden = [f"food{k}" for k in range(len(self.known), self.count)] if self.unseen else []
        goal = {("eaten", (name,)) for name in [*self.known.values(), *hidden]}
        return Believed(objects, frozenset(facts), frozenset(goal), tuple(self._guesses(hidden)))

    def _place(self, robot: str) -> str:
        """Return a robot's block; who loads stays in the food's, whatever way it takes round it."""
        action = self.doing.get(robot)
        loads = action is not None and action.name != "walk"
        return action.arguments[-1] if action and loads else block(self.at[self.robots[robot]])

    def _able(self, name: str, level: int) -> set[Atom]:
        """Say which robots can eat a piece together, none of them for nothing."""
        found: list[tuple[str, ...]] = []
        for number in (1, 2, 3):
            found += [team for team in combinations(sorted(self.robots), number)
                      if sum(self.levels[self.robots[r]] for r in team) >= level
                      and not any(set(less) <= set(team) for less in found)]
        return {(("one", "two", "three")[len(team) - 1], (name, *team)) for team in found}

    def _guesses(self, hidden: list[str]) -> list[Assumption]:
        """Assume each hidden piece in a block of its own; a guess stays while it may be true."""
        chance = {b: sum(c in self.unseen for c in cells) for b, cells in self.blocks.items()}
        self.guessed = {n: b for n, b in self.guessed.items() if n in hidden and chance[b]}
        for name in hidden:
            free = [b for b in chance if chance[b] and b not in self.guessed.values()]
            if name not in self.guessed and free:
                self.guessed[name] = max(free, key=lambda b: (chance[b] / (2 + self._far(b)), b))
        total = len(self.unseen)
        return [Assumption(f"place of {n}", frozenset({("in", (n, b)), ("left", (n,)),
                                                       *self._able(n, 1)}), chance[b] / total)
                for n, b in self.guessed.items()]

    def _far(self, there: str) -> int:
        r, c = self.blocks[there][0]
        return min(abs(r - y) + abs(c - x) for y, x in self.at.values())

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Walk and load; those who load wait for each other, the others step out of their way."""
        self.next: set[Cell] = set()
        self.doing = doing
        actions = {}
        ready = {a for a in dict.fromkeys(doing.values()) if a.name != "walk" and all(
            self._beside(self.robots[r], a) for r in doing if doing[r] == a)}
        for robot, agent in sorted(self.robots.items(), key=lambda pair: pair[0] not in doing):
            action = doing.get(robot)
            if action in ready:
                actions[agent] = "Load"
            elif action is None or (action.name != "walk" and self._beside(agent, action)):
                actions[agent] = "Idle"
            else:
                actions[agent] = self._toward(agent, self._aim(action))
            self.next |= set() if actions[agent] in MOVES else {self.at[agent]}
        return actions

    def _aim(self, action: GroundAction) -> set[Cell]:
        if action.name == "walk":
            return set(self.blocks[action.arguments[2]])
        return neighbours(self._cell(action)) & self.cells

    def _cell(self, action: GroundAction) -> Cell:
        name = action.arguments[-2]
        found = next((c for c, n in self.known.items() if n == name), None)
        return found or min(set(self.blocks[action.arguments[-1]]) & self.unseen)

    def _beside(self, agent: str, action: GroundAction) -> bool:
        return self._cell(action) in neighbours(self.at[agent])

    def _toward(self, agent: str, goals: set[Cell]) -> str:
        """Return the first move of a shortest way around food and robots (through them if shut)."""
        food = {c for c, n in self.known.items() if n not in self.eaten}
        others = {c for a, c in self.at.items() if a != agent}
        for walls in (food | others | self.next, food | self.next):
            start = self.at[agent]
            queue, first = deque([start]), dict[Cell, str]({start: "Idle"})
            while queue:
                cell = queue.popleft()
                if cell in goals - walls:
                    down, right = MOVES.get(first[cell], (0, 0))
                    self.next.add((start[0] + down, start[1] + right))
                    return first[cell]
                for move, (down, right) in MOVES.items():
                    there = (cell[0] + down, cell[1] + right)
                    if there in self.cells - walls and there not in first:
                        first[there] = first[cell] if cell != start else move
                        queue.append(there)
        return "Idle"

    def running(self, robot: str) -> bool:
        return True


def block(cell: Cell) -> str:
    """Return the name of a cell's block."""
    return f"b{cell[0] // SIDE}-{cell[1] // SIDE}"


def neighbours(cell: Cell) -> set[Cell]:
    """Return the four cells around a cell."""
    return {(cell[0] + down, cell[1] + right) for down, right in MOVES.values()}
