"""How some robots put out a fire that has escaped: who splashes from where and when.

Each robot has a *part*: fetch so many units or none, go to a place, use all units from some step
on. Parts are changed one after the other for those after which the fire, as simulated
(:mod:`domains.rescue.world.burning`), does the least harm when robots could be back.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from domains.rescue.belief.blaze import FAR_TICK, Blaze, Stand, moves_between
from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.policy.acting import BLOCK
from domains.rescue.policy.assignment import Part
from domains.rescue.world.burning import Ground, eight
from domains.rescue.world.rules import CAPACITY, INTERACT
from domains.rescue.world.scene import Cell

DELAYS = (0, 1, 2)
"""Steps that a robot may wait at its place, apart from waiting for others."""
TRIES = 4000
"""Parts that are tried for one fire in one decision."""
ROUNDS = 2
"""Times that everybody's part may change."""


class Siege:
    """The parts of robots who fight one fire; at most :data:`TRIES` are tried."""

    def __init__(self, know: Knowledge, blaze: Blaze) -> None:
        self.know, self.blaze = know, blaze
        near = {n for c in blaze.level for n in (c, *eight(c))}
        self.ground = Ground(blaze.ground or (c for c in near if blaze.burns(c)))
        self.fire = self.ground.burning(blaze.level, blaze.clock)
        self.ways = blaze.ways(near | set(self.ground.bit))
        self.blocks = {c: self.ground.block(c) for c in self.ways}
        self.places = self._different()
        self.parts: dict[str, Part] = {}
        self.tries = TRIES
        self.source = know.sources[blaze.supply][1]
        self.far = know.way(self.source, blaze.position)
        self.steps = math.ceil((4 * self.far + 3 * CAPACITY) * know.pace)
        self.together: int | None = None
        self.harm = self._value({})

    def _different(self) -> list[Cell]:
        """Return the places that no other one is better than."""
        best: dict[int, Cell] = {}
        for cell in sorted(self.blocks, key=lambda c: (self.ways[c][1], c)):
            best.setdefault(self.blocks[cell], cell)
        return [c for b, c in best.items() if b and not any(b & o == b != o for o in best)]

    def plan(self, robots: Sequence[str], before: Mapping[str, Part], *, others: bool = False
             ) -> None:
        """Give parts to robots, one more at a time until nothing burns any more.

        ``others`` says that more robots will come later: if these can't end it, they wait.
        """
        know, supply = self.know, self.blaze.supply
        self.parts = {}
        for robot in robots:
            old = before.get(robot)
            first = next((p for p in self._options(robot) if old is not None
                          and p.cell == old.cell and p.units == (
                              old.units if old.fetched else know.robots[robot].held[supply])), None)
            if old is not None and first is not None:
                self.parts[robot] = replace(first, start=max(first.start, old.start - 1))
        self._improve()
        for robot in robots:
            if not self.harm[0] or self.tries <= 0:
                break
            if robot not in self.parts:
                self._change(robot)
                self._improve()
        if self.harm[0]:
            self._muster(robots, others)

    def _muster(self, robots: Sequence[str], others: bool) -> None:
        """Let nobody begin before all are there, if that ends the fire or ways are long.

        They begin the sooner the better, as long as that takes no more steps of all together.
        """
        self.tries = TRIES
        kept, moments = (self.parts, self.harm), set[int]()
        for robot in robots:
            starts: dict[int, list[int]] = {}
            for part in self._options(robot):
                starts.setdefault(part.units, []).append(part.start)
            moments |= {t for some in starts.values() for t in (min(some), max(some))}
        last, *sooner = sorted(moments, reverse=True)
        self._begin_together(robots, last)
        if self.harm[0] and (self.far == 1 or not (self.parts or others)):
            self.parts, self.harm = kept
        elif self.harm[0] and others:
            self.parts = {r: replace(p, start=self.steps) for r, p in self.parts.items()}
        for moment in sooner if not self.harm[0] else ():
            latest = self.parts, self.harm
            self._begin_together(robots, moment)
            if self.harm[0] or len(self.parts) * self.harm[1] > len(latest[0]) * latest[1][1]:
                self.parts, self.harm = latest
                break
        self.together = None

    def _begin_together(self, robots: Sequence[str], moment: int) -> None:
        """Give parts to robots who all begin at a moment, unless they hold too little for that."""
        self.together = moment
        units = sum(max((p.units for p in self._options(r)), default=0) for r in robots)
        burning = sum(mask.bit_count() for mask in self.fire[:3])
        self.parts, self.harm = {}, (self.fire.harm, moment)
        for robot in robots if units * BLOCK >= burning else ():
            if not self.harm[0] or self.tries <= 0:
                break
            self._change(robot)
        self._improve()

    def stand(self, part: Part) -> Stand:
        """Return where a part leads and what is to be ended there."""
        cell = part.cell
        cells = frozenset(c for c, b in self.ground.bit.items() if b & self.blocks[cell])
        return Stand(self.blaze.name, cell, *self.ways[cell], part.units, cells, FAR_TICK)

    @property
    def promising(self) -> bool:
        """Whether somebody has supplies there already, or less than half of the fire will burn."""
        begun = not all(p.fetched for p in self.parts.values())
        return begun or 2 * self.harm[0] < len(self.ground.bit)

    def _improve(self) -> None:
        for _ in range(ROUNDS):
            if not any([self._change(r) for r in list(self.parts)]):  # noqa: C419
                break

    def _change(self, robot: str) -> bool:
        """Give a robot the best part; say whether that is another one."""
        before = self.parts.pop(robot, None)
        best = None
        taken = {p.cell for p in self.parts.values()}
        for part in self._options(robot, before):
            if best is not None and self.tries <= 0:
                break
            if part.cell in taken:
                continue
            self.tries -= 1
            value = self._value({**self.parts, robot: part})
            other = before is None or (part.cell, part.units) != (before.cell, before.units)
            early = part.start + part.units if self.far == 1 else -part.start
            key = (*value, early, other)
            if best is None or key < best[0]:
                best = key, value, part
        if best is not None:
            self.harm, self.parts[robot] = best[1], best[2]
        return best is not None and best[2] != before

    def _value(self, parts: Mapping[str, Part]) -> tuple[float, int]:
        splashes: dict[int, list[int]] = {}
        for part in parts.values():
            for i in range(part.units):
                step = part.start + int(i * self.know.pace)
                splashes.setdefault(step, []).append(self.blocks[part.cell])
        steps = self.steps
        if self.together is not None:
            steps = self.together + math.ceil(CAPACITY * self.know.pace)
        return self.ground.after(self.fire, self.know.step, steps, splashes)

    def _options(self, robot: str, before: Part | None = None) -> Iterator[Part]:
        """Yield what a robot could do: use what it holds, or fetch first."""
        view, pace = self.know.robots[robot], self.know.pace
        held = view.held[self.blaze.supply]
        load = sum(view.held.values())
        others = {p.start for p in (*self.parts.values(), before) if p is not None}
        places = self.places
        if view.cell in self.blocks and view.cell not in places:
            places = [*places, view.cell]
        for cell in places:
            _, moves = self.ways[cell]
            if held:
                way = min(moves_between(view.cell, cell), self.know.way(view.cell, cell) + moves)
                yield from self._parts(cell, round(way * pace), held, 0, others)
            for units in range(held + 1, CAPACITY + 1):
                near = view.near(self.source)
                steps = 0 if near else self.know.way(view.cell, self.source)
                steps += units - held + (load - held + units > CAPACITY)
                if not near or math.dist(cell, self.source) > INTERACT:
                    steps += self.know.way(self.source, cell) + moves
                yield from self._parts(cell, round(steps * pace), units, units - held, others)

    def _parts(self, cell: Cell, start: int, units: int, fetched: int, others: set[int]
               ) -> Iterator[Part]:
        if self.together is not None:
            return iter([Part(cell, self.together, units, fetched)]
                        if start <= self.together else [])
        later = {start + d for d in DELAYS} | {s for s in others if s > start}
        return (Part(cell, s, units, fetched) for s in sorted(later))
