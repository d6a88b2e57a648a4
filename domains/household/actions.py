"""The action language of the household wrapper: strings such as ``PutObject(Fridge_1)``.

Objects are named ``Type_k``, numbered as robots first saw them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.household.states import STATES
from planner.files import read_toml

_FILL = "FillObjectWithLiquid"
OBJECT_VERBS = ("NavigateTo", "PickupObject", "PutObject",
                *dict.fromkeys(s.verb for s in STATES.values() if s.verb))
"""Verbs with an object name; from ``BreakObject`` on they are not in MAP-THOR's vocabulary."""
_MOVES = ("Ahead", "Back", "Left", "Right")
BARE = (
    *(f"Move({d})" for d in _MOVES), "Rotate(Left)", "Rotate(Right)",
    *(f"{v}({a})" for v in ("LookUp", "LookDown") for a in (30, 60)),
    "Explore", "Idle", "Done",
)
"""Actions without an object that are offered; larger look angles are read as well."""
_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "Move": _MOVES, "Rotate": ("Left", "Right"),
    **dict.fromkeys(("LookUp", "LookDown"), tuple(map(str, range(30, 181, 30))))}
_FORM = re.compile(r"\s*([A-Za-z]+)\s*(?:\(\s*([^()]*?)\s*\))?\s*")


@dataclass(frozen=True)
class Action:
    """A parsed action; ``verb`` is empty when the string is not an action.

    ``FillObjectWithLiquid(Mug_1, coffee)`` names a liquid; without one it is water.
    """

    verb: str
    argument: str = ""

    @property
    def object(self) -> str:
        """The object name, or empty."""
        return self.argument.partition(",")[0].rstrip() if self.verb in OBJECT_VERBS else ""

    @property
    def liquid(self) -> str:
        """The liquid something is to be filled with, or empty."""
        return self.argument.partition(",")[2].strip() or "water" if self.verb == _FILL else ""

    def __str__(self) -> str:
        return f"{self.verb}({self.argument})" if self.argument else self.verb


@dataclass(frozen=True)
class ActionOutcome:
    """What became of an action; ``failure`` is its kind, empty on success."""

    success: bool = True
    failure: str = ""
    message: str = ""


def parse_action(text: str) -> Action:
    """Read an action string; anything else becomes an action with an empty verb.

    >>> parse_action("PutObject( Fridge_1 )")
    Action(verb='PutObject', argument='Fridge_1')
    >>> parse_action("Dance").verb
    ''
    """
    match = _FORM.fullmatch(text[:200])
    verb, argument = (match[1], match[2] or "") if match else ("", "")
    if verb in ("Explore", "Idle", "Done"):
        return Action(verb)
    fine = verb == "SendMessage" or (bool(argument) and verb in OBJECT_VERBS) or (
        argument in _ARGUMENTS.get(verb, ()))
    return Action(verb, argument) if fine else Action("")


def effect(action: Action) -> Mapping[str, Any]:
    """Return what a successful action changes of its object's state.

    >>> effect(parse_action("FillObjectWithLiquid(Mug_1, coffee)"))
    {'isFilledWithLiquid': True, 'fillLiquid': 'coffee'}
    """
    if action.verb == _FILL:
        return {"isFilledWithLiquid": True, "fillLiquid": action.liquid}
    changed = {s.key: s.value for s in STATES.values() if s.verb == action.verb != ""}
    return {**changed, **({"fillLiquid": None} if "isFilledWithLiquid" in changed else {})}


FAILURES = read_toml(Path(__file__).with_name("failures.toml"))
"""The kinds of failures: parts of the simulator's ``messages``, and ``causes`` in words."""


def kind_of_failure(message: str) -> str:
    """Name the kind of a simulator failure by a part of its text (texts differ in details)."""
    if re.search(r"[Aa]gent ?\d* is blocking|[Oo]ther agent", message):
        return "blocked-by-agent"
    return next(
        (kind for part, kind in FAILURES["messages"].items() if part in message), "failed")


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
