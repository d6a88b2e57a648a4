"""An action's arguments, checked against its signature and converted, as the released engine does.

And which object they name, whether the agent may act on it, and how actions fail.

``signatures.toml`` says what an action takes. Numbers may come as numeric strings (MAP-THOR sends
degrees and yaw so). Numbers that are not finite, or larger than any scene, are invalid arguments,
never arithmetic later on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.world import World
from planner.files import read_toml

_LIMIT = 1e6
_ALWAYS = frozenset({
    "action", "agentId", "sequenceId", "renderImage", "renderImageSynthesis", "renderDepthImage",
    "renderObjectImage", "renderClassImage", "renderNormalsImage", "renderFlowImage",
    "renderInstanceSegmentation", "renderSemanticSegmentation", "visibilityDistance",
})
"""What any action may carry: the client's own entries and the old ways to ask for images."""


class ActionFailed(Exception):
    """Stop an action; the world is put back as it was.

    ``code`` is the engine's ``errorCode``. ``InvalidAction``, ``MissingArguments``,
    ``AmbiguousAction`` and ``InvalidArgument`` make the client raise ``ValueError``; with any
    other code, or none, the step returns an event whose ``lastActionSuccess`` is false.
    """

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code


def exception_failure(kind: str, message: str) -> ActionFailed:
    """Failure that Unity reports through an exception: its type, the text, an empty trace."""
    return ActionFailed(f"{kind}: {message}. trace: (headless engine)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an action, e.g. ``float? degrees = null``."""

    kind: str
    name: str
    told: str

    def convert(self, value: Any) -> Any:
        """Return the value as its kind; raises ValueError or TypeError."""
        if not self.kind.endswith("[]"):
            return _KINDS[self.kind](value)
        if not isinstance(value, list | tuple):
            raise TypeError
        return [_KINDS[self.kind.removesuffix("[]")](v) for v in value]


_AGENT = Parameter("int", "agentId", "int agentId = 0")


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one action by name, null ones left out."""

    action: str
    values: Mapping[str, Any]

    @classmethod
    def read(cls, action: str, given: Mapping[str, Any]) -> Arguments:
        """Check and convert; raises :class:`ActionFailed` as the released engine refuses.

        First names nobody knows (unless the action is of the old kind, which takes any), then
        missing ones, then values that cannot be converted.
        """
        declared, lenient = _signatures()[action]
        unknown = [] if lenient else [k for k in given if k not in declared and k not in _ALWAYS]
        if unknown:
            raise _unknown(action, unknown, given, declared)
        missing = [p.name for p in declared.values()
                   if "=" not in p.told and given.get(p.name) is None]
        if missing:
            raise ActionFailed(
                f"action: {action} is missing the following arguments: {','.join(missing)}",
                "MissingArguments")
        values = {}
        for name, value in given.items():
            if value is not None and (name in declared or name == "agentId"):
                parameter = declared.get(name, _AGENT)
                try:
                    values[name] = parameter.convert(value)
                except (TypeError, ValueError, OverflowError, LookupError, AttributeError):
                    raise ActionFailed(
                        f"action: {action} has an invalid argument: {name} (=={str(value)[:60]}). "
                        f"Cannot convert to: {parameter.kind}", "InvalidArgument") from None
        return cls(action, values)

    def has(self, name: str) -> bool:
        """Tell whether an argument was given and is not null."""
        return name in self.values

    def get(self, name: str, default: Any = None) -> Any:
        """Return an argument, or the default where it was not given."""
        return self.values.get(name, default)

    def named(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """Return what was given of some arguments by other names (other name → argument)."""
        return {field: self.values[name] for field, name in fields.items() if name in self.values}


def known(world: World, arguments: Arguments) -> int:
    """Index of the named object, visible or not."""
    wanted = arguments.get("objectId")
    index = world.index.get(wanted)
    if index is None or index in world.gone:
        raise exception_failure(
            "ArgumentException",
            f"objectId: {wanted[:80]} is not the objectId on any object in the scene!")
    return index


def target(world: World, agent: Agent, arguments: Arguments) -> int:
    """Index of the object that the action names; ``forceAction`` skips the sight checks."""
    index = known(world, arguments)
    if arguments.get("forceAction"):
        return index
    seen, touched, _ = world.sight(agent)
    if not seen[index]:
        raise exception_failure(
            "NullReferenceException", "Target object not found within the specified visibility.")
    if not touched[index]:
        raise exception_failure(
            "NullReferenceException", "Target object is visible but not interactable. "
            "It is likely obstructed by some clear object like glass.")
    return index


def _unknown(
    action: str, unknown: list[str], given: Mapping[str, Any], declared: Mapping[str, Parameter]
) -> ActionFailed:
    expected = ", ".join(p.told for p in declared.values())
    return ActionFailed(
        f'\n\tAction: "{action}" called with invalid argument{"s" * (len(unknown) > 1)}: '
        f"{', '.join(repr(k[:60]) for k in unknown)}\n\tExpected arguments: {expected}"
        f"\n\tYour arguments: {', '.join(repr(k[:60]) for k in given if k not in _ALWAYS)}"
        f'\n\tValid ways to call "{action}" action:\n\t\t{action}({expected})', "InvalidArgument")


def _number(value: Any) -> float:
    number = math.nan if isinstance(value, bool) else float(value)
    if not math.isfinite(number) or abs(number) > _LIMIT:
        raise ValueError
    return number


def _whole(value: Any) -> int:
    number = _number(value)
    if number != int(number):
        raise ValueError
    return int(number)


def _flag(value: Any) -> bool:
    return {"true": True, "false": False}[str(value).lower()]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _vector(value: Any) -> tuple[float, float, float]:
    """Read {x, y, z}; missing components are 0."""
    if not isinstance(value, Mapping):
        raise TypeError
    x, y, z = (_number(value.get(k, 0.0)) for k in "xyz")
    return x, y, z


def _turned(value: Any) -> tuple[float, float, float]:
    """Read a rotation: {x, y, z}, or a number about the vertical, as the client writes it."""
    return _vector(value) if isinstance(value, Mapping) else (0.0, _number(value), 0.0)


def _pose(value: Any) -> dict[str, Any]:
    """Read an object's pose: objectName, position and, where it is to be turned, rotation."""
    rotation = value.get("rotation")
    return {"objectName": _text(value["objectName"]), "position": _vector(value["position"]),
            "rotation": None if rotation is None else _turned(rotation)}


_KINDS: Mapping[str, Callable[[Any], Any]] = {
    "float": _number, "int": _whole, "bool": _flag, "string": _text, "Vector3": _vector,
    "Rotation": _turned, "ObjectPose": _pose, "SetObjectStates": dict,
    "ObjectToggle": lambda v: {"objectType": _text(v["objectType"]), "isOn": _flag(v["isOn"])},
    "ObjectTypeCount": lambda v: {"objectType": _text(v["objectType"]),
                                  "count": _whole(v["count"])},
}


@lru_cache(maxsize=1)
def _signatures() -> Mapping[str, tuple[Mapping[str, Parameter], bool]]:
    """Read the table: action → parameters by name, and whether it takes unknown ones as well."""
    found: dict[str, tuple[Mapping[str, Parameter], bool]] = {}
    table = read_toml(Path(__file__).with_name("signatures.toml"))
    for actions, row in table["signatures"].items():
        parts = [part.strip() for part in row.split(",") if part.strip()]
        named = {}
        for told in parts:
            if told != "...":
                kind, name, *_ = told.split()
                named[name] = Parameter(kind.rstrip("?"), name, told)
        found |= dict.fromkeys(actions.split(), (named, "..." in parts))
    return found
