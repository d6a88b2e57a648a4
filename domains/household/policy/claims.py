"""What a team may say of itself when it stops: done, nothing to do, or what is left and why.

Only what the robots have seen counts, and a claim needs a thing that was found: that the pens
are all in the box is nothing a team can say that has not seen a pen, or that has not looked where
another may well be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from domains.household.belief.belief import Item
from domains.household.belief.coverage import AFAR
from domains.household.goal import HasState, Held, Placed, Selection, Subgoal
from domains.household.policy.exploring import Explorer
from domains.household.policy.goals import possible
from domains.household.policy.skills import verbs_of
from domains.household.states import word_for
from domains.household.team import Skills as Made
from domains.household.team import crew, gets_at, lifts, may, strength

_NUMBER = re.compile(r"[\d.]+")
MOST = 6
"""Reasons given at most when a team stops with something left."""
PARTLY = 0.1
"""Share of the room up to which what nobody looked at is not told, as corners stay unseen."""


class Claims:
    """Judges the goal by what the team believes."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer, self.skills = explorer, explorer.skills
        self.belief, self.tracker = explorer.belief, explorer.tracker

    def end_stage(self) -> None:
        """Remember what a later stage undoes and this one did not achieve."""
        goal = self.tracker.goal
        passing = {id(w) for w, passes in zip(goal.subgoals, goal.passing, strict=True) if passes}
        self.tracker.missed += [w for w in self.tracker.subgoals
                                if id(w) in passing and not self._met(w)]

    def done(self) -> bool:
        """Whether all that was asked for is so, and that is more than nothing."""
        return not self._unmet() and not self.nothing()

    def nothing(self) -> bool:
        """Whether the goal is about nothing that was found in this room."""
        return not self._unmet() and not any(map(self._about, self.tracker.goal.subgoals))

    def why(self) -> str:
        """Say why the team stops."""
        if self.done():
            shut = dict.fromkeys(n for w in self.tracker.goal.lasting
                                 for n in self.explorer.unopened(w))
            said = [*dict.fromkeys(self.tracker.instead())]
            said += [f"nobody looked into {_listed([*shut])}"] * bool(shut)
            unseen = self.explorer.coverage.left(AFAR)
            said += [f"nobody looked at {unseen:.0%} of the room"] * (unseen > PARTLY and any(
                w.what.quantifier == "all" and not w.what.located
                for w in self.tracker.goal.lasting))
            return "nothing is left to do" + (f" ({'; '.join(said)})" if said else "")
        if self.nothing():
            kinds = dict.fromkeys(_none(w.what) for w in self.tracker.goal.subgoals)
            return f"there is nothing to do: found {' and '.join(kinds)}"
        alike: dict[str, list[str]] = {}
        for reason in dict.fromkeys(r for w in self._unmet() for r in self._reasons(w)):
            alike.setdefault(_NUMBER.sub("", reason), []).append(reason)
        said = [f"{same[0]} and {len(same) - 1} more like it" if same[1:] else same[0]
                for same in alike.values()]
        return "not done: " + "; ".join(said[:MOST])

    def _unmet(self) -> list[Subgoal]:
        return [*self.tracker.missed, *(w for w in self.tracker.goal.lasting if not self._met(w))]

    def _met(self, subgoal: Subgoal) -> bool:
        """Whether a subgoal holds of all it is about, and of enough."""
        return next(self._reasons(subgoal), None) is None

    def _asked(self, subgoal: Subgoal) -> int:
        """Return how many things a subgoal asks for, all that are there apart."""
        shares = isinstance(subgoal, Placed) and subgoal.target.each
        return self.tracker.count(subgoal) if shares or subgoal.what.quantifier == "some" else 0

    def _about(self, subgoal: Subgoal) -> bool:
        """Whether something was found that a subgoal is about, or that is so already."""
        spared = self._spared(subgoal)
        return bool(self.tracker.members(subgoal)) or (
            bool(spared) and all(self.tracker.holds(subgoal, i) for i in spared))

    def _spared(self, subgoal: Subgoal) -> list[Item]:
        """Things that a subgoal leaves alone as they are not in the state it starts from."""
        conditional = isinstance(subgoal, HasState) and subgoal.what.states
        return self.belief.of(subgoal.what.types) if conditional else []

    def _no_place(self, subgoal: Subgoal) -> Selection | None:
        """Return the place that a subgoal names and nobody has found, if there is one."""
        place = subgoal.what.located.place if subgoal.what.located else (
            subgoal.near if isinstance(subgoal, Held) else None)
        found = place is None or place.quantifier != "the" or self.belief.spots(place.types)
        return None if found else place

    def _reasons(self, subgoal: Subgoal) -> Iterator[str]:
        """Say why a subgoal does not hold, and of each thing why nobody can do it."""
        if self.tracker.due(subgoal) is False:
            return
        what, found = subgoal.what, self.tracker.members(subgoal)
        every, place = what.quantifier == "all", self._no_place(subgoal)
        left = [i for i in found if not self.tracker.holds(subgoal, i)] if found else [
            i for i in self.belief.of(what.types) if (id(subgoal), i.name) in self.tracker.unfit]
        if place is not None and (left or not found):
            yield f"{_none(place)} was found"
        elif not (found or left or every or self._spared(subgoal)):
            yield f"{_none(what)} was found"
        elif len(found or left) < self._asked(subgoal):
            yield f"only {len(found)} of {self._asked(subgoal)} {_words(what)} found"
        elif every and self.explorer.missed(subgoal):
            yield f"nobody looked at {' and '.join(self.explorer.missed(subgoal)[:MOST])}"
        elif every and found:
            yield from (f"there may be another {kind}, which no look that is left is likely to show"
                        for kind in self.explorer.more(what))
        yield from (self._reason(subgoal, item) for item in left)

    def _reason(self, subgoal: Subgoal, item: Item) -> str:
        if item.lost:
            return f"{item.name} was not where it was seen"
        if not isinstance(subgoal, HasState) and "pickupable" not in item.can:
            return f"{item.name} cannot be carried"
        if isinstance(subgoal, HasState) and not possible(subgoal, item):
            return f"{item.name} cannot be {word_for(subgoal.state, subgoal.value)}"
        team = {r: self.skills.made(r) for r in self.belief.robots}
        lacking = {name: _lacks(team, name, verbs_of(subgoal), item) for name in team}
        if "" not in lacking.values():
            said = ", ".join(map(" ".join, lacking.items()))
            return f"nobody here does it ({item.name}): {said}"
        if isinstance(subgoal, Placed) and not any(
                self.skills.places(r, item, subgoal.target) for r in self.belief.robots.values()):
            return f"no known place takes {item.name} ({subgoal.target.describe()})"
        return f"no robot gets at {item.name}"


def _lacks(team: Mapping[str, Made], name: str, verbs: tuple[str, ...], item: Item) -> str:
    """Say what a robot lacks to use some verbs on a thing, with the help of its team."""
    made, carries = team[name], "PickupObject" in verbs
    lacks = [f"has no {v}" for v in verbs if not may(made, v)]
    if not gets_at(made, item.centre[1], item.size[1]):
        lacks.append(f"does not reach {item.centre[1]:.1f} m")
    if carries and not lifts(made, item.kind):
        lacks.append(f"carries no {item.kind}")
    if carries and not crew(team, name, item):
        lacks.append(f"lifts {strength(made):.3g} of {item.mass:.3g} kg")
    return " and ".join(lacks)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return ", ".join(names[:MOST]) + more


def _none(what: Selection) -> str:
    return f"no {_words(what)}".replace("no everything", "nothing", 1)


def _words(what: Selection) -> str:
    """Name what is meant by a few types, else by the words of the sentence; and where."""
    named = " or ".join(what.types) if 0 < len(what.types) <= 3 else what.words or "such thing"
    return f"{named} {what.located.describe()}" if what.located else named
