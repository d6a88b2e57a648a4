"""Further costs that fall due only if several objects take their best options.

If all of them do, the cost has to be paid; if one does not, it loses at least its *slack*, the
difference to its next best option. So the smaller of the two may be charged, and the slack of
everyone involved is used up by as much. Involved are also those who might bring something to one
of the places instead: their leg may serve the need.
"""

from __future__ import annotations

from typing import final

from domains.competition.search.costs import LEG
from domains.competition.search.layout import Layout
from domains.competition.search.meetings import Meetings
from domains.competition.search.options import Option
from domains.competition.search.rules import Rules
from domains.competition.search.shares import Shares

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


class Extras:
    """Charges on top of the additive bound."""

    def __init__(self, layout: Layout, rules: Rules, shares: Shares) -> None:
        self.layout = layout
        self._objects = len(layout.objects)
        self._meetings = Meetings(layout, rules, shares)

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
        doors and lost constraints. ``slack`` is used up.
        """
        here = 1 << (hands & 255)
        holding = (hands >> 8 & 255) - 1
        total = self._doors(used, chosen, slack, lists, here, holding)
        if total < enough:
            paying = [rated.uses_any for rated in lists]
            total += self._meetings.charge(hands, used, chosen, slack, paying, enough - total)
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
