"""Further costs that fall due only if several objects take their best options.

If all of them do, the cost has to be paid; if one does not, it loses at least its *slack*, the
difference to its next best option. So the smaller of the two may be charged, and the slack of
everyone involved is used up by as much. Involved are also those who might bring something to one
of the places instead: their leg may serve the need.
"""

from __future__ import annotations

from typing import final

from domains.competition.search.costs import HANDLE, LEG
from domains.competition.search.layout import HAND, PLATE, UNSAID, Layout
from domains.competition.search.literals import EVERYWHERE
from domains.competition.search.options import Option
from domains.competition.search.rules import Rules
from domains.competition.world.scoring import CONSTRAINT_POINTS

__all__ = ["Extras", "Rated", "Taken"]

@final
class Taken:
    """Best and second best value, the best option, and the resources it ``pays`` for."""

    __slots__ = ("best", "option", "pays", "second")

    def __init__(self, best: int, second: int, option: Option, pays: int) -> None:
        self.best = best
        self.second = second
        self.option = option
        self.pays = pays


@final
class Rated:
    """Options worth a look.

    With them: places the best one is carried into and resources it ``prefers``; (place,
    container) of every option that is carried somewhere (``reach``); the resources and places
    that matter to any of them, and by these what was found before (``known``).
    """

    __slots__ = ("into", "into_any", "known", "options", "prefers", "reach", "uses_any")

    def __init__(
        self,
        options: list[Option],
        best: Option,
        reach: list[tuple[int, int]],
        uses_any: int,
        into_any: int,
    ) -> None:
        self.options = options
        self.into = best.into
        self.prefers = best.uses
        self.reach = reach
        self.uses_any = uses_any
        self.into_any = into_any
        self.known: dict[int, Taken] = {}


def charge_all(things: list[int], points: int, slack: list[int]) -> int:
    """Return what may be charged to several together, and use up their slack."""
    least = max(0, min([points, *[slack[i] for i in things]]))
    for i in things:
        slack[i] -= least
    return least


