"""What rooms usually hold, and where: counts from recorded scenes, learnt leaving one out.

The scene being played never contributes to its own prior (``leave_out``), so the prior is
experience of other homes and not the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from domains.household.belief.belief import CONTAINERS


@dataclass(frozen=True)
class RoomCounts:
    """One recorded room: how many objects of a type, and on or in what they lie."""

    name: str
    numbers: Mapping[str, int]
    places: Mapping[str, Mapping[str, int]]

    @cached_property
    def contents(self) -> Mapping[str, Mapping[str, int]]:
        """Return what lies on or in receptacles: type of receptacle → type of thing → number."""
        found: dict[str, dict[str, int]] = {}
        for kind, places in self.places.items():
            for place, count in places.items():
                found.setdefault(place, {})[kind] = count
        return found


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
        self._weighed: dict[frozenset[str], list[tuple[RoomCounts, float]]] = {}

    def _weights(self, seen: frozenset[str]) -> list[tuple[RoomCounts, float]]:
        """Weigh rooms by the sixth power of the share of common types: others hardly count."""
        if seen not in self._weighed:
            self._weighed = {seen: [(room, (
                len(seen & room.numbers.keys()) / len(seen) if seen else 1.0) ** 6 + 1e-6)
                for room in self.rooms]}
        return self._weighed[seen]

    def more(self, kind: str, known: int, seen: frozenset[str]) -> float:
        """Probability that a room holds more than ``known`` objects of a type, given as many."""
        weights = self._weights(seen)
        at_least = sum(w for r, w in weights if r.numbers.get(kind, 0) >= known)
        above = sum(w for r, w in weights if r.numbers.get(kind, 0) > known)
        return above / at_least if at_least > 1e-3 else 0.5

    def holding(
        self, container: str, kinds: Collection[str], seen: frozenset[str]
    ) -> tuple[float, float]:
        """Count the containers of a type in rooms like this one, and things of some types in them.

        Rooms that resemble the present one less count less.
        """
        weights = self._weights(seen)
        most = max((w for _, w in weights), default=1.0)
        there = sum(w * r.numbers.get(container, 0) for r, w in weights)
        held = sum(w * n for r, w in weights
                   for k, n in r.contents.get(container, {}).items() if k in kinds)
        return there / most, held / most

    def in_view(self, kind: str) -> bool:
        """Whether things of a type were found in rooms, but never in or on anything."""
        return any(r.numbers.get(kind) for r in self.rooms) and not any(
            set(r.places.get(kind, ())) - {"Floor"} for r in self.rooms)

    def enclosed(self, kind: str) -> bool:
        """Whether a thing of a type may be in something that can be shut."""
        found = {p for r in self.rooms for p in r.places.get(kind, ())}
        return not self.in_view(kind) and not CONTAINERS.isdisjoint(
            self.allowed.get(kind, frozenset()) | found)

    def places(self, kind: str, seen: frozenset[str]) -> dict[str, float]:
        """Return how likely an object of a type is in or on each receptacle type (sum 1).

        Furniture and fittings are in or on nothing (the floor does not count): no places.
        """
        if self.in_view(kind):
            return {}
        total: Counter[str] = Counter()
        for room, weight in self._weights(seen):
            for place, count in room.places.get(kind, {}).items():
                total[place] += weight * count  # type: ignore[assignment]
        amount = sum(total.values())
        if amount > 1e-9:
            return {p: c / amount for p, c in total.items()}
        anywhere = self.allowed.get(kind, frozenset())
        return dict.fromkeys(sorted(anywhere), 1.0 / len(anywhere)) if anywhere else {}
