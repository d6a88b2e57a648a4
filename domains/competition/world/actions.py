"""The platform's actions: text form, costs (specification §5), names in ``domain.pddl``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

ARITY = {"Move": 1, "PickUp": 1, "PutDown": 1, "ToPlate": 1, "FromPlate": 1, "Open": 1, "Close": 1,
         "PutIn": 2, "TakeOut": 2, "AskLoc": 1, "Sense": 0}
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


def schema_call(action: Action, here: int) -> tuple[str, tuple[str, ...]]:
    """Return name and arguments in ``domain.pddl`` of an action done at place ``here``.

    Things are ``t3``, places ``l9``.

    >>> schema_call(Action("PutIn", (3, 5)), 9), schema_call(Action("Move", (4,)), 9)
    (('put-in', ('t3', 't5', 'l9')), ('move', ('l9', 'l4')))
    """
    name = "-".join(re.findall("[A-Z][a-z]*", action.name)).lower()
    things = tuple(f"t{n}" for n in action.arguments)
    if name == "move":
        return name, (f"l{here}", f"l{action.arguments[0]}")
    if name in ("to-plate", "from-plate", "ask-loc"):
        return name, things
    return name, (*things, f"l{here}")


def platform_line(name: str, arguments: Sequence[str]) -> str:
    """Return the platform's line for an action of ``domain.pddl``, "" if it has none.

    >>> platform_line("put-in", ("t3", "t5", "l9")), platform_line("stop", ())
    ('PutIn 3 5', '')
    """
    word = "".join(part.capitalize() for part in name.split("-"))
    if word not in ARITY:
        return ""
    words = arguments[-1:] if name == "move" else [w for w in arguments if w[0] == "t"]
    return " ".join((word, *(w[1:] for w in words)))
