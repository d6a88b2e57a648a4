"""The platform's actions: their text form and costs (specification §5)."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["ARITY", "COST", "PHYSICAL", "Action", "read_action"]

ARITY = {
    "Move": 1,
    "PickUp": 1,
    "PutDown": 1,
    "ToPlate": 1,
    "FromPlate": 1,
    "Open": 1,
    "Close": 1,
    "PutIn": 2,
    "TakeOut": 2,
    "AskLoc": 1,
    "Sense": 0,
}
"""Number of arguments of each action."""

PHYSICAL = frozenset(ARITY) - {"AskLoc", "Sense"}
COST = {name: {"Move": 4, "Sense": 1}.get(name, 2) for name in ARITY}
"""Points every call costs, successful or not."""

_NUMBER = re.compile(r"[0-9]{1,10}")


@dataclass(frozen=True, slots=True)
class Action:
    """A call, e.g. ``PutIn 3 5`` is ``Action("PutIn", (3, 5))``."""

    name: str
    arguments: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        """Points it costs."""
        return COST[self.name]

    def __str__(self) -> str:
        return " ".join((self.name, *map(str, self.arguments)))


def read_action(line: str) -> Action | None:
    """Read one line of the stdio protocol or a plan file; ``None`` if it is not an action.

    >>> read_action("PutIn 3 5"), read_action("PutIn 3"), read_action("fly 3")
    (Action(name='PutIn', arguments=(3, 5)), None, None)
    """
    name, *words = line.split() or [""]
    if ARITY.get(name) != len(words) or not all(map(_NUMBER.fullmatch, words)):
        return None
    return Action(name, tuple(map(int, words)))
