"""Object names ``Type_k``: numbered in the order in which any robot first saw the objects."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

__all__ = ["NameTable", "type_of"]


def type_of(name: str) -> str:
    """Drop the number of an object name (``Fridge_1`` → ``Fridge``)."""
    return re.sub(r"_\d+$", "", name)


class NameTable:
    """The team's shared dictionary of objects seen so far.

    Within one frame objects are numbered by objectId, so numbering is reproducible (the released
    wrapper iterates over a set).
    """

    def __init__(self) -> None:
        self._name: dict[str, str] = {}
        self._id: dict[str, str] = {}
        self._count: Counter[str] = Counter()

    def see(self, objects: Iterable[tuple[str, str]]) -> None:
        """Give numbers to the (objectId, type) pairs of a frame that are new."""
        for object_id, kind in sorted(objects):
            if object_id not in self._name:
                self._count[kind] += 1
                name = f"{kind}_{self._count[kind]}"
                self._name[object_id] = name
                self._id[name] = object_id

    def name(self, object_id: str) -> str | None:
        """Return the name of an object, or None if nobody has seen it."""
        return self._name.get(object_id)

    def object_id(self, name: str) -> str | None:
        """Return the objectId behind a name, or None."""
        return self._id.get(name)

    def __len__(self) -> int:
        return len(self._name)
