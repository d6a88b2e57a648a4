"""The action language of the household wrapper: strings such as ``PutObject(Fridge_1)``.

Objects are named ``Type_k``, numbered as robots first saw them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_FILL = "FillObjectWithLiquid"
_EFFECTS: Mapping[str, tuple[str, bool]] = {
    "OpenObject": ("isOpen", True), "CloseObject": ("isOpen", False),
    "SliceObject": ("isSliced", True), "ToggleObjectOn": ("isToggled", True),
    "ToggleObjectOff": ("isToggled", False), "CleanObject": ("isDirty", False),
    "BreakObject": ("isBroken", True), "EmptyLiquidFromObject": ("isFilledWithLiquid", False),
    "DirtyObject": ("isDirty", True), "UseUpObject": ("isUsedUp", True),
}
"""Verb → the state it changes, by the simulator's names, and to what."""
OBJECT_VERBS = ("NavigateTo", "PickupObject", "PutObject", *_EFFECTS, _FILL)
"""Verbs with an object name; from ``BreakObject`` on they are not in MAP-THOR's vocabulary."""
FLAGS: Mapping[str, str] = {
    "isOpen": "openable", "isToggled": "toggleable", "isSliced": "sliceable",
    "isDirty": "dirtyable", "isBroken": "breakable", "isFilledWithLiquid": "canFillWithLiquid",
    "fillLiquid": "canFillWithLiquid", "isUsedUp": "canBeUsedUp",
}
"""State → the property of the things that can be in it."""
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
    if action.verb not in _EFFECTS:
        return {}
    key, value = _EFFECTS[action.verb]
    return {key: value, **({"fillLiquid": None} if key == "isFilledWithLiquid" else {})}


def verb_for(state: str, value: bool | str) -> str:
    """Return the verb that brings an object into a state, or nothing.

    >>> verb_for("fillLiquid", "wine"), verb_for("isCooked", True)
    ('FillObjectWithLiquid', '')
    """
    found = (verb for verb, change in _EFFECTS.items() if change == (state, value))
    return _FILL if state == "fillLiquid" else next(found, "")


_KINDS = (
    ("is not the objectId on any object", "unknown"),
    ("not found within the specified visibility", "not-visible"),
    ("visible but not interactable", "obstructed"),
    ("target is not open", "closed"), ("is CLOSED", "closed"),
    ("Must be OFF to open", "running"), ("must be OFF to open", "running"),
    ("must be closed to Toggle", "open"),
    ("something in it already", "hand-full"),
    ("isn't holding anything", "hand-empty"), ("Nothing is in the agent's hand", "hand-empty"),
    ("cannot be placed in", "wrong-place"), ("not a valid Object Type to be placed", "wrong-place"),
    ("NOT a receptacle", "wrong-place"),
    ("No valid positions", "no-room"), ("is full right now", "full"),
    ("collide and clip", "no-space"), ("a held item", "no-space"),
    ("is blocking", "blocked"), ("collided with", "blocked"),
    ("already", "wrong-state"), ("not an Openable", "wrong-kind"),
    ("not toggleable", "wrong-kind"), ("property", "wrong-kind"), ("isPickedUp", "held"),
)


def kind_of_failure(message: str) -> str:
    """Name the kind of a simulator failure by a part of its text (texts differ in details)."""
    if re.search(r"[Aa]gent ?\d* is blocking|[Oo]ther agent", message):
        return "blocked-by-agent"
    return next((kind for part, kind in _KINDS if part in message), "failed")


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
