"""Which constraints can be kept, by what ends where and what is carried from where to where.

Constraints are checked after every action, not at the start: the first action may still repair
what is bad there. So nothing is concluded from the initial state alone, except about what stays.
"""

from __future__ import annotations

from domains.competition.search.layout import HAND, PLATE
from domains.competition.search.literals import EVERYWHERE
from domains.competition.search.relaxed.movables import Movable, Movables
from domains.competition.search.relaxed.skeleton import Skeleton, Term
from domains.competition.search.truths import Rules


class Constraints:
    """Literals of constraints that may be kept (``literals[j]``)."""

    def __init__(self, skeleton: Skeleton, things: Movables) -> None:
        self.skeleton = skeleton
        self.things = things
        self.rules = rules = Rules(skeleton.layout)
        self._fresh = 1 << len(skeleton.layout.places)
        lost = skeleton.state >> skeleton.layout.lost_at
        self.literals = [
            skeleton.bool(f"kept{j}") for j in range(len(skeleton.layout.found.constraints))
        ]
        for j, literal in enumerate(self.literals):
            if (lost | rules.always) >> j & 1:
                skeleton.model.add(literal == 0)
        for p in skeleton.places:
            self._lose(rules.at_place[p], skeleton.legs.entered[p])
        self._doors()
        for thing in things.all:
            self._alone(thing)
        self._pairs()

    def _lose(self, mask: int, *together: Term) -> None:
        """Say that literals that hold together break the constraints of a mask."""
        for j, literal in enumerate(self.literals):
            if mask >> j & 1:
                self.skeleton.model.add_bool_or([*(~x for x in together), ~literal])

    def _doors(self) -> None:
        for door, (closed, opened) in zip(self.skeleton.doors, self.rules.by_door, strict=True):
            if door.before:
                self._lose(closed, door.closing)
                self._lose(opened, ~door.closing)
            else:
                self._lose(opened, door.opening)
                self._lose(closed, ~door.opening)

    def _alone(self, thing: Movable) -> None:
        """State what a thing breaks by where it is put, where it is taken, and how it ends."""
        i, broken_by = thing.index, self.rules.by
        for end, literal in thing.static().items():
            place = thing.place_of(end)
            at, inside = (1 << place, 0) if end[0] == "at" else (0, 1 << end[1])
            self._lose(broken_by(i, at, inside, 0), literal)
            if end != thing.source and not (
                thing.source[0] == "hand" and place == self.skeleton.start
            ):
                self._lose(broken_by(i, 1 << place, 0, HAND), literal)
        for kind, how in (("hand", HAND), ("plate", PLATE)):
            literal = thing.ends[kind, 0]
            anywhere = broken_by(i, EVERYWHERE, 0, how) & broken_by(i, self._fresh, 0, how)
            self._lose(anywhere, literal)
            for p in self.skeleton.places:
                mask = broken_by(i, 1 << p, 0, how) & ~anywhere
                self._lose(mask, literal, self.skeleton.legs.ends[p])
        if thing.source[0] in ("at", "in"):
            self._lose(broken_by(i, 1 << thing.place, 0, HAND), thing.handled)
        for test, bit in self.rules.unary[i]:
            if test.form == "plate":
                self._lose(bit, thing.plated)

    def _pairs(self) -> None:
        for test, bit in dict.fromkeys(pair for tests in self.rules.pairs for pair in tests):
            one, other = self.things.all[test.first], self.things.all[test.second]
            if test.form == "apart":
                self._together(one, other, bit)
                continue
            ends = one.stands if test.form == "same" else [
                one.ends["at", p] for p in self.skeleton.places]
            for literal, stands in zip(ends, other.stands, strict=True):
                self._lose(bit, literal, stands)

    def _together(self, one: Movable, other: Movable, bit: int) -> None:
        """Two things that must be together end together."""
        for a, b in zip(one.stands, other.stands, strict=True):
            self._lose(bit, a, ~b)
            self._lose(bit, b, ~a)
        for thing in (one, other):
            for end, literal in thing.static().items():
                if end[0] == "in":
                    self._lose(bit, literal)
