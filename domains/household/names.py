"""Object names ``Type_k``, numbered as robots first saw the objects; names of robots."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

AGENT_NAMES = ("Alice", "Bob", "Charlie", "David", "Emma")
"""What robots are called that nobody has named; a team has five at most."""


def type_of(name: str) -> str:
    """Drop the number of an object name (``Fridge_1`` → ``Fridge``)."""
    return re.sub(r"_\d+$", "", name)


def is_robot_name(name: str) -> bool:
    """Whether a robot may be called so: a letter of any script, then letters, digits, " _-.'".

    Up to 40 characters, none of the blanks first, last or doubled, and no name of an object.

    >>> [is_robot_name(n) for n in ("robot 1", "Zoë", "机器人", "", "R2: D2", "Apple_1", " x")]
    [True, True, True, False, False, False, False]
    """
    return (0 < len(name) <= 40 and name[0].isalpha() and not name.endswith(" ")
            and "  " not in name and type_of(name) == name
            and all(c.isalnum() or c in " _-.'" or unicodedata.combining(c) for c in name))


def pddl_name(robot: str) -> str:
    """Write a robot's name in the letters of PDDL; other scripts by their code points.

    >>> pddl_name("Alice"), pddl_name("Zoë the 2nd"), pddl_name("机器人")
    ('alice', 'zoe-the-2nd', 'r673a-5668-4eba')
    """
    plain = unicodedata.normalize("NFKD", robot.lower())
    letters = [c if c.isascii() and (c.isalnum() or c in "_-") else
               "" if unicodedata.combining(c) or c in ".'" else
               "-" if c == " " else f"{ord(c):x}-" for c in plain]
    said = "".join(letters).strip("-")
    return said if said[:1].isalpha() and plain[0].isascii() else f"r{said}"


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