class Extras:
    """Charges on top of the additive bound.

    For closed doors, for hand and plate in the end, and for constraints about two things that end
    where they must not both be, or miss each other.
    """

    def __init__(self, layout: Layout, rules: Rules) -> None:
        self.layout = layout
        self._objects = len(layout.objects)
        self._boxes = len(layout.containers)
        self._places = (1 << len(layout.places)) - 1
        self._lose_at = len(layout.places) + len(layout.containers)
        self._live = (1 << len(layout.found.constraints)) - 1
        self._table = rules
        self._carrying: dict[tuple[int, int], int] = {}
        self._paying: list[int] = []
        self._rules = [
            (i, other, bit, form)
            for i, tests in enumerate(rules.pairs)
            for other, bit, form, first in tests
            if first
        ]

    def charge(
        self,
        hands: int,
        used: int,
        chosen: list[Option],
        slack: list[int],
        lists: list[Rated],
        enough: int,
    ) -> int:
        """Return the sum of the charges, or of some once they are ``enough``.

        ``hands`` is the part of the state with place, hand and plate, ``used`` that with open
        doors and lost constraints. ``slack`` is used up. A constraint is charged once: not if it is
        lost, nor if an option pays for losing it (``_paid``). Whoever has another option that pays
        for it (``_paying``: the resources of all options, one mask each) is involved in the charge:
        who takes that option has paid.
        """
        total = self._doors(used, chosen, slack, lists, 1 << (hands & 255), (hands >> 8 & 255) - 1)
        if total >= enough:
            return total
        self._paying = [rated.uses_any for rated in lists]
        self._paid = used >> self._boxes
        for option in chosen:
            self._paid |= option.uses >> self._lose_at
        total += self._carried_last(hands >> 16, chosen, slack)
        if self._rules and total < enough:
            total += self._constraints(chosen, slack)
        return total

    def _doors(
        self,
        used: int,
        chosen: list[Option],
        slack: list[int],
        lists: list[Rated],
        here: int,
        holding: int,
    ) -> int:
        """Charge an arrival or a pair for a thing brought in the hand to a closed door."""
        layout = self.layout
        total = charged = 0
        for i in range(self._objects):
            option = chosen[i]
            door = option.door
            if not door or not (option.into or i == holding) or slack[i] <= 0:
                continue
            c = door.bit_length() - 1
            place = layout.container_places[c]
            if used >> c & 1 or charged & door:
                continue
            if place & here and i != holding:
                continue
            if place & (place - 1):
                continue
            least = min(LEG, slack[i])
            others = []
            for j in range(self._objects):
                if j != i and any(p & place and d != door for p, d in lists[j].reach):
                    others.append(j)
                    least = 0 if chosen[j].into & place and chosen[j].door != door else least
                    least = min(least, slack[j])
            if least <= 0:
                continue
            for j in (i, *others):
                slack[j] -= least
            total += least
            charged |= door
        return total

    def _carried_last(self, plate: int, chosen: list[Option], slack: list[int]) -> int:
        """Let the robot end with two things at most, the second on the plate.

        What is carried is where the robot ends, which may break a constraint.
        """
        held = [(slack[i], i) for i in range(self._objects) if chosen[i].carried]
        if not held:
            return 0
        total = 0
        robot = len(chosen) - 1
        last = chosen[robot].ends
        if last and slack[robot] > 0:
            for _, i in held:
                broken = self._broken_by_carrying(i, last) & ~self._paid & self._live
                if broken:
                    points = CONSTRAINT_POINTS * broken.bit_count()
                    total += charge_all(self._involved(i, robot, broken), points, slack)
                    self._paid |= broken
        held = sorted((slack[i], i) for _, i in held)
        while len(held) > 2:
            least, _ = held[0]
            total += least
            held = [(left - least, i) for left, i in held[1:]]
            for left, i in held:
                slack[i] = left
        if len(held) == 2 and held[0][0] > 0:
            if plate != UNSAID and plate - 1 not in (held[0][1], held[1][1]):
                least = min(HANDLE, held[0][0])
                for _, i in held:
                    slack[i] -= least
                total += least
        return total

    def _constraints(self, chosen: list[Option], slack: list[int]) -> int:
        """Two things that end together, or apart, break a constraint about the two."""
        total = 0
        for i, j, bit, form in self._rules:
            if self._paid & bit or slack[i] <= 0 or slack[j] <= 0:
                continue
            one, other = chosen[i], chosen[j]
            if self._breaks(form, one, other):
                total += charge_all(self._involved(i, j, bit), CONSTRAINT_POINTS, slack)
                self._paid |= bit
        return total

    def _involved(self, i: int, j: int, constraints: int) -> list[int]:
        """Return two things and all that have an option which pays for losing the constraints."""
        found = [i, j]
        for k, uses in enumerate(self._paying):
            if k != i and k != j and uses >> self._lose_at & constraints:  # noqa: PLR1714
                found.append(k)
        return found

    def _breaks(self, form: str, one: Option, other: Option) -> bool:
        """Tell whether two options break a constraint about the two things."""
        if form == "apart":
            hidden = (one.door and not one.stays) or (other.door and not other.stays)
            return bool(hidden or (one.ends and other.ends and not one.ends & other.ends))
        if one.ends & other.ends:
            return True
        if form != "same" or one.stays == other.stays:
            return False
        still, moved = (one, other) if one.stays else (other, one)
        return bool(still.ends & moved.uses & self._places)

    def _broken_by_carrying(self, thing: int, place: int) -> int:
        """Return what carrying an object at a place breaks, in the hand as on the plate.

        By odd facts it may be inside a container at the same time.
        """
        key = thing, place
        if key not in self._carrying:
            broken = -1
            for how in (HAND, PLATE):
                for inside in (0, EVERYWHERE):
                    broken &= self._table.broken_by(thing, place, inside, how)
            self._carrying[key] = broken
        return self._carrying[key]
