"""Reading an action's arguments: types, defaults, missing ones.

Numbers may come as numeric strings (MAP-THOR sends degrees and yaw so). Numbers that are not
finite, or larger than any scene, are invalid arguments, never arithmetic later on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domains.household.thor.acts.failure import ActionFailed

__all__ = ["MISSING", "Arguments"]

MISSING: Any = object()
"""Default of a required argument."""
_LIMIT = 1e6


@dataclass(frozen=True, slots=True)
class Arguments:
    """The dictionary of one action, read by name; a wrong value raises :class:`ActionFailed`."""

    action: str
    values: Mapping[str, Any]

    def has(self, name: str) -> bool:
        """Tell whether an argument was given and is not null."""
        return self.values.get(name) is not None

    def number(self, name: str, default: Any = MISSING) -> float:
        """Read a number, or a string that is one."""
        value = self._get(name, default)
        return default if value is default and default is not MISSING else self._number(name, value)

    def flag(self, name: str, default: bool = False) -> bool:
        """Read a truth value."""
        value = self._get(name, default)
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in ("true", "false"):
            return value.lower() == "true"
        raise self._wrong(name, "true or false", value)

    def text(self, name: str, default: Any = MISSING) -> str:
        """Read a string."""
        value = self._get(name, default)
        if value is default and default is not MISSING:
            return default  # type: ignore[no-any-return]
        if not isinstance(value, str):
            raise self._wrong(name, "a string", value)
        return value

    def whole(self, name: str, default: Any = MISSING) -> int:
        """Read an integer."""
        value = self.number(name, default)
        if value != int(value):
            raise self._wrong(name, "an integer", value)
        return int(value)

    def vector(self, name: str, default: Any = MISSING) -> Any:
        """Read {x, y, z} as a tuple; missing components are 0."""
        value = self._get(name, default)
        if value is default and default is not MISSING:
            return default
        return self.as_vector(name, value)

    def as_vector(self, name: str, value: Any) -> tuple[float, float, float]:
        """Read one {x, y, z} value."""
        if not isinstance(value, Mapping):
            raise self._wrong(name, "a map with x, y, z", value)
        x, y, z = (self._number(f"{name}.{k}", value.get(k, 0.0)) for k in "xyz")
        return x, y, z

    def yaw(self, name: str, default: Any = MISSING) -> float:
        """Read a rotation, a number or {x, y, z} of which y counts, into [0, 360)."""
        value = self._get(name, default)
        if value is default and default is not MISSING:
            return float(default)
        if isinstance(value, Mapping):
            value = value.get("y", 0.0)
        return self._number(name, value) % 360.0

    def items(self, name: str) -> list[Any] | None:
        """Read a list, or nothing."""
        value = self._get(name, None)
        if value is not None and not isinstance(value, list | tuple):
            raise self._wrong(name, "a list", value)
        return None if value is None else list(value)

    def numbers(self, name: str, default: list[float]) -> list[float]:
        """Read a list of numbers."""
        found = self.items(name)
        return default if found is None else [self._number(name, v) for v in found]

    def _get(self, name: str, default: Any) -> Any:
        value = self.values.get(name)
        if value is None:
            if default is MISSING:
                raise ActionFailed(
                    f"{self.action} is missing the argument {name}.", "MissingArguments")
            return default
        return value

    def _number(self, name: str, value: Any) -> float:
        try:
            number = math.nan if isinstance(value, bool) else float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not math.isfinite(number) or abs(number) > _LIMIT:
            raise self._wrong(name, "a finite number", value)
        return number

    def _wrong(self, name: str, expected: str, value: Any) -> ActionFailed:
        return ActionFailed(
            f"{self.action}: argument {name} must be {expected}, found {str(value)[:60]!r}.",
            "InvalidArgument",
        )
