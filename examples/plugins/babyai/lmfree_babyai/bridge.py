"""What the robot believes: a map drawn from 7 x 7 views, things with names, ways and hurdles."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

from lmfree_babyai import COLOURS, KINDS, VECTORS, BabyAI
from planner import Briefing
from planner.execution.actor.contract import Assumption, Atom, Believed, Bridge, GroundAction

Cell = tuple[int, int]
Pose = tuple[Cell, int]
Clause = tuple[str, tuple[str, ...], tuple[str, ...]]
PRICE = {"shut": 2.0, "locked": 12.0, "loose": 6.0}
"""What a hurdle costs beside the way, in steps: a toggle, a key to be fetched, a thing to move."""
ROOM = 25
"""Cells that a shut door is expected to hide."""
HOPE = 0.8
"""Chance that a view goes on behind an unseen cell."""
VIEW = 24.0
"""More unseen cells than a view may hope to show: the sum of ``HOPE`` over its cells."""
NOUN = r"(?:the|a) ?(red|green|blue|purple|yellow|grey)? ?(key|ball|box|door|object)" \
       r" ?(in front of|behind|on your left|on your right)?(?: you)?"
FORMS = {"visited": f"go to {NOUN}", "opened": f"open {NOUN}", "taken": f"pick up {NOUN}",
         "beside": f"put {NOUN} next to {NOUN}"}


def read(sentence: str) -> list[list[Clause]]:
    """Return the stages of a sentence, each with clauses whose order is free."""
    first, after, second = sentence.partition(" after you ")
    parts = [second, first] if after else re.split(r",? then ", sentence)
    return [[clause(text) for text in part.split(" and ")] for part in parts]


def clause(text: str) -> Clause:
    """Return what is to hold, and of what: colour, kind and side of each thing."""
    for goal, form in FORMS.items():
        found = re.fullmatch(form, text.strip())
        if found:
            words = tuple(word or "" for word in found.groups())
            return goal, words[:3], words[3:]
    raise ValueError(f"a clause that is not BabyAI's: {text!r}")


class Rooms(Bridge):
    """Facts of what was seen; what was not seen yet is assumed at an edge of the map."""

    def __init__(self, case: BabyAI) -> None:
        self.case = case

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        self.robots = {"robot": briefing.agents[0]}
        self.stages = read(briefing.instruction)
        self.map, self.kind = dict[Cell, str](), dict[str, tuple[str, str]]()
        self.place, self.state = dict[str, Cell](), dict[str, str]()
        self.places, self.names = dict[str, Cell](), dict[Cell, str]()
        self.first, self.stood = dict[str, Cell](), set[Pose]()
        self.held = self.last = self.aim = self.other = self.reached = self.pursued = ""
        self.done, self.credit = set[Clause](), set[Atom]()
        self.been = set[tuple[Pose, str, str]]()  # on which ways, with what in the hand
        self.at: Cell = (0, 0)
        self.outlook: Pose = (self.at, -1)
        self.view: tuple[object, tuple[float, str]] = None, (0.0, "")
        self.face = self.began = int(observations[briefing.agents[0]]["direction"])
        self.observe(observations)

    def observe(self, observations: Mapping[str, Any]) -> None:
        (seen,) = observations.values()
        self.parting = set[Atom]()  # what ended a stage is done, for the plan that was made for it
        worked, before, hand = bool(seen.get("success", True)), self.front, self.held
        if worked and self.last == "Forward":
            self.at = before
        if worked and self.last == "Pickup":
            self.held = self._thing_at(before)
            del self.place[self.held]
        if worked and self.last == "Drop" and hand:
            self.place[hand], self.held = before, ""
        if self.last == "Toggle":
            self.stood.clear()
        self.face = int(seen["direction"])
        ahead, right = VECTORS[self.face], VECTORS[(self.face + 1) % 4]
        self.map[self.at] = self.map.get(self.at, "empty")
        for i, j in ((i, j) for i in range(7) for j in range(7) if (i, j) != (3, 6)):
            kind, colour, state = seen["view"][i][j]
            cell = (self.at[0] + ahead[0] * (6 - j) + right[0] * (i - 3),
                    self.at[1] + ahead[1] * (6 - j) + right[1] * (i - 3))
            if KINDS[kind] != "unseen":
                self._enter(cell, KINDS[kind], COLOURS[colour], state)
        self.stood.add((self.at, self.face))
        self.been.add(((self.at, self.face), self.aim, self.held))
        self._credit(hand)

    @property
    def front(self) -> Cell:
        """Return the cell the robot looks at."""
        return step(self.at, self.face)

    def _thing_at(self, cell: Cell) -> str:
        if self.places != self.place:
            self.places, self.names = dict(self.place), {c: n for n, c in self.place.items()}
        return self.names.get(cell, "")

    def _enter(self, cell: Cell, kind: str, colour: str, state: int) -> None:
        known, thing = self._thing_at(cell), kind in ("door", "key", "ball", "box")
        self.map[cell] = "wall" if kind in ("wall", "lava") else "empty"
        if known and (not thing or self.kind[known] != (colour, kind)):
            del self.place[known]
            known = ""
        if thing:
            if not known:
                known = f"t{len(self.kind)}"
                self.kind[known], self.first[known] = (colour, kind), cell
            self.place[known] = cell
            self.state[known] = ("ajar", "shut", "locked")[state] if kind == "door" else "loose"

    def _credit(self, hand: str) -> None:
        """Note which clauses of the stage the last action fulfilled."""
        front = self._thing_at(self.front)
        self.reached = front if front and front == self.aim else self.reached
        for one in self.stages[0]:
            goal, what, other = one
            if ((goal == "visited" and self.last and self._fits(front, what))  # it takes an action
                    or (goal == "opened" and self.last == "Toggle" and self._fits(front, what)
                    and self.state[front] == "ajar")
                    or (goal == "taken" and not hand and self._fits(self.held, what))
                    or (goal == "beside" and not self.held and self._fits(hand, what)
                    and any(self._fits(n, other) for f in range(4)
                            if (n := self._thing_at(step(self.front, f)))))):
                self.done.add(one)
        self.credit |= {("visited", (self.reached,))} if self.reached else set()
        self.credit |= {("taken", (self.held,))} if self.held and not hand else set()
        if hand and not self.held and self.place.get(self.other) in around(self.front):
            self.credit.add(("beside", (hand, self.other)))
        if front and self.last == "Toggle" and self.state[front] == "ajar":
            self.credit.add(("opened", (front,)))
        if len(self.stages) > 1 and set(self.stages[0]) <= self.done:
            self.stages.pop(0)
            self.done, self.credit, self.parting = set(), set(), self.credit
            self.last = self.last if self.stages[0][0][0] == "visited" else ""
            self._credit("")

    def _fits(self, name: str, what: tuple[str, ...]) -> bool:
        """Say whether a thing is what is spoken of; sides hold for the first room and pose."""
        if not name or (what[0] or self.kind[name][0], what[1]) not in (
                self.kind[name], (self.kind[name][0], "object")):
            return False
        (x, y), ahead, right = self.first[name], VECTORS[self.began], VECTORS[(self.began + 1) % 4]
        forth, across = x * ahead[0] + y * ahead[1], x * right[0] + y * right[1]
        return not what[2] or (bool({"in front of": forth > 0, "behind": forth < 0,
                                    "on your left": across < 0, "on your right": across > 0
                                    }[what[2]]) and self._first_room((x, y)))

    def _first_room(self, there: Cell) -> bool:
        doors = {self.first[n] for n, k in self.kind.items() if k[1] == "door"}
        queue, seen = deque([(0, 0)]), {(0, 0)}
        while queue:
            for cell in around(queue.popleft()):
                if cell == there:
                    return True
                if cell not in seen and cell not in doors and self.map.get(cell) == "empty":
                    seen.add(cell)
                    queue.append(cell)
        return False

    def problem(self) -> Believed:
        keys = {d: [n for n in [*self.place, self.held] if n and self.kind[n] == (
            self.kind[d][0], "key")] for d, s in self.state.items() if s == "locked"}
        self.lost = {d for d, fit in keys.items() if not fit}
        far, behind = self._ways(shut_out=False)
        goal = {atom for one in self.stages[0] if one not in self.done
                for atom in self._goal(one, far)}
        facts: set[Atom] = {a for a in self.credit | (self.parting - goal)
                            if {*a[1]} <= {*self.place, self.held}}
        facts |= {("mate", words) for name, words in goal if name == "beside"}
        facts |= {("at", ("robot", self.reached))} if self.reached in self.place else {
            ("away", ("robot",))}
        facts |= {("holds", ("robot", self.held))} if self.held else {("free", ("robot",))}
        facts |= {(self.state[n], (n,)) for n in self.place}
        for name, cell in self.place.items():
            if cell in far:
                hurdle = behind[cell]
                facts.add(("leads", (hurdle, name)) if hurdle else ("way", (name,)))
        facts |= {("fits", (key, door)) for door, fit in keys.items()
                  for key in fit or [f"key-{door}"]}
        hidden = {w for _, words in goal for w in words if w not in self.kind}
        hidden |= {f"key-{d}" for d in self.lost}
        left = 1 / (1 + len(self.map))  # falls as long as looking shows new cells
        guesses = tuple(Assumption(f"place of {h}", self._guess(h, facts), left)
                        for h in sorted(hidden))
        things = {*self.place, *hidden, *([self.held] if self.held else [])}
        return Believed({"robot": "robot", **dict.fromkeys(sorted(things), "thing")},
                        frozenset(facts), frozenset(goal), guesses, learnt=len(self.been))

    def _goal(self, one: Clause, far: Mapping[Cell, float]) -> Iterable[Atom]:
        """Choose the nearest thing that fits; a name for one that was not seen yet."""
        goal, what, other = one

        def nearest(what: tuple[str, ...], start: Cell | None, but: str = "") -> str:
            fit = [n for n in [*self.place, self.held] if n != but and self._fits(n, what)]
            return min(fit, key=lambda n: (
                0 if n == self.held else gap(self.place[n], start) if start
                else far.get(self.place[n], 999.0), n),
                default="seek-" + "-".join(w.replace(" ", "") or "any" for w in what))

        first = nearest(what, None)
        if goal != "beside":
            return [(goal, (first,))]
        return [(goal, (first, nearest(other, self.place.get(first, self.at), first)))]

    def _guess(self, name: str, facts: set[Atom]) -> frozenset[Atom]:
        """Assume a thing at the nearest edge of what was seen, else in a box."""
        loose = frozenset({("shut" if "-door-" in name else "loose", (name,))})
        key = name.startswith("key-")
        far, behind = self._ways(shut_out=key)
        edge = min((c for c in far if self._hurdle(c, behind) and self._edge(c)
                    and not (key and self._thing_at(c) in self.lost)),
                   key=lambda c: (far[c], c), default=None)
        worth = self._best_view()[0]
        hope = 0.0 if edge is None else ROOM / (far[edge] + 2)
        if edge is not None and worth < hope * (1 + (self._hurdle(edge, behind) == self.pursued)):
            self.pursued, self.outlook = self._hurdle(edge, behind), (self.at, -1)
            return loose | {("leads", (self._hurdle(edge, behind), name))}
        self.pursued = ""
        if worth:
            return loose | {("way", (name,))}
        boxes = [n for n in [*self.place, self.held] if n and self.kind[n][1] == "box"]
        return loose | {a for b in boxes[:1] for a in (("shut", (b,)), ("leads", (b, name)))}

    def _hurdle(self, cell: Cell, behind: Mapping[Cell, str]) -> str:
        here = self._thing_at(cell) if cell != self.at else ""
        return here if here and self.state[here] != "ajar" else behind[cell]

    def _edge(self, cell: Cell) -> bool:
        return any(c not in self.map for c in around(cell))

    def _ways(self, *, shut_out: bool) -> tuple[dict[Cell, float], dict[Cell, str]]:
        """Return each cell's distance, hurdles priced, and the last hurdle before it."""
        far, behind = {self.at: 0.0}, {self.at: ""}
        queue = [(0.0, self.at)]
        while queue:
            cost, cell = heappop(queue)
            here = self._thing_at(cell) if cell != self.at else ""
            state = self.state.get(here, "ajar") if here else "ajar"
            if cost > far[cell] or (shut_out and here in self.lost):
                continue
            price = cost + 1 + PRICE.get(state, 0.0) + 60 * (here in self.lost)
            for cell_after in around(cell):
                if self.map.get(cell_after) == "empty" and price < far.get(cell_after, 1e9):
                    far[cell_after] = price
                    behind[cell_after] = here if state != "ajar" else behind[cell]
                    heappush(queue, (price, cell_after))
        return far, behind

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        action = doing.get("robot")
        self.last = self._step(action) if action else "Left"
        return {self.robots["robot"]: self.last}

    def _step(self, action: GroundAction) -> str:
        """Return the next action on the way to a ground action, or that action."""
        name, *words = action.name, *action.arguments[1:]
        self.aim = words[-1] if name in ("leave", "reach") else words[0]
        self.other, goal = words[-1], self.place.get(self.aim)
        if name in ("leave", "reach"):
            if goal is None:
                return self._best_view()[1] or "Left"
            return self._route(lambda at, face: 0 if step(at, face) == goal else None) or (
                "Pickup" if self.held else "Drop")
        if name in ("drop", "put"):
            beside = self.place.get(words[1]) if name == "put" else None
            if name == "put" and beside is None:
                return self._best_view()[1] or "Left"
            return self._route(lambda at, face: self._bother(step(at, face), beside)) or "Drop"
        last = "Pickup" if name == "take" else "Toggle"
        return self._route(lambda at, face: 0 if step(at, face) == goal else None) or last

    def _bother(self, cell: Cell, beside: Cell | None) -> float | None:
        """Return what it costs to put a thing down in a cell, in steps; None if it can't be."""
        if self.map.get(cell) != "empty" or self._thing_at(cell) or cell == self.at:
            return None
        if beside is not None:
            return 0 if beside in around(cell) else None
        doors = sum(self.kind.get(self._thing_at(c), ("", ""))[1] == "door" for c in around(cell))
        return 8 * (doors + (sum(self.map.get(c) == "wall" for c in around(cell)) > 1))

    def _news(self, at: Cell, face: int, blind: set[Cell]) -> float:
        """Return how many unseen cells a pose may show, the farther the less likely."""
        (fx, fy), (rx, ry) = VECTORS[face], VECTORS[(face + 1) % 4]
        queue, seen, new = deque([(at, 1.0)]), {at}, 0.0
        while queue:
            here, hope = queue.popleft()
            for cell in around(here):
                x, y = cell[0] - at[0], cell[1] - at[1]
                if (cell not in seen and 0 <= x * fx + y * fy <= 6 and -3 <= x * rx + y * ry <= 3
                        and cell not in blind):
                    seen.add(cell)
                    fresh = cell not in self.map
                    new += hope * fresh
                    queue.append((cell, hope * (HOPE if fresh else 1.0)))
        return new

    def _best_view(self) -> tuple[float, str]:
        """Return the most unseen cells a step, and the first action towards seeing them."""
        state = (self.at, self.face, len(self.stood), len(self.map), *self.state.values())
        if self.view[0] != state:
            self.view = state, self._choose_view()
        return self.view[1]

    def _choose_view(self) -> tuple[float, str]:
        blind = {cell for cell, what in self.map.items() if what == "wall"}
        blind |= {c for n, c in self.place.items() if self.state[n] in ("shut", "locked")}
        edge = {c for cell, what in self.map.items() if what == "empty" and cell not in blind
                for c in around(cell) if c not in self.map}
        best, first, chosen = 0.0, "", self.outlook
        for (at, face), (steps, name) in self._poses().items():  # the nearest first
            if best * (steps + 2) >= VIEW:
                break
            if (at, face) not in self.stood and any(
                    abs(x - at[0]) + abs(y - at[1]) <= 9 for x, y in edge):
                worth = self._news(at, face, blind) / (steps + 2)
                worth *= 1 + ((at, face) == self.outlook)  # rather on than back and forth
                if worth > best:
                    best, first, chosen = worth, name, (at, face)
        self.outlook = chosen
        return best, first

    def _poses(self) -> dict[Pose, tuple[int, str]]:
        """Return the poses within reach: how many actions away, and the first of them."""
        start = (self.at, self.face)
        queue, found = deque([start]), {start: (0, "")}
        while queue:
            at, face = pose = queue.popleft()
            there = step(at, face)
            thing = self._thing_at(there)
            clear = self.map.get(there) == "empty" and (not thing or self.state[thing] == "ajar")
            for name, after in (("Forward", (there if clear else at, face)),
                                ("Left", (at, (face - 1) % 4)), ("Right", (at, (face + 1) % 4))):
                if after not in found:
                    steps, first = found[pose]
                    found[after] = steps + 1, first or name
                    queue.append(after)
        return found

    def _route(self, price: Callable[[Cell, int], float | None]) -> str:
        """Return the first action to the best pose by way and price; empty if there, or if none."""
        return min(((steps + more, name) for (at, face), (steps, name) in self._poses().items()
                    if (more := price(at, face)) is not None), default=(0, ""))[1]

    def running(self, robot: str) -> bool:
        return True


def step(cell: Cell, face: int) -> Cell:
    """Return the neighbour of a cell in a direction."""
    return (cell[0] + VECTORS[face][0], cell[1] + VECTORS[face][1])


def around(cell: Cell) -> list[Cell]:
    """Return the four neighbours of a cell."""
    return [step(cell, face) for face in range(4)]


def gap(one: Cell, other: Cell) -> int:
    """Return the distance of two cells over a free floor."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
