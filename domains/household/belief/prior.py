"""What rooms usually hold, and where: counts from recorded scenes, learnt leaving one out.

The scene being played never contributes to its own prior (``leave_out``), so the prior is
experience of other homes and not the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from domains.household.belief.belief import CONTAINERS


@dataclass(frozen=True)
class RoomCounts:
    """One recorded room: how many objects of a type, and on or in what they lie."""

    name: str
    numbers: Mapping[str, int]
    places: Mapping[str, Mapping[str, int]]


def count_room(name: str, objects: Iterable[Mapping[str, Any]]) -> RoomCounts:
    """Count one room's objects by type and by (type, receptacle type)."""
    numbers: Counter[str] = Counter()
    places: dict[str, Counter[str]] = {}
    for record in objects:
        kind = str(record["objectType"])
        numbers[kind] += 1
        for parent in record["parentReceptacles"] or ():
            places.setdefault(kind, Counter())[str(parent).split("|")[0]] += 1
    return RoomCounts(name, numbers, places)


class Prior:
    """Experience of rooms; questions are answered from those that resemble the present one.

    ``allowed`` are the simulator's public placement rules (thing → receptacle types): where no
    recorded room holds a thing, it may be wherever they let it be.
    """

    def __init__(
        self, rooms: Iterable[RoomCounts] = (), leave_out: str = "",
        allowed: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        self.rooms = [r for r in rooms if r.name != leave_out]
        self.allowed = allowed or {}
        self.weigh(frozenset())

    def weigh(self, seen: Set[str]) -> None:
        """Weigh rooms by the sixth power of the share of types seen here: others hardly count."""
        self._weights = [(room, (len(seen & room.numbers.keys()) / len(seen) if seen else 1.0) ** 6
                          + 1e-6) for room in self.rooms]
        self._lying: dict[str, dict[str, float]] = {}  # type of thing → what it lies in or on
        for room, weight in self._weights:
            for kind in room.numbers:
                lying = self._lying.setdefault(kind, {})
                for place, count in room.places.get(kind, {}).items():
                    lying[place] = lying.get(place, 0.0) + weight * count

    def more(self, kind: str, known: int) -> float:
        """Probability that a room holds more than ``known`` objects of a type, given as many."""
        at_least = sum(w for r, w in self._weights if r.numbers.get(kind, 0) >= known)
        above = sum(w for r, w in self._weights if r.numbers.get(kind, 0) > known)
        return above / at_least if at_least > 1e-3 else 0.5

    def holding(self, container: str, kinds: Collection[str]) -> tuple[float, float]:
        """Count the containers of a type in rooms like this one, and things of some types in them.

        Rooms that resemble the present one less count less.
        """
        most = max((w for _, w in self._weights), default=1.0)
        there = sum(w * r.numbers.get(container, 0) for r, w in self._weights)
        held = sum(places.get(container, 0.0)
                   for kind, places in self._lying.items() if kind in kinds)
        return there / most, held / most

    def in_view(self, kind: str) -> bool:
        """Whether things of a type were found in rooms, but never in or on anything."""
        return kind in self._lying and self._lying[kind].keys() <= {"Floor"}

    def enclosing(self, kind: str) -> Set[str]:
        """Return the types of what can be shut that a thing of a type may be in.

        Those that the placement rules let it be in, or a recorded room had it in: of 46 things in
        containers of the 32 MAP-THOR plans all lie where the rules let them.
        """
        return set() if self.in_view(kind) else CONTAINERS & (
            self.allowed.get(kind, frozenset()) | self._lying.get(kind, {}).keys())

    def places(self, kind: str) -> dict[str, float]:
        """Return how likely an object of a type is in or on each receptacle type (sum 1).

        Furniture and fittings are in or on nothing (the floor does not count): no places.
        """
        if self.in_view(kind):
            return {}
        total = self._lying.get(kind, {})
        amount = sum(total.values())
        if amount > 1e-9:
            return {p: c / amount for p, c in total.items()}
        anywhere = self.allowed.get(kind, frozenset())
        return dict.fromkeys(sorted(anywhere), 1.0 / len(anywhere)) if anywhere else {}
