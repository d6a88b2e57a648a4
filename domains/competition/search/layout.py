"""A problem as small integers: the frame in which states are packed.

A state is one integer. From the lowest bit: robot's place, thing in hand, thing on the plate
(each 8 bits, things counted from 1), one bit per container (open), one bit per constraint (lost),
then 8 bits per object for its status. A *status* is where a thing is apart from the robot's place:
a mask of places (bit = place index), a mask of containers it is inside of, and how it is carried.
Statuses are interned as they are met, so degenerate facts (several places, in and beside a
container at once) need no case of their own.
"""

from __future__ import annotations

from typing import Final

from domains.competition.search.relevance import select
from domains.competition.world.grounding import HUMANS, Rewards
from domains.competition.world.model import World

LOOSE: Final = 0
HAND: Final = 1
PLATE: Final = 2
"""How a thing is carried; HAND | PLATE for a thing taken out of a container while on the plate."""

Status = tuple[int, int, int]
"""Mask of places, mask of containers, how carried."""

_FIELD: Final = 8
DOORS_AT: Final = 3 * _FIELD
"""Lowest bit of the doors."""
UNSAID: Final = 255
"""Hand or plate of which no fact speaks: neither empty nor holding."""


class Layout:
    """What the search knows of a problem; index = position in these tuples.

    ``fixed`` gives the mask of places of everything that never moves (0 if it has none or they do
    not matter). ``stuck`` means that every action fails (a door both open and closed, or a robot
    without a place). ``lost`` holds the items of constraints lost before. The lowest bits of the
    lost constraints are ``lost_at``, of the statuses ``statuses_at``, of each one ``offsets``.

    Raises ``OverflowError`` if the problem is too large for the packing.
    """

    def __init__(self, world: World, found: Rewards, lost: frozenset[int] = frozenset()) -> None:
        self.world, self.found, self.lost = world, found, lost
        self.locations = _derived_places(world)
        self.start = min(self.locations.get(0, frozenset((-1,))))
        self.objects, self.containers, self.places = select(
            world, self.start, self.locations, found)
        if max(map(len, (self.places, self.objects, self.containers))) >= (1 << _FIELD) - 2:
            raise OverflowError("too many objects or places")
        bit = {place: 1 << p for p, place in enumerate(self.places)}
        self.fixed = {thing: sum(bit.get(place, 0) for place in locations)
                      for thing, locations in self.locations.items()
                      if thing and thing not in self.objects}
        self.container_places = tuple(self.fixed.get(c, 0) for c in self.containers)
        self.stuck = _stuck(world, self.start)
        self.statuses: list[Status] = []
        self.codes: dict[Status, int] = {}
        self.object_index = {number: i for i, number in enumerate(self.objects)}
        self.container_index = {number: c for c, number in enumerate(self.containers)}
        self.lost_at = DOORS_AT + len(self.containers)
        self.statuses_at = self.lost_at + len(found.constraints)
        self.offsets = [self.statuses_at + _FIELD * i for i in range(len(self.objects))]

    def settled(self, number: int, code: int) -> int:
        """Return the status that remains of several places after the first action."""
        at, inside, carried = self.statuses[code]
        last = self.world.last_places.get(number)
        if at & (at - 1) and last in self.places:
            return self.code((1 << self.places.index(last), inside, carried))
        return code

    def code(self, status: Status) -> int:
        """Intern a status."""
        known = self.codes.get(status)
        if known is None:
            known = self.codes[status] = len(self.statuses)
            if known >= 1 << _FIELD:
                raise OverflowError("too many different whereabouts")
            self.statuses.append(status)
        return known

    def initial(self) -> int:
        """Pack the initial state (with what follows from carrying and from unknown doors)."""
        world, index = self.world, self.object_index
        place = self.places.index(self.start) if self.start in self.places else 0
        state = place
        for field, carried in ((1, world.hand), (2, world.plate)):
            value = UNSAID if carried < 0 else index[carried] + 1 if carried else 0
            state |= value << (_FIELD * field)
        for c, number in enumerate(self.containers):
            state |= (number in world.doors_opened) << (DOORS_AT + c)
        for j, rule in enumerate(self.found.constraints):
            state |= (rule.item in self.lost) << (self.lost_at + j)
        for i, number in enumerate(self.objects):
            state |= self.code(self._status(number)) << self.offsets[i]
        return state

    def _status(self, number: int) -> Status:
        world = self.world
        carried = HAND * (number == world.hand) | PLATE * (number == world.plate)
        inside = 0
        for c, container in enumerate(self.containers):
            inside |= ((number, container) in world.inside) << c
        at = 0
        if not carried:
            at = sum(1 << p for p, place in enumerate(self.places) if (number, place) in world.at)
        return at, inside, carried


def _derived_places(world: World) -> dict[int, frozenset[int]]:
    """Return the locations of every object; what is carried is where the robot is.

    Of several places of a thing that is never moved the one that remains counts.
    """
    found: dict[int, set[int]] = {}
    for thing, place in world.at:
        found.setdefault(thing, set()).add(place)
    robot = found.get(0, set())
    for carried in (world.hand, world.plate):
        if carried > 0:
            found[carried] = set(robot)
    for thing, last in world.last_places.items():
        words = world.words.get(thing, frozenset())
        if thing and ("small" not in words or "container" in words):
            found[thing] = {last}
    found[HUMANS] = set().union(*(found.get(o, ()) for o in world.things("human")))
    return {thing: frozenset(places) for thing, places in found.items()}


def _stuck(world: World, start: int) -> bool:
    """Tell whether every action fails, or the facts are too odd to act on them."""
    both = world.doors_opened & world.doors_closed
    carried = [o for o in (world.hand, world.plate) if o > 0]
    container = any("container" in world.words.get(o, ()) for o in carried)
    return bool(both) or start < 0 or container or 0 in world.last_places
