"""An admissible bound on what a state may still earn.

Every object takes its best option; shared resources are paid by one of the objects that need
them. Legs are counted so that none is paid twice:

* a place into which objects have to be carried costs 4 per object: each arrives in the hand on a
  leg of its own, or costs a ToPlate/FromPlate pair;
* any other place that is needed costs one arrival.

Whatever the objects choose instead of their best options loses at least the difference; so a
further cost that falls due only if several objects take their best options may be charged up to
the smallest of their differences (``slack``), which is then used up.
"""

from __future__ import annotations

from domains.competition.scoring import CONSTRAINT_POINTS
from domains.competition.search.goals import Goals
from domains.competition.search.layout import Layout
from domains.competition.search.options import Option, Options, Shares
from domains.competition.search.rules import Rules

__all__ = ["Bound"]

_LEG = 4
_HANDLE = 2


class Bound:
    """Upper bound on (points at the end less the costs to come); see the module's text."""

    def __init__(self, layout: Layout, rules: Rules, goals: Goals) -> None:
        self.layout = layout
        shares = Shares.of(layout, goals)
        self._options = Options(layout, rules, shares)
        self._constant = shares.constant
        self._robot = self._options.robot()
        self._doors = [
            (c, [self._options.door(c, opened) for opened in (0, 1)])
            for c in range(len(layout.containers))
            if shares.doors[c]
        ]
        self._tables: list[dict[int, tuple[list[Option], int]]] = [{} for _ in layout.objects]
        self._places = len(layout.places)
        self._count = len(layout.containers) + len(layout.found.constraints)
        self._all = (1 << self._places + self._count) - 1
        self._cost: dict[int, int] = {0: 0}

    def __call__(self, state: int) -> int:
        """Return the bound of a state."""
        layout = self.layout
        place = state & 255
        used = state >> layout.doors_at & ((1 << self._count) - 1)
        constraints = len(layout.found.constraints)
        kept = constraints - (used >> len(layout.containers)).bit_count()
        free = self._all & ~(used << self._places | 1 << place)
        into = 0
        lists = []
        rest = state >> layout.status_at(0)
        for i, table in enumerate(self._tables):
            code = rest & 255
            rest >>= 8
            key = code if not layout.statuses[code][2] else code << 8 | place
            found = table.get(key)
            if found is None:
                found = table[key] = self._entry(i, code, place)
            into |= found[1]
            lists.append(found[0])
        for c, tables in self._doors:
            lists.append(tables[state >> (layout.doors_at + c) & 1])
        lists.append(self._robot)
        free &= ~into
        total = self._constant + CONSTRAINT_POINTS * kept
        cost = self._cost
        for options in lists:
            best, uses = -1000, 0
            for option in options:
                value = option[0]
                mask = option[1] & free
                if mask:
                    paid = cost.get(mask)
                    value -= self._price(mask) if paid is None else paid
                if option[2] & into:
                    value -= _LEG
                if value > best:
                    best, uses = value, mask
            total += best
            free &= ~uses
        return total

    def _entry(self, thing: int, code: int, place: int) -> tuple[list[Option], int]:
        """Return the options of an object and where its best one has it carried."""
        options = self._options.of(thing, code, place)
        best = max(options, key=lambda option: option.value - self._price(option.uses))
        return options, best.into

    def _price(self, uses: int) -> int:
        """Return the cost of a mask of resources."""
        known = self._cost.get(uses)
        if known is None:
            arrivals = uses & ((1 << self._places) - 1)
            rest = uses >> self._places
            doors = rest & ((1 << len(self.layout.containers)) - 1)
            lost = rest >> len(self.layout.containers)
            known = (
                _LEG * arrivals.bit_count()
                + _HANDLE * doors.bit_count()
                + CONSTRAINT_POINTS * lost.bit_count()
            )
            self._cost[uses] = known
        return known
