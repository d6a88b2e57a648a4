"""What a plan relies on: where things are taken from, left as good, or gone to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.policy.options import PlayOptions
from domains.competition.world.grounding import HUMANS, Literal, Rewards
from domains.competition.world.model import ON_PLATE, Place

Loss = Callable[[Sequence[float]], float]
"""What chances of places, in the order of the places of a belief, cost."""


class Relied:
    """What the steps of a plan rely on if the loose things are at ``places``.

    ``things`` are taken from the places given, or are containers used there; ``trusted`` are left
    alone because these literals of tasks seem true; ``met`` are things the robot goes to or brings
    others to: nothing tells if they are not there. ``visits`` and ``doors`` tell for which
    things a location is visited and a container used (-1: for something else).
    """

    def __init__(
        self, steps: Sequence[str], belief: WorldBelief, rewards: Rewards,
        places: Mapping[int, Place],
    ) -> None:
        self.things: dict[int, Place] = {}
        self.trusted: dict[int, list[Literal]] = {}
        self.met: set[int] = set()
        self.visits: dict[int, set[int]] = {}
        self.doors: dict[int, set[int]] = {}
        self.belief, self.here = belief, belief.robot or 0
        self.moved: set[int] = set()
        self.left: dict[int, int] = {}
        self.purposes: set[int] = set()
        for step in steps:
            self._take(*step.split())
        if not self.purposes:
            self.purposes.add(-1)
        for literal in (one for reward in rewards.tasks for one in reward.literals):
            self._presume(literal, places)
            self._meet(literal, places)

    def _take(self, name: str, *words: str) -> None:
        """Go on by a step."""
        numbers = [int(word) for word in words]
        if name == "Move":
            if not self.purposes:
                self.purposes.add(-1)
            self.here = numbers[0]
            self.purposes = self.visits.setdefault(self.here, set())
        elif name in ("Open", "Close"):
            self._use(numbers[0])
        elif name in ("PickUp", "TakeOut"):
            self._fetch(*numbers)
        else:
            self.purposes.add(-1)
            if name == "PutDown":
                self.left[numbers[0]] = self.here
            elif name == "PutIn":
                self._use(numbers[1]).add(-1)

    def _fetch(self, thing: int, container: int = 0) -> None:
        fresh = thing not in self.moved
        if fresh and not self.belief.carried(thing):
            self.things[thing] = ("inside", container) if container else ("at", self.here)
        self.purposes.add(thing if fresh else -1)
        self.moved.add(thing)
        if container:
            self._use(container).add(thing)

    def _use(self, container: int) -> set[int]:
        """Count on a container here; return what for."""
        self.things[container] = ("at", self.here)
        return self.doors.setdefault(container, set())

    def _presume(self, literal: Literal, places: Mapping[int, Place]) -> None:
        """Add what a task presumes of a thing that is not moved."""
        form, thing, _ = literal
        if thing not in places or thing in self.moved:
            return
        if form in ("in", "notin", "beside") and true_at(literal, places[thing], self.belief):
            self.trusted.setdefault(thing, []).append(literal)
        else:
            self.things.setdefault(thing, places[thing])
            self.met.update([thing] if form == "same" else ())

    def _meet(self, literal: Literal, places: Mapping[int, Place]) -> None:
        """Add the big objects of a task that the robot, or something else, ends beside."""
        form, thing, other = literal
        if form == "beside":
            how, where = places.get(thing, ON_PLATE)
            where = self.left.get(thing, where if how == "at" else -1)
            found: Sequence[int] = self.belief.humans if other == HUMANS else (other,)
        else:
            where, found = self.here, (thing,) if form == "same" and other == 0 else ()
        for big in found:
            if self.belief.home.get(big) == where:
                self.things[big] = ("at", where)
                self.met.add(big)


class Wanted:
    """Things that tasks want somewhere, and what it costs if they are not where they seem to be.

    To leave one alone that is elsewhere loses ``stake`` points, to go for one in vain ``detour``.
    """

    def __init__(self, rewards: Rewards, belief: WorldBelief, options: PlayOptions) -> None:
        self.belief, self.options = belief, options
        self.literals: dict[int, list[Literal]] = {}
        self.distrusted: set[int] = set()
        self._doors: set[tuple[str, int]] = set()
        for form, thing, other in (one for reward in rewards.tasks for one in reward.literals):
            self._doors.add((form, thing))
            if form in ("in", "notin", "beside"):
                self.literals.setdefault(thing, []).append((form, thing, other))

    def places(self) -> dict[int, Place]:
        """Return where loose things are taken to be: likeliest, if that risks nothing.

        What seems to be where it is wanted is taken to be elsewhere (and ``distrusted``) if leaving
        it alone costs more than going for it, unless the policy is to trust what is told.
        """
        places = self.belief.most_likely()
        self.distrusted = set()
        doubtful = {} if self.options.policy == "told" else self.literals
        for thing, literals in doubtful.items():
            if thing not in places or not self._good(literals, places[thing]):
                continue
            places_of = self.belief.place(thing).items()
            bad = {place: p for place, p in places_of if not self._good(literals, place)}
            wrong = sum(bad.values())
            if self.options.stake * wrong > self.options.detour_cost * (1.0 - wrong):
                places[thing] = max(bad, key=bad.__getitem__)
                self.distrusted.add(thing)
        return places

    def doors(self, places: Mapping[int, Place]) -> dict[int, str]:
        """Return how the doors are if things are at places, the costlier way where unsure."""
        doors = {}
        for c in self.belief.containers:
            opened = self.belief.door(c)["opened"]
            doors[c] = "opened" if opened > 0.5 else "closed"
            for form, wrong in (("opened", 1.0 - opened), ("closed", opened)):
                if (form, c) in self._doors and wrong > self.options.doubt:
                    doors[c] = "closed" if form == "opened" else "opened"
            if any(places.get(n) == ("inside", c) for n in self.belief.unseen[c]):
                doors[c] = "closed"  # it did not show, so the door hides it
        return doors

    def loss(self, thing: int, literals: Sequence[Literal]) -> Loss:
        """Return what is lost by leaving a thing alone or going for it, whatever loses less."""
        good = [self._good(literals, place) for place in self.belief.place(thing)]
        alone, in_vain = self.options.stake, self.options.detour_cost

        def loss(chances: Sequence[float]) -> float:
            right = sum(p for p, is_good in zip(chances, good, strict=True) if is_good)
            return min(alone * (1.0 - right), in_vain * right)

        return loss

    def _good(self, literals: Sequence[Literal], place: Place) -> bool:
        return all(true_at(literal, place, self.belief) for literal in literals)


def true_at(literal: Literal, place: Place, belief: WorldBelief) -> bool:
    """Tell whether a task literal about a thing holds if it is at ``place``."""
    form, _, other = literal
    if form in ("in", "notin"):
        return (place == ("inside", other)) == (form == "in")
    others = belief.humans if other == HUMANS else (other,)
    return place[0] == "at" and any(belief.home.get(n) == place[1] for n in others)
