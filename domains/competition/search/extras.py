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
        legs = [i for i in range(self._objects) if chosen[i].into]
        arrivals: dict[int, int] = {}
        for i in legs:
            arrivals[chosen[i].into] = arrivals.get(chosen[i].into, 0) + 1
        total = self._doors(used, chosen, slack, lists, here, holding)
        total += self._departures(chosen, slack, lists, legs, arrivals, here, holding)
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
        self._doorways: dict[int, int] = {}
        total = 0
        for i in range(self._objects):
            option = chosen[i]
            door = option.door
            if not door or not (option.into or i == holding) or slack[i] <= 0:
                continue
            c = door.bit_length() - 1
            place = layout.container_places[c]
            if used >> c & 1 or door in self._doorways:
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
            self._doorways[door] = place
        return total

    def _departures(
        self,
        chosen: list[Option],
        slack: list[int],
        lists: list[Rated],
        legs: list[int],
        arrivals: dict[int, int],
        here: int,
        holding: int,
    ) -> int:
        """Things fetched from one place leave it on different legs, or cost a pair each."""
        leaving: dict[int, list[int]] = {}
        for i in legs:
            source = here if i == holding else chosen[i].out_of
            if source and slack[i] >= LEG:
                leaving.setdefault(source, []).append(i)
        total = 0
        for source, things in leaving.items():
            came = arrivals.get(source, 0)
            came += sum(place == source for place in self._doorways.values())
            more = len(things) - (came + 1 if source == here else max(came, 1))
            if more <= 0:
                continue
            saved = 0
            targets: dict[int, int] = {}
            for i in things:
                targets[chosen[i].into] = targets.get(chosen[i].into, 0) + 1
            for target, number in targets.items():
                doors = sum(place == target for place in self._doorways.values())
                saved += min(number, arrivals[target] - 1 + doors)
            more -= min(more, saved)
            involved = source
            for target in targets:
                involved |= target
            if more > 0:
                others = self._others(involved, things, chosen, lists)
                total += more * self._charge([*things, *others], slack)
        return total

    def _others(
        self, places: int, known: list[int], chosen: list[Option], lists: list[Rated]
    ) -> list[int]:
        """Return the objects that might be carried into some places instead, but those known."""
        found = []
        for j in range(self._objects):
            if j not in known:
                for place, _ in lists[j].reach:
                    if place & places and place != chosen[j].into:
                        found.append(j)
                        break
        return found

    @staticmethod
    def _charge(involved: list[int], slack: list[int]) -> int:
        """Return what of a leg may be charged to all of them together; use up their slack."""
        least = max(0, min([LEG, *[slack[i] for i in involved]]))
        for i in involved:
            slack[i] -= least
        return least
