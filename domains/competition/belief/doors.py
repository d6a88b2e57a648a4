"""What is believed of doors, and of the things that a look past an uncertain door did not show.

A thing that was not seen at a container whose door may be closed is either elsewhere or behind that
door, and then the door is closed. So such looks are kept, not multiplied into the things one by
one: what is heard of one of them later moves the door and with it all the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping

from planner.execution.belief import Categorical

Door = str
"""``opened`` or ``closed``."""

Chance = Callable[[int, int], float]
"""P(thing is inside container) but for what looks past its door say."""


class Doors:
    """The doors of a problem; ``start`` is believed before the first action."""

    def __init__(self, start: Mapping[int, Categorical[Door]]) -> None:
        self._doors = dict(start)
        self._unseen: dict[int, set[int]] = {c: set() for c in start}

    def sure(self, container: int) -> Door:
        """Return the state if it is certain, else an empty string."""
        door = self._doors[container]
        return door.mode if len(door) == 1 else ""

    def unseen(self, container: int) -> Collection[int]:
        """Return the things that did not show: if one of them is inside, the door is closed."""
        return self._unseen[container]

    def hides(self, thing: int) -> list[int]:
        """Return the containers that may hide the thing from looks at them."""
        return [c for c, things in self._unseen.items() if thing in things]

    def door(self, container: int, chance: Chance) -> Categorical[Door]:
        """Return what is believed of a door."""
        opened, closed = self._odds(container, chance, 0)
        return Categorical({"opened": opened, "closed": closed})

    def factors(self, container: int, thing: int, chance: Chance) -> tuple[float, float]:
        """Return the likelihoods of what was seen if an unseen thing is inside, if it is not."""
        opened, closed = self._odds(container, chance, thing)
        return closed, opened + closed

    def doubted(self, container: int, state: Door, otherwise: float) -> None:
        """Apply Bayes' rule for a door found in ``state``, or something else of that chance."""
        self._doors[container] = self._doors[container].updated(
            lambda s: 1.0 if s == state else otherwise)

    def missed(self, container: int, thing: int) -> None:
        """Keep that a thing did not show at a container whose door is uncertain."""
        self._unseen[container].add(thing)

    def forget(self, thing: int) -> None:
        """Drop that a thing did not show that is moved now."""
        for things in self._unseen.values():
            things.discard(thing)

    def settle(self, container: int, state: Door) -> Collection[int]:
        """Make a door certain; return the things that therefore are not inside."""
        unseen, self._unseen[container] = self._unseen[container], set()
        self._doors[container] = Categorical.certain(state)
        return sorted(unseen) if state == "opened" else ()

    def _odds(self, container: int, chance: Chance, without: int) -> tuple[float, float]:
        door = self._doors[container]
        # without a closed door the looks say that none of the things is inside
        shown = math.prod(1.0 - chance(n, container)
                          for n in self._unseen[container] if n != without)
        closed = door["closed"]
        return door["opened"] * shown or float(not closed), closed
