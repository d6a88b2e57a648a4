"""A problem as small integers: the frame in which states are packed.

A state is one integer. From the lowest bit: robot's place, thing in hand, thing on the plate
(each 8 bits, things counted from 1), one bit per container (open), one bit per constraint (lost),
then 8 bits per object for its status. A *status* is where a thing is apart from the robot's place:
a mask of places (bit = place index), a mask of containers it is inside of, and how it is carried.
Statuses are interned as they are met, so degenerate facts (several places, in and beside a
container at once) need no case of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from domains.competition.search.relevance import select
from domains.competition.world.grounding import HUMANS, Rewards
from domains.competition.world.model import World

__all__ = ["HAND", "LOOSE", "PLATE", "UNSAID", "Layout", "Status", "build_layout", "derived_places"]

LOOSE: Final = 0
HAND: Final = 1
PLATE: Final = 2
"""How a thing is carried; HAND | PLATE for a thing taken out of a container while on the plate."""

Status = tuple[int, int, int]
"""Mask of places, mask of containers, how carried."""

_FIELD: Final = 8
UNSAID: Final = 255
"""Hand or plate of which no fact speaks: neither empty nor holding."""


@dataclass(frozen=True)
class Layout:
    """What the search knows of a problem; index = position in these tuples.

    ``fixed`` gives the mask of places of everything that never moves (0 if it has none or they do
    not matter). ``stuck`` means that every action fails (a door both open and closed, or a robot
    without a place).
    """

    world: World
    found: Rewards
    objects: tuple[int, ...]
    containers: tuple[int, ...]
    places: tuple[int, ...]
    spare: int
    container_places: tuple[int, ...]
    fixed: Mapping[int, int]
    locations: Mapping[int, frozenset[int]]
    start: int
    stuck: bool
    statuses: list[Status]
    codes: dict[Status, int]
    lost: frozenset[int]

    @cached_property
    def object_index(self) -> dict[int, int]:
        """Return the index of each movable object's number."""
        return {number: i for i, number in enumerate(self.objects)}

    @cached_property
    def container_index(self) -> dict[int, int]:
        """Return the index of each container's number."""
        return {number: i for i, number in enumerate(self.containers)}

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

    @cached_property
    def doors_at(self) -> int:
        """Return the lowest bit of the doors."""
        return 3 * _FIELD

    @cached_property
    def lost_at(self) -> int:
        """Return the lowest bit of the lost constraints."""
        return self.doors_at + len(self.containers)

    @cached_property
    def statuses_at(self) -> int:
        """Return the lowest bit of the statuses."""
        return self.lost_at + len(self.found.constraints)

    def status_at(self, index: int) -> int:
        """Return the lowest bit of the status of object ``index``."""
        return self.statuses_at + _FIELD * index

    def initial(self) -> int:
        """Pack the initial state (with what follows from carrying and from unknown doors)."""
        world, index = self.world, self.object_index
        place = self.places.index(self.start) if self.start in self.places else 0
        state = place
        for field, carried in ((1, world.hand), (2, world.plate)):
            value = UNSAID if carried < 0 else index[carried] + 1 if carried else 0
            state |= value << (_FIELD * field)
        for c, number in enumerate(self.containers):
            state |= (number in world.doors_opened) << (self.doors_at + c)
        for j, rule in enumerate(self.found.constraints):
            state |= (rule.item in self.lost) << (self.lost_at + j)
        for i, number in enumerate(self.objects):
            state |= self.code(self._status(number)) << self.status_at(i)
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


def derived_places(world: World) -> dict[int, frozenset[int]]:
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
    humans = (found.get(o, ()) for o, words in world.words.items() if "human" in words)
    found[HUMANS] = set().union(*humans)
    return {thing: frozenset(places) for thing, places in found.items()}


def build_layout(
    world: World,
    found: Rewards,
    lost: frozenset[int] = frozenset(),
) -> Layout:
    """Build the frame of a problem; ``lost`` holds the items of constraints lost before.

    Raises ``OverflowError`` if the problem is too large for the packing.
    """
    at = derived_places(world)
    start = min(at.get(0, frozenset((-1,))))
    chosen = select(world, start, at, found)
    places = chosen.places + chosen.spare
    if max(len(places), len(chosen.objects), len(chosen.containers)) >= (1 << _FIELD) - 2:
        raise OverflowError("too many objects or places")
    bit = {place: 1 << p for p, place in enumerate(places)}
    fixed = {
        thing: sum(bit.get(place, 0) for place in locations)
        for thing, locations in at.items()
        if thing and thing not in chosen.objects
    }
    return Layout(
        world=world,
        found=found,
        objects=chosen.objects,
        containers=chosen.containers,
        places=places,
        spare=sum(bit[place] for place in chosen.spare),
        container_places=tuple(fixed.get(c, 0) for c in chosen.containers),
        fixed=fixed,
        locations=at,
        start=start,
        stuck=_stuck(world, start),
        statuses=[],
        codes={},
        lost=lost,
    )


def _stuck(world: World, start: int) -> bool:
    """Tell whether every action fails, or the facts are too odd to act on them."""
    both = world.doors_opened & world.doors_closed
    carried = [o for o in (world.hand, world.plate) if o > 0]
    container = any("container" in world.words.get(o, ()) for o in carried)
    return bool(both) or start < 0 or container or 0 in world.last_places
