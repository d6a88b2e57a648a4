"""Further costs that fall due only if several objects take their best options.

If all of them do, the cost has to be paid; if one does not, it loses at least its *slack*, the
difference to its next best option. So the smaller of the two may be charged, and the slack of
everyone involved is used up by as much. Involved are also those who might bring something to one
of the places instead: their leg may serve the need. At one place only one of the charges about
arrivals is made: the same arrival may serve several needs (a second visit to close a cycle, say,
and to come with an empty hand to a closed door).
"""

from __future__ import annotations

from typing import final

from domains.competition.search.costs import HANDLE, LEG
from domains.competition.search.layout import Layout
from domains.competition.search.meetings import Meetings, charge_both
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
        self._places = (1 << len(layout.places)) - 1
        self._closers = [c for c, shared in enumerate(shares.doors) if shared]
        self._meetings = Meetings(layout, rules, shares)

    def charge(
        self,
        hands: int,
        used: int,
        codes: bytes,
        chosen: list[Option],
        slack: list[int],
        lists: list[Rated],
        enough: int,
    ) -> int:
        """Return the sum of the charges, or of some once they are ``enough``.

        ``hands`` is the part of the state with place, hand and plate, ``used`` that with open
        doors and lost constraints; ``codes`` are the statuses. ``slack`` is used up.
        """
        here = 1 << (hands & 255)
        holding = (hands >> 8 & 255) - 1
        legs = [i for i in range(self._objects) if chosen[i].into]
        arrivals: dict[int, int] = {}
        for i in legs:
            arrivals[chosen[i].into] = arrivals.get(chosen[i].into, 0) + 1
        total = self._doors(used, chosen, slack, lists, here, holding)
        busy = self._blocked
        total += self._departures(chosen, slack, lists, legs, arrivals, here, holding)
        busy |= self._crowded
        if total < enough:
            total += self._cycles(chosen, slack, lists, legs, arrivals, here, busy)
        if self._closers and total < enough:
            total += self._closings(used, codes, chosen, slack, lists, legs, arrivals, here)
        if total < enough:
            total += self._last_place(chosen, slack, lists, legs, arrivals, here)
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
        self._blocked = 0
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
            self._blocked |= place
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
        self._crowded = 0
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
                self._crowded |= source
        return total

    def _cycles(
        self,
        chosen: list[Option],
        slack: list[int],
        lists: list[Rated],
        legs: list[int],
        arrivals: dict[int, int],
        here: int,
        busy: int,
    ) -> int:
        """Of places that supply each other in a circle one has to be visited twice."""
        self._circled = busy
        total = 0
        supplier = {
            chosen[i].into: i
            for i in legs
            if arrivals[chosen[i].into] == 1
            and not chosen[i].into & (busy | here)
            and chosen[i].out_of
            and slack[i] > 0
        }
        seen = 0
        for start in supplier:
            path: list[int] = []
            visited = 0
            place = start
            while place in supplier and not visited & place:
                if seen & place:
                    break
                visited |= place
                path.append(place)
                place = chosen[supplier[place]].out_of
            if visited & place:
                circle = path[path.index(place) :]
                places = 0
                for p in circle:
                    places |= p
                involved = [supplier[p] for p in circle]
                involved += self._others(places, involved, chosen, lists)
                total += self._charge(involved, slack)
                for p in circle:
                    self._circled |= p
            seen |= visited
        return total

    def _closings(
        self,
        used: int,
        codes: bytes,
        chosen: list[Option],
        slack: list[int],
        lists: list[Rated],
        legs: list[int],
        arrivals: dict[int, int],
        here: int,
    ) -> int:
        """Close a door that ends closed with an empty hand, after the last thing came out."""
        layout = self.layout
        total = 0
        for d, c in enumerate(self._closers, self._objects):
            opened = used >> c & 1
            if chosen[d].stays == bool(opened):
                continue
            bit = 1 << c
            users = [i for i in range(self._objects) if self._opens(chosen[i], bit)]
            if not opened and users:
                total += charge_both(max(users, key=slack.__getitem__), d, HANDLE, slack)
            place = layout.container_places[c]
            came = arrivals.get(place, 0)
            if place & self._circled or place & self._blocked or came > (place != here):
                continue
            taken = [
                i
                for i in users
                if layout.statuses[codes[i]][1] & bit
            ]
            leaving = [i for i in taken if chosen[i].out_of]
            others = any(chosen[i].out_of == place and i not in leaving for i in legs)
            if not leaving or (place & self._crowded and others):
                continue
            i = max(leaving, key=slack.__getitem__)
            if self._alone(chosen[i].into, leaving, lists):
                total += self._charge([i, d, *self._others(place, [i], chosen, lists)], slack)
                self._circled |= place
        return total

    def _opens(self, option: Option, bit: int) -> bool:
        """Tell whether an option uses a door (a container's bit)."""
        return bool(option.uses >> len(self.layout.places) & bit)

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

    def _alone(
        self,
        target: int,
        group: list[int],
        lists: list[Rated],
    ) -> bool:
        """Tell whether nothing but the things of a group can be carried to a place."""
        if target in self._doorways.values():
            return False
        return not any(
            any(place & target for place, _ in lists[j].reach)
            for j in range(self._objects)
            if j not in group
        )

    def _last_place(
        self,
        chosen: list[Option],
        slack: list[int],
        lists: list[Rated],
        legs: list[int],
        arrivals: dict[int, int],
        here: int,
    ) -> int:
        """Where the robot ends it has to come last, after all it has to fetch there."""
        robot = len(chosen) - 1
        last = chosen[robot].ends
        if not last or slack[robot] <= 0 or last & self._circled or self._crowded & last:
            return 0
        came = arrivals.get(last, 0)
        best = 0
        if last == here:
            if came:
                return 0
            leave = [self._elsewhere(chosen[i], slack[i], here) for i in range(robot)]
            best = max(leave, default=0)
            who = [i for i in range(robot) if leave[i] == best]
        else:
            if came > 1:
                return 0
            best = max((slack[i] for i in legs if chosen[i].out_of == last), default=0)
            who = [i for i in legs if chosen[i].out_of == last and slack[i] == best]
        if best <= 0:
            return 0
        return self._charge([robot, who[0], *self._others(last, who[:1], chosen, lists)], slack)

    @staticmethod
    def _charge(involved: list[int], slack: list[int]) -> int:
        """Return what of a leg may be charged to all of them together; use up their slack."""
        least = max(0, min([LEG, *[slack[i] for i in involved]]))
        for i in involved:
            slack[i] -= least
        return least

    def _elsewhere(self, option: Option, slack: int, here: int) -> int:
        """Return the slack of an option that makes the robot leave its place, else 0."""
        away = (option.uses & self._places | option.into) & ~here
        return slack if away else 0
