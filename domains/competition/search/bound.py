"""An admissible bound on what a state may still earn.

Every object takes its best option; shared resources are paid by one of the objects that need
them (a resource is charged to one object only, whatever the others choose). Legs are counted so
that none is paid twice:

* a place into which objects have to be carried costs 4 per object: each arrives in the hand on a
  leg of its own, or costs a ToPlate/FromPlate pair;
* any other place that is needed costs one arrival.

Whatever the objects choose instead of their best options loses at least the difference; so a
further cost that falls due only if several objects take their best options may be charged up to
the smallest of their differences (``slack``), which is then used up.
"""

from __future__ import annotations

from domains.competition.search.costs import HANDLE, LEG
from domains.competition.search.extras import carried_last, closed_doors
from domains.competition.search.goals import Goals
from domains.competition.search.layout import DOORS_AT, Layout
from domains.competition.search.options import Option, Options, Rated, Taken
from domains.competition.search.shares import Shares
from domains.competition.search.truths import Rules
from domains.competition.world.scoring import CONSTRAINT_POINTS


class Bound:
    """Upper bound on (points at the end less the costs to come); see the module's text."""

    def __init__(self, layout: Layout, rules: Rules, goals: Goals) -> None:
        self.layout = layout
        self._places, self._boxes = len(layout.places), len(layout.containers)
        self._rules = len(layout.found.constraints)
        self._count = self._boxes + self._rules
        self._used = (1 << self._count) - 1
        self._all = (1 << self._places + self._count) - 1
        self._statuses_at = layout.statuses_at
        self._cost: dict[int, int] = {0: 0}
        shares = Shares.of(layout, goals)
        self._options = Options(layout, rules, shares)
        self._constant = shares.constant
        self._robot = self._rated(self._options.robot())
        self._doors = [(c, [self._rated(self._options.door(c, opened)) for opened in (0, 1)])
                       for c in range(self._boxes) if shares.doors[c]]
        self._tables: list[list[Rated | None]] = [[None] * 256 for _ in layout.objects]
        self._carried: list[dict[int, Rated]] = [{} for _ in layout.objects]

    def __call__(self, state: int, floor: int = -1000) -> int:
        """Return the bound of a state; no effort is made to get it below ``floor``."""
        place = state & 255
        used = state >> DOORS_AT & self._used
        lost = used >> self._boxes
        free = self._all & ~(used << self._places | 1 << place)
        into = 0
        lists: list[Rated] = []
        codes = (state >> self._statuses_at).to_bytes(len(self._tables), "little")
        for thing, code in enumerate(codes):
            found = self._tables[thing][code]
            if found is None:
                found = self._options_of(thing, code, place)
            into |= found.into
            lists.append(found)
        for c, tables in self._doors:
            lists.append(tables[used >> c & 1])
        lists.append(self._robot)
        free &= ~into
        total = self._constant + CONSTRAINT_POINTS * (self._rules - lost.bit_count())
        width = self._places + self._count
        picked: list[Taken] = []
        for rated in lists:
            key = free & rated.uses_any
            if into & rated.into_any:
                key |= (into & rated.into_any) << width
            known = rated.known.get(key)
            if known is None:
                known = rated.known[key] = self._take(rated, free, into)
            free &= ~known.pays
            total += known.best
            picked.append(known)
        if total <= floor:
            return total
        chosen = [known.option for known in picked]
        slack = [known.best - known.second for known in picked]
        total -= closed_doors(self.layout, state, used, chosen, slack, lists)
        return total if total <= floor else total - carried_last(self.layout, state, chosen, slack)

    def _options_of(self, thing: int, code: int, place: int) -> Rated:
        """Return the options of a thing; those of a carried one depend on the robot's place."""
        table, key = self._carried[thing], code | place << 8
        found = table.get(key)
        if found is None:
            found = table[key] = self._rated(self._options.of(thing, code, place))
            if not self.layout.statuses[code][2]:
                self._tables[thing][code] = found
        return found

    def _take(self, rated: Rated, free: int, into: int) -> Taken:
        """Return the best and second best value, the best option, and what it pays for."""
        options = rated.options
        mine = rated.prefers & free
        while True:
            best = second = -1000
            pick = options[0]
            for option in options:
                mask = option.uses & mine
                value = option.value - (self._price(mask) if mask else 0)
                if option.into & into:
                    value -= LEG
                if value > best:
                    best, second, pick = value, best, option
                elif value > second:
                    second = value
            more = pick.uses & free & ~mine
            if not more:
                return Taken(best, second, pick, mine)
            mine |= more

    def _rated(self, options: list[Option]) -> Rated:
        """Return options with what is known of them."""
        best = max(options, key=lambda option: option.value - self._price(option.uses))
        reach = list({(option.into, option.door): None for option in options if option.into})
        uses = into = 0
        for option in options:
            uses |= option.uses
            into |= option.into
        return Rated(options, best.into, best.uses, reach, uses, into)

    def _price(self, uses: int) -> int:
        """Return the cost of a mask of resources."""
        known = self._cost.get(uses)
        if known is None:
            arrivals, rest = uses & ((1 << self._places) - 1), uses >> self._places
            doors, lost = rest & ((1 << self._boxes) - 1), rest >> self._boxes
            known = self._cost[uses] = (
                LEG * arrivals.bit_count() + HANDLE * doors.bit_count()
                + CONSTRAINT_POINTS * lost.bit_count())
        return known
