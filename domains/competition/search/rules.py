"""Which constraints a state breaks, from tables per object, place and door."""

from __future__ import annotations

from domains.competition.search.layout import HAND, PLATE, Layout
from domains.competition.search.literals import Test, sort_literal, unary_truth

__all__ = ["Rules"]


class Rules:
    """Masks of constraints (bit = index in ``layout.found.constraints``).

    ``always`` are broken by any action; ``at_place[p]`` by the robot being at p; ``by_door[c]``
    by the door of c being (closed, open); ``pairs[i]`` and ``meetings`` are tests that need two
    positions: (other object, bit, form, whether i comes first) and (object, bit).
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.always = 0
        self.at_place = [0] * len(layout.places)
        self.by_door = [[0, 0] for _ in layout.containers]
        self.pairs: list[list[tuple[int, int, str, bool]]] = [[] for _ in layout.objects]
        self.meetings: list[tuple[int, int]] = []
        self.unary: list[list[tuple[str, int, int]]] = [[] for _ in layout.objects]
        self._known: list[dict[int, int]] = [{} for _ in layout.objects]
        self._offsets = [layout.status_at(i) for i in range(len(layout.objects))]
        for j, rule in enumerate(layout.found.constraints):
            for literal in rule.literals:
                self._add(sort_literal(layout, literal), 1 << j)

    def _add(self, test: Test, bit: int) -> None:
        match test.kind:
            case "constant":
                self.always |= bit if test.value else 0
            case "robot":
                for p in range(len(self.at_place)):
                    self.at_place[p] |= bit if test.mask >> p & 1 else 0
            case "door":
                self.by_door[test.first][test.value] |= bit
            case "unary":
                self.unary[test.first].append((test.form, test.mask, bit))
            case "meeting":
                self.meetings.append((test.first, bit))
            case _:
                self.pairs[test.first].append((test.second, bit, test.form, True))
                self.pairs[test.second].append((test.first, bit, test.form, False))

    def broken_by(self, thing: int, at: int, inside: int, carried: int) -> int:
        """Return the constraints an object's whereabouts break by themselves."""
        broken = 0
        for form, mask, bit in self.unary[thing]:
            if not broken & bit and unary_truth(form, mask, at, inside, carried):
                broken |= bit
        return broken | (self.touched(thing) if carried else 0)

    def touched(self, thing: int) -> int:
        """Return the constraints that carrying an object breaks because the robot is there."""
        broken = 0
        for other, bit in self.meetings:
            broken |= bit if other == thing else 0
        return broken

    def of_thing(self, thing: int, code: int, place: int) -> int:
        """Return what an object of status ``code`` breaks, the robot being at ``place``."""
        at, inside, carried = self.layout.statuses[code]
        key = code | place << 8 if carried else code
        table = self._known[thing]
        broken = table.get(key)
        if broken is None:
            at = 1 << place if carried else at
            broken = table[key] = self.broken_by(thing, at, inside, carried)
        return broken

    def of_pairs(self, thing: int, state: int) -> int:
        """Return what an object breaks together with other movable objects."""
        tests = self.pairs[thing]
        if not tests:
            return 0
        at, carried = self._where(thing, state)
        broken = 0
        for other, bit, form, first in tests:
            if broken & bit:
                continue
            there, there_carried = self._where(other, state)
            together = bool(at & there)
            if form == "apart":
                bad = not together
            elif form == "same":
                bad = together
            else:
                bad = together and not (carried if first else there_carried)
            broken |= bit if bad else 0
        return broken

    def of_meetings(self, state: int) -> int:
        """Return what the robot breaks by standing where a loose object is."""
        broken = 0
        here = 1 << (state & 255)
        for thing, bit in self.meetings:
            broken |= bit if self._where(thing, state)[0] & here else 0
        return broken

    def of_state(self, state: int) -> int:
        """Return everything a state breaks (needed after the first action only)."""
        layout, place = self.layout, state & 255
        broken = self.always | self.at_place[place] | self.of_meetings(state)
        for c in range(len(layout.containers)):
            broken |= self.by_door[c][state >> (layout.doors_at + c) & 1]
        for i in range(len(layout.objects)):
            code = state >> layout.status_at(i) & 255
            broken |= self.of_thing(i, code, place) | self.of_pairs(i, state)
        return broken

    def _where(self, thing: int, state: int) -> tuple[int, int]:
        at, _, carried = self.layout.statuses[state >> self._offsets[thing] & 255]
        return (1 << (state & 255), carried & (HAND | PLATE)) if carried else (at, 0)
